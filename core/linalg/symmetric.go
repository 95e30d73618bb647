package linalg

import "gonum.org/v1/gonum/blas"

// MultiplySymmetric sets dst = A x for the symmetric matrix, n x n and row-major, whose
// upper triangle is in a.
func MultiplySymmetric(dst, a []float64, n int, x []float64) {
	if n == 0 {
		return
	}
	clear(dst)
	newKernels(tuned()).Dsymv(blas.Upper, n, 1, a, n, x, 1, 0, dst, 1)
}
