package svm

import (
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// OneClassSVMOptions are the options of OneClassSVM.
type OneClassSVMOptions struct {
	Nu      float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"Share of the samples: at most so many lie outside, at least so many are support vectors."`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// OneClassSVM finds where most of the samples lie: it separates them from the
// origin of the feature space by a hyperplane as far off as possible (Schoelkopf,
// Platt, Shawe-Taylor, Smola and Williamson, Neural Computation 13, 2001). With
// the weights w_i of the samples it minimises
//
//	1/2 |w|^2 - nu W rho + sum w_i max(0, rho - <w, x_i>),   W = sum w_i
//
// in LIBSVM's scaling, through the dual
//
//	minimise 1/2 sum a_i a_j k(x_i, x_j)  subject to  sum a_i = nu W, 0 <= a_i <= w_i
//
// and decides by the sign of f(x) = sum a_i k(x_i, x) - rho: >= 0 is inside.
type OneClassSVM struct {
	OneClassSVMOptions
	kernels model.KernelMaker
	fit     OneClassSVMFit
}

// OneClassSVMFit is what a fit of OneClassSVM leaves behind.
type OneClassSVMFit struct {
	Function
	Errors  float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside, by more than tol; nu is at least that."`
	Support float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors; nu is at most that."`
}

// NewOneClassSVM returns an unfitted machine with default options.
func NewOneClassSVM(kernels model.KernelMaker) *OneClassSVM {
	s := &OneClassSVM{kernels: kernels}
	model.SetDefaults(&s.OneClassSVMOptions)
	return s
}

// Options returns a pointer to the options.
func (s *OneClassSVM) Options() any { return &s.OneClassSVMOptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *OneClassSVM) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *OneClassSVM) Restore(fitted any) error {
	f := fitted.(*OneClassSVMFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	s.fit = *f
	return nil
}

// Decision returns f(x) for every sample of x.
func (s *OneClassSVM) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.fit.evaluate(ctl, x, "OneClassSVM")
}

// Predict returns +1 for every sample of x that lies inside, -1 for the others.
func (s *OneClassSVM) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, err := s.Decision(ctl, x)
	return signs(f), err
}

// Fit solves the dual problem.
func (s *OneClassSVM) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.OneClassSVMOptions); err != nil {
		return model.Report{}, err
	}
	d, err := newDual(s.kernels, s.Kernel, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	var previous *Function
	if from, ok := t.Start.(*OneClassSVM); ok {
		previous = &from.fit.Function
	}
	p, err := d.region(s.Nu, make([]float64, len(d.samples)), previous)
	if err != nil {
		return model.Report{}, err
	}
	r, err := d.solve(ctl, p, d.settings())
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	fit := OneClassSVMFit{Function: d.function(r.Alpha, -r.Level[0])}
	fit.Errors, fit.Support = fractions(&r, s.Tol)
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	s.fit = fit
	return out, nil
}

// region poses the problem that the machines of one class share: minimise
// 1/2 a'Ka + p'a subject to sum a_i = nu W, 0 <= a_i <= w_i.
func (d *dual) region(nu float64, linear []float64, previous *Function) (qp.Problem, error) {
	if err := d.weighted(); err != nil {
		return qp.Problem{}, err
	}
	p := qp.Problem{Linear: linear, Lower: make([]float64, len(d.samples)), Upper: d.weight}
	total := nu * sum(d.weight)
	if previous == nil {
		p.Start = fill(p.Upper, total)
		return p, nil
	}
	var err error
	if p.Start, err = previous.coefficients(d); err != nil {
		return qp.Problem{}, err
	}
	reach(p.Start, p.Upper, total)
	return p, nil
}

// fractions returns the share of the samples that lie outside, by more than the
// tolerance, and the share that are support vectors.
func fractions(r *qp.Result, tolerance float64) (errors, support float64) {
	n := float64(len(r.Alpha))
	for i, a := range r.Alpha {
		if r.Gradient[i] < r.Level[0]-tolerance {
			errors += 1 / n
		}
		if a != 0 {
			support += 1 / n
		}
	}
	return errors, support
}

var _ model.Detector = (*OneClassSVM)(nil)
