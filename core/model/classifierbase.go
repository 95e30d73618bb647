package model

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Decider is a result that decides between classes without the options of its machine,
// such as reduction.Linear.
type Decider interface {
	// Ready returns an error unless there is a fit, to samples of as many features as those of x.
	// machine is the name of the machine, for errors.
	Ready(machine string, x sample.Set) error
	// The others are those of Classifier, for samples that Ready admits.
	Outputs(shape string) (int, error)
	Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error)
	Predict(ctl *run.Ctl, x sample.Set) ([]int32, error)
}

// ClassifierBase is the Base of a Classifier whose result, a pointer F, is a Decider.
type ClassifierBase[F Decider] struct {
	Base[F]
	machine string
}

// Init is that of Base, for the machine of a name.
func (b *ClassifierBase[F]) Init(machine string, options any, empty F, restore func(F) error) {
	b.machine = machine
	b.Base.Init(options, empty, restore)
}

// Outputs returns how many decision values a sample has.
func (b *ClassifierBase[F]) Outputs(shape string) (int, error) { return b.Result.Outputs(shape) }

// Decision returns, for every sample of x, the decision value of class 1 when there are two
// classes, else one for each class; of ordered classes, the utility. shape is "ovr" or "".
func (b *ClassifierBase[F]) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := b.Result.Ready(b.machine, x); err != nil {
		return nil, 0, err
	}
	return b.Result.Decision(ctl, x, shape)
}

// Predict returns the class of every sample of x.
func (b *ClassifierBase[F]) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := b.Result.Ready(b.machine, x); err != nil {
		return nil, err
	}
	return b.Result.Predict(ctl, x)
}

// KernelClassifierBase is a ClassifierBase with a kernel.
type KernelClassifierBase[F interface {
	Decider
	KernelResult
}] struct {
	ClassifierBase[F]
	kernelChoice
}

// Init is that of KernelBase, for the machine of a name.
func (b *KernelClassifierBase[F]) Init(machine string, options any, spec *kernel.Spec, kernels KernelMaker, empty F) {
	b.kernelChoice = kernelChoice{kernels, spec}
	b.ClassifierBase.Init(machine, options, empty, func(f F) error { return f.Restore(kernels, *spec) })
}
