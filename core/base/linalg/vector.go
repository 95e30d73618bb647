package linalg

import "maxmargin/core/base/lanes"

// dgemv computes y = alpha op(A) x + beta y for a stored A, m x n, and entries of x that are
// inc > 0 apart.
func (ks kernels) dgemv(op operand, m, n int, alpha float64, a []float64, lda int, x []float64, inc int, beta float64, y []float64) {
	lenX, lenY := n, m
	if op == turned {
		lenX, lenY = m, n
	}
	if !ks.took(slow * m * n) {
		return
	}
	buffer := ks.borrow(lenX)
	defer ks.giveBack(buffer)
	x, y = gather(*buffer, x, lenX, inc), y[:lenY]
	scale(whole, 1, lenY, beta, y, lenY)
	if op == turned {
		combine(y, alpha, matrix{a, lda, 1}, x)
		return
	}
	for i := range y {
		y[i] += alpha * lanes.Sum(a[i*lda:i*lda+n], x)
	}
}

// gather returns x as a contiguous vector: x itself, or a copy in buffer.
func gather(buffer, x []float64, n, inc int) []float64 {
	if inc == 1 {
		return x[:n]
	}
	for i := range n {
		buffer[i] = x[i*inc]
	}
	return buffer[:n]
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

// dsymv computes y = A x for a symmetric A, n x n, whose lower triangle is stored.
func (ks kernels) dsymv(n int, a []float64, lda int, x, y []float64) {
	x, y = x[:n], y[:n]
	clear(y)
	for i := 0; i < n && ks.took(slow*i); i++ {
		// Row i of the triangle is a row and a column of A.
		sum := lanes.UpdateSum(y[:i], x[i], a[i*lda:i*lda+i], x[:i])
		y[i] += sum + a[i*lda+i]*x[i]
	}
}

// Dot returns the inner product of two vectors of the same length, added up in their order.
// lanes.Sum is faster, and adds in another order.
func Dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// Total returns the sum of some numbers, added up in their order.
func Total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}
