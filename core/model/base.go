package model

import (
	"math"

	"maxmargin/core/model/schema"
)

// Base is what machines have in common: options, which stand in the machine itself, and
// what the last fit left behind, of type F, a pointer to a struct. A machine embeds a
// Base and calls Init when it is made; what is left of it is its mathematics.
//
// F is the pointer and not the struct, because Go compiles a generic type once for all
// pointers but once for every struct: with structs the module was larger by a copy of
// these methods for each machine.
type Base[F any] struct {
	// Result is what the last fit left behind; before the first one it points to a
	// struct of zeros. Fits replace it and do not write to it.
	Result F

	options any
	empty   any // the result before the first fit
	restore func(F) error
}

// Init gives the options, to which it is pointed, their defaults. empty is the result
// before the first fit. restore checks a result that was read from a model file and
// makes what the file does not keep; nil: there is nothing to do.
func (b *Base[F]) Init(options any, empty F, restore func(F) error) {
	schema.SetDefaults(options)
	b.options, b.empty, b.restore, b.Result = options, empty, restore, empty
}

// Options returns a pointer to the options.
func (b *Base[F]) Options() any { return b.options }

// Fitted returns a pointer to what the last fit left behind.
func (b *Base[F]) Fitted() any { return b.Result }

// Restore takes over a result that was read from a model file. The result that Init was
// given makes the machine what it was before its first fit, see Keep.
func (b *Base[F]) Restore(fitted any) error {
	f := fitted.(F)
	if b.restore != nil && fitted != b.empty {
		if err := b.restore(f); err != nil {
			return err
		}
	}
	b.Result = f
	return nil
}

// compared is a result with functions that are sums of coefficients times kernel values.
type compared interface {
	// LargestSelfValue returns the largest |k(x_i, x_i)| of the samples that the functions sum over,
	// as far as it is known.
	LargestSelfValue() float64
}

// Learnt makes f the result and returns the report of the fit that led to it, in finite numbers.
// It returns an error, and the earlier result stays, when a number of f is not finite, or when sums
// of its coefficients times kernel values can exceed the range of numbers.
func (b *Base[F]) Learnt(f F, report Report) (Report, error) {
	if err := schema.CheckFinite(f); err != nil {
		return Report{}, err
	}
	if c, ok := any(f).(compared); ok && schema.Size(f, "dual.coef")*c.LargestSelfValue() > math.MaxFloat64 {
		return Report{}, Overflow()
	}
	b.Result = f
	return report.Finite(), nil
}
