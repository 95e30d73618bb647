package engine

import (
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/prep"
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
	steps     []model.Transformer
	functions []expansion.Machine
	cols      int // how many values there are
	name      string
	remedy    string // what to do instead where there are no derivatives
}

// newDerivatives returns the derivatives of the values of a machine. remedy says what to do
// instead where it has none.
func newDerivatives(m *entry, cols int, remedy string) (*derivatives, error) {
	steps, functions := behind(m.Machine)
	d := &derivatives{steps: steps, functions: functions, name: m.Name, remedy: remedy}
	for _, f := range functions {
		if f.Vectors == nil || f.Vectors.Kind() != sample.Numbers {
			return nil, d.none("the kernel '%s' does not compare rows of numbers, which gradients need", f.Kernel.Name())
		}
		if name := kernel.WithoutGradient(f.Kernel); name != "" {
			return nil, d.none("the kernel '%s' has no gradient", name)
		}
		d.cols += len(f.Intercept)
	}
	if d.cols != cols {
		return nil, d.none("the values of this %s are no sums over support vectors whose gradients are known", m.Name)
	}
	return d, nil
}

func (d *derivatives) none(text string, args ...any) error {
	return fault.New(fault.Option, "model", text+"; "+d.remedy, args...)
}

// follow sends a row through the steps of a pipeline.
func (d *derivatives) follow(ctl *run.Ctl, row []float64) (*prep.Course, error) {
	course, err := prep.Follow(ctl, d.steps, row)
	if err == nil && course == nil {
		err = d.none("a step of the pipeline has no derivatives: only scalers, SimpleImputer, SelectKBest, encoders and ColumnTransformers of these have some here")
	}
	return course, err
}

// at sets dst, cols x d, to the gradients of the values at a row, and returns what the steps make
// of the row.
func (d *derivatives) at(ctl *run.Ctl, dst, row []float64) (*prep.Course, error) {
	course, err := d.follow(ctl, row)
	if err != nil {
		return nil, err
	}
	width, first := len(course.X), 0
	inner := make([]float64, d.cols*width)
	for _, f := range d.functions {
		f.AddGradients(inner[first*width:], course.X)
		first += len(f.Intercept)
	}
	clear(dst)
	for q := range d.cols {
		for c, j := range course.From {
			dst[q*len(row)+j] += float64(inner[q*width+c] * course.Slopes[c])
		}
	}
	return course, nil
}

// linear reports whether the values are linear functions of the numbers of the rows that the steps
// send on such a course.
func (d *derivatives) linear(course *prep.Course) bool {
	for _, f := range d.functions {
		if !kernel.IsLinear(f.Kernel) {
			return false
		}
	}
	return course.Affine
}
