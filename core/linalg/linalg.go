package linalg

import "sync"

// kernels are the routines of BLAS that the factorisations need, by the names that they have
// there, over the micro-kernels of core/lanes. Triangles are lower ones with a diagonal of
// their own, and no operand is empty.
type kernels struct {
	scratch *sync.Pool // of *[]float64
}

func newKernels() kernels {
	return kernels{scratch: &sync.Pool{New: func() any { return new([]float64) }}}
}

// borrow returns n numbers of arbitrary value, to be given back.
func (ks kernels) borrow(n int) *[]float64 {
	buffer := ks.scratch.Get().(*[]float64)
	if cap(*buffer) < n {
		*buffer = make([]float64, n)
	}
	*buffer = (*buffer)[:n]
	return buffer
}

func (ks kernels) giveBack(buffer *[]float64) { ks.scratch.Put(buffer) }
