package linalg

import (
	"gonum.org/v1/gonum/blas"

	"maxmargin/core/lanes"
)

// span reports whether n entries with an increment lie within x.
func span(x []float64, n, inc int) bool {
	return n > 0 && (inc > 0 && len(x) > (n-1)*inc || inc < 0 && len(x) > (1-n)*inc)
}

// start returns the place of the first entry: a negative increment begins at
// the end.
func start(n, inc int) int {
	if inc < 0 {
		return (1 - n) * inc
	}
	return 0
}

// gather returns x as a contiguous vector: x itself, or a copy in buffer.
func gather(buffer, x []float64, n, inc int) []float64 {
	if inc == 1 {
		return x[:n]
	}
	buffer = buffer[:n]
	at := start(n, inc)
	for i := range buffer {
		buffer[i] = x[at]
		at += inc
	}
	return buffer
}

// scatter puts a vector that gather returned back into x.
func scatter(x, vector []float64, inc int) {
	if inc == 1 {
		return // it is x itself
	}
	at := start(len(vector), inc)
	for _, v := range vector {
		x[at] = v
		at += inc
	}
}

// Ddot returns the inner product of x and y.
func (ks kernels) Ddot(n int, x []float64, incX int, y []float64, incY int) float64 {
	if incX != 1 || incY != 1 || n < ks.vector || n > len(x) || n > len(y) {
		return ks.Float64.Ddot(n, x, incX, y, incY)
	}
	return lanes.Sum(x[:n], y[:n])
}

// Daxpy computes y += alpha x.
func (ks kernels) Daxpy(n int, alpha float64, x []float64, incX int, y []float64, incY int) {
	if incX != 1 || incY != 1 || n < ks.vector || n > len(x) || n > len(y) || alpha == 0 {
		ks.Float64.Daxpy(n, alpha, x, incX, y, incY)
		return
	}
	lanes.Update(y[:n], alpha, x)
}

// Dger computes A += alpha x yᵀ, A m x n. (gonum's assembly is wrong for
// negative increments, which are therefore never passed on.)
func (ks kernels) Dger(m, n int, alpha float64, x []float64, incX int, y []float64, incY int, a []float64, lda int) {
	if alpha == 0 || m*n < ks.square && incX > 0 && incY > 0 || !fits(a, m, n, lda) || !span(x, m, incX) || !span(y, n, incY) {
		ks.Float64.Dger(m, n, alpha, x, incX, y, incY, a, lda)
		return
	}
	buffer := ks.borrow(n)
	defer ks.giveBack(buffer)
	row := gather(*buffer, y, n, incY)
	at := start(m, incX)
	for i := range m {
		lanes.Update(a[i*lda:i*lda+n], alpha*x[at], row)
		at += incX
	}
}

// Dgemv computes y = alpha op(A) x + beta y, A m x n.
func (ks kernels) Dgemv(tA blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	lenY, lenX := swapIf(tA, m, n)
	if !isTranspose(tA) || alpha == 0 || m*n < ks.square || !fits(a, m, n, lda) || !span(x, lenX, incX) || !span(y, lenY, incY) {
		// Without assembly, gonum's form for transposed A and beta = 0 clears
		// the whole of y, past its n entries too.
		if incY == 1 && lenY >= 0 && lenY <= len(y) {
			y = y[:lenY]
		}
		ks.Float64.Dgemv(tA, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	buffer := ks.borrow(m + n)
	defer ks.giveBack(buffer)
	from, to := gather(*buffer, x, lenX, incX), gather((*buffer)[lenX:], y, lenY, incY)
	scale(whole, 1, lenY, beta, to, lenY)
	if tA == blas.NoTrans {
		for i := range to {
			to[i] += alpha * lanes.Sum(a[i*lda:i*lda+n], from)
		}
	} else {
		combine(to, alpha, matrix{a, lda, 1}, from)
	}
	scatter(y, to, incY)
}

// combine adds the rows of a matrix to y, scaled by alpha x_i.
func combine(y []float64, alpha float64, a matrix, x []float64) {
	n, i := len(y), 0
	row := func(i int) []float64 { return a.data[i*a.row : i*a.row+n] }
	for ; i+4 <= len(x); i += 4 {
		by := [4]float64{alpha * x[i], alpha * x[i+1], alpha * x[i+2], alpha * x[i+3]}
		lanes.Update4(y, &by, row(i), row(i+1), row(i+2), row(i+3))
	}
	for ; i < len(x); i++ {
		lanes.Update(y, alpha*x[i], row(i))
	}
}

// Dsymv computes y = alpha A x + beta y for a symmetric A, n x n, of which one
// triangle is stored.
func (ks kernels) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if !isTriangle(ul) || alpha == 0 || n*n < ks.square || !fits(a, n, n, lda) || !span(x, n, incX) || !span(y, n, incY) {
		ks.Float64.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	buffer := ks.borrow(2 * n)
	defer ks.giveBack(buffer)
	from, to := gather(*buffer, x, n, incX), gather((*buffer)[n:], y, n, incY)
	scale(whole, 1, n, beta, to, n)
	for i := range n {
		// Row i of the triangle stands for a row and for a column of A.
		first, end := 0, i
		if ul == blas.Upper {
			first, end = i+1, n
		}
		sum := lanes.UpdateSum(to[first:end], alpha*from[i], a[i*lda+first:i*lda+end], from[first:end])
		to[i] += alpha * (sum + a[i*lda+i]*from[i])
	}
	scatter(y, to, incY)
}
