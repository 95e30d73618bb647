package engine

import (
	"math"

	"maxmargin/core/assess/influence"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/prep"
)

// SensitivityRequest asks for the gradients of the values of a model.
type SensitivityRequest struct {
	Model int   `js:"model"`
	Table Shape `js:"table"`
}

// Sensitivity has the gradient of each value of each row.
type Sensitivity struct {
	Functions int
	Gradients []float64 // rows x functions x columns; NaN for columns of categories
	Pairs     bool      // there is a function for each pair of classes

	// For columns of categories: Counts has the number of categories of each column, 0 for a column
	// of numbers; Categories lists them, column by column; Switches, rows x functions x categories,
	// has the change of the value of the row with each.
	Counts     []int32
	Categories []float64
	Switches   []float64
}

// Sensitivities returns the gradients of the decision values of a model, or of the predictions of a
// regressor, with respect to the columns of X. For a column of categories it returns the changes of
// the value with each category.
func (e *Engine) Sensitivities(ctl *run.Ctl, request SensitivityRequest, X Table) (out Sensitivity, err error) {
	entry, set, done, err := e.apply(ctl, request.Model, X)
	if err != nil {
		return out, err
	}
	defer done()
	values, cols, pairs, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	d, err := influence.NewDerivatives(entry.Machine, entry.Name, cols, "set step, for instance to 1e-4, to estimate the gradients by central differences")
	if err != nil {
		return out, err
	}
	size := cols * set.Dim()
	if err := gram.CheckMatrix("sensitivities", "the gradients of all rows", set.Len(), size, "pass fewer rows at a time"); err != nil {
		return out, err
	}
	out = Sensitivity{Functions: cols, Gradients: make([]float64, set.Len()*size), Pairs: pairs, Counts: make([]int32, set.Dim())}
	row := make([]float64, set.Dim())
	for i := range set.Len() {
		if !ctl.Wanted(func() run.Report { return run.Report{Phase: "explain", Fraction: float64(i) / float64(set.Len())} }) {
			return out, run.ErrAborted
		}
		if err := prep.Dense(d.Steps, set, row, i); err != nil {
			return out, err
		}
		course, err := d.At(ctl, out.Gradients[i*size:(i+1)*size], row)
		if err != nil {
			return out, err
		}
		if i == 0 {
			for j, list := range course.Categories {
				out.Counts[j] = int32(len(list))
				out.Categories = append(out.Categories, list...)
			}
			if err := gram.CheckMatrix("sensitivities", "the differences of all categories", set.Len(), cols*len(out.Categories), "pass fewer rows at a time"); err != nil {
				return out, err
			}
		}
		if err := out.switches(ctl, entry, row, values[i*cols:(i+1)*cols]); err != nil {
			return out, err
		}
	}
	if err = checkAnswers(out.Gradients, size); err != nil {
		return out, err
	}
	for at := range out.Gradients {
		if out.Counts[at%set.Dim()] > 0 {
			out.Gradients[at] = math.NaN()
		}
	}
	return out, nil
}

// switches adds the changes of the values of a row with each category of each column.
func (s *Sensitivity) switches(ctl *run.Ctl, m *entry, row, values []float64) error {
	count := len(s.Categories)
	if count == 0 {
		return nil
	}
	others := &sample.Matrix{N: count, D: len(row), X: make([]float64, 0, count*len(row))}
	first := 0
	for j, own := range s.Counts {
		for _, category := range s.Categories[first : first+int(own)] {
			others.X = append(others.X, row...)
			others.X[len(others.X)-len(row)+j] = category
		}
		first += int(own)
	}
	made, cols, _, err := m.values(ctl, others)
	if err != nil {
		return err
	}
	for q, v := range values {
		for c := range count {
			s.Switches = append(s.Switches, made[c*cols+q]-v)
		}
	}
	return nil
}
