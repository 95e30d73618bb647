package engine

import (
	"math"

	"maxmargin/core/gram"
	"maxmargin/core/prep"
	"maxmargin/core/run"
	"maxmargin/core/sample"
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
	Pairs     bool      // the functions tell pairs of classes apart

	// What each value becomes with another category: Counts has the number of categories of each
	// column, 0 for one of numbers, Categories has them, one column after the other, and Switches,
	// rows x functions x categories, the difference to the value of the row.
	Counts     []int32
	Categories []float64
	Switches   []float64
}

// Sensitivities returns the gradients of the decision values of a model, or of the predictions of
// a regressor, by the columns of X. Columns of categories have the differences instead that each
// category makes.
func (e *Engine) Sensitivities(ctl *run.Ctl, request SensitivityRequest, X Table) (out Sensitivity, err error) {
	entry, set, err := e.apply(request.Model, X)
	if err != nil {
		return out, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	values, cols, pairs, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	d, err := newDerivatives(entry, cols, "set step, for instance to 1e-4, to estimate the gradients by central differences")
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
		if err := prep.Dense(d.steps, set, row, i); err != nil {
			return out, err
		}
		course, err := d.at(ctl, out.Gradients[i*size:(i+1)*size], row)
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

// switches adds what the values of a row become with each category of each column.
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
