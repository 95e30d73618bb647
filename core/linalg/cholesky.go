package linalg

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"maxmargin/core/lanes"
)

// choleskyBlock is the order up to which a matrix is factorised row by row.
const choleskyBlock = 64

// Dpotrf computes the Cholesky factor of a symmetric positive definite A, n x n,
// A = Uᵀ U or A = L Lᵀ, over the triangle that is stored. It reports whether A
// is positive definite.
func (impl lapackKernels) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if !isTriangle(ul) || !fits(a, n, n, lda) {
		return impl.Implementation.Dpotrf(ul, n, a, lda)
	}
	return alone().cholesky(ul, n, a, lda)
}

// cholesky is Dpotrf for n > 0.
//
// gonum goes by strips of 64 rows, each of which reads all strips before it.
// Here the matrix is halved, recursively,
//
//	⎡A11 A12⎤   ⎡U11ᵀ     ⎤⎡U11 U12⎤   U11 = chol(A11),  U12 = U11⁻ᵀ A12,
//	⎣    A22⎦ = ⎣U12ᵀ U22ᵀ⎦⎣    U22⎦   U22 = chol(A22 - U12ᵀ U12)
//
// so that most of the work is in large products, and less in packing for them.
func (ks kernels) cholesky(ul blas.Uplo, n int, a []float64, lda int) bool {
	if n <= choleskyBlock {
		if ul == blas.Upper {
			return choleskyUpper(n, a, lda)
		}
		return choleskyLower(n, a, lda)
	}
	k := roundUp(n/2, solveBlock)
	if !ks.cholesky(ul, k, a, lda) {
		return false
	}
	rest := a[k*lda+k:]
	if ul == blas.Upper {
		ks.Dtrsm(blas.Left, ul, blas.Trans, blas.NonUnit, k, n-k, 1, a, lda, a[k:], lda)
		ks.Dsyrk(ul, blas.Trans, n-k, k, -1, a[k:], lda, 1, rest, lda)
	} else {
		ks.Dtrsm(blas.Right, ul, blas.Trans, blas.NonUnit, n-k, k, 1, a, lda, a[k*lda:], lda)
		ks.Dsyrk(ul, blas.NoTrans, n-k, k, -1, a[k*lda:], lda, 1, rest, lda)
	}
	return ks.cholesky(ul, n-k, rest, lda)
}

// choleskyLower takes inner products of the rows of L.
func choleskyLower(n int, a []float64, lda int) bool {
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

// choleskyUpper subtracts each row of U from those below it.
func choleskyUpper(n int, a []float64, lda int) bool {
	for i := range n {
		row := a[i*lda : i*lda+n]
		if !(row[i] > 0) {
			return false
		}
		row[i] = math.Sqrt(row[i])
		for j := i + 1; j < n; j++ {
			row[j] /= row[i]
		}
		for j := i + 1; j < n; j++ {
			lanes.Update(a[j*lda+j:j*lda+n], -row[j], row[j:])
		}
	}
	return true
}
