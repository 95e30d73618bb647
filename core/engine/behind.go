package engine

import (
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// behind returns what the values of a machine are made of: the steps that samples go through, and
// the expansions of what learns, whose values one after the other are those of the machine; no
// functions where the values are no expansions.
func behind(m model.Machine) (steps []model.Transformer, functions []expansion.Machine) {
	if chain, ok := m.(model.Chain); ok {
		steps, m = chain.Steps()
	}
	switch fitted := m.Fitted().(type) {
	case expansion.Expanded:
		for _, e := range fitted.Expansions() {
			functions = append(functions, e.Machine())
		}
	case interface {
		LinearFunctions() (weights, bias []float64)
	}:
		functions = append(functions, expansion.OfLinear(fitted.LinearFunctions()))
	}
	return steps, functions
}

// values returns the numbers that are explained: decision values, of pairs of classes where the
// model has pairs, or predictions.
func (m *entry) values(ctl *run.Ctl, x sample.Set) (values []float64, cols int, pairs bool, err error) {
	switch machine := m.Machine.(type) {
	case model.Regressor:
		values, err = machine.Predict(ctl, x)
		return values, 1, false, err
	case model.Classifier:
		shape := multi.OneVsRest
		if _, err := machine.Outputs(multi.OneVsOne); err == nil && len(m.Classes.Names) > 2 {
			shape = multi.OneVsOne
		}
		values, cols, err = machine.Decision(ctl, x, shape)
		return values, cols, shape == multi.OneVsOne && cols > 1, err
	}
	if _, ok := m.Machine.(model.Detector); !ok {
		return nil, 0, false, fault.New(fault.Option, "model", "a %s has no decision values and predicts no numbers that could be explained; pass a classifier, regressor or detector, or a pipeline with one", m.Name)
	}
	values, cols, err = m.decide(ctl, "", x)
	return values, cols, false, err
}

// derivatives are what the gradients of the values of a machine are computed with.
type derivatives struct {
	steps     []model.Sloped
	functions []expansion.Machine
	cols      int // how many values there are
}

// newDerivatives returns the derivatives of the values of a machine. remedy says what to do
// instead where it has none.
func newDerivatives(m *entry, cols int, remedy string) (*derivatives, error) {
	none := func(text string, args ...any) (*derivatives, error) {
		return nil, fault.New(fault.Option, "model", text+"; "+remedy, args...)
	}
	steps, functions := behind(m.Machine)
	d := &derivatives{functions: functions}
	for _, step := range steps {
		sloped, ok := step.(model.Sloped)
		if !ok {
			return none("a step of the pipeline has no derivatives: only scalers, SimpleImputer and SelectKBest have some here")
		}
		d.steps = append(d.steps, sloped)
	}
	for _, f := range functions {
		if f.Vectors == nil || f.Vectors.Kind() != sample.Numbers {
			return none("the kernel '%s' does not compare rows of numbers, which gradients need", f.Kernel.Name())
		}
		if name := kernel.WithoutGradient(f.Kernel); name != "" {
			return none("the kernel '%s' has no gradient", name)
		}
		d.cols += len(f.Intercept)
	}
	if d.cols != cols {
		return none("the values of this %s are no sums over support vectors whose gradients are known", m.Name)
	}
	return d, nil
}

// at sets dst, cols x d, to the gradients of the values at each of the rows of x and calls take.
func (d *derivatives) at(ctl *run.Ctl, x sample.Set, take func(i int, gradients []float64)) error {
	sets := []sample.Set{x}
	for _, step := range d.steps {
		made, err := step.Transform(ctl, sets[len(sets)-1])
		if err != nil {
			return err
		}
		sets = append(sets, made)
	}
	inner := sets[len(sets)-1]
	row, gradients := make([]float64, inner.Dim()), make([]float64, d.cols*inner.Dim())
	for i := range x.Len() {
		if !ctl.Wanted(func() run.Report { return run.Report{Phase: "explain", Fraction: float64(i) / float64(x.Len())} }) {
			return run.ErrAborted
		}
		inner.Dense(row, i)
		clear(gradients)
		first := 0
		for _, f := range d.functions {
			f.AddGradients(gradients[first*len(row):], row)
			first += len(f.Intercept)
		}
		all := gradients
		for s := len(d.steps) - 1; s >= 0; s-- {
			all, _ = back(d.steps[s], sets[s], i, all, d.cols)
		}
		take(i, all)
	}
	return nil
}

// linear reports whether the values are linear functions of the columns of x.
func (d *derivatives) linear(x sample.Set) bool {
	for _, f := range d.functions {
		if !kernel.IsLinear(f.Kernel) {
			return false
		}
	}
	for _, step := range d.steps {
		if _, constant := back(step, x, 0, make([]float64, len(step.Sources())), 1); !constant {
			return false
		}
		var err error
		if x, err = step.Transform(nil, x); err != nil {
			return false
		}
	}
	return true
}

// back turns gradients by the columns that a step makes into those by the columns of its samples,
// of which i is one.
func back(step model.Sloped, set sample.Set, i int, gradients []float64, count int) (all []float64, constant bool) {
	sources, row := step.Sources(), make([]float64, set.Dim())
	slopes := make([]float64, len(sources))
	set.Dense(row, i)
	constant = step.Slopes(slopes, row)
	all = make([]float64, count*len(row))
	for q := range count {
		for c, j := range sources {
			all[q*len(row)+j] += gradients[q*len(sources)+c] * slopes[c]
		}
	}
	return all, constant
}
