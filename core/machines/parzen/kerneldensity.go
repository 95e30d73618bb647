package parzen

import (
	"cmp"
	"errors"
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// KernelDensityOptions are the options of KernelDensity.
type KernelDensityOptions struct {
	Nu        float64 `js:"nu" default:"0.5" range:"[0,1)" doc:"At most this share of the training samples lies outside, where the density is below the threshold."`
	Smoothing `js:"smoothing"`
}

// KernelDensity estimates a density by windows around the samples (Rosenblatt 1956; Parzen
// 1962; Pelckmans, Suykens & De Moor 2007, section 5),
//
//	p(x) = sum w_i kappa(|x - x_i| / h) / (W c),  c = int kappa(|x| / h) dx,  W = sum w_i
//
// Its values are logarithms, so that they do not underflow in many dimensions. Samples are inside
// if log p is at least the threshold, the largest below which at most the share nu of the training
// samples lies. If no window reaches a sample, its density is 0, and the result is Lowest.
//
// Training takes n^2 distances for the threshold, a prediction n.
type KernelDensity struct {
	KernelDensityOptions
	model.Base[*KernelDensityFit]
}

// KernelDensityFit is the result of a fit of KernelDensity.
type KernelDensityFit struct {
	held
	Constant float64 `field:"constant"` // log (W c)
	Offset   float64 `field:"offset" js:"offset" doc:"Logarithm of the density at the boundary between inside and outside."`
}

// Lowest stands for the logarithm of a density of 0, because decision values are finite.
const Lowest = -math.MaxFloat64 / 4

// NewKernelDensity returns an unfitted machine with default options.
func NewKernelDensity() *KernelDensity {
	k := &KernelDensity{}
	k.Init(&k.KernelDensityOptions, new(KernelDensityFit), func(f *KernelDensityFit) error { return f.check() })
	return k
}

// Fit keeps the samples and finds the threshold.
func (k *KernelDensity) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(k, t); err != nil {
		return model.Report{}, err
	}
	kept, err := k.hold(t)
	if err != nil {
		return model.Report{}, err
	}
	fit := &KernelDensityFit{held: *kept}
	fit.Constant = math.Log(linalg.Total(fit.Mass)) + window{k.Window, fit.Bandwidth}.logVolume(fit.Features)
	logs, err := fit.logs(ctl, k.Window, fit.Vectors)
	switch {
	case errors.Is(err, run.ErrAborted):
		return model.Report{Status: run.Aborted}, nil
	case err != nil:
		return model.Report{}, err
	}
	fit.Offset = threshold(logs, fit.Mass, k.Nu)
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(logs)}
	sum := linalg.Total(fit.Mass)
	for p, v := range logs {
		report.Objective -= float64(fit.Mass[p] / sum * v)
	}
	return k.Learnt(fit, report)
}

// threshold returns the largest of the values below which there is at most the share nu of
// the weights, but for rounding of their sums.
func threshold(values, mass []float64, nu float64) float64 {
	sorted := order.Of(len(values), func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	most, below := nu*linalg.Total(mass)*(1+1e-10), 0.0
	last := values[sorted[0]]
	for at := 0; at < len(sorted) && below <= most; {
		last = values[sorted[at]]
		for ; at < len(sorted) && values[sorted[at]] == last; at++ {
			below += mass[sorted[at]]
		}
	}
	return last
}

// logs returns the logarithm of the density at every sample of x.
func (f *KernelDensityFit) logs(ctl *run.Ctl, shape string, x sample.Set) ([]float64, error) {
	values := make([]float64, x.Len())
	err := f.each(ctl, "KernelDensity", shape, x, func(i int, row []float64, unit float64, reached bool) {
		values[i] = Lowest
		if sum := linalg.Total(row); reached && sum > 0 {
			values[i] = max(Lowest, unit+math.Log(sum)-f.Constant)
		}
	})
	return values, err
}

// Decision returns the logarithm of the density over that of the threshold, for every
// sample of x.
func (k *KernelDensity) Decision(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	values, err := k.Result.logs(ctl, k.Window, x)
	for i := range values {
		values[i] -= k.Result.Offset
	}
	return values, err
}

// Predict returns +1 for every sample of x that lies inside and -1 for the others.
func (k *KernelDensity) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	values, err := k.Decision(ctl, x)
	inside := make([]int32, len(values))
	for i, v := range values {
		inside[i] = 1
		if v < 0 {
			inside[i] = -1
		}
	}
	return inside, err
}

// Offset returns the logarithm of the density at the threshold.
func (k *KernelDensity) Offset() float64 { return k.Result.Offset }
