package activeset

import (
	"math"

	"maxmargin/core/lanes"
)

// factor is the Cholesky factor L of a symmetric positive definite matrix H = L L', which
// grows and shrinks by one row and column at a time, each in O(m^2) operations.
type factor struct {
	rows [][]float64 // row i has i+1 numbers
}

// extend appends the row h, whose last entry is that of the diagonal, unless the square of the
// new pivot, which it returns, is least or below: the matrix would not stay positive definite.
// It writes over h, which it keeps.
func (f *factor) extend(h []float64, least float64) float64 {
	m := len(f.rows)
	for i, row := range f.rows {
		h[i] = (h[i] - lanes.Sum(row[:i], h[:i])) / row[i]
	}
	pivot := h[m] - lanes.Sum(h[:m], h[:m])
	if pivot > least {
		h[m] = math.Sqrt(pivot)
		f.rows = append(f.rows, h)
	}
	return pivot
}

// remove drops row and column p. The rows below lose column p and keep one number beyond
// the diagonal, which rotations of neighbouring columns make 0 (Golub & Van Loan, Matrix
// Computations, 6.5.4).
func (f *factor) remove(p int) {
	m := len(f.rows)
	cosine, sine := make([]float64, m), make([]float64, m)
	for i := p + 1; i < m; i++ {
		row := f.rows[i]
		for k := p; k < i-1; k++ {
			a, b := row[k], row[k+1]
			row[k], row[k+1] = cosine[k]*a+sine[k]*b, cosine[k]*b-sine[k]*a
		}
		a, b := row[i-1], row[i]
		r := math.Hypot(a, b)
		cosine[i-1], sine[i-1] = a/r, b/r
		row[i-1] = r
		f.rows[i-1] = row[:i]
	}
	f.rows = f.rows[:m-1]
}

// solve overwrites x by the solution of H x = b, which it holds.
func (f *factor) solve(x []float64) {
	for i, row := range f.rows {
		x[i] = (x[i] - lanes.Sum(row[:i], x[:i])) / row[i]
	}
	for i := len(f.rows) - 1; i >= 0; i-- {
		row := f.rows[i]
		x[i] /= row[i]
		lanes.Update(x[:i], -x[i], row[:i])
	}
}
