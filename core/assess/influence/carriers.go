package influence

import (
	"math"
	"sort"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/expansion"
)

// Carriers are the support vectors that carry the values of some rows: those with the largest terms
// coef_i k(x_i, x) of each.
type Carriers struct {
	Count     int       // terms of each value
	Intercept []float64 // of each function
	Indices   []int32   // rows x functions x Count: the row of the fit; -1 where there are fewer terms
	Terms     []float64
	Refitted  []float64 // rows x functions x Count: the value of a fit without the row; nil before Refit
}

// Largest returns the carriers, at most count, of each function at each sample of x.
func Largest(ctl *run.Ctl, functions []*expansion.Expansion, x sample.Set, count int) (t Carriers, err error) {
	most := 0
	for _, f := range functions {
		most = max(most, f.Count())
		t.Intercept = append(t.Intercept, f.Intercept...)
	}
	cols := len(t.Intercept)
	t.Count = min(count, most)
	if err := gram.CheckMatrix("influence", "the terms of all rows", x.Len(), 2*cols*t.Count, "pass fewer rows at a time, or a smaller count"); err != nil {
		return t, err
	}
	t.Indices, t.Terms = make([]int32, x.Len()*cols*t.Count), make([]float64, x.Len()*cols*t.Count)
	stages, first := ctl.Stages(len(functions)), 0
	for _, f := range functions {
		if err := t.add(stages.Next(""), f, x, first); err != nil {
			return t, err
		}
		first += len(f.Intercept)
	}
	return t, nil
}

// add finds the largest terms of functions, from number first on.
func (t *Carriers) add(ctl *run.Ctl, f *expansion.Expansion, x sample.Set, first int) error {
	m, coef, cols := f.Count(), f.Dense(), len(t.Intercept)
	terms, order := make([]float64, m), make([]int, 0, m)
	return expansion.EachRow(ctl, f.Kernel, f.Columns(), x, func(i int, row []float64) {
		for q := range f.Intercept {
			order = order[:0]
			for p, c := range coef[q*m : (q+1)*m] {
				if c != 0 {
					terms[p] = c * row[p]
					order = append(order, p)
				}
			}
			sort.SliceStable(order, func(a, b int) bool { return math.Abs(terms[order[a]]) > math.Abs(terms[order[b]]) })
			at := (i*cols + first + q) * t.Count
			for c := range t.Count {
				t.Indices[at+c] = -1
				if c < len(order) {
					t.Indices[at+c], t.Terms[at+c] = f.Row(order[c]), terms[order[c]]
				}
			}
		}
	})
}
