package parzen

import (
	"math"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// Draw returns samples from the density, row by row: a training sample, with a probability in
// proportion to its weight, plus a step with the density of the window. The direction of the step
// is that of a vector of normal numbers, and its length h u has the density kappa(u) u^(d-1), see
// length.
func (k *KernelDensity) Draw(ctl *run.Ctl, count, seed int) ([]float64, error) {
	f := k.Result
	if f.Features == 0 {
		return nil, sample.Ready("KernelDensity", 0, nil)
	}
	d := f.Features
	if err := gram.CheckMatrix("KernelDensity", "the samples drawn", count, d, "draw fewer"); err != nil {
		return nil, err
	}
	upTo := make([]float64, len(f.Mass)) // the sum of the weights
	sum := 0.0
	for p, w := range f.Mass {
		sum += w
		upTo[p] = sum
	}
	random, all := rng.New(uint64(seed)), make([]float64, count*d)
	centre := make([]float64, d)
	w := window{k.Window, f.Bandwidth}
	for i := range count {
		if i%1024 == 0 && !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(count)} }) {
			return nil, run.ErrAborted
		}
		f.Vectors.Dense(centre, place(upTo, random.Float64()*sum))
		step, norm := all[i*d:(i+1)*d], 0.0
		for j := range step {
			step[j] = random.Normal()
			norm += step[j] * step[j]
		}
		factor := w.bandwidth
		if w.name != "gaussian" {
			factor *= w.length(random, d) / math.Sqrt(norm)
		}
		for j, v := range centre {
			step[j] = v + float64(factor*step[j])
		}
	}
	return all, model.Finite(all)
}

// place returns the first place whose sum exceeds value; the last one where rounding leaves none.
func place(upTo []float64, value float64) int {
	low, high := 0, len(upTo)-1
	for low < high {
		if middle := (low + high) / 2; upTo[middle] > value {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// length draws u >= 0 with a density in proportion to kappa(u) u^(d-1). If U_i are uniform, the
// product of U_i^(1/(a+i)) over i = 0 to b-1 has the beta distribution of a and b.
func (w window) length(random *rng.Stream, d int) float64 {
	n := float64(d)
	uniform := func() float64 { return 1 - random.Float64() } // above 0
	root := func(of float64) float64 { return math.Pow(uniform(), 1/of) }
	switch w.name {
	case "exponential": // the gamma distribution of d
		sum := 0.0
		for range d {
			sum -= math.Log(uniform())
		}
		return sum
	case "epanechnikov": // u² has the beta distribution of d/2 and 2
		return root(n) * root(n+2)
	case "linear": // the beta distribution of d and 2
		return root(n) * root(n+1)
	case "cosine": // between 1-u and pi/2 times that, so that at most every third is drawn again
		for {
			u := root(n) * root(n+1)
			if random.Float64()*(1-u)*math.Pi/2 <= math.Cos(math.Pi/2*u) {
				return u
			}
		}
	}
	return root(n) // tophat
}
