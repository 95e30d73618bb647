// Package parzen holds the machines that weigh all training samples alike, as
// Parzen's windows do, in closed form.
package parzen

import (
	"slices"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// AverageMarginClassifierOptions are the options of AverageMarginClassifier.
type AverageMarginClassifierOptions struct {
	Kernel              kernel.Spec       `js:"kernel"`
	ClassWeight         model.ClassWeight `js:"classWeight" default:"none" doc:"Weight per class: an object or Map from label to factor, or 'balanced' for n / (k * samples of the class)."`
	reduction.Option    `js:"scheme"`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
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
// with the average margin sqrt(s) / sum w_i. There is no bias; for classes that differ in size, the
// option classWeight 'balanced' compensates. For k classes see reduction.Scheme.
//
// Training takes between n^2/2 and n^2 kernel values for any k, a prediction O(n (d + k)).
type AverageMarginClassifier struct {
	AverageMarginClassifierOptions
	expansion.VotingBase[*AverageMarginClassifierFit]
	kernels model.KernelMaker
}

// AverageMarginClassifierFit is the result of a fit of AverageMarginClassifier.
type AverageMarginClassifierFit struct {
	expansion.Support
	Order   []int32   `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equals, see reduction.Ascending
	Margins []float64 `field:"average.margins" shape:"q" js:"averageMargin" doc:"The average margin of each two-class problem, for the function of norm 1."`
	Coef    []float64 `field:"dual.coef" shape:"q,m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices, a row for each two-class problem."`

	// What further samples are added to; absent in files of older releases.
	Labels []int32   `field:"labels" shape:"u" range:"[0,k-1]" absent:""` // of the support vectors
	Mass   []float64 `field:"weights" shape:"u" absent:""`                // weights, without those of the classes
	Counts []float64 `field:"class.counts" shape:"c" absent:""`           // samples of each class
	Sums   []float64 `field:"class.sums" shape:"s" absent:""`             // k x k: S_cd = sum over i of class c and j of class d of w_i w_j k(x_i, x_j) / weightUnit(w)^2

	scheme reduction.Scheme
}

// NewAverageMarginClassifier returns an unfitted classifier with default options.
func NewAverageMarginClassifier(kernels model.KernelMaker) *AverageMarginClassifier {
	a := &AverageMarginClassifier{kernels: kernels}
	a.Init("AverageMarginClassifier", &a.AverageMarginClassifierOptions, &a.Option, &a.Kernel, kernels, new(AverageMarginClassifierFit))
	return a
}

// Restore sets a result from a model file.
func (a *AverageMarginClassifier) Restore(fitted any) error {
	f := fitted.(*AverageMarginClassifierFit)
	if f.Order == nil { // it was never fitted
		return a.VotingBase.Restore(f)
	}
	f.scheme = reduction.Scheme{Name: a.MultiClass, Classes: len(f.Order)}
	if err := f.scheme.Check(f.Order, len(f.Margins)); err != nil {
		return err
	}
	if err := f.checkSums(); err != nil {
		return err
	}
	return a.VotingBase.Restore(f)
}

// functions returns the decision functions, which have no constants.
func (f *AverageMarginClassifierFit) functions() *expansion.Expansion {
	return f.Expansion(nil, f.Coef, make([]float64, len(f.Margins)))
}

// Voters returns the functions of the two-class problems.
func (f *AverageMarginClassifierFit) Voters() (reduction.Scheme, reduction.Values, []int32) {
	return f.scheme, f.functions(), f.Order
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
	if _, _, _, err := model.Positive(weight, len(weight)); err != nil {
		return model.Report{}, err
	}
	return a.learn(ctl, k, widths, t)
}

// learn is a fit of samples that have been checked.
func (a *AverageMarginClassifier) learn(ctl *run.Ctl, k kernel.Kernel, widths []float64, t model.Training) (model.Report, error) {
	rows, mass, _, err := model.Positive(t.Weight, t.X.Len())
	if err != nil {
		return model.Report{}, err
	}
	fit := &AverageMarginClassifierFit{Support: expansion.NewSupport(k, widths, t.X, rows), Mass: mass,
		Order: reduction.Ascending(t.Classes()), Counts: make([]float64, t.Classes())}
	for _, label := range t.Labels() {
		fit.Counts[label]++
	}
	for _, i := range rows {
		fit.Labels = append(fit.Labels, t.Labels()[i])
	}
	b := newBlocks(t, mass, rows, weightUnit(mass))
	if !b.sum(ctl, k, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	return a.assemble(fit, b)
}

// assemble makes the decision functions from the sums of kernel values, and the fit of the machine.
func (a *AverageMarginClassifier) assemble(fit *AverageMarginClassifierFit, b *blocks) (model.Report, error) {
	fit.Sums = slices.Concat(b.sums...)
	fit.scheme = reduction.Scheme{Name: a.MultiClass, Classes: len(fit.Order)}
	factors, unit := a.factors(fit.Counts), weightUnit(fit.Mass)
	linalg.Scale(factors)
	b = b.scaled(factors)
	report := model.Report{Status: run.Converged, Iterations: fit.scheme.Count(), SupportVectors: len(fit.Mass)}
	for _, p := range fit.scheme.Problems() {
		norm, note := b.norm(p)
		if note != nil && !slices.ContainsFunc(report.Notes, func(told model.Note) bool { return told.Code == note.Code }) {
			report.Notes = append(report.Notes, *note)
		}
		// A problem of which no sample has come yet has the value 0.
		margin, scale, all := 0.0, 0.0, b.total(p)
		if all > 0 {
			margin, scale = norm/all, 1/all
		}
		if norm > 0 {
			scale = 1 / norm
		}
		fit.Margins = append(fit.Margins, margin)
		report.Objective -= margin
		for i, w := range fit.Mass {
			c := fit.Labels[i]
			fit.Coef = append(fit.Coef, p.Sign(c)*(factors[c]*(w/unit))*scale)
		}
	}
	return a.Learnt(fit, report)
}

// weightUnit returns what weights are divided by so that no product of two leaves the range: 1 for the
// usual ones.
func weightUnit(weights []float64) float64 {
	if largest := linalg.Largest(weights); largest < 0x1p-400 || largest > 0x1p400 {
		return linalg.Unit(largest)
	}
	return 1
}

// factors returns the weight of each class, for as many samples of each.
func (a *AverageMarginClassifier) factors(counts []float64) []float64 {
	factors := make([]float64, len(counts))
	for c, count := range counts {
		switch {
		case a.ClassWeight.Name == "map":
			factors[c] = a.ClassWeight.Weights[c]
		case a.ClassWeight.Name == "balanced" && count > 0:
			factors[c] = linalg.Total(counts) / (float64(len(counts)) * count)
		default:
			factors[c] = 1
		}
	}
	return factors
}
