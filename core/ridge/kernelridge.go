// Package ridge holds the machines that are one linear system: least squares
// with a penalty on the norm.
package ridge

import (
	"errors"
	"math"

	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// KernelRidgeOptions are the options of KernelRidge.
type KernelRidgeOptions struct {
	Alpha        float64     `js:"alpha" default:"1" range:"[0,inf)" doc:"Penalty on the squared norm (lambda in most texts): larger is smoother. At 0 the data are interpolated where they can be."`
	Kernel       kernel.Spec `js:"kernel"`
	FitIntercept bool        `js:"fitIntercept" default:"false" doc:"Add a constant that is not penalised. scikit-learn's has none."`
}

// KernelRidge is ridge regression in a feature space. With lambda the option
// alpha and w_i the weight of sample i it minimises
//
//	lambda |f|^2 + sum w_i (y_i - f(x_i) - b)^2,  f(x) = sum a_i k(x_i, x)
//
// (Cristianini & Shawe-Taylor, equation 6.9 and Proposition 6.24; in section 3.2
// with b, which is 0 unless fitIntercept). The solution is
//
//	(K + lambda W⁻¹) a + b 1 = y,  1'a = 0 if there is a b
//
// and the residual of a sample, had it been left out of the fit, is a_i over the
// i-th diagonal entry of the inverse of this system's matrix. The a_i are those
// of scikit-learn; the dual variables of the text are 2 lambda a_i. A sample of
// weight 0 has a_i = 0.
//
// Training takes n^2/2 kernel values, n^3/3 multiply-adds and 8 n^2 bytes, a
// prediction O(n d).
type KernelRidge struct {
	KernelRidgeOptions
	kernels model.KernelMaker
	fit     *KernelRidgeFit // nil before the first fit
}

// KernelRidgeFit is what a fit of KernelRidge leaves behind.
type KernelRidgeFit struct {
	Samples  int        `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int        `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths   []float64  `field:"gamma" shape:"w"`             // what the widths of the kernel were resolved to
	Vectors  sample.Set `field:"support.vectors" shape:"n,d"` // nil for a precomputed kernel
	Coef     []float64  `field:"dual.coef" shape:"n" js:"dualCoef" doc:"Coefficient of each training sample in the prediction."`

	Intercept    float64   `field:"intercept" js:"intercept" doc:"The constant of the prediction, 0 without fitIntercept."`
	LooResiduals []float64 `field:"loo.residuals" shape:"r" js:"looResiduals" doc:"y less the prediction for each training sample, had the machine been trained without it. Empty when the system was singular or indefinite: then there is no unique such machine."`
	LooError     float64   `field:"loo.error" js:"looError" doc:"Weighted mean of the squared looResiduals, an estimate of the error on new samples; where they are empty the largest number, so that it wins no comparison."`

	expansion *expansion.Expansion
}

// NewKernelRidge returns an unfitted machine with default options.
func NewKernelRidge(kernels model.KernelMaker) *KernelRidge {
	r := &KernelRidge{kernels: kernels}
	model.SetDefaults(&r.KernelRidgeOptions)
	return r
}

// Options returns a pointer to the options.
func (r *KernelRidge) Options() any { return &r.KernelRidgeOptions }

// Fitted returns a pointer to what the last fit left behind.
func (r *KernelRidge) Fitted() any {
	if r.fit == nil {
		return &KernelRidgeFit{}
	}
	return r.fit
}

// Restore takes over a fit that was read from a model file.
func (r *KernelRidge) Restore(fitted any) error {
	f := fitted.(*KernelRidgeFit)
	if m := len(f.LooResiduals); m != 0 && m != f.Samples {
		return fault.New(fault.Format, "bytes", "the model has %d samples, but %d leave-one-out residuals", f.Samples, m)
	}
	k, err := r.kernels.Again(r.Kernel, f.Widths, f.Samples, f.Features, f.Vectors)
	if err != nil {
		return err
	}
	f.prepare(k)
	r.fit = f
	return nil
}

// Fit solves the system. When it is singular or indefinite, as it can be with
// alpha = 0 or a kernel that is none, the solution of least norm is taken, which
// takes some ten times as long, and the report says so.
func (r *KernelRidge) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(r.KernelRidgeOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := r.kernels.For(r.Kernel, t.X)
	if err != nil {
		return model.Report{}, err
	}
	s, err := newSystem(k, t, r.Alpha)
	if err != nil {
		return model.Report{}, err
	}
	solution, err := s.solve(ctl, r.FitIntercept)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	fit := &KernelRidgeFit{Samples: t.X.Len(), Features: t.X.Dim(), Widths: widths,
		Coef: solution.coef, Intercept: solution.bias, LooResiduals: solution.leftOut, LooError: math.MaxFloat64}
	if _, given := k.(kernel.Given); !given {
		fit.Vectors = t.X
	}
	if solution.leftOut != nil {
		fit.LooError = s.meanSquare(solution.leftOut)
	}
	report := model.Report{Status: run.Converged, Iterations: 1, Objective: solution.objective, SupportVectors: len(s.rows), Notes: solution.notes}
	for _, numbers := range [][]float64{fit.Coef, fit.LooResiduals, {fit.Intercept, fit.LooError, report.Objective}} {
		for _, x := range numbers {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return model.Report{}, model.Overflow()
			}
		}
	}
	fit.prepare(k)
	r.fit = fit
	return report, nil
}

// prepare makes what a model file does not keep.
func (f *KernelRidgeFit) prepare(k kernel.Kernel) {
	m := expansion.Machine{Kernel: k, Vectors: f.Vectors, Coef: f.Coef, Intercept: []float64{f.Intercept}}
	if f.Vectors == nil {
		m.Indices = make([]int32, f.Samples)
		for i := range m.Indices {
			m.Indices[i] = int32(i)
		}
	}
	f.expansion = expansion.New(m)
}

// Predict returns f(x) + b for every sample of x.
func (r *KernelRidge) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	if r.fit == nil {
		return nil, fault.New(fault.NotFitted, "", "this KernelRidge is not fitted yet; call fit first")
	}
	if got, want := x.Dim(), r.fit.Features; got != want {
		return nil, fault.New(fault.FeatureCount, "X", "X has %d features, but this KernelRidge was fitted with %d; pass the same columns", got, want).
			With("expected", want).With("got", got)
	}
	y := make([]float64, x.Len())
	err := r.fit.expansion.Each(ctl, x, func(i int, values []float64) { y[i] = values[0] })
	return y, err
}

var _ model.Regressor = (*KernelRidge)(nil)
