// Package parzen holds the machines that weigh all training samples alike, as
// Parzen's windows do, in closed form.
package parzen

import (
	"slices"

	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
)

// AverageMarginClassifierOptions are the options of AverageMarginClassifier.
type AverageMarginClassifierOptions struct {
	Kernel              kernel.Spec       `js:"kernel"`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	multi.Option        `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" former:"probabilitySeed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// AverageMarginClassifier maximises the average margin of two classes, y_i = +1
// or -1, over the functions f(x) = <w, phi(x)> of norm 1,
//
//	max over |w| = 1 of sum w_i y_i f(x_i) / sum w_i
//
// (Pelckmans, Suykens & De Moor, A risk minimization principle for a class of
// Parzen estimators, 2007, equations 3 to 7). The solution is a closed form,
//
//	f(x) = sum w_i y_i k(x_i, x) / sqrt(s),  s = sum w_i y_i w_j y_j k(x_i, x_j)
//
// and the average margin it reaches sqrt(s) / sum w_i. There is no bias: where classes
// differ in size, the option classWeight 'balanced' makes up for it. For k classes see
// multi.Scheme.
//
// Training takes between n^2/2 and n^2 kernel values whatever k is, a prediction
// O(n (d + k)).
type AverageMarginClassifier struct {
	AverageMarginClassifierOptions
	model.KernelBase[*AverageMarginClassifierFit]
}

// AverageMarginClassifierFit is what a fit of AverageMarginClassifier leaves
// behind.
type AverageMarginClassifierFit struct {
	expansion.Support
	Order   []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // classes by first appearance, which decides between equals
	Margins []float64 `field:"average.margins" shape:"q" js:"averageMargin" doc:"The average margin of each two-class problem, for the function of norm 1."`
	Coef    []float64 `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices, a row for each two-class problem."`

	scheme multi.Scheme
}

// NewAverageMarginClassifier returns an unfitted classifier with default options.
func NewAverageMarginClassifier(kernels model.KernelMaker) *AverageMarginClassifier {
	a := &AverageMarginClassifier{}
	a.Init(&a.AverageMarginClassifierOptions, &a.Kernel, kernels, new(AverageMarginClassifierFit))
	return a
}

// Restore takes over a result that was read from a model file.
func (a *AverageMarginClassifier) Restore(fitted any) error {
	f := fitted.(*AverageMarginClassifierFit)
	if f.Order == nil { // it was never fitted
		return a.KernelBase.Restore(f)
	}
	f.scheme = multi.Scheme{Name: a.MultiClass, Classes: len(f.Order)}
	if err := multi.CheckOrder(f.Order); err != nil {
		return err
	}
	if got, want := len(f.Margins), f.scheme.Count(); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d decision functions for %d classes, expected %d", got, len(f.Order), want)
	}
	return a.KernelBase.Restore(f)
}

// functions returns the decision functions, which have no constants.
func (f *AverageMarginClassifierFit) functions() *expansion.Expansion {
	return f.Expansion(nil, f.Coef, make([]float64, len(f.Margins)))
}

// Fit computes the norms of the decision functions. A problem whose classes have
// the same mean in feature space has none: its average margin is 0, its decision
// values are noise, and the report says so.
func (a *AverageMarginClassifier) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := a.Begin(a, t)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := a.ClassWeight.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, _, _, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	fit := &AverageMarginClassifierFit{Support: expansion.NewSupport(k, widths, t.X, rows),
		Order: multi.Appearance(t.Labels(), t.Classes()), scheme: multi.Scheme{Name: a.MultiClass, Classes: t.Classes()}}
	b := newBlocks(t, weight)
	if !b.sum(ctl, k, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	report := model.Report{Status: run.Converged, Iterations: fit.scheme.Count(), SupportVectors: len(rows)}
	for _, p := range fit.scheme.Problems() {
		norm, note := b.norm(p)
		if note != nil && !slices.ContainsFunc(report.Notes, func(told model.Note) bool { return told.Code == note.Code }) {
			report.Notes = append(report.Notes, *note)
		}
		margin, scale := norm/b.total(p), 1/norm
		if norm == 0 {
			scale = 1 / b.total(p)
		}
		fit.Margins = append(fit.Margins, margin)
		report.Objective -= margin
		for _, i := range rows {
			fit.Coef = append(fit.Coef, p.Sign(t.Labels()[i])*weight[i]*scale)
		}
	}
	if err := model.Finite(fit.Coef, fit.Margins); err != nil {
		return model.Report{}, err
	}
	a.Result = fit
	return report, nil
}
