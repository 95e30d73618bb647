// Package shapley computes the Shapley values of kernel expansions exactly.
//
// A sample x is compared with a baseline b. The value of a coalition of features is the function at
// the sample that has the features of x within the coalition and those of b outside. The Shapley
// value of a feature is its mean contribution to a coalition, over all orders in which the features
// may join (Shapley 1953; Lundberg & Lee 2017, for predictions).
//
// The mean is an integral. If every other feature is in the coalition with probability t,
// independently, and t is uniform on [0, 1], the coalition is distributed as the predecessors in a
// random order (Owen 1972). The expectation of a product of one factor for each feature is the
// product of the expectations, so for a kernel of this form
//
//	phi_j = sum_i a_i int_0^1 (kx_ij - kb_ij) prod_{m != j} (kb_im + t (kx_im - kb_im)) dt,
//
// where kx_ij and kb_ij compare support vector i with x and b. The integrand is a polynomial in t,
// and Gauss's rule integrates it exactly. kernel.Factors extends this to kernels that are sums over
// features, sums over sets of them, and powers of such sums: their factors are polynomials in u,
// multiplied up to some power.
package shapley

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/expansion"
)

// Values are the parts of the features in function values.
type Values struct {
	Players   int       // how many parts there are
	Functions int       // q
	Parts     []float64 // of every row, for each of the q functions, the Players parts
}

// block is how many support vectors are worked on at a time. Their factors stay in the cache.
const block = 128

// Explain returns the Shapley values of the functions of an expansion at the rows of x, averaged over
// the rows of baseline. player has the player of each feature, numbered from 0; a player joins a
// coalition with all its features.
func Explain(ctl *run.Ctl, f *expansion.Expansion, x, baseline sample.Set, player []int) (Values, error) {
	d := x.Dim()
	terms := kernel.FactorsOf(f.Kernel, d)
	if terms == nil || f.Vectors == nil {
		return Values{}, fault.New(fault.Option, "samples", "the kernel '%s' is no product or sum over the features, so that its Shapley values are not known in closed form; set samples, for instance to 2000, to estimate them", f.Kernel.Name())
	}
	v := Values{Functions: len(f.Intercept)}
	for _, p := range player {
		v.Players = max(v.Players, p+1)
	}
	share := 1 / float64(baseline.Len())
	v.Parts = make([]float64, x.Len()*v.Functions*v.Players)
	e := &explainer{values: &v, coef: f.Dense(), m: f.Vectors.Len()}
	done, all := 0, len(terms)*((e.m+block-1)/block)*baseline.Len()*x.Len()
	for _, term := range terms {
		w := newWork(term, d, v.Players)
		for from := 0; from < e.m; from += block {
			w.vectors(f.Vectors, from, min(from+block, e.m))
			for b := range baseline.Len() {
				baseline.Dense(w.row, b)
				w.compare(w.at, player)
				for i := range x.Len() {
					if !ctl.Wanted(func() run.Report { return run.Report{Phase: "explain", Fraction: float64(done) / float64(all)} }) {
						return Values{}, run.ErrAborted
					}
					done++
					x.Dense(w.row, i)
					w.compare(w.to, player)
					w.integrate()
					e.add(w, i, from, share)
				}
			}
		}
	}
	return v, nil
}

// explainer adds up the parts.
type explainer struct {
	values *Values
	coef   []float64 // q x m
	m      int
}

// add adds the part of row i that a block of support vectors, from from on, contributes.
func (e *explainer) add(w *work, i, from int, share float64) {
	v := e.values
	for q := range v.Functions {
		parts := v.Parts[(i*v.Functions+q)*v.Players:]
		coef := e.coef[q*e.m+from:]
		for _, p := range w.active {
			parts[p] += share * w.part(p, coef)
		}
	}
}
