package expansion

import (
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Decider is a result that decides between classes without the options of its machine,
// such as Classes. machine is the name of that, for errors.
type Decider interface {
	model.Expanded
	Outputs(shape string) (int, error)
	Decision(ctl *run.Ctl, machine string, x sample.Set, shape string) (values []float64, cols int, err error)
	Predict(ctl *run.Ctl, machine string, x sample.Set) ([]int32, error)
}

// ClassifierBase is the model.KernelBase of a classifier whose result, a pointer F, is a
// Decider.
type ClassifierBase[F Decider] struct {
	model.KernelBase[F]
	machine string
}

// Init is that of model.KernelBase, for the machine of a name.
func (b *ClassifierBase[F]) Init(machine string, options any, spec *kernel.Spec, kernels model.KernelMaker, empty F) {
	b.machine = machine
	b.KernelBase.Init(options, spec, kernels, empty)
}

// Outputs returns how many decision values a sample has.
func (b *ClassifierBase[F]) Outputs(shape string) (int, error) { return b.Result.Outputs(shape) }

// Decision returns the decision values of every sample of x.
func (b *ClassifierBase[F]) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return b.Result.Decision(ctl, b.machine, x, shape)
}

// Predict returns the class of every sample of x.
func (b *ClassifierBase[F]) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return b.Result.Predict(ctl, b.machine, x)
}
