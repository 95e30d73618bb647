package svm

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// SVDDOptions are the options of SVDD.
type SVDDOptions struct {
	Nu      float64     `js:"nu" default:"0.5" range:"[0,1]" doc:"At most this share of the samples lies outside the ball, and at least this share are support vectors. 0 gives the smallest ball that encloses all. Tax and Duin's C is 1 / (nu n)."`
	Kernel  kernel.Spec `js:"kernel"`
	Solving `js:"solving"`
}

// SVDD is the support vector data description: the smallest ball in feature space around most of
// the samples (Tax and Duin, Machine Learning 54, 2004). With the weights w_i of the samples and W
// = sum w_i it minimises
//
//	R^2 + 1/(nu W) sum w_i max(0, |x_i - c|^2 - R^2)
//
// over the centre c and R, through the dual
//
//	maximise   sum a_i k(x_i, x_i) - sum a_i a_j k(x_i, x_j)
//	subject to sum a_i = 1, 0 <= a_i <= w_i / (nu W)
//
// with c = sum a_i x_i, and decides by f(x) = R^2 - |x - c|^2: >= 0 is inside. For nu = 0 no sample
// is outside: the smallest enclosing ball. If k(x, x) is the same for all x, as for rbf, this is
// OneClassSVM, with f twice as large and divided by nu W.
//
// A Gram matrix does not hold k(x, x) of new samples. If it is the same for all training samples,
// new samples are assumed to have the same value. Otherwise a new sample has n + 1 columns, the
// last of which is k(x, x).
//
// The objective of a report is minus the dual's. The tolerance is relative to R^2, which does not
// depend on the origin of the feature space.
type SVDD struct {
	SVDDOptions
	model.KernelBase[*SVDDFit]
}

// SVDDFit is the result of a fit of SVDD. The intercept is R^2 - |c|^2 and the coefficients are 2
// a_i, so that f(x) is the function minus k(x, x). For a precomputed kernel with a constant
// diagonal, the intercept includes that constant.
type SVDDFit struct {
	Function
	Radius  float64 `field:"radius" js:"radius" doc:"Radius of the ball, in feature space."`
	Errors  float64 `field:"error.fraction" js:"errorFraction" doc:"Share of the training samples that lie outside by more than the tolerance, at most nu."`
	Support float64 `field:"support.fraction" js:"supportFraction" doc:"Share of the training samples that are support vectors, at least nu."`
}

// NewSVDD returns an unfitted machine with default options.
func NewSVDD(kernels model.KernelMaker) *SVDD {
	s := &SVDD{}
	s.Init(&s.SVDDOptions, &s.Kernel, kernels, new(SVDDFit))
	return s
}

// Decision returns R^2 - |x - c|^2 for every sample of x.
func (s *SVDD) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if s.Result.Given() && s.Result.Features > s.Result.Samples && x.Dim() == s.Result.Samples {
		return nil, fault.New(fault.FeatureCount, "X", "X has %d columns, but this SVDD needs one more, k(x, x) of each sample, which differs between the samples that it was fitted to; append it, or use a kernel for which it is 1", x.Dim()).
			With("expected", x.Dim()+1).With("got", x.Dim())
	}
	f, err := s.Result.Evaluate(ctl, "SVDD", x)
	if err != nil {
		return nil, err
	}
	norms := make([]float64, len(f))
	s.norms(norms, x)
	for i, norm := range norms {
		f[i] -= norm
	}
	return f, nil
}

// norms sets dst_i to k(x_i, x_i), or to 0 if the intercept contains it.
func (s *SVDD) norms(dst []float64, x sample.Set) {
	if !s.Result.Given() {
		gram.Diagonal(dst, s.Result.Kernel(), x)
		return
	}
	if s.Result.Features == s.Result.Samples {
		return // the intercept includes it
	}
	row := make([]float64, x.Dim())
	for i := range dst {
		x.Dense(row, i)
		dst[i] = row[s.Result.Samples]
	}
}

// Restore makes a fit from a model file usable. A fit with a precomputed kernel may have one column
// more than samples, for k(x, x).
func (f *SVDDFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	columns := f.Features
	if f.Vectors == nil && columns == f.Samples+1 {
		f.Features--
	}
	err := f.Again(kernels, spec, f.Vectors)
	f.Features = columns
	return err
}

// Expansions returns the function if k(x, x), which is then part of its constant, is the same for
// all samples.
func (f *SVDDFit) Expansions() []*expansion.Expansion {
	if f.Given() || f.Vectors.Len() == 0 || !kernel.TranslationInvariant(f.Kernel()) {
		return nil
	}
	norm := make([]float64, f.Vectors.Len())
	gram.Diagonal(norm, f.Kernel(), f.Vectors)
	return []*expansion.Expansion{expansion.New(expansion.Expansion{Kernel: f.Kernel(), Vectors: f.Vectors, Indices: f.Indices,
		Coef: f.Coef, Intercept: []float64{f.Intercept - norm[0]}})}
}

// Predict returns +1 for every sample of x that lies inside, -1 for the others.
func (s *SVDD) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, err := s.Decision(ctl, x)
	return signs(f), err
}

// Fit solves the dual problem, as half of it times (nu W)^2, in a / (nu W).
func (s *SVDD) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, s.Solving, t)
	if err != nil {
		return model.Report{}, err
	}
	nu, total := s.Nu, s.Nu*sum(d.weight)
	if nu == 0 {
		// Bounds that no a_i can reach, since their sum is smaller.
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
		previous = &from.Result.Function
	}
	p, err := d.region(nu, linear, previous)
	if err != nil {
		return model.Report{}, err
	}
	r, tolerance, err := s.solve(ctl, d, p, total)
	if err != nil || r.Status == run.Aborted {
		return model.Report{Status: r.Status}, err
	}
	norms := 0.0 // sum a_i k(x_i, x_i), for a that sum to 1
	coef := make([]float64, len(r.Alpha))
	for i, a := range r.Alpha {
		norms += a / total * d.matrix.Diagonal()[d.samples[i]]
		coef[i] = 2 * a / total
	}
	inner, level := s.ball(&r, linear, total)
	fit := SVDDFit{Function: d.function(coef, -2*level), Radius: math.Sqrt(max(0, inner-2*level))}
	if fit.Given() {
		if norm, same := constant(d.matrix.Diagonal()); same {
			fit.Intercept -= norm
		} else {
			fit.Features++
		}
	}
	fit.Errors, fit.Support = fractions(&r, tolerance)
	r.Scale(2 / (total * total))
	r.Objective = inner - norms
	out, err := fit.report(&r, d.samples)
	if err != nil {
		return model.Report{}, err
	}
	return s.Learnt(&fit, out)
}
