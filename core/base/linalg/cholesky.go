package linalg

import (
	"math"

	"maxmargin/core/base/lanes"
)

// choleskyBlock is the order up to which a matrix is factorised row by row.
const choleskyBlock = 64

// cholesky computes the Cholesky factor of a symmetric positive definite A = L Lᵀ, n x n,
// over its lower triangle. It reports whether A is positive definite. The matrix is halved,
// recursively,
//
//	⎡A11    ⎤   ⎡L11    ⎤⎡L11ᵀ L21ᵀ⎤   L11 = chol(A11),  L21 = A21 L11⁻ᵀ,
//	⎣A21 A22⎦ = ⎣L21 L22⎦⎣     L22ᵀ⎦   L22 = chol(A22 - L21 L21ᵀ)
//
// so that most of the work is in large products, and less in packing for them.
func (ks kernels) cholesky(n int, a []float64, lda int) bool {
	if n <= choleskyBlock {
		return choleskyRows(n, a, lda)
	}
	k := roundUp(n/2, solveBlock)
	if !ks.cholesky(k, a, lda) {
		return false
	}
	rest := a[k*lda+k:]
	ks.solveRight(n-k, k, a, lda, a[k*lda:], lda)
	ks.dsyrk(plain, n-k, k, -1, a[k*lda:], lda, 1, rest, lda)
	return ks.cholesky(n-k, rest, lda)
}

// choleskyRows takes inner products of the rows of L.
func choleskyRows(n int, a []float64, lda int) bool {
	for i := range n {
		row := a[i*lda : i*lda+i+1]
		for j := range i {
			row[j] = (row[j] - lanes.Sum(row[:j], a[j*lda:j*lda+j])) / a[j*lda+j]
		}
		pivot := row[i] - lanes.Sum(row[:i], row[:i])
		if !(pivot > 0) {
			return false
		}
		row[i] = math.Sqrt(pivot)
	}
	return true
}
