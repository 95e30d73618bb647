package parzen

import (
	"maxmargin/core/base/run"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
)

// NearestCentroidOptions are the options of NearestCentroid.
type NearestCentroidOptions struct {
	Kernel              kernel.Spec `js:"kernel"`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// NearestCentroid predicts the class whose mean in feature space is closest to a sample
// (the closest average; Shalev-Shwartz & Ben-David, exercise 16.6; Cristianini &
// Shawe-Taylor, section 3.4). With mu_c = sum w_i phi(x_i) / sum w_i over class c,
//
//	f_c(x) = 1/2 sum_e p_e |phi(x) - mu_e|^2 - 1/2 |phi(x) - mu_c|^2
//	       = <mu_c - m, phi(x)> - 1/2 |mu_c|^2 + 1/2 sum_e p_e |mu_e|^2,  m = sum_e p_e mu_e
//
// where p_e is the share of class e in the weights: by how much mu_c is closer than the classes are
// on average. The class with the largest f_c is predicted. The functions omit the common part of
// all classes, so that samples far from the origin do not lose digits. For two classes the decision
// value is f_1 - f_0, half the difference of the squared distances; its direction is that of
// AverageMarginClassifier with equal weights of the classes, which has no threshold.
//
// Training takes n^2/2 kernel values for k = 2 classes of equal size, n^2/k in general, none with
// the linear kernel; a prediction O(n (d + k)).
type NearestCentroid struct {
	NearestCentroidOptions
	model.KernelClassifierBase[*NearestCentroidFit]
}

// NearestCentroidFit is the result of a fit of NearestCentroid.
type NearestCentroidFit struct{ expansion.Classes }

// NewNearestCentroid returns an unfitted classifier with default options.
func NewNearestCentroid(kernels model.KernelMaker) *NearestCentroid {
	n := &NearestCentroid{}
	n.Init("NearestCentroid", &n.NearestCentroidOptions, &n.Kernel, kernels, new(NearestCentroidFit))
	return n
}

// Fit computes the norms of the means.
func (n *NearestCentroid) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := n.Begin(n, t)
	if err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, positive, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	b := newBlocks(t, positive, rows, 1)
	linear := kernel.IsLinear(k) && gram.Packs(t.X)
	if !linear && !b.meanNorms(ctl, k, t.X) {
		return model.Report{Status: run.Aborted}, nil
	}
	coef := make([]float64, t.Classes()*len(rows))
	for p, i := range rows {
		for c := range t.Classes() {
			coef[c*len(rows)+p] = -positive[p] / total
		}
		c := int(t.Labels()[i])
		coef[c*len(rows)+p] += positive[p] / b.masses[c]
	}
	fit := &NearestCentroidFit{expansion.NewClasses(k, widths, t, rows, b.intercepts(total), coef)}
	if linear {
		fit.Intercept = b.linearIntercepts(t.X, rows, fit.Coef, total)
	}
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(rows)}
	if !linear && b.negative(k, t.X) {
		report.Notes = append(report.Notes, model.Indefinite("the squared norm of a class mean is negative", "The nearest mean is not known then, and decision values are not differences of distances. Use another kernel"))
	}
	return n.Learnt(fit, report)
}
