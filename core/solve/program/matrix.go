package program

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
)

// Matrix has the operations on a matrix that the solver needs. There are dense and sparse ones;
// products that add to a square matrix change its lower triangle.
type Matrix interface {
	Size() (rows, cols int)
	Multiply(dst, x []float64)                                // dst = A x
	Transposed(dst, y []float64)                              // dst = A'y
	AddGram(dst, e []float64, watch linalg.Watch) bool        // dst += A' diag(e) A, e >= 0; false: watch ended it
	AddOuter(dst, d []float64, watch linalg.Watch) bool       // dst += A diag(d) A', d >= 0; the same
	AddLower(dst []float64)                                   // dst += A, which is square
	Row(dst []float64, i int)                                 // dst = row i
	Norms(rows, cols []float64, left, right []float64)        // the largest |left_i a_ij right_j| of each row and column
	Scaled(left, right []float64) Matrix                      // a copy, diag(left) A diag(right)
	entries() int                                             // how many numbers are stored
	each(take func(i int, columns []int32, values []float64)) // every row; columns nil: all
}

// Dense is a matrix of all of its numbers, row by row.
type Dense struct {
	data       []float64
	rows, cols int
}

// NewDense returns the matrix of these numbers, and keeps them.
func NewDense(data []float64, rows, cols int) *Dense { return &Dense{data, rows, cols} }

// Size returns the numbers of rows and columns.
func (a *Dense) Size() (rows, cols int) { return a.rows, a.cols }

func (a *Dense) row(i int) []float64 { return a.data[i*a.cols : (i+1)*a.cols] }

// Row sets dst to row i.
func (a *Dense) Row(dst []float64, i int) { copy(dst, a.row(i)) }

// Multiply sets dst = A x.
func (a *Dense) Multiply(dst, x []float64) {
	for i := range a.rows {
		dst[i] = lanes.Sum(a.row(i), x)
	}
}

// Transposed sets dst = A'y.
func (a *Dense) Transposed(dst, y []float64) {
	clear(dst)
	for i, v := range y {
		if v != 0 {
			lanes.Update(dst, v, a.row(i))
		}
	}
}

// scaledRows is how many rows are copied to be scaled at a time.
const scaledRows = 256

// AddGram adds A' diag(e) A to the lower triangle of dst.
func (a *Dense) AddGram(dst, e []float64, watch linalg.Watch) bool {
	buffer := make([]float64, 0, min(scaledRows, a.rows)*a.cols)
	for i := range a.rows {
		if e[i] == 0 {
			continue
		}
		at := len(buffer)
		buffer = append(buffer, a.row(i)...)
		scale := math.Sqrt(e[i])
		for j := range buffer[at:] {
			buffer[at+j] *= scale
		}
		if len(buffer) == cap(buffer) {
			if !linalg.AddOuter(dst, buffer, a.cols, watch) {
				return false
			}
			buffer = buffer[:0]
		}
	}
	return linalg.AddOuter(dst, buffer, a.cols, watch)
}

// AddOuter adds A diag(d) A' to the lower triangle of dst.
func (a *Dense) AddOuter(dst, d []float64, watch linalg.Watch) bool {
	width := min(scaledRows, a.cols)
	buffer := make([]float64, a.rows*width)
	for first := 0; first < a.cols; first += width {
		w := min(width, a.cols-first)
		for i := range a.rows {
			from, to := a.row(i)[first:first+w], buffer[i*w:(i+1)*w]
			for j, v := range from {
				to[j] = v * math.Sqrt(d[first+j])
			}
		}
		if !linalg.AddInner(dst, buffer[:a.rows*w], a.rows, watch) {
			return false
		}
	}
	return true
}

// AddLower adds the lower triangle of A, which is square.
func (a *Dense) AddLower(dst []float64) {
	for i := range a.rows {
		for j, v := range a.row(i)[:i+1] {
			dst[i*a.cols+j] += v
		}
	}
}

// Norms sets the largest sizes of the scaled rows and columns.
func (a *Dense) Norms(rows, cols []float64, left, right []float64) { norms(a, rows, cols, left, right) }

// Scaled returns diag(left) A diag(right).
func (a *Dense) Scaled(left, right []float64) Matrix {
	s := NewDense(append([]float64(nil), a.data...), a.rows, a.cols)
	for i, l := range left {
		for j := range s.row(i) {
			s.data[i*s.cols+j] *= l * right[j]
		}
	}
	return s
}

func (a *Dense) entries() int { return len(a.data) }

func (a *Dense) each(take func(i int, columns []int32, values []float64)) {
	for i := range a.rows {
		take(i, nil, a.row(i))
	}
}

// norms computes Norms by each.
func norms(a Matrix, rows, cols []float64, left, right []float64) {
	clear(rows)
	clear(cols)
	a.each(func(i int, columns []int32, values []float64) {
		for k, v := range values {
			j := k
			if columns != nil {
				j = int(columns[k])
			}
			size := math.Abs(v) * left[i] * right[j]
			rows[i], cols[j] = max(rows[i], size), max(cols[j], size)
		}
	})
}
