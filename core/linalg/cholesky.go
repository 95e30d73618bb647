package linalg

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// choleskyBlock is the order up to which a matrix is factorised by gonum.
const choleskyBlock = 64

// Dpotrf computes the Cholesky factor of a symmetric positive definite A, n x n,
// A = Uᵀ U or A = L Lᵀ, over the triangle that is stored. It reports whether A
// is positive definite.
//
// gonum goes by strips of 64 rows, each of which reads all strips before it.
// Here the matrix is halved, recursively,
//
//	⎡A11 A12⎤   ⎡U11ᵀ     ⎤⎡U11 U12⎤   U11 = chol(A11),  U12 = U11⁻ᵀ A12,
//	⎣    A22⎦ = ⎣U12ᵀ U22ᵀ⎦⎣    U22⎦   U22 = chol(A22 - U12ᵀ U12)
//
// so that most of the work is in large products, and less in packing for them.
func (impl lapackKernels) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if !isTriangle(ul) || n <= choleskyBlock || !fits(a, n, n, lda) {
		return impl.Implementation.Dpotrf(ul, n, a, lda)
	}
	k := roundUp(n/2, solveBlock)
	if !impl.Dpotrf(ul, k, a, lda) {
		return false
	}
	bi, rest := blas64.Implementation(), a[k*lda+k:]
	if ul == blas.Upper {
		bi.Dtrsm(blas.Left, ul, blas.Trans, blas.NonUnit, k, n-k, 1, a, lda, a[k:], lda)
		bi.Dsyrk(ul, blas.Trans, n-k, k, -1, a[k:], lda, 1, rest, lda)
	} else {
		bi.Dtrsm(blas.Right, ul, blas.Trans, blas.NonUnit, n-k, k, 1, a, lda, a[k*lda:], lda)
		bi.Dsyrk(ul, blas.NoTrans, n-k, k, -1, a[k*lda:], lda, 1, rest, lda)
	}
	return impl.Dpotrf(ul, n-k, rest, lda)
}
