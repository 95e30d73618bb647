package margin

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// VersionSpace describes the unit vectors w with y_i <w, x_i> > 0 for all samples, a part of
// the sphere that hyperplanes through the origin cut out (Cristianini & Shawe-Taylor,
// exercise 3 of section 5.4). Its points are of length 1.
type VersionSpace struct {
	Status run.Status // Infeasible: it is empty
	// Centre is the centre of the largest sphere inside, which touches the nearest hyperplanes: the
	// support vector machine without bias of the samples of length 1.
	Centre []float64
	Radius float64 // of that sphere: the distance of Centre from the nearest hyperplane
	// BayesPoint is the centre of mass (Herbrich, Graepel & Campbell 2001), estimated from
	// Samples steps of a random walk.
	BayesPoint []float64
	Error      float64 // the standard error of BayesPoint, from batches of steps; infinite from one
	Samples    int
}

// batches is how many means the standard error is estimated from.
const batches = 20

// NewVersionSpace returns the version space of n rows of d columns with labels +1 and -1.
func NewVersionSpace(ctl *run.Ctl, rows []float64, y []float64, d, samples int, seed uint64) VersionSpace {
	n := len(y)
	a, ones := make([]float64, n*d), make([]float64, n)
	for i := range n {
		size := norm(rows[i*d : (i+1)*d])
		if size == 0 {
			return VersionSpace{Status: run.Infeasible} // no w has a value for a sample at the origin
		}
		ones[i] = 1
		for j, v := range rows[i*d : (i+1)*d] {
			a[i*d+j] = y[i] * v / size
		}
	}
	unit := make([]float64, d)
	for j := range unit {
		unit[j] = 1
	}
	widest := program.Solve(ctl, program.Problem{Linear: make([]float64, d), Quadratic: program.Quadratic{Diagonal: unit}, Matrix: program.NewDense(a, n, d), Low: ones}, program.Settings{})
	space := VersionSpace{Status: widest.Status}
	if widest.Status != run.Converged {
		return space
	}
	size := norm(widest.X)
	space.Centre, space.Radius = widest.X, 1/size
	for j := range space.Centre {
		space.Centre[j] /= size
	}
	space.walk(ctl, a, d, samples, rng.New(seed))
	return space
}

// walk estimates the centre of mass by hit and run (Smith 1984) in the cone of the version space
// within the unit ball: every step draws a direction and a point of the chord along it. The middle
// of a chord is its mean, so it averages the middles.
func (v *VersionSpace) walk(ctl *run.Ctl, a []float64, d, samples int, random *rng.Stream) {
	n := len(a) / d
	w, u, along, across := make([]float64, d), make([]float64, d), make([]float64, n), make([]float64, n)
	for j, c := range v.Centre {
		w[j] = c / 2
	}
	means := make([]float64, batches*d)
	warm := samples / 10
	for t := -warm; t < samples; t++ {
		if ended := ctl.Checkpoint(func() run.Report {
			return run.Report{Phase: "random walk", Iteration: max(t, 0), Fraction: float64(t+warm) / float64(samples+warm)}
		}); ended != "" {
			v.Status = ended
			break
		}
		size, inner, square := 0.0, 0.0, 0.0
		for j := range u {
			u[j] = random.Normal()
			size += float64(u[j] * u[j])
		}
		size = math.Sqrt(size)
		for j := range u {
			u[j] /= size
			inner += float64(u[j] * w[j])
			square += float64(w[j] * w[j])
		}
		reach := math.Sqrt(max(float64(inner*inner)-square+1, 0))
		low, high := -inner-reach, -inner+reach
		for i := range n {
			row := a[i*d : (i+1)*d]
			across[i] = linalg.Dot(row, u)
			along[i] = linalg.Dot(row, w)
			switch bound := -along[i] / across[i]; {
			case across[i] > 0:
				low = max(low, bound)
			case across[i] < 0:
				high = min(high, bound)
			}
		}
		if !(low < high) {
			continue // the walk is on an edge, to rounding
		}
		if t >= 0 {
			mean := means[t*batches/samples*d:][:d]
			for j := range mean {
				mean[j] += w[j] + float64((low+high)/2*u[j])
			}
			v.Samples++
		}
		step := low + float64((high-low)*random.Float64())
		for j := range w {
			w[j] += float64(step * u[j])
		}
	}
	v.summarise(means, d)
}

// summarise turns the sums of the batches into the centre of mass and its standard error. Batches
// without a step, after an early end, do not count.
func (v *VersionSpace) summarise(means []float64, d int) {
	v.BayesPoint = make([]float64, d)
	for k := range batches {
		for j, c := range means[k*d : (k+1)*d] {
			v.BayesPoint[j] += c
		}
	}
	v.Error = math.Inf(1)
	size := norm(v.BayesPoint)
	if size == 0 {
		v.BayesPoint = append(v.BayesPoint[:0], v.Centre...)
		return
	}
	for j := range v.BayesPoint {
		v.BayesPoint[j] /= size
	}
	spread, some := 0.0, 0.0
	for k := range batches {
		mean := means[k*d : (k+1)*d]
		long := norm(mean)
		if long == 0 {
			continue
		}
		some++
		for j, c := range mean {
			off := c/long - v.BayesPoint[j]
			spread += float64(off * off)
		}
	}
	if some > 1 {
		v.Error = math.Sqrt(spread / (some * (some - 1)))
	}
}

func norm(a []float64) float64 { return math.Sqrt(linalg.Dot(a, a)) }
