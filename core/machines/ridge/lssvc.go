package ridge

import (
	"errors"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// LSSVCOptions are the options of LSSVC.
type LSSVCOptions struct {
	C                   float64           `js:"C" default:"1" range:"(0,inf)" doc:"Penalty on the squared errors: larger follows the training data more closely, smaller gives a smoother boundary."`
	Kernel              kernel.Spec       `js:"kernel"`
	FitIntercept        bool              `js:"fitIntercept" default:"true" doc:"Whether there is a constant, which is not penalised."`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Factor of C per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	Seed                int               `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
	calib.Probabilities `js:"probabilities"`
}

// Cost counts the kernel matrix.
func (*LSSVCOptions) Cost() model.Cost { return model.MatrixCost() }

// LSSVC is the least-squares support vector classifier (Suykens & Vandewalle, Least
// squares support vector machine classifiers, 1999): with y_i = +-1 it minimises
//
//	1/2 |f|^2 + C/2 sum of w_i (1 - y_i (f(x_i) + b))^2,  f(x) = sum a_i k(x_i, x)
//
// which is KernelRidge for the numbers y_i with lambda = 1/C and a constant. The solution
// is the bordered system
//
//	(K + W⁻¹/C) a + b 1 = y,  1'a = 0
//
// and the decision value of a sample, had it been left out of the fit, follows from the
// diagonal of the inverse of this system's matrix. For k > 2 classes it is one-versus-rest;
// all functions share the matrix and its factor.
//
// Training takes n^2/2 kernel values, n^3/3 multiply-adds and 8 n^2 bytes, a prediction
// O(n d).
type LSSVC struct {
	LSSVCOptions
	model.KernelClassifierBase[*LSSVCFit]
}

// LSSVCFit is the result of a fit of LSSVC.
type LSSVCFit struct {
	expansion.Classes
	LooValues []float64 `field:"loo.values" shape:"l" js:"looValues" doc:"The decision values of each training sample by a machine that was trained without it: one for two classes, else one for each class, row by row. Empty if the system was singular or indefinite."`
	LooError  float64   `field:"loo.error" js:"looError" doc:"Weighted share of the training samples that looValues put into a wrong class, an estimate of the error on new samples; without looValues it is the largest number, so that it wins no comparison."`
}

// NewLSSVC returns an unfitted classifier with default options.
func NewLSSVC(kernels model.KernelMaker) *LSSVC {
	c := &LSSVC{}
	c.Init("LSSVC", &c.LSSVCOptions, &c.Kernel, kernels, new(LSSVCFit))
	return c
}

// Restore checks a result from a model file and computes the fields that a file lacks.
func (f *LSSVCFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if m := len(f.LooValues); m != 0 && m != f.Samples*len(f.Intercept) {
		return fault.New(fault.Format, "bytes", "the model has %d samples and %d decision functions, but %d leave-one-out values", f.Samples, len(f.Intercept), m)
	}
	return f.Classes.Restore(kernels, spec)
}

// Fit solves the system.
func (c *LSSVC) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := c.Begin(c, t)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := c.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	s, err := newSystem("LSSVC", "train on a sample of the rows, or use SVC", k, t.X, weight, 1/c.C, c.FitIntercept)
	if err != nil {
		return model.Report{}, err
	}
	s.leavesOut = true
	fit := &LSSVCFit{LooError: math.MaxFloat64}
	fit.Classes = expansion.Classes{Order: reduction.Ascending(t.Classes()), Functions: expansion.Functions{Support: expansion.NewSupport(k, widths, t.X, s.rows)}}
	targets := fit.targets(t)
	all, err := s.solve(ctl, targets...)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(s.rows), Notes: all[0].notes}
	for _, one := range all {
		fit.Intercept = append(fit.Intercept, one.bias)
		for _, row := range s.rows {
			fit.Coef = append(fit.Coef, one.coef[row])
		}
		report.Objective += c.C / 2 * one.objective
	}
	if all[0].leftOut != nil {
		fit.leaveOut(s, t, targets, all)
	}
	return c.Learnt(fit, report)
}

// targets returns the numbers that each function is fitted to.
func (f *LSSVCFit) targets(t model.Training) [][]float64 {
	problems := f.Scheme().Problems()
	targets := make([][]float64, len(problems))
	for q, problem := range problems {
		targets[q] = problem.Signs(t.Labels())
	}
	return targets
}

// Squares returns the system of the fit.
func (c *LSSVC) Squares(t model.Training) (model.Squares, error) {
	if err := model.Accept(c, t); err != nil {
		return model.Squares{}, err
	}
	weight, err := c.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Squares{}, err
	}
	f := c.Result
	s := model.Squares{Kernel: f.Kernel(), Lambda: 1 / c.C, Constant: c.FitIntercept, Weight: weight, Targets: f.targets(t)}
	for q := range s.Targets {
		coef := make([]float64, f.Samples)
		for p, i := range f.Indices {
			coef[i] = f.Coef[q*len(f.Indices)+p]
		}
		s.Coef = append(s.Coef, coef)
	}
	return s, nil
}

// leaveOut sets the leave-one-out values and their error.
func (f *LSSVCFit) leaveOut(s *system, t model.Training, targets [][]float64, all []solution) {
	n, q := t.X.Len(), len(all)
	f.LooValues = make([]float64, n*q)
	for p, one := range all {
		for i, residual := range one.leftOut {
			f.LooValues[i*q+p] = targets[p][i] - residual
		}
	}
	var wrong, weights float64
	election := f.Scheme().Election(f.Order)
	for i, class := range t.Labels() {
		weights += s.weightOf(i)
		if elected, _ := election.Elect(f.LooValues[i*q : (i+1)*q]); elected != class {
			wrong += s.weightOf(i)
		}
	}
	f.LooError = wrong / weights
}
