package svm

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
	"maxmargin/core/solve/qp"
)

// Function is the result of a machine with a single kernel expansion, and how it was
// found.
type Function struct {
	expansion.Function
	Solution
}

// function returns the function with these coefficients, one for every sample of the
// problem.
func (d *dual) function(coef []float64, intercept float64) Function {
	return Function{Function: expansion.NewFunction(d.kernel, d.widths, d.x, d.samples, coef, intercept)}
}

// report describes the solution of the problem over some samples, or returns an error if it left
// the range of float64.
func (f *Function) report(r *qp.Result, samples []int) (model.Report, error) {
	f.Solution.add(r, samples)
	if err := model.Finite(f.Coef, []float64{f.Intercept, r.Objective, r.Gap}); err != nil {
		return model.Report{}, unbounded(err, r.Indefinite)
	}
	report := model.Report{Status: r.Status, Iterations: r.Iterations, Objective: r.Objective, Gap: r.Gap,
		SupportVectors: len(f.Indices)}
	if r.Indefinite {
		report.Notes = append(report.Notes, indefinite())
	}
	return report, nil
}

// indefinite is the warning that the kernel has no feature space.
func indefinite() model.Note {
	return model.Indefinite("the quadratic form of the dual problem is negative in some direction",
		"The solution is a stationary point and not a minimum, and |w|, margins and gaps mean nothing. Use another kernel, or other parameters of this one")
}

// unbounded returns the error for a solution that is not finite. If the kernel is not positive
// definite and the dual variables have no bounds, it gives this as the reason.
func unbounded(err error, indefinite bool) error {
	if !indefinite {
		return err
	}
	return fault.New(fault.Numeric, "kernel", "the kernel is not positive definite on these data, and without bounds on the dual variables the problem has no solution. Use another kernel, other parameters of this one, or a loss that is not squared and a finite C")
}

// coefficients returns the coefficients of a machine to start from, one for every
// sample of the problem; of one that is not fitted they are zeros.
func (f *Function) coefficients(d *dual) ([]float64, error) {
	if f.Kernel() == nil {
		return make([]float64, len(d.samples)), nil
	}
	if err := model.Startable(f.Samples, d.x.Len()); err != nil {
		return nil, err
	}
	all := make([]float64, f.Samples)
	for p, i := range f.Indices {
		all[i] = f.Coef[p]
	}
	coef := make([]float64, len(d.samples))
	for p, i := range d.samples {
		coef[p] = all[i]
	}
	return coef, nil
}

// signs returns +1 where a value is >= 0 and -1 elsewhere.
func signs(values []float64) []int32 {
	s := make([]int32, len(values))
	for i, v := range values {
		s[i] = 1
		if !(v >= 0) {
			s[i] = -1
		}
	}
	return s
}
