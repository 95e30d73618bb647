package svm

import (
	"math"
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/qp"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// SVDDOptions are the options of SVDD.
type SVDDOptions struct {
	Nu      float64     `js:"nu" default:"0.5" range:"[0,1]" doc:"Share of the samples: at most so many lie outside the ball, at least so many are support vectors. 0 gives the smallest ball that encloses all. Tax and Duin's C is 1 / (nu n)."`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// SVDD is the support vector data description: the smallest ball in feature space
// around most of the samples (Tax and Duin, Machine Learning 54, 2004). With the
// weights w_i of the samples and W = sum w_i it minimises
//
//	R^2 + 1/(nu W) sum w_i max(0, |x_i - c|^2 - R^2)
//
// over the centre c and R, through the dual
//
//	maximise   sum a_i k(x_i, x_i) - sum a_i a_j k(x_i, x_j)
//	subject to sum a_i = 1, 0 <= a_i <= w_i / (nu W)
//
// with c = sum a_i x_i, and decides by f(x) = R^2 - |x - c|^2: >= 0 is inside. For
// nu = 0 nothing is left outside: the smallest enclosing ball. Where k(x, x) is the
// same for all x, as for rbf, this is OneClassSVM, with f twice as large and
// divided by nu W.
//
// The objective of a report is minus the dual's, and the tolerance is relative to
// the largest k(x_i, x_i).
type SVDD struct {
	SVDDOptions
	kernels model.KernelMaker
	fit     SVDDFit
}

// SVDDFit is what a fit of SVDD leaves behind. The intercept is R^2 - |c|^2 and
// the coefficients are 2 a_i, so that f(x) is the function minus k(x, x).
type SVDDFit struct {
	Function
	Radius  float64 `field:"radius" js:"radius" doc:"Radius of the ball, in feature space."`
	Errors  float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside, by more than tol; nu is at least that."`
	Support float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors; nu is at most that."`
}

// NewSVDD returns an unfitted machine with default options.
func NewSVDD(kernels model.KernelMaker) *SVDD {
	s := &SVDD{kernels: kernels}
	model.SetDefaults(&s.SVDDOptions)
	return s
}

// Options returns a pointer to the options.
func (s *SVDD) Options() any { return &s.SVDDOptions }

// Fitted returns a pointer to what the last fit left behind.
func (s *SVDD) Fitted() any { return &s.fit }

// Restore takes over a fit that was read from a model file.
func (s *SVDD) Restore(fitted any) error {
	f := fitted.(*SVDDFit)
	if err := f.restore(s.kernels, s.Kernel); err != nil {
		return err
	}
	if _, given := f.kernel.(kernel.Given); given {
		return fault.New(fault.Format, "bytes", "the model is an SVDD of a precomputed kernel, which there is not")
	}
	s.fit = *f
	return nil
}

// Decision returns R^2 - |x - c|^2 for every sample of x.
func (s *SVDD) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	f, err := s.fit.evaluate(ctl, x, "SVDD")
	if err != nil {
		return nil, err
	}
	norms := make([]float64, len(f))
	gram.Diagonal(norms, s.fit.kernel, x)
	for i, norm := range norms {
		f[i] -= norm
	}
	return f, nil
}

// Predict returns +1 for every sample of x that lies inside, -1 for the others.
func (s *SVDD) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, err := s.Decision(ctl, x)
	return signs(f), err
}

// Fit solves the dual problem, as half of it times (nu W)^2, in a / (nu W).
func (s *SVDD) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(s.SVDDOptions); err != nil {
		return model.Report{}, err
	}
	d, err := newDual(s.kernels, s.Kernel, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	if _, given := d.kernel.(kernel.Given); given {
		return model.Report{}, fault.New(fault.Option, "kernel", "SVDD cannot use a precomputed kernel: to predict, it needs the kernel of each new sample with itself, which the matrix does not hold; OneClassSVM does without")
	}
	nu, total := s.Nu, s.Nu*sum(d.weight)
	if nu == 0 {
		// The bounds never matter: none can exceed the sum.
		for p := range d.weight {
			d.weight[p] = 1
		}
		nu, total = 1/float64(len(d.weight)), 1
	}
	linear := make([]float64, len(d.samples))
	for p, i := range d.samples {
		linear[p] = -total * d.matrix.Diagonal()[i] / 2
	}
	var previous *Function
	if from, ok := t.Start.(*SVDD); ok {
		previous = &from.fit.Function
	}
	p, err := d.region(nu, linear, previous)
	if err != nil {
		return model.Report{}, err
	}
	settings := d.settings()
	if scale := d.largestKernel(); scale > 0 && settings.Rule == qp.RuleKKT {
		settings.Tolerance *= scale
	}
	r, err := d.solve(ctl, p, settings)
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	var inner, norms float64 // a'Ka and sum a_i k(x_i, x_i), for a that sum to 1
	coef := make([]float64, len(r.Alpha))
	for i, a := range r.Alpha {
		a /= total
		inner += a * (r.Gradient[i] - linear[i]) / total
		norms += a * d.matrix.Diagonal()[d.samples[i]]
		coef[i] = 2 * a
	}
	// On the sphere sum_j a_j k(x_j, x_i) - k(x_i, x_i)/2 is the level; a ball around
	// all reaches to the farthest sample, however exact the solution.
	level := r.Level[0] / total
	if s.Nu == 0 {
		level = slices.Min(r.Gradient) / total
	}
	fit := SVDDFit{Function: d.function(coef, -2*level), Radius: math.Sqrt(max(0, inner-2*level))}
	fit.Errors, fit.Support = fractions(&r, settings.Tolerance)
	r.Scale(2 / (total * total))
	r.Objective = inner - norms
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	s.fit = fit
	return out, nil
}

var _ model.Detector = (*SVDD)(nil)
