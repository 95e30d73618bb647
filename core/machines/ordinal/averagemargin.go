package ordinal

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// OrdinalAverageMarginOptions are the options of OrdinalAverageMargin.
type OrdinalAverageMarginOptions struct {
	Kernel      kernel.Spec `js:"kernel"`
	Thresholds  string      `js:"thresholds" default:"errors" choices:"pairs,errors" doc:"How the boundaries between the ranks are found: where the fewest training samples, weighted, are on the wrong side ('errors'), or in the middle of the closest pair of ranks beside the boundary that has the right order ('pairs', see thresholdSource)."`
	model.Ranks `js:"ranks"`
}

// Cost counts the samples and what a fit keeps of each rank; the linear kernel needs no more.
func (o *OrdinalAverageMarginOptions) Cost() model.Cost { return model.KernelCost() }

// OrdinalAverageMargin maximises the average margin of all pairs of samples of different ranks,
//
//	max over |w| = 1 of the mean of f(x_j) - f(x_i) over the pairs y_i < y_j,  f(x) = <w, phi(x)>
//
// where a pair has the product of the weights of its samples (Pelckmans, Suykens & De Moor, A
// risk minimization principle for a class of Parzen estimators, 2007, equations 19 to 22, with
// the sign of r corrected). The solution is a closed form,
//
//	f(x) = sum r_i k(x_i, x) / sqrt(s),   s = sum r_i r_j k(x_i, x_j)
//	r_i  = w_i (weight of the samples of lower ranks - weight of those of higher ranks)
//
// and the average margin it reaches sqrt(s) over the weight of all pairs. No pair is ever
// looked at. The boundaries between the ranks are found in a second step.
//
// Training takes n^2 kernel values, with the linear kernel O(n d), a prediction O(n d).
type OrdinalAverageMargin struct {
	OrdinalAverageMarginOptions
	model.KernelClassifierBase[*OrdinalAverageMarginFit]
}

// OrdinalAverageMarginFit is the result of a fit of OrdinalAverageMargin.
type OrdinalAverageMarginFit struct {
	Utility
	Bounds
	Margin float64 `field:"average.margin" js:"averageMargin" doc:"The mean difference of the utilities of a pair of samples of different ranks, that of the higher rank less that of the lower one, for the function of norm 1."`
}

// NewOrdinalAverageMargin returns an unfitted machine with default options.
func NewOrdinalAverageMargin(kernels model.KernelMaker) *OrdinalAverageMargin {
	m := &OrdinalAverageMargin{}
	m.Init("OrdinalAverageMargin", &m.OrdinalAverageMarginOptions, &m.Kernel, kernels, new(OrdinalAverageMarginFit))
	return m
}

// Fit computes the coefficients, the norm and the boundaries.
func (m *OrdinalAverageMargin) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := m.Begin(m, t)
	if err != nil {
		return model.Report{}, err
	}
	l, err := newLesson(t, model.ClassWeight{Name: "none"})
	if err != nil {
		return model.Report{}, err
	}
	linalg.Scale(l.weight) // only their shares matter
	r, pairs := l.balance()
	if pairs == 0 {
		return model.Report{}, fault.New(fault.Weight, "sampleWeight", "the products of the weights of rows of different ranks are all 0; give such rows weights of a similar size")
	}
	pairs /= linalg.Scale(r)
	f, err := l.values(ctl, k, t.X, r)
	if err == run.ErrAborted {
		return model.Report{Status: run.Aborted}, nil
	}
	if err != nil {
		return model.Report{}, err
	}
	s, size := 0.0, 0.0
	for p, v := range f {
		s += float64(r[p] * v)
		size += math.Abs(r[p] * v)
	}
	// Where the ranks have the same mean in feature space, s is 0 up to rounding.
	scale := 1 / pairs
	if s > 0 {
		scale = 1 / math.Sqrt(s)
	}
	for p := range f {
		f[p] *= scale
		r[p] *= scale
	}
	fit := &OrdinalAverageMarginFit{Margin: math.Sqrt(max(s, 0)) / pairs}
	thresholds, bounds := boundaries(f, l.rank, l.weight, t.Classes(), m.Thresholds, 0)
	fit.Utility, fit.Bounds = NewUtility(k, widths, t.X, l.rows, r, thresholds), bounds
	report := model.Report{Status: run.Converged, Iterations: 1, Objective: -fit.Margin, SupportVectors: len(fit.Coef)}
	if s < -1e-12*size {
		report.Notes = append(report.Notes, model.Indefinite("the squared norm of the utility is negative", "There is no average margin, and the utility has another scale. Use another kernel"))
	}
	return m.Learnt(fit, report)
}
