package parzen

import (
	"maxmargin/core/calib"
	"maxmargin/core/expansion"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// NearestCentroidOptions are the options of NearestCentroid.
type NearestCentroidOptions struct {
	Kernel              kernel.Spec `js:"kernel"`
	calib.Probabilities `js:"probabilities"`
}

// NearestCentroid takes a sample for the class whose mean in feature space is closest
// (the closest average; Shalev-Shwartz & Ben-David, exercise 16.6; Cristianini &
// Shawe-Taylor, section 3.4). With mu_c = sum w_i phi(x_i) / sum w_i over class c,
//
//	f_c(x) = <mu_c, phi(x)> - 1/2 |mu_c|^2
//
// so that |phi(x) - mu_c|^2 = k(x, x) - 2 f_c(x), and the class with the largest f_c is
// predicted. Of two classes the decision value is f_1 - f_0, half the difference of the
// squared distances; its direction is that of AverageMarginClassifier with classes
// weighed alike, which has no threshold.
//
// Training takes n^2/2 kernel values for k = 2 classes of equal size, n^2/k in general,
// a prediction O(n (d + k)).
type NearestCentroid struct {
	NearestCentroidOptions
	kernels model.KernelMaker
	fit     *NearestCentroidFit
}

// NearestCentroidFit is what a fit of NearestCentroid leaves behind.
type NearestCentroidFit struct{ expansion.Classes }

// NewNearestCentroid returns an unfitted classifier with default options.
func NewNearestCentroid(kernels model.KernelMaker) *NearestCentroid {
	n := &NearestCentroid{kernels: kernels, fit: &NearestCentroidFit{}}
	model.SetDefaults(&n.NearestCentroidOptions)
	return n
}

// Options returns a pointer to the options.
func (n *NearestCentroid) Options() any { return &n.NearestCentroidOptions }

// Fitted returns a pointer to what the last fit left behind.
func (n *NearestCentroid) Fitted() any { return n.fit }

// Restore takes over a fit that was read from a model file.
func (n *NearestCentroid) Restore(fitted any) error {
	fit := fitted.(*NearestCentroidFit)
	if err := fit.Classes.Restore(n.kernels, n.Kernel); err != nil {
		return err
	}
	n.fit = fit
	return nil
}

// Fit computes the norms of the means.
func (n *NearestCentroid) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Check(n.NearestCentroidOptions); err != nil {
		return model.Report{}, err
	}
	k, widths, err := n.kernels.For(n.Kernel, t.X)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	b := newBlocks(t, weight)
	if !b.sumOwn(ctl, k, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	rows, positive, _, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	coef, intercept := make([]float64, t.Classes*len(rows)), make([]float64, t.Classes)
	for p, i := range rows {
		c := int(t.Y[i])
		coef[c*len(rows)+p] = positive[p] / b.masses[c]
	}
	for c, mass := range b.masses {
		intercept[c] = -b.sums[c][c] / mass / mass / 2
	}
	fit := &NearestCentroidFit{expansion.NewClasses(k, widths, t, rows, intercept, coef)}
	if err := model.CheckFinite(fit); err != nil {
		return model.Report{}, err
	}
	n.fit = fit
	return model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(rows)}, nil
}

// Predict returns the class of every sample of x.
func (n *NearestCentroid) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return n.fit.Predict(ctl, "NearestCentroid", x)
}

// Decision returns the decision values of every sample of x; see expansion.Classes.
func (n *NearestCentroid) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return n.fit.Decision(ctl, "NearestCentroid", x, shape)
}

var _ model.Classifier = (*NearestCentroid)(nil)
