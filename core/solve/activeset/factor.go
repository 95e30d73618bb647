package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
)

// factor is the Cholesky factor L of a symmetric positive definite matrix H = L L', which grows and
// shrinks by one row and column at a time, each in O(m^2) operations. It also keeps, in O(m),
// solutions c of L c = r, so that systems with the right-hand sides r take one substitution.
type factor struct {
	rows [][]float64 // row i has i+1 numbers
	ones []float64   // c of r = 1
	kept []float64   // c of another r, which holds while it is as long as rows

	cosines, sines []float64 // of the last rotations
	column         []float64 // the last result of remove
	spare          [][]float64
}

// extend appends the row h, whose last entry is the diagonal. It returns the square of the new
// pivot, and changes nothing if that is at most least: the matrix would not stay positive definite.
// It overwrites and keeps h.
func (f *factor) extend(h []float64, least float64) float64 {
	m := len(f.rows)
	f.forward(h[:m])
	pivot := h[m] - lanes.Sum(h[:m], h[:m])
	if pivot > least {
		h[m] = math.Sqrt(pivot)
		f.rows = append(f.rows, h)
		f.ones = f.appended(f.ones, 1)
	}
	return pivot
}

// appended returns c with the number that belongs to the last row, where r has this one.
func (f *factor) appended(c []float64, r float64) []float64 {
	m := len(f.rows) - 1
	last := f.rows[m]
	return append(c, (r-lanes.Sum(last[:m], c))/last[m])
}

// remove drops row and column p. The rows below lose column p and have one number beyond the
// diagonal, which rotations of neighbouring columns make 0 (Golub & Van Loan, Matrix Computations,
// 6.5.4). With the rotations G, L without row p is [L' 0] G', so G'c has the numbers of L' and a
// last one. It returns c for column p of H without its row, from the same rotations of row p of L.
func (f *factor) remove(p int) []float64 {
	m := len(f.rows)
	column := append(slices.Grow(f.column[:0], m), f.rows[p]...)[:m]
	clear(column[p+1:])
	f.spare = append(f.spare, f.rows[p][:0])
	f.cosines, f.sines = slices.Grow(f.cosines[:0], m)[:m], slices.Grow(f.sines[:0], m)[:m]
	for i := p + 1; i < m; i += 4 { // four rows at a time: their rotations do not wait for each other
		four := f.rows[i:min(i+4, m)]
		if len(four) == 4 {
			lanes.Rotate4(f.cosines[p:i-1], f.sines[p:i-1], four[0][p:], four[1][p:], four[2][p:], four[3][p:])
		}
		for r, row := range four {
			from := i - 1
			if len(four) < 4 {
				from = p
			}
			f.rotate(row, from, i+r-1)
			a, b := row[i+r-1], row[i+r]
			size := math.Hypot(a, b)
			f.cosines[i+r-1], f.sines[i+r-1] = a/size, b/size
			row[i+r-1] = size
			f.rows[i+r-1] = row[:i+r]
		}
	}
	f.rows = f.rows[:m-1]
	f.rotate(f.ones, p, m-1)
	f.ones = f.ones[:m-1]
	if len(f.kept) == m {
		f.rotate(f.kept, p, m-1)
		f.kept = f.kept[:m-1]
	}
	f.rotate(column, p, m-1)
	f.column = column[:m-1]
	return f.column
}

// row returns memory for the n numbers of a row, whatever they are.
func (f *factor) row(n int) []float64 {
	if last := len(f.spare) - 1; last >= 0 {
		h := f.spare[last]
		f.spare = f.spare[:last]
		if cap(h) >= n {
			return h[:n]
		}
	}
	return make([]float64, n, n+32)
}

// rotate applies the rotations from one column up to another.
func (f *factor) rotate(c []float64, from, to int) {
	for k := from; k < to; k++ {
		a, b := c[k], c[k+1]
		c[k], c[k+1] = f.cosines[k]*a+f.sines[k]*b, f.cosines[k]*b-f.sines[k]*a
	}
}

// renew solves for c again, because small errors add up.
func (f *factor) renew() {
	for i := range f.ones {
		f.ones[i] = 1
	}
	f.forward(f.ones)
	f.kept = nil
}

// forward overwrites x = b by the solution of L x = b, four numbers at a time, because most of the
// work is in the inner products with earlier numbers.
func (f *factor) forward(x []float64) {
	i := 0
	for ; i+4 <= len(f.rows); i += 4 {
		p, q, r, s := f.rows[i], f.rows[i+1], f.rows[i+2], f.rows[i+3]
		var sum [4]float64
		lanes.Sum4(&sum, x[:i], p, q, r, s)
		x0 := (x[i] - sum[0]) / p[i]
		x1 := (x[i+1] - sum[1] - q[i]*x0) / q[i+1]
		x2 := (x[i+2] - sum[2] - r[i]*x0 - r[i+1]*x1) / r[i+2]
		x[i+3] = (x[i+3] - sum[3] - s[i]*x0 - s[i+1]*x1 - s[i+2]*x2) / s[i+3]
		x[i], x[i+1], x[i+2] = x0, x1, x2
	}
	for ; i < len(f.rows); i++ {
		row := f.rows[i]
		x[i] = (x[i] - lanes.Sum(row[:i], x[:i])) / row[i]
	}
}

// backward overwrites x by the solution of L' x = b, which it holds.
func (f *factor) backward(x []float64) {
	i := len(f.rows)
	for ; i%4 != 0; i-- {
		row := f.rows[i-1]
		x[i-1] /= row[i-1]
		lanes.Update(x[:i-1], -x[i-1], row[:i-1])
	}
	for i -= 4; i >= 0; i -= 4 {
		p, q, r, s := f.rows[i], f.rows[i+1], f.rows[i+2], f.rows[i+3]
		x3 := x[i+3] / s[i+3]
		x2 := (x[i+2] - s[i+2]*x3) / r[i+2]
		x1 := (x[i+1] - s[i+1]*x3 - r[i+1]*x2) / q[i+1]
		x0 := (x[i] - s[i]*x3 - r[i]*x2 - q[i]*x1) / p[i]
		x[i], x[i+1], x[i+2], x[i+3] = x0, x1, x2, x3
		lanes.Update4(x[:i], &[4]float64{-x0, -x1, -x2, -x3}, p, q, r, s)
	}
}
