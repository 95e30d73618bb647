package model

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// KernelResult is a result that compares samples by a kernel. A model file does not keep the
// kernel itself.
type KernelResult interface {
	// Restore checks a result from a model file and makes its kernel, as spec names it.
	Restore(kernels KernelMaker, spec kernel.Spec) error
}

// KernelBase is the Base of a machine with a kernel, whose result, a pointer F, is
// a KernelResult.
type KernelBase[F KernelResult] struct {
	Base[F]
	kernelChoice
}

// Init is that of Base. spec is the option of the machine that names the kernel.
func (b *KernelBase[F]) Init(options any, spec *kernel.Spec, kernels KernelMaker, empty F) {
	b.kernelChoice = kernelChoice{kernels, spec}
	b.Base.Init(options, empty, func(f F) error { return f.Restore(kernels, *spec) })
}

// Startable returns an error unless a machine fitted to one number of samples can be started from
// with another.
func Startable(fitted, samples int) error {
	if fitted == samples {
		return nil
	}
	return fault.New(fault.Option, "warmStart", "warmStart needs the samples of the previous fit, but that had %d samples and X has %d; set warmStart to false", fitted, samples).
		With("expected", fitted).With("got", samples)
}

// kernelChoice is the option of a machine that names its kernel, and what makes it.
type kernelChoice struct {
	kernels KernelMaker
	spec    *kernel.Spec
}

// Begin is Accept for m, the machine itself, and then KernelFor the samples of t. Every fit
// begins with it that compares all samples by the kernel.
func (c *kernelChoice) Begin(m Machine, t Training) (k kernel.Kernel, widths []float64, err error) {
	if err := Accept(m, t); err != nil {
		return nil, nil, err
	}
	return c.KernelFor(t.X)
}

// KernelFor returns the kernel that the options name; see KernelMaker.For.
func (c *kernelChoice) KernelFor(x sample.Set) (k kernel.Kernel, widths []float64, err error) {
	return c.kernels.For(*c.spec, x)
}
