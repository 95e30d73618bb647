package subspace

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// primalSolution are the functions of all classes.
type primalSolution struct {
	weights []float64 // k x d
	bias    []float64
	ratio   float64
	notes   []model.Note
}

// byCovariance solves for the functions with the d x d matrix Sigma.
func (g *groups) byCovariance(p *run.Phases, x sample.Set, alpha float64) (*primalSolution, error) {
	d, k := x.Dim(), len(g.priors)
	if err := gram.CheckMatrix("FisherDiscriminant", "the covariances of all features", d, d, "use KernelFisherDiscriminant with kernel 'linear', which needs those of the samples"); err != nil {
		return nil, err
	}
	p.Begin("covariances")
	means := make([]float64, k*d)
	row := make([]float64, d)
	for i, r := range g.rows {
		x.Dense(row, r)
		lanes.Update(means[int(g.class[i])*d:(int(g.class[i])+1)*d], g.share[i], row)
	}
	middle := make([]float64, d)
	for c, prior := range g.priors {
		lanes.Update(middle, prior, means[c*d:(c+1)*d])
	}
	unit := make([]float64, d) // of each feature in the system
	for j := range unit {
		unit[j] = 1
	}
	solve, notes, err := solver(p, d, "features", func() ([]float64, error) {
		sigma, err := g.covariance(p, x, means, alpha)
		if err == nil && alpha == 0 {
			err = equilibrate(sigma, unit, g.noise(x))
		}
		return sigma, err
	})
	if err != nil {
		return nil, err
	}
	s := &primalSolution{weights: means, bias: make([]float64, k), notes: notes}
	delta := make([]float64, d)
	for c := range k {
		w := s.weights[c*d : (c+1)*d]
		for j := range w {
			w[j] -= middle[j]
		}
		copy(delta, w)
		times(w, unit)
		solve(w)
		times(w, unit)
		height := linalg.Dot(w, delta)
		s.bias[c] = math.Log(g.priors[c]) - height/2 - linalg.Dot(w, middle)
		s.ratio += float64(g.priors[c] * height)
	}
	return s, nil
}

// noise returns, for each feature, the deviation that rounding gives a constant.
func (g *groups) noise(x sample.Set) []float64 {
	lowest, highest := x.Ranges()
	for j, v := range highest {
		highest[j] = 16 * math.Sqrt(float64(len(g.rows))) * 0x1p-53 * max(v, -lowest[j])
	}
	return highest
}

// equilibrate divides the rows and columns of the symmetric matrix a, by its lower triangle, by the
// roots of its diagonal, and stores their inverses in unit: 0 for a feature whose deviation is
// noise. It fails if all are.
func equilibrate(a, unit, noise []float64) error {
	d, varies := len(unit), false
	for j := range unit {
		deviation := math.Sqrt(a[j*d+j])
		unit[j] = 0
		if deviation > noise[j] {
			unit[j], varies = 1/deviation, true
		}
	}
	if !varies {
		return fault.New(fault.Numeric, "alpha", "there is no variance within classes: each has one sample, or only equal samples. Pass alpha > 0, which predicts the class with the closest mean, or add samples")
	}
	for i := range unit {
		for j := range i + 1 {
			a[i*d+j] *= unit[i] * unit[j]
		}
	}
	return nil
}

func times(x, by []float64) {
	for j := range x {
		x[j] *= by[j]
	}
}

// rowsAtATime is how many samples are added to a covariance in one go.
const rowsAtATime = 256

// covariance returns the lower triangle of Sigma + alpha I.
func (g *groups) covariance(p *run.Phases, x sample.Set, means []float64, alpha float64) ([]float64, error) {
	d, m := x.Dim(), len(g.rows)
	sigma := make([]float64, d*d)
	block := make([]float64, min(rowsAtATime, m)*d)
	for from := 0; from < m; from += rowsAtATime {
		to := min(from+rowsAtATime, m)
		for i := from; i < to; i++ {
			row := block[(i-from)*d : (i-from+1)*d]
			x.Dense(row, g.rows[i])
			mean := means[int(g.class[i])*d:]
			for j := range row {
				row[j] = g.root[i] * (row[j] - mean[j])
			}
		}
		if !linalg.AddOuter(sigma, block[:(to-from)*d], d, p.Watch) || !p.Watch(float64(to)/float64(m)) {
			return nil, run.ErrAborted
		}
	}
	for j := range d {
		sigma[j*d+j] += alpha
	}
	return sigma, nil
}
