package model

import (
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Decider is a result that decides between classes without the options of its machine,
// such as multi.Linear.
type Decider interface {
	// Check returns an error unless the parts of a result from a model file go together.
	Check() error
	Outputs(shape string) (int, error)
	Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error)
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
}

// ClassifierBase is the Base of a Classifier whose result, a pointer F, is a Decider.
type ClassifierBase[F Decider] struct{ Base[F] }

// Init is that of Base. A result from a model file is checked by its own method.
func (b *ClassifierBase[F]) Init(options any, empty F) { b.Base.Init(options, empty, F.Check) }

// Outputs returns how many decision values a sample has.
func (b *ClassifierBase[F]) Outputs(shape string) (int, error) { return b.Result.Outputs(shape) }

// Decision returns, for every sample of x, the decision value of class 1 when there are
// two classes, else one for each class. shape is "ovr" or "".
func (b *ClassifierBase[F]) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return b.Result.Decision(ctl, x, shape)
}

// Predict returns the class of every sample of x.
func (b *ClassifierBase[F]) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return b.Result.Predict(ctl, x)
}
