package activeset

import (
	"math"

	"maxmargin/core/lanes"
)

// factor is the Cholesky factor L of a symmetric positive definite matrix H = L L', which
// grows and shrinks by one row and column at a time, each in O(m^2) operations. With it go, in O(m),
// solutions c of L c = r, so that systems with the right-hand sides r take one substitution.
type factor struct {
	rows [][]float64 // row i has i+1 numbers
	ones []float64   // c of r = 1
	kept []float64   // c of another r, which holds while it is as long as rows
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

// remove drops row and column p. The rows below lose column p and keep one number beyond
// the diagonal, which rotations of neighbouring columns make 0 (Golub & Van Loan, Matrix
// Computations, 6.5.4). With the rotations G, L without row p is [L' 0] G', so that the numbers
// of G'c are those of L' but for the last. It returns c for column p of H without its row: by the
// same rotations, from row p of L.
func (f *factor) remove(p int) []float64 {
	m := len(f.rows)
	cosine, sine := make([]float64, m), make([]float64, m)
	column := append(make([]float64, 0, m), f.rows[p]...)[:m]
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
	rotate := func(c []float64) []float64 {
		for k := p; k < m-1; k++ {
			a, b := c[k], c[k+1]
			c[k], c[k+1] = cosine[k]*a+sine[k]*b, cosine[k]*b-sine[k]*a
		}
		return c[:m-1]
	}
	f.ones = rotate(f.ones)
	if len(f.kept) == m {
		f.kept = rotate(f.kept)
	}
	return rotate(column)
}

// renew computes what goes with the factor anew: small errors add up.
func (f *factor) renew() {
	for i := range f.ones {
		f.ones[i] = 1
	}
	f.forward(f.ones)
	f.kept = nil
}

// forward overwrites x by the solution of L x = b, which it holds.
func (f *factor) forward(x []float64) {
	for i, row := range f.rows {
		x[i] = (x[i] - lanes.Sum(row[:i], x[:i])) / row[i]
	}
}

// backward overwrites x by the solution of L' x = b, which it holds.
func (f *factor) backward(x []float64) {
	for i := len(f.rows) - 1; i >= 0; i-- {
		row := f.rows[i]
		x[i] /= row[i]
		lanes.Update(x[:i], -x[i], row[:i])
	}
}
