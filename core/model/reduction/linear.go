package reduction

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/solve/primal"
)

// Linear is the result of machines that tell classes apart by one-versus-rest with linear
// functions. Their fitted structs embed it, so it has the tags of package model. Before
// the first fit it is zero.
type Linear struct {
	Features int     `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Order    []int32 `field:"class.order" shape:"k" range:"[0,k-1]"` // which decides between equal values, see Ascending
	primal.Functions
}

// NewLinear returns the zero functions for classes 0 to k-1.
func NewLinear(d, k int) Linear {
	l := Linear{Features: d, Order: Ascending(k)}
	q := l.Scheme().Count()
	l.Weights, l.Bias = make([]float64, q*d), make([]float64, q)
	return l
}

// Scheme returns the scheme of the classes.
func (l *Linear) Scheme() Scheme { return Largest(l.Order) }

// Check returns an error unless the parts, as a model file has them, go together.
func (l *Linear) Check() error {
	if err := CheckOrder(l.Order); err != nil {
		return err
	}
	if got, want := len(l.Bias), l.Scheme().Count(); got != want {
		return fault.New(fault.Format, "bytes", "the model has %d linear functions for %d classes, expected %d", got, len(l.Order), want)
	}
	return nil
}

// Outputs returns how many decision values a sample has. shape is "ovr" or "".
func (l *Linear) Outputs(shape string) (int, error) {
	return l.Scheme().Outputs(shape)
}

// Decision returns, for every sample of x, the decision value of class 1 when
// there are two classes, else one for each class. shape is "ovr" or "".
func (l *Linear) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return l.Scheme().Decision(ctl, &l.Functions, shape, x)
}

// Predict returns the class of every sample of x: that with the largest value.
func (l *Linear) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return l.Scheme().Predict(ctl, &l.Functions, l.Order, x)
}

// Ready returns an error unless there is a fit, to samples of as many features as those of x.
func (l *Linear) Ready(machine string, x sample.Set) error {
	return sample.Ready(machine, l.Features, x)
}

// Extend prepares an update with further samples of k classes: it makes zero
// functions when there are none yet, and returns an error when the samples or the
// classes are not those of the functions.
func (l *Linear) Extend(x sample.Set, k int) error {
	known := len(l.Order)
	if l.Features == 0 {
		known = max(2, k)
	}
	if err := CheckUpdate(known, k); err != nil {
		return err
	}
	if l.Features == 0 {
		*l = NewLinear(x.Dim(), k)
		return nil
	}
	return l.Ready("model", x)
}

// CheckUpdate returns an error unless an update of k classes goes with a machine
// that knows so many.
func CheckUpdate(known, k int) error {
	switch {
	case k < 2:
		return fault.New(fault.OneClass, "y", "a classifier needs at least two classes, but there are %d", k).With("classes", k)
	case k != known:
		return fault.New(fault.Type, "y", "the labels are of %d classes, but this model has %d; name all classes in the first update", k, known).
			With("expected", known).With("got", k)
	}
	return nil
}
