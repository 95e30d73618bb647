package simplex

import (
	"math"

	"maxmargin/core/base/lanes"
)

// basis are the columns of a program that are not at zero, as many rows that are at a limit,
// and the inverse W of the matrix of the values of these columns in these rows. Row p of W
// belongs to column basic[p], and its column q to row tight[q].
type basis struct {
	basic, tight []int
	inverse      [][]float64
}

// times sets dst = W x.
func (b *basis) times(dst, x []float64) {
	for p, row := range b.inverse {
		dst[p] = lanes.Sum(row, x)
	}
}

// left sets dst = W'x.
func (b *basis) left(dst, x []float64) {
	clear(dst)
	for p, row := range b.inverse {
		lanes.Update(dst, x[p], row)
	}
}

// grow adds a column and a row. u = W g for the values g of the column in the tight rows, v = W'h
// for the values h of the basic columns in the row, and pivot is the value of the column in the
// row, less h'W g.
func (b *basis) grow(column, row int, u, v []float64, pivot float64) {
	last := make([]float64, len(v)+1, 2*len(v)+8)
	for q, x := range v {
		last[q] = -x / pivot
	}
	last[len(v)] = 1 / pivot
	for p, x := range u {
		lanes.Update(b.inverse[p], -x, last[:len(v)])
		b.inverse[p] = append(b.inverse[p], -x/pivot)
	}
	b.inverse = append(b.inverse, last)
	b.basic, b.tight = append(b.basic, column), append(b.tight, row)
}

// exchange replaces the column at position p; u = W g for the values g of the new column in
// the tight rows.
func (b *basis) exchange(p, column int, u []float64) {
	scale(b.inverse[p], 1/u[p])
	for r, x := range u {
		if r != p {
			lanes.Update(b.inverse[r], -x, b.inverse[p])
		}
	}
	b.basic[p] = column
}

// replace replaces the row at position q; v = W'h for the values h of the basic columns in
// the new row.
func (b *basis) replace(q, row int, v []float64) {
	for _, w := range b.inverse {
		x := w[q] / v[q]
		lanes.Update(w, -x, v)
		w[q] = x
	}
	b.tight[q] = row
}

// shrink removes the column at position p and the row at position q.
func (b *basis) shrink(p, q int) {
	out, end := b.inverse[p], len(b.basic)-1
	for r, w := range b.inverse {
		if r != p {
			lanes.Update(w, -w[q]/out[q], out)
		}
	}
	b.inverse[p], b.basic[p] = b.inverse[end], b.basic[end]
	b.inverse, b.basic = b.inverse[:end], b.basic[:end]
	for r, w := range b.inverse {
		w[q] = w[end]
		b.inverse[r] = w[:end]
	}
	b.tight[q] = b.tight[end]
	b.tight = b.tight[:end]
}

func scale(x []float64, by float64) {
	for i := range x {
		x[i] *= by
	}
}

// invert computes W again, by elimination with the largest pivot of each column. It reports
// false for a matrix that is singular to rounding.
func (b *basis) invert(value func(column, row int) float64) bool {
	k := len(b.basic)
	work, inverse := make([][]float64, k), make([][]float64, k)
	for q, row := range b.tight {
		work[q], inverse[q] = make([]float64, k), make([]float64, k, k+k/2+8)
		inverse[q][q] = 1
		for p, column := range b.basic {
			work[q][p] = value(column, row)
		}
	}
	for p := range k {
		best := p
		for q := p + 1; q < k; q++ {
			if math.Abs(work[q][p]) > math.Abs(work[best][p]) {
				best = q
			}
		}
		work[p], work[best], inverse[p], inverse[best] = work[best], work[p], inverse[best], inverse[p]
		pivot := 1 / work[p][p]
		if math.IsInf(pivot, 0) || math.IsNaN(pivot) {
			return false
		}
		scale(work[p][p:], pivot)
		scale(inverse[p], pivot)
		for q := range k {
			if x := work[q][p]; q != p && x != 0 {
				lanes.Update(work[q][p:], -x, work[p][p:])
				lanes.Update(inverse[q], -x, inverse[p])
			}
		}
	}
	b.inverse = inverse
	return true
}
