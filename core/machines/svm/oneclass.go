package svm

import (
	"math"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// OneClassSVMOptions are the options of OneClassSVM.
type OneClassSVMOptions struct {
	Nu      float64     `js:"nu" default:"0.5" range:"(0,1]" doc:"At most this share of the samples lies outside, and at least this share are support vectors."`
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
// and decides by the sign of f(x) = sum a_i k(x_i, x) - rho: >= 0 is inside. f is
// proportional to the weights and to the kernel. The tolerance is, too, for small kernel
// values; see gradientUnit.
type OneClassSVM struct {
	OneClassSVMOptions
	model.KernelBase[*OneClassSVMFit]
}

// OneClassSVMFit is the result of a fit of OneClassSVM.
type OneClassSVMFit struct {
	Function
	Errors  float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside by more than the tolerance, at most nu."`
	Support float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors, at least nu."`
}

// NewOneClassSVM returns an unfitted machine with default options.
func NewOneClassSVM(kernels model.KernelMaker) *OneClassSVM {
	s := &OneClassSVM{}
	s.Init(&s.OneClassSVMOptions, &s.Kernel, kernels, new(OneClassSVMFit))
	return s
}

// Decision returns f(x) for every sample of x.
func (s *OneClassSVM) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	return s.Result.Evaluate(ctl, "OneClassSVM", x)
}

// Predict returns +1 for every sample of x that lies inside, -1 for the others.
func (s *OneClassSVM) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, err := s.Decision(ctl, x)
	return signs(f), err
}

// Fit solves the dual problem.
func (s *OneClassSVM) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	var previous *Function
	if from, ok := t.Start.(*OneClassSVM); ok {
		previous = &from.Result.Function
	}
	p, err := d.region(s.Nu, make([]float64, len(d.samples)), previous)
	if err != nil {
		return model.Report{}, err
	}
	d.give(&p, d.samples)
	settings := d.settings()
	// |w| is at most the longest |x|, and differences <w, x_i - x_j> are at most that
	// times the longest distance.
	tolerance := inUnits(&settings, s.Tol, gradientUnit(d.weight, s.Nu*sum(d.weight), math.Sqrt(d.largestKernel()*spread(&p))))
	r, err := d.solve(ctl, p, settings)
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	fit := OneClassSVMFit{Function: d.function(r.Alpha, -r.Level[0])}
	fit.Errors, fit.Support = fractions(&r, tolerance)
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(&fit, out)
}
