package model

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model/schema"
)

// For returns the kernel that a spec names, with the rules that depend on data
// resolved for the training samples x, and what they were resolved to, for Again.
// It is a fault.Option when a parameter is wrong, a fault.Shape when a precomputed
// kernel is not given a square matrix, a fault.Asymmetric when that is not
// symmetric, a fault.Type when a number of x is outside
// the domain of the kernel, and a fault.Numeric when a parameter or the kernel of a
// sample with itself, which bounds all others, overflows.
func (maker KernelMaker) For(spec kernel.Spec, x sample.Set) (k kernel.Kernel, widths []float64, err error) {
	return maker.ForArgument(spec, x, "X")
}

// ForArgument is For, for samples that the caller knows by another name.
func (maker KernelMaker) ForArgument(spec kernel.Spec, x sample.Set, argument string) (k kernel.Kernel, widths []float64, err error) {
	b := builder{maker: maker, spec: spec, set: x}
	if k, err = b.build(x.Dim()); err != nil {
		return nil, nil, err
	}
	if err := gram.CheckDomain(k, x, argument); err != nil {
		return nil, nil, err
	}
	if kernel.IsGiven(k) {
		if x.Len() != x.Dim() {
			return nil, nil, fault.New(fault.Shape, "X", "a precomputed kernel needs the square Gram matrix of the training samples, got %d rows and %d columns", x.Len(), x.Dim()).
				With("rows", x.Len()).With("columns", x.Dim())
		}
		switch x := x.(type) {
		case *sample.Matrix:
			err = checkSymmetric(x)
		case *sample.Bytes:
			err = checkSymmetric(x.Matrix())
		}
		return k, b.widths, err
	}
	if _, err := Diagonal(k, x); err != nil {
		return nil, nil, err
	}
	return k, b.widths, nil
}

// Diagonal returns k(x_i, x_i) of every sample. It is a fault.Type when a number of x
// is outside the domain of the kernel, and a fault.Numeric when a squared norm or one of
// the values overflows.
func Diagonal(k kernel.Kernel, x sample.Set) ([]float64, error) {
	if err := gram.CheckDomain(k, x, "X"); err != nil {
		return nil, err
	}
	for i := range x.Len() {
		if !(x.SquaredNorm(i) <= gram.LargestNorm) {
			return nil, Overflow()
		}
	}
	diagonal := make([]float64, x.Len())
	gram.Diagonal(diagonal, k, x)
	for _, v := range diagonal {
		if !(math.Abs(v) <= gram.LargestNorm) {
			return nil, Overflow()
		}
	}
	return diagonal, nil
}

// tile is the side of the squares in which a matrix is compared with its
// transpose: two of them fit into the cache.
const tile = 64

// checkSymmetric returns an error about the first entry of a Gram matrix that
// differs from its mirror image by more than what rounding to float32 explains.
func checkSymmetric(matrix *sample.Matrix) error {
	largest := 0.0
	for _, v := range matrix.X {
		largest = max(largest, math.Abs(v))
	}
	tolerance := 1e-6 * largest
	n := matrix.N
	for top := 0; top < n; top += tile {
		for left := 0; left <= top; left += tile {
			for i := top; i < min(top+tile, n); i++ {
				for j := left; j < min(left+tile, i); j++ {
					below, above := matrix.X[i*n+j], matrix.X[j*n+i]
					if !(math.Abs(below-above) <= tolerance) {
						return fault.New(fault.Asymmetric, "X", "X[%d, %d] is %.6g, but X[%d, %d] is %.6g; a Gram matrix must be symmetric, so look at how it was computed, or pass the mean of it and its transpose", i, j, below, j, i, above).
							With("row", i).With("column", j)
					}
				}
			}
		}
	}
	return nil
}

// Again returns the kernel of a model file: that of spec with what the rules of its
// fit were resolved to, for a machine of n training samples of d features, whose
// vectors are nil for a precomputed kernel only.
func (maker KernelMaker) Again(spec kernel.Spec, widths []float64, n, d int, vectors sample.Set) (kernel.Kernel, error) {
	b := builder{maker: maker, spec: spec, resolved: widths}
	k, err := b.build(d)
	if err != nil {
		return nil, fault.New(fault.Format, "bytes", "the model has a kernel that this release does not know: %v", err)
	}
	switch given := kernel.IsGiven(k); {
	case len(b.resolved) > 0:
		return nil, fault.New(fault.Format, "bytes", "the model has %d widths of kernels too many", len(b.resolved))
	case given && d != n:
		return nil, fault.New(fault.Format, "bytes", "the model of a precomputed kernel has %d samples but %d columns", n, d)
	case !given && vectors == nil:
		return nil, fault.New(fault.Format, "bytes", "the model has no support vectors")
	case !given:
		if err := gram.CheckDomain(k, vectors, "X"); err != nil {
			return nil, fault.New(fault.Format, "bytes", "the model's support vectors are damaged: %v", err)
		}
	}
	return k, nil
}

// KernelText returns the option kernel: a name, or the text of a Tree.
func KernelText(options any) (text string, ok bool) {
	return schema.Kernel(options)
}

// Precomputed reports whether options name the kernel whose values are given.
func Precomputed(options any) bool {
	name, _ := KernelText(options)
	return name == (kernel.Precomputed{}).Name()
}

// Finite returns an Overflow unless all numbers of a solution are finite.
func Finite(solution ...[]float64) error {
	for _, numbers := range solution {
		if !schema.AllFinite(numbers) {
			return Overflow()
		}
	}
	return nil
}

// Overflow is the fault of numbers that are too large to compute with.
func Overflow() *fault.Error {
	return fault.New(fault.Numeric, "X", "the kernel values of X overflow: the solution is not finite. Scale its features to a range such as [-1, 1], or lower degree and gamma")
}
