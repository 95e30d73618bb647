package engine

import (
	"math"
	"sort"

	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// InfluenceRequest asks which support vectors carry the values of a model.
type InfluenceRequest struct {
	Model int   `js:"model"`
	Table Shape `js:"table"`
	Count int   `js:"count"` // how many terms are returned
	Refit bool  `js:"refit"` // whether the values of fits without the rows are, too
	Train Shape `js:"train"` // the samples of the fit, if so
}

// Influences are the largest terms of each value of each row.
type Influences struct {
	Count     int       // terms of each value
	Values    []float64 // rows x functions
	Intercept []float64 // of each function
	Indices   []int32   // rows x functions x Count: the row of the fit; -1 where there are fewer terms
	Terms     []float64 // coef_i k(x_i, x)
	Pairs     bool      // the functions tell pairs of classes apart
	Refitted  []float64 // rows x functions x Count: the value of a fit without the row, if that was asked for
}

// Influence returns the terms coef_i k(x_i, x) that the values of a model are sums of, the largest
// of each first. They are those of the values, so that a value without a term is what the model
// would say if this support vector were taken out and nothing else changed. train and y are what the
// model was fitted to, if the request is for fits without the rows.
func (e *Engine) Influence(ctl *run.Ctl, request InfluenceRequest, X, train Table, y Targets) (out Influences, err error) {
	entry, set, err := e.apply(request.Model, X)
	if err != nil {
		return out, err
	}
	set, end := watched(ctl, set)
	defer end()
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	values, cols, pairs, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	steps, functions := behind(entry.Machine)
	most, first := 0, 0
	for _, f := range functions {
		if f.Linear {
			functions = nil
			break
		}
		most, first = max(most, f.Count()), first+len(f.Intercept)
	}
	if functions == nil || first != cols {
		return out, fault.New(fault.Option, "model", "the values of this %s are no sums over support vectors; fit a kernel machine, such as SVC with kernel 'linear' in place of a linear machine, or use explain", entry.Name)
	}
	out = Influences{Count: min(request.Count, most), Values: values, Pairs: pairs}
	if err := gram.CheckMatrix("influence", "the terms of all rows", set.Len(), 2*cols*out.Count, "pass fewer rows at a time, or a smaller count"); err != nil {
		return out, err
	}
	for _, step := range steps {
		if set, err = step.Transform(ctl, set); err != nil {
			return out, err
		}
	}
	out.Indices, out.Terms = make([]int32, set.Len()*cols*out.Count), make([]float64, set.Len()*cols*out.Count)
	stages := ctl.Stages(len(functions))
	for _, f := range functions {
		if err := out.add(stages.Next(""), f, set, len(out.Intercept), cols); err != nil {
			return out, err
		}
		out.Intercept = append(out.Intercept, f.Intercept...)
	}
	if request.Refit {
		if err := out.refit(ctl, entry, steps, set, train, y); err != nil {
			return out, err
		}
	}
	return out, checkAnswers(out.Terms, max(1, cols*out.Count))
}

// add finds the largest terms of functions, from number first on.
func (o *Influences) add(ctl *run.Ctl, f expansion.Machine, set sample.Set, first, cols int) error {
	m, coef := f.Count(), f.Dense()
	terms, order := make([]float64, m), make([]int, 0, m)
	return expansion.EachRow(ctl, f.Kernel, f.Columns(), set, func(i int, row []float64) {
		for q := range f.Intercept {
			order = order[:0]
			for p, c := range coef[q*m : (q+1)*m] {
				if c != 0 {
					terms[p] = c * row[p]
					order = append(order, p)
				}
			}
			sort.SliceStable(order, func(a, b int) bool { return math.Abs(terms[order[a]]) > math.Abs(terms[order[b]]) })
			at := (i*cols + first + q) * o.Count
			for c := range o.Count {
				o.Indices[at+c] = -1
				if c < len(order) {
					o.Indices[at+c], o.Terms[at+c] = f.Row(order[c]), terms[order[c]]
				}
			}
		}
	})
}
