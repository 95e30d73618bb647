package engine

import (
	"maxmargin/core/gram"
	"maxmargin/core/run"
)

// SensitivityRequest asks for the gradients of the values of a model.
type SensitivityRequest struct {
	Model int   `js:"model"`
	Table Shape `js:"table"`
}

// Sensitivity has the gradient of each value of each row.
type Sensitivity struct {
	Functions int
	Gradients []float64 // rows x functions x columns
	Pairs     bool      // the functions tell pairs of classes apart
}

// Sensitivities returns the gradients of the decision values of a model, or of the predictions of
// a regressor, by the columns of X.
func (e *Engine) Sensitivities(ctl *run.Ctl, request SensitivityRequest, X Table) (out Sensitivity, err error) {
	entry, set, err := e.apply(request.Model, X)
	if err != nil {
		return out, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	_, cols, pairs, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	d, err := newDerivatives(entry, cols, "set step, for instance to 1e-4, to estimate the gradients by central differences")
	if err != nil {
		return out, err
	}
	if err := gram.CheckMatrix("sensitivities", "the gradients of all rows", set.Len(), cols*set.Dim(), "pass fewer rows at a time"); err != nil {
		return out, err
	}
	out = Sensitivity{cols, make([]float64, set.Len()*cols*set.Dim()), pairs}
	size := cols * set.Dim()
	err = d.at(ctl, set, func(i int, gradients []float64) { copy(out.Gradients[i*size:], gradients) })
	if err == nil {
		err = checkAnswers(out.Gradients, size)
	}
	return out, err
}
