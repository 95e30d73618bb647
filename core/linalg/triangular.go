package linalg

import (
	"gonum.org/v1/gonum/blas"

	"maxmargin/core/lanes"
)

const (
	// solveBlock is the order of the triangles that are solved row by row; what
	// lies beside them is a product.
	solveBlock = 32
	// turnBlock is the number of rows that are transposed at a time, to solve
	// from the right.
	turnBlock = 256
)

// triangular is an n x n triangle of op(A): the stored one, or its transpose.
type triangular struct {
	matrix
	isUpper, isUnit bool
}

// Dtrsm solves op(A) X = alpha B or X op(A) = alpha B for a triangular A, and
// writes X, m x n, over B.
func (ks kernels) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order := m
	if s == blas.Right {
		order = n
	}
	if s != blas.Left && s != blas.Right || !isTriangle(ul) || !isTranspose(tA) || d != blas.Unit && d != blas.NonUnit ||
		alpha == 0 || m*n*order < ks.product || !fits(a, order, order, lda) || !fits(b, m, n, ldb) {
		ks.Float64.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	scale(whole, m, n, alpha, b, ldb)
	t := triangular{view(tA, a, lda), (ul == blas.Upper) == (tA == blas.NoTrans), d == blas.Unit}
	switch {
	case s == blas.Left && n == 1:
		ks.Dtrsv(ul, tA, d, m, a, lda, b, ldb)
	case s == blas.Left:
		ks.solve(t, m, n, b, ldb)
	case m == 1:
		// x op(A) = b is op(A)ᵀ xᵀ = bᵀ.
		ks.Dtrsv(ul, flip(tA), d, n, a, lda, b, 1)
	default:
		t.matrix, t.isUpper = t.transposed(), !t.isUpper
		buffer := ks.borrow(n * min(m, turnBlock))
		defer ks.giveBack(buffer)
		for i := 0; i < m; i += turnBlock {
			rows := min(turnBlock, m-i)
			turn(*buffer, rows, b[i*ldb:], ldb, rows, n)
			ks.solve(t, n, rows, *buffer, rows)
			turn(b[i*ldb:], ldb, *buffer, rows, n, rows)
		}
	}
}

func flip(t blas.Transpose) blas.Transpose {
	if t == blas.NoTrans {
		return blas.Trans
	}
	return blas.NoTrans
}

// turn writes the transpose of a rows x cols matrix, a few rows at a time so
// that what it writes stays in the cache.
func turn(dst []float64, strideDst int, src []float64, stride, rows, cols int) {
	const few = 8
	for i := 0; i < rows; i += few {
		end := min(i+few, rows)
		for j := range cols {
			to := dst[j*strideDst+i : j*strideDst+end]
			at := i*stride + j
			for w := range to {
				to[w] = src[at]
				at += stride
			}
		}
	}
}

// solve overwrites B, m x n, by the solution X of T X = B: recursively, the
// triangle halved,
//
//	⎡T11    ⎤⎡X1⎤ = ⎡B1⎤   T11 X1 = B1,  T22 X2 = B2 - T21 X1
//	⎣T21 T22⎦⎣X2⎦   ⎣B2⎦
//
// for a lower T, and from the bottom for an upper one.
func (ks kernels) solve(t triangular, m, n int, b []float64, ldb int) {
	if m <= solveBlock {
		if ks.gonumTriangles {
			ul, tA, d, a, lda := t.stored()
			ks.Float64.Dtrsm(blas.Left, ul, tA, d, m, n, 1, a, lda, b, ldb)
		} else {
			t.solveRows(m, n, b, ldb)
		}
		return
	}
	half := roundUp(m/2, solveBlock)
	top, bottom := b, b[half*ldb:]
	t1, t2 := t, t
	t2.matrix = t.from(half, half)
	if t.isUpper {
		ks.solve(t2, m-half, n, bottom, ldb)
		ks.multiply(whole, half, n, m-half, -1, t.from(0, half), matrix{bottom, ldb, 1}, top, ldb)
		ks.solve(t1, half, n, top, ldb)
		return
	}
	ks.solve(t1, half, n, top, ldb)
	ks.multiply(whole, m-half, n, half, -1, t.from(half, 0), matrix{top, ldb, 1}, bottom, ldb)
	ks.solve(t2, m-half, n, bottom, ldb)
}

// stored returns the triangle as BLAS describes it.
func (t triangular) stored() (ul blas.Uplo, tA blas.Transpose, d blas.Diag, a []float64, lda int) {
	ul, tA, d, lda = blas.Lower, blas.NoTrans, blas.NonUnit, t.row
	if t.col != 1 {
		tA, lda = blas.Trans, t.col
	}
	if t.isUpper == (tA == blas.NoTrans) {
		ul = blas.Upper
	}
	if t.isUnit {
		d = blas.Unit
	}
	return ul, tA, d, t.data, lda
}

// solveRows is solve without blocks: row i of X is that of B, less the rows of
// X that are known, over the diagonal.
func (t triangular) solveRows(m, n int, b []float64, ldb int) {
	row := func(i int) []float64 { return b[i*ldb : i*ldb+n] }
	entry := func(i, j int) float64 { return t.data[i*t.row+j*t.col] }
	for step := range m {
		i, first, end := step, 0, step
		if t.isUpper {
			i = m - 1 - step
			first, end = i+1, m
		}
		x, j := row(i), first
		for ; j+4 <= end; j += 4 {
			by := [4]float64{-entry(i, j), -entry(i, j+1), -entry(i, j+2), -entry(i, j+3)}
			lanes.Update4(x, &by, row(j), row(j+1), row(j+2), row(j+3))
		}
		for ; j < end; j++ {
			lanes.Update(x, -entry(i, j), row(j))
		}
		if !t.isUnit {
			inverse := 1 / entry(i, i)
			for w := range x {
				x[w] *= inverse
			}
		}
	}
}

// Dtrsv solves op(A) x = b for a triangular A, n x n, and writes x over b.
func (ks kernels) Dtrsv(ul blas.Uplo, tA blas.Transpose, d blas.Diag, n int, a []float64, lda int, x []float64, incX int) {
	if !isTriangle(ul) || !isTranspose(tA) || d != blas.Unit && d != blas.NonUnit || n*n < ks.square || !fits(a, n, n, lda) || !span(x, n, incX) {
		ks.Float64.Dtrsv(ul, tA, d, n, a, lda, x, incX)
		return
	}
	buffer := ks.borrow(n)
	defer ks.giveBack(buffer)
	v := gather(*buffer, x, n, incX)
	// A lower triangle of op(A) is solved from the top, an upper from the bottom.
	fromTop := (ul == blas.Lower) == (tA == blas.NoTrans)
	for step := range n {
		i := step
		if !fromTop {
			i = n - 1 - step
		}
		first, end := 0, i // the stored part of row i, less the diagonal
		if ul == blas.Upper {
			first, end = i+1, n
		}
		row := a[i*lda+first : i*lda+end]
		if tA == blas.NoTrans {
			v[i] -= lanes.Sum(row, v[first:end])
		}
		if d == blas.NonUnit {
			v[i] /= a[i*lda+i]
		}
		if tA != blas.NoTrans {
			lanes.Update(v[first:end], -v[i], row)
		}
	}
	scatter(x, v, incX)
}
