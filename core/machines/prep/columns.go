// Package prep changes samples before a machine sees them: it scales and encodes columns, fills
// gaps, selects features, and joins such steps and a machine into a pipeline.
//
// Some transformers compute features whose inner products are the values of a kernel, or
// approximate them: with such features a linear machine learns like a kernel machine, in time that
// grows with the number of samples and not with its square.
package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// period is about how many entries are worked on between two checkpoints.
const period = 16384

// each visits the rows of x in order: the entries of a dense one, with a nil index, or the stored
// ones at the columns index. It returns a status if ctl ends it.
func each(ctl *run.Ctl, x sample.Set, visit func(i int, index []int32, value []float64)) run.Status {
	n := x.Len()
	block := max(1, min(period/x.Dim(), n/4))
	for i := range n {
		if i%block == 0 {
			if !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(i) / float64(n)} }) {
				return ctl.Ended()
			}
		}
		switch x := x.(type) {
		case *sample.Matrix:
			visit(i, nil, x.Row(i))
		case *sample.CSR:
			index, value := x.Row(i)
			visit(i, index, value)
		}
	}
	return ""
}

// column returns the column of entry p of a row that each has passed to visit.
func column(index []int32, p int) int {
	if index == nil {
		return p
	}
	return int(index[p])
}

// rows returns a copy of x, in the same layout, whose rows change has changed in place.
// It fails when a result is not finite.
func rows(ctl *run.Ctl, x sample.Set, change func(index []int32, value []float64)) (sample.Set, error) {
	var overflow error
	check := func(i int, index []int32, value []float64) {
		change(index, value)
		for p, v := range value {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				overflow = fault.New(fault.Numeric, "X", "X[%d, %d] overflows when it is transformed; scale the numbers down first", i, column(index, p)).
					With("row", i).With("column", column(index, p))
			}
		}
	}
	var made sample.Set
	switch x := x.(type) {
	case *sample.Matrix:
		made = &sample.Matrix{N: x.N, D: x.D, X: append([]float64(nil), x.X...)}
	case *sample.CSR:
		made = &sample.CSR{N: x.N, D: x.D, Ptr: x.Ptr, Index: x.Index, Value: append([]float64(nil), x.Value...)}
	}
	if status := each(ctl, made, check); status != "" {
		return nil, run.ErrAborted
	}
	return made, overflow
}

// ready fails unless x has as many features as a transformer was fitted with.
func ready(features int, x sample.Set) error {
	return sample.Ready("transformer", features, x)
}

// present is Accept for m, the machine itself, and then the samples that have a weight, with their
// weights; nil stands for weights of 1.
func present(m model.Machine, t model.Training) (sample.Set, []float64, error) {
	if err := model.Accept(m, t); err != nil {
		return nil, nil, err
	}
	if t.Weight == nil {
		return t.X, nil, nil
	}
	index, weight, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return nil, nil, err
	}
	if len(index) == t.X.Len() {
		return t.X, weight, nil
	}
	return t.X.Select(index), weight, nil
}

// positive returns the rows of a training set that have a positive weight.
func positive(t model.Training) ([]int, error) {
	rows, _, _, err := model.Positive(t.Weight, t.X.Len())
	return rows, err
}

// fitted returns the report of a fit. A fit that ended early counts as aborted, because half a
// transformer is useless.
func fitted(status run.Status) model.Report {
	if status != "" {
		return model.Report{Status: run.Aborted}
	}
	return model.Report{Status: run.Converged}
}

// sameColumns returns the numbers of d columns, each of which is made from itself.
func sameColumns(d int) []int {
	columns := make([]int, d)
	for j := range columns {
		columns[j] = j
	}
	return columns
}
