// Package influence says what moves the values of machines that are sums over support vectors: the
// columns of a sample, by their derivatives, and the support vectors, by their terms and by fits
// without them.
package influence

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// Behind returns the transformers before a machine, and the kernel expansions whose values,
// concatenated, are its decision values; functions is nil if they are not expansions.
func Behind(m model.Machine) (steps []model.Transformer, functions []*expansion.Expansion) {
	if chain, ok := m.(model.Chain); ok {
		steps, m = chain.Steps()
	}
	if target, ok := m.(*prep.TransformedTarget); ok {
		scale, shift, affine := target.Affine()
		if !affine {
			return steps, nil
		}
		inner, functions := Behind(target.First().Machine)
		for i, f := range functions {
			functions[i] = f.Affine(scale, shift)
		}
		return slices.Concat(steps, inner), functions
	}
	switch fitted := m.Fitted().(type) {
	case expansion.Expanded:
		functions = fitted.Expansions()
	case interface {
		LinearFunctions() (weights, bias []float64)
	}:
		functions = append(functions, expansion.OfLinear(fitted.LinearFunctions()))
	}
	return steps, functions
}

// Derivatives computes gradients of the values of a machine.
type Derivatives struct {
	Steps     []model.Transformer
	Functions []*expansion.Expansion
	cols      int    // number of values
	remedy    string // advice if there are no derivatives
}

// NewDerivatives prepares the gradients of the values, cols for each sample, of a machine of a name.
// remedy is the advice in the error of a machine that has none.
func NewDerivatives(m model.Machine, name string, cols int, remedy string) (*Derivatives, error) {
	steps, functions := Behind(m)
	d := &Derivatives{Steps: steps, Functions: functions, remedy: remedy}
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
		return nil, d.none("the values of this %s are no sums over support vectors whose gradients are known", name)
	}
	return d, nil
}

func (d *Derivatives) none(text string, args ...any) error {
	return fault.New(fault.Option, "model", text+"; "+d.remedy, args...)
}

// Follow applies the steps of a pipeline to a row.
func (d *Derivatives) Follow(ctl *run.Ctl, row []float64) (*prep.Course, error) {
	course, err := prep.Follow(ctl, d.Steps, row)
	if err == nil && course == nil {
		err = d.none("a step of the pipeline has no derivatives: only scalers, SimpleImputer, SelectKBest, encoders and ColumnTransformers of these have some here")
	}
	return course, err
}

// At sets dst, cols x d, to the gradients of the values at a row, and returns the row after the
// steps.
func (d *Derivatives) At(ctl *run.Ctl, dst, row []float64) (*prep.Course, error) {
	course, err := d.Follow(ctl, row)
	if err != nil {
		return nil, err
	}
	width, first := len(course.X), 0
	inner := make([]float64, d.cols*width)
	for _, f := range d.Functions {
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

// Linear reports whether the values are linear functions of all rows that the steps treat alike.
func (d *Derivatives) Linear(course *prep.Course) bool {
	for _, f := range d.Functions {
		if !kernel.IsLinear(f.Kernel) {
			return false
		}
	}
	return course.Affine
}
