package model

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Expanded is a result that compares samples by a kernel. A model file does not keep the
// kernel itself.
type Expanded interface {
	// Restore checks a result from a model file and makes its kernel, as spec names it.
	Restore(kernels KernelMaker, spec kernel.Spec) error
}

// KernelBase is the Base of a machine with a kernel, whose result, a pointer F, is
// Expanded.
type KernelBase[F Expanded] struct {
	Base[F]
	kernels KernelMaker
	spec    *kernel.Spec
}

// Init is that of Base. spec is the option of the machine that names the kernel.
func (b *KernelBase[F]) Init(options any, spec *kernel.Spec, kernels KernelMaker, empty F) {
	b.kernels, b.spec = kernels, spec
	b.Base.Init(options, empty, func(f F) error { return f.Restore(kernels, *spec) })
}

// Begin is Accept for m, the machine itself, and then KernelFor the samples of t. Every fit
// begins with it that compares all samples by the kernel.
func (b *KernelBase[F]) Begin(m Machine, t Training) (k kernel.Kernel, widths []float64, err error) {
	if err := Accept(m, t); err != nil {
		return nil, nil, err
	}
	return b.KernelFor(t.X)
}

// KernelFor returns the kernel that the options name; see KernelMaker.For.
func (b *KernelBase[F]) KernelFor(x sample.Set) (k kernel.Kernel, widths []float64, err error) {
	return b.kernels.For(*b.spec, x)
}
