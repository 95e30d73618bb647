package linalg

import (
	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// judged is gonum's BLAS with routines of this package in place of gonum's, for all calls
// that they support: lower triangles with a stored diagonal, operands that are not empty
// and lie within their slices, factors that are not 0. All other calls, and panics, go
// to gonum. So gonum's test suites and random calls test this package.
type judged struct{ blasgonum.Implementation }

// fits reports whether rows x cols numbers with a stride lie within data.
func fits(data []float64, rows, cols, stride int) bool {
	return rows > 0 && cols > 0 && stride >= cols && len(data) >= (rows-1)*stride+cols
}

// swapIf returns the dimensions as stored of a rows x cols operand.
func swapIf(transpose blas.Transpose, rows, cols int) (int, int) {
	if transpose == blas.NoTrans {
		return rows, cols
	}
	return cols, rows
}

func isTranspose(t blas.Transpose) bool {
	return t == blas.NoTrans || t == blas.Trans || t == blas.ConjTrans
}

func operandOf(t blas.Transpose) operand { return t != blas.NoTrans }

func (j judged) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	rowsA, colsA := swapIf(tA, m, k)
	rowsB, colsB := swapIf(tB, k, n)
	if !isTranspose(tA) || !isTranspose(tB) || alpha == 0 || !fits(a, rowsA, colsA, lda) || !fits(b, rowsB, colsB, ldb) || !fits(c, m, n, ldc) {
		j.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	newKernels().dgemm(operandOf(tA), operandOf(tB), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (j judged) Dsyrk(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	rows, cols := swapIf(tA, n, k)
	if ul != blas.Lower || !isTranspose(tA) || alpha == 0 || !fits(a, rows, cols, lda) || !fits(c, n, n, ldc) {
		if beta == 0 && ul == blas.Lower && fits(c, n, n, ldc) && isTranspose(tA) && n > 0 && lda >= cols {
			scale(lower, n, n, 0, c, ldc) // gonum's keeps NaN, for Trans
		}
		j.Implementation.Dsyrk(ul, tA, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	newKernels().dsyrk(operandOf(tA), n, k, alpha, a, lda, beta, c, ldc)
}

func (j judged) Dsyr2k(ul blas.Uplo, tA blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	rows, cols := swapIf(tA, n, k)
	if ul != blas.Lower || !isTranspose(tA) || alpha == 0 || !fits(a, rows, cols, lda) || !fits(b, rows, cols, ldb) || !fits(c, n, n, ldc) {
		j.Implementation.Dsyr2k(ul, tA, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	newKernels().dsyr2k(operandOf(tA), n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (j judged) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	isLeft := s == blas.Left && tA == blas.NoTrans && fits(a, m, m, lda)
	isRight := s == blas.Right && (tA == blas.Trans || tA == blas.ConjTrans) && fits(a, n, n, lda)
	if ul != blas.Lower || d != blas.NonUnit || alpha == 0 || !fits(b, m, n, ldb) || !isLeft && !isRight {
		j.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	scale(whole, m, n, alpha, b, ldb)
	if isLeft {
		newKernels().solveLeft(m, n, a, lda, b, ldb)
	} else {
		newKernels().solveRight(m, n, a, lda, b, ldb)
	}
}

func (j judged) Dtrsv(ul blas.Uplo, tA blas.Transpose, d blas.Diag, n int, a []float64, lda int, x []float64, inc int) {
	if ul != blas.Lower || !isTranspose(tA) || d != blas.NonUnit || inc != 1 || !fits(a, n, n, lda) || len(x) < n {
		j.Implementation.Dtrsv(ul, tA, d, n, a, lda, x, inc)
		return
	}
	newKernels().dtrsv(operandOf(tA), n, a, lda, x)
}

func (j judged) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lenY, lenX := swapIf(tA, m, n)
	if !isTranspose(tA) || alpha == 0 || incY != 1 || incX < 1 || !fits(a, m, n, lda) || len(x) <= (lenX-1)*incX || len(y) < lenY {
		if incY == 1 && lenY >= 0 && lenY <= len(y) {
			y = y[:lenY] // without assembly, gonum's clears more
		}
		j.Implementation.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	newKernels().dgemv(operandOf(tA), m, n, alpha, a, lda, x, incX, beta, y)
}

func (j judged) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if ul != blas.Lower || incX != 1 || incY != 1 || !fits(a, n, n, lda) || len(x) < n || len(y) < n {
		j.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	product := make([]float64, n)
	newKernels().dsymv(n, a, lda, x, product)
	scale(whole, 1, n, beta, y, n)
	for i, v := range product {
		y[i] += alpha * v
	}
}

// judgedFactors is gonum's LAPACK with the factorisations of this package in place of
// gonum's, for lower triangles.
type judgedFactors struct{ lapackgonum.Implementation }

func (j judgedFactors) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if ul != blas.Lower || !fits(a, n, n, lda) {
		return j.Implementation.Dpotrf(ul, n, a, lda)
	}
	return newKernels().cholesky(n, a, lda)
}

func (j judgedFactors) Dsyev(jobz lapack.EVJob, ul blas.Uplo, n int, a []float64, lda int, w, work []float64, lwork int) bool {
	if jobz != lapack.EVCompute || ul != blas.Lower || n < 2 || lwork < 3*n-1 || len(work) < lwork || len(w) < n || !fits(a, n, n, lda) {
		return j.Implementation.Dsyev(jobz, ul, n, a, lda, w, work, lwork)
	}
	return newKernels().eigen(n, a, lda, w[:n])
}
