// Package neighbors holds the machines that keep the training samples and predict from those near a
// new one.
package neighbors

import (
	"cmp"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/expansion"
	"maxmargin/core/model/reduction"
)

// KNeighborsClassifierOptions are the options of KNeighborsClassifier.
type KNeighborsClassifierOptions struct {
	NNeighbors          int         `js:"nNeighbors" default:"5" range:"[1,2147483647]" doc:"Number of neighbours that vote; a sample of weight 2 counts as two."`
	Weights             string      `js:"weights" default:"uniform" choices:"uniform,distance" doc:"Weight of a vote: the same for all neighbours, or the inverse of the distance. If neighbours are at distance 0, only these vote. A precomputed kernel gives only the order of the distances, and needs 'uniform'."`
	Kernel              kernel.Spec `js:"kernel"`
	calib.Probabilities `js:"probabilities"`
	Seed                int `js:"seed" default:"0" range:"[0,2147483647]" doc:"Seed of the folds that probabilities are learnt from."`
}

// KNeighborsClassifier predicts the most frequent class among the neighbours of a sample in feature
// space, where
//
//	|phi(x) - phi(x_i)|^2 = k(x, x) - 2 k(x, x_i) + k(x_i, x_i)
//
// (Cristianini & Shawe-Taylor, section 3.7). For a kernel.Radial, such as the Gaussian, the order
// of the neighbours is that of a distance between the samples themselves. This distance finds them,
// because the kernel values of distant samples round to the same number. The decision values are
// the shares of the votes; for two classes the share of class 1 less that of class 0. Of classes
// with the same share the one with the nearest neighbour wins. Neighbours at the same distance are
// in the order of their classes, of two classes the second first; in files of earlier versions in
// that of the training set.
//
// Samples of weight w vote as w samples; the last of the neighbours counts only as much as
// nNeighbors allows. Training takes no time, a prediction n kernel values.
type KNeighborsClassifier struct {
	KNeighborsClassifierOptions
	model.KernelBase[*KNeighborsClassifierFit]
}

// KNeighborsClassifierFit is the result of a fit of KNeighborsClassifier.
type KNeighborsClassifierFit struct {
	Classes []int32 `field:"class.order" shape:"k" range:"[0,k-1]"`
	expansion.Support
	Labels []int32   `field:"labels" shape:"m" range:"[0,k-1]"`
	Mass   []float64 `field:"weights" shape:"m" range:"(0,inf)"`
	Norms  []float64 `field:"norms" shape:"m"` // k(x_i, x_i)

	columns gram.Columns // made when first needed
}

// NewKNeighborsClassifier returns an unfitted classifier with default options.
func NewKNeighborsClassifier(kernels model.KernelMaker) *KNeighborsClassifier {
	c := &KNeighborsClassifier{}
	c.Init(&c.KNeighborsClassifierOptions, &c.Kernel, kernels, new(KNeighborsClassifierFit))
	return c
}

// Restore sets a result from a model file.
func (c *KNeighborsClassifier) Restore(fitted any) error {
	if err := c.checkWeights(); err != nil {
		return fault.New(fault.Format, "bytes", "the model's options are not valid: %v", err)
	}
	return c.KernelBase.Restore(fitted)
}

// Restore checks a result from a model file and makes its kernel.
func (f *KNeighborsClassifierFit) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if err := reduction.CheckOrder(f.Classes); err != nil {
		return err
	}
	if len(f.Mass) == 0 {
		return fault.New(fault.Format, "bytes", "the model has no neighbours")
	}
	return f.Support.Restore(kernels, spec)
}

// Fit keeps the samples.
func (c *KNeighborsClassifier) Fit(_ *run.Ctl, t model.Training) (model.Report, error) {
	k, widths, err := c.Begin(c, t)
	if err != nil {
		return model.Report{}, err
	}
	if err := c.checkWeights(); err != nil {
		return model.Report{}, err
	}
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return model.Report{}, err
	}
	rows, mass, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return model.Report{}, err
	}
	if total < float64(c.NNeighbors) {
		return model.Report{}, fault.New(fault.Option, "nNeighbors", "nNeighbors is %d, but the training samples have a total weight of %v only; ask for fewer neighbours", c.NNeighbors, total)
	}
	rows, mass = ranked(t, rows, mass)
	m := len(rows)
	fit := &KNeighborsClassifierFit{Classes: reduction.Ascending(t.Classes()), Support: expansion.NewSupport(k, widths, t.X, rows),
		Labels: make([]int32, m), Mass: mass, Norms: make([]float64, m)}
	norms := make([]float64, t.X.Len())
	gram.Diagonal(norms, k, t.X)
	for p, i := range rows {
		fit.Labels[p], fit.Norms[p] = t.Labels()[i], norms[i]
	}
	report := model.Report{Status: run.Converged, Iterations: 1, SupportVectors: len(rows)}
	if slices.Min(fit.Norms) < 0 {
		report.Notes = append(report.Notes, model.Indefinite("the squared norm k(x, x) of a sample is negative", "What is ranked are no distances. Use another kernel"))
	}
	return c.Learnt(fit, report)
}

// ranked sorts the rows, so that the order of the training set changes no vote among samples at the
// same distance: by class, of two classes the second first, and within a class by weight.
func ranked(t model.Training, rows []int, mass []float64) (sorted []int, weights []float64) {
	labels, sign := t.Labels(), 1
	if t.Classes() == 2 {
		sign = -1
	}
	for _, p := range order.Of(len(rows), func(p, q int) int {
		return cmp.Or(sign*cmp.Compare(labels[rows[p]], labels[rows[q]]), cmp.Compare(mass[p], mass[q]))
	}) {
		sorted, weights = append(sorted, rows[p]), append(weights, mass[p])
	}
	return sorted, weights
}

// checkWeights fails when votes are to count by distances, which a precomputed kernel
// does not give.
func (c *KNeighborsClassifier) checkWeights() error {
	if model.Precomputed(c.Options()) && c.Weights == "distance" {
		return fault.New(fault.Option, "weights", "weights 'distance' needs the kernel of new samples with themselves, which a precomputed kernel does not hold; use 'uniform'")
	}
	return nil
}

// Predict returns the class of every sample of x.
func (c *KNeighborsClassifier) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	classes := make([]int32, x.Len())
	err := c.vote(ctl, x, func(i int, _ []float64, winner int32) { classes[i] = winner })
	return classes, err
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (c *KNeighborsClassifier) Outputs(shape string) (int, error) {
	return reduction.Largest(c.Result.Classes).Outputs(shape)
}

// Decision returns the shares of the votes, for two classes that of class 1 less that
// of class 0. shape is "ovr" or "".
func (c *KNeighborsClassifier) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return reduction.Largest(c.Result.Classes).Decision(ctl, shares{c}, shape, x)
}
