package parzen

import (
	"errors"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// KernelRegressionOptions are the options of KernelRegression.
type KernelRegressionOptions struct {
	Smoothing `js:"smoothing"`
}

// KernelRegression predicts the mean of the targets around a sample, weighted by windows
// (Nadaraya 1964; Watson 1964; Pelckmans, Suykens & De Moor 2007, section 5),
//
//	f(x) = sum w_i kappa(|x - x_i| / h) y_i / sum w_i kappa(|x - x_i| / h).
//
// Predictions stay within the range of the targets. If no window reaches a sample, the prediction
// is the mean target of the nearest training samples. LooResiduals are the residuals of the
// training samples by a machine without them, by which a bandwidth can be chosen without further
// fits.
//
// Training takes n^2 distances for the leave-one-out residuals, a prediction n.
type KernelRegression struct {
	KernelRegressionOptions
	model.Base[*KernelRegressionFit]
}

// KernelRegressionFit is the result of a fit of KernelRegression.
type KernelRegressionFit struct {
	held
	Targets      []float64 `field:"targets" shape:"m"`
	LooResiduals []float64 `field:"loo.residuals" shape:"m" js:"looResiduals" doc:"y minus the prediction for each row at supportIndices by a machine that was trained without it, with the same bandwidth; of a single row 0."`
	LooError     float64   `field:"loo.error" js:"looError" doc:"Weighted mean of the squared looResiduals, an estimate of the error on new samples."`
}

// NewKernelRegression returns an unfitted machine with default options.
func NewKernelRegression() *KernelRegression {
	r := &KernelRegression{}
	r.Init(&r.KernelRegressionOptions, new(KernelRegressionFit), func(f *KernelRegressionFit) error { return f.check() })
	return r
}

// Fit keeps the samples and computes the leave-one-out residuals.
func (r *KernelRegression) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(r, t); err != nil {
		return model.Report{}, err
	}
	kept, err := r.hold(t)
	if err != nil {
		return model.Report{}, err
	}
	fit := &KernelRegressionFit{held: *kept, Targets: make([]float64, len(kept.Mass))}
	for p, i := range kept.Indices {
		fit.Targets[p] = t.Values()[i]
	}
	err = fit.leaveOneOut(ctl, window{r.Window, fit.Bandwidth})
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	return r.Learnt(fit, model.Report{Status: run.Converged, Iterations: 1, Objective: fit.LooError, SupportVectors: len(fit.Mass)})
}

// leaveOneOut computes the residuals of samples that are left out.
func (f *KernelRegressionFit) leaveOneOut(ctl *run.Ctl, w window) error {
	m := len(f.Mass)
	f.LooResiduals = make([]float64, m)
	if m == 1 {
		return nil
	}
	values, mass, targets := make([]float64, m-1), make([]float64, m-1), make([]float64, m-1)
	err := f.distances(ctl, f.Vectors, func(i int, row []float64) {
		without(values, row, i)
		without(mass, f.Mass, i)
		without(targets, f.Targets, i)
		w.weigh(values)
		for p, v := range mass {
			values[p] *= v
		}
		f.LooResiduals[i] = f.Targets[i] - mean(values, targets)
	})
	sum := linalg.Total(f.Mass)
	for p, residual := range f.LooResiduals {
		f.LooError += float64(f.Mass[p] / sum * float64(residual*residual))
	}
	return err
}

// without sets dst to all numbers but one.
func without(dst, from []float64, i int) {
	copy(dst, from[:i])
	copy(dst[i:], from[i+1:])
}

// mean returns the mean of the targets, weighted; the weights are not all zero.
func mean(weights, targets []float64) (sum float64) {
	all := linalg.Total(weights)
	for p, w := range weights {
		sum += float64(w / all * targets[p])
	}
	return sum
}

// Predict returns the value for every sample of x.
func (r *KernelRegression) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	y := make([]float64, x.Len())
	err := r.Result.each(ctl, "KernelRegression", r.Window, x, func(i int, row []float64, _ float64, _ bool) {
		y[i] = mean(row, r.Result.Targets)
	})
	return y, err
}
