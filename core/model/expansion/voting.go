package expansion

import (
	"cmp"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Voters is the result of a classifier that solves two-class problems.
type Voters interface {
	model.KernelResult
	Ready(machine string, x sample.Set) error
	// Voters returns the scheme of the problems, their functions, and the order of the classes,
	// see reduction.Ascending.
	Voters() (scheme reduction.Scheme, functions reduction.Values, order []int32)
}

// VotingBase is the model.KernelBase of a classifier that solves two-class problems, whose
// result, a pointer F, has their functions.
type VotingBase[F Voters] struct {
	model.KernelBase[F]
	machine string // its name, for errors
	scheme  *reduction.Option
}

// Init is that of model.KernelBase, for the machine of a name.
func (b *VotingBase[F]) Init(machine string, options any, scheme *reduction.Option, spec *kernel.Spec, kernels model.KernelMaker, empty F) {
	b.machine, b.scheme = machine, scheme
	b.KernelBase.Init(options, spec, kernels, empty)
}

// Outputs returns how many decision values a sample has; see reduction.Scheme.
func (b *VotingBase[F]) Outputs(shape string) (int, error) {
	scheme, _, _ := b.Result.Voters()
	return scheme.Outputs(cmp.Or(shape, b.scheme.DecisionFunctionShape))
}

// Decision returns, for every sample of x, the decision value of the problem when there are
// two classes (positive means class 1), one for each pair of classes ("ovo") or one for
// each class ("ovr"); see package reduction.
func (b *VotingBase[F]) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	if err := b.Result.Ready(b.machine, x); err != nil {
		return nil, 0, err
	}
	scheme, functions, _ := b.Result.Voters()
	return scheme.Decision(ctl, functions, cmp.Or(shape, b.scheme.DecisionFunctionShape), x)
}

// Predict returns the class that the problems elect for every sample of x: by a vote of the
// pairs, in a decision graph, or by the largest value, as multiClass says.
func (b *VotingBase[F]) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	if err := b.Result.Ready(b.machine, x); err != nil {
		return nil, err
	}
	scheme, functions, order := b.Result.Voters()
	if b.scheme.MultiClass == reduction.Graph && scheme.Name == reduction.OneVsOne {
		scheme.Name = reduction.Graph
	}
	return scheme.Predict(ctl, functions, order, x)
}
