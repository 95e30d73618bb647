package linalg

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Use makes gonum's mat, lapack64 and blas64 run on the micro-kernels, for the
// whole program. Call it once, before the first computation.
func Use() {
	blas64.Use(newKernels(tuned()))
	lapack64.Use(lapackKernels{})
}

// kernels is gonum's BLAS with the routines replaced in which time is spent.
// Every replacement leaves to gonum what is too small, what has nothing to
// compute, and what gonum refuses, so that the panics are gonum's too.
//
// gonum's stands behind an interface, and is nil in alone: what is not called
// through a registered BLAS is then not linked into the program either.
type kernels struct {
	blas.Float64
	limits
	scratch *sync.Pool // of *[]float64
}

// limits says below which sizes gonum's own routines are the faster ones.
type limits struct {
	vector         int  // of Ddot and Daxpy: length
	square         int  // of Dgemv, Dger, Dsymv and Dtrsv: entries of the matrix
	product        int  // of Dgemm, Dsyrk, Dsyr2k and Dtrsm: multiply-adds
	gonumTriangles bool // Dtrsm leaves the blocks on the diagonal to gonum
}

func newKernels(l limits) kernels {
	ks := alone()
	ks.Float64, ks.limits = blasgonum.Implementation{}, l
	return ks
}

// alone returns the kernels without gonum behind them, for the routines of this
// package: no operand may be empty, alpha not 0, and only routines that are
// replaced can be called.
func alone() kernels {
	return kernels{scratch: &sync.Pool{New: func() any { return new([]float64) }}}
}

// lapackKernels is gonum's LAPACK with another order of work in Cholesky's
// factorisation and in the symmetric eigensolver.
type lapackKernels struct{ lapackgonum.Implementation }

// borrow returns n numbers of arbitrary value, to be given back.
func (k kernels) borrow(n int) *[]float64 {
	buffer := k.scratch.Get().(*[]float64)
	if cap(*buffer) < n {
		*buffer = make([]float64, n)
	}
	*buffer = (*buffer)[:n]
	return buffer
}

func (k kernels) giveBack(buffer *[]float64) { k.scratch.Put(buffer) }
