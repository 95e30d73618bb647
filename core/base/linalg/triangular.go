package linalg

import "maxmargin/core/base/lanes"

const (
	// solveBlock is the order of the triangles that are solved row by row. The rest of the
	// work is products.
	solveBlock = 32
	// transposeBlock is the number of rows that are transposed at a time, to solve
	// from the right.
	transposeBlock = 256
)

// solveLeft overwrites B, m x n, by the solution X of L X = B with a lower triangle L.
func (ks kernels) solveLeft(m, n int, l []float64, ldl int, b []float64, ldb int) {
	ks.solve(matrix{l, ldl, 1}, m, n, b, ldb)
}

// solveRight overwrites B, m x n, by the solution X of X Lᵀ = B, which is L Xᵀ = Bᵀ.
func (ks kernels) solveRight(m, n int, l []float64, ldl int, b []float64, ldb int) {
	if m == 1 {
		ks.dtrsv(plain, n, l, ldl, b)
		return
	}
	buffer := ks.borrow(n * min(m, transposeBlock))
	defer ks.giveBack(buffer)
	for i := 0; i < m; i += transposeBlock {
		rows := min(transposeBlock, m-i)
		if !ks.took(slow * rows * n) {
			return
		}
		transpose(*buffer, rows, b[i*ldb:], ldb, rows, n)
		ks.solve(matrix{l, ldl, 1}, n, rows, *buffer, rows)
		transpose(b[i*ldb:], ldb, *buffer, rows, n, rows)
	}
}

// transpose writes the transpose of a rows x cols matrix, a few rows at a time, so that the
// lines it writes stay in the cache.
func transpose(dst []float64, strideDst int, src []float64, stride, rows, cols int) {
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

// solve overwrites B, m x n, by the solution X of L X = B: recursively, the triangle
// halved,
//
//	⎡L11    ⎤⎡X1⎤ = ⎡B1⎤   L11 X1 = B1,  L22 X2 = B2 - L21 X1
//	⎣L21 L22⎦⎣X2⎦   ⎣B2⎦
func (ks kernels) solve(l matrix, m, n int, b []float64, ldb int) {
	if m <= solveBlock {
		if ks.took(m * m * n) {
			solveRows(l, m, n, b, ldb)
		}
		return
	}
	half := roundUp(m/2, solveBlock)
	bottom := b[half*ldb:]
	ks.solve(l, half, n, b, ldb)
	ks.multiply(whole, m-half, n, half, -1, l.from(half, 0), matrix{b, ldb, 1}, bottom, ldb)
	ks.solve(l.from(half, half), m-half, n, bottom, ldb)
}

// solveRows solves without blocks: row i of X is that of B, less the known rows of X, over the
// diagonal.
func solveRows(l matrix, m, n int, b []float64, ldb int) {
	row := func(i int) []float64 { return b[i*ldb : i*ldb+n] }
	entry := func(i, j int) float64 { return l.data[i*l.row+j*l.col] }
	for i := range m {
		x, j := row(i), 0
		for ; j+4 <= i; j += 4 {
			by := [4]float64{-entry(i, j), -entry(i, j+1), -entry(i, j+2), -entry(i, j+3)}
			lanes.Update4(x, &by, row(j), row(j+1), row(j+2), row(j+3))
		}
		for ; j < i; j++ {
			lanes.Update(x, -entry(i, j), row(j))
		}
		inverse := 1 / entry(i, i)
		for w := range x {
			x[w] *= inverse
		}
	}
}

// dtrsv solves op(L) x = b for a lower triangle L, n x n, and writes x over b.
func (ks kernels) dtrsv(op operand, n int, l []float64, ldl int, x []float64) {
	if op == plain {
		for i := range n {
			ks.took(slow * i)
			x[i] = (x[i] - lanes.Sum(l[i*ldl:i*ldl+i], x[:i])) / l[i*ldl+i]
		}
		return
	}
	for i := n - 1; i >= 0; i-- {
		ks.took(slow * i)
		x[i] /= l[i*ldl+i]
		lanes.Update(x[:i], -x[i], l[i*ldl:i*ldl+i])
	}
}
