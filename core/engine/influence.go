package engine

import (
	"maxmargin/core/assess/influence"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
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
	influence.Carriers
	Values []float64 // rows x functions
	Pairs  bool      // there is a function for each pair of classes
}

// Influence returns the terms coef_i k(x_i, x) of the values at each row of X, the largest first. A
// value less one of its terms is what the model would say without this support vector if nothing
// else changed. train and y are the training set, for requests that fit again without the rows.
func (e *Engine) Influence(ctl *run.Ctl, request InfluenceRequest, X, train Table, y Targets) (out Influences, err error) {
	entry, set, done, err := e.apply(ctl, request.Model, X)
	if err != nil {
		return out, err
	}
	defer done()
	values, cols, pairs, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	out.Values, out.Pairs = values, pairs
	steps, functions := influence.Behind(entry.Machine)
	known := 0
	for _, f := range functions {
		if f.Linear {
			known = 0
			break
		}
		known += len(f.Intercept)
	}
	if known != cols {
		return out, fault.New(fault.Option, "model", "the values of this %s are no sums over support vectors; fit a kernel machine, such as SVC with kernel 'linear' in place of a linear machine, or use explain", entry.Name)
	}
	if set, err = transformed(ctl, steps, set); err != nil {
		return out, err
	}
	if out.Carriers, err = influence.Largest(ctl, functions, set, request.Count); err != nil {
		return out, err
	}
	if request.Refit {
		if err := entry.refit(ctl, &out.Carriers, steps, set, train, y); err != nil {
			return out, err
		}
	}
	return out, checkAnswers(out.Terms, max(1, cols*out.Count))
}

// refit computes the values of fits without the support vectors. set has the rows after the steps,
// which are not fitted again.
func (m *entry) refit(ctl *run.Ctl, found *influence.Carriers, steps []model.Transformer, set sample.Set, train Table, y Targets) error {
	core := model.Unwrapped(model.Core(m.Machine))
	if model.Precomputed(core.Options()) {
		return influence.CannotRefit(m.Name)
	}
	x, err := train.set(m.Machine)
	if err != nil {
		return err
	}
	if x, err = transformed(ctl, steps, x); err != nil {
		return err
	}
	data, err := y.data(core, x, len(m.Classes.Names))
	if err != nil {
		return err
	}
	return found.Refit(ctl, core, m.Name, model.Training{Data: data}, set)
}

// transformed returns samples after the steps of a pipeline.
func transformed(ctl *run.Ctl, steps []model.Transformer, set sample.Set) (sample.Set, error) {
	for _, step := range steps {
		var err error
		if set, err = step.Transform(ctl, set); err != nil {
			return nil, err
		}
	}
	return set, nil
}
