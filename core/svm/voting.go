package svm

import (
	"cmp"

	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// decided is a result that has Decisions.
type decided interface {
	model.Expanded
	decisions() *Decisions
}

func (f *Decisions) decisions() *Decisions { return f }

// votingBase is the model.KernelBase of a classifier that solves two-class problems, whose
// result, a pointer F, has Decisions.
type votingBase[F decided] struct {
	model.KernelBase[F]
	machine string // its name, for errors
	scheme  *multi.Option
}

// Init is that of model.KernelBase, for the machine of a name.
func (b *votingBase[F]) Init(machine string, options any, scheme *multi.Option, spec *kernel.Spec, kernels model.KernelMaker, empty F) {
	b.machine, b.scheme = machine, scheme
	b.KernelBase.Init(options, spec, kernels, empty)
}

// TakesBytes says so: kernel rows of bytes need no numbers.
func (*votingBase[F]) TakesBytes() {}

// Outputs returns how many decision values a sample has; see multi.Scheme.
func (b *votingBase[F]) Outputs(shape string) (int, error) {
	return b.Result.decisions().scheme().Outputs(cmp.Or(shape, b.scheme.DecisionFunctionShape))
}

// Decision returns, for every sample of x, the decision value of the pair when there are
// two classes (positive means class 1), one for each pair of classes ("ovo") or one for
// each class ("ovr"); see package multi.
func (b *votingBase[F]) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	return b.Result.decisions().decision(ctl, x, cmp.Or(shape, b.scheme.DecisionFunctionShape), b.machine)
}

// Predict returns the class that the problems elect for every sample of x, as multiClass
// says.
func (b *votingBase[F]) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	return b.Result.decisions().predict(ctl, x, b.scheme.MultiClass, b.machine)
}
