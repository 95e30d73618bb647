package program

import "maxmargin/core/base/linalg"

// Sparse is a matrix with some stored numbers: those of row i are values[starts[i]:starts[i+1]], in
// these columns.
type Sparse struct {
	cols    int
	starts  []int32
	columns []int32
	values  []float64
}

// NewSparse returns the matrix of these numbers, and keeps them. The columns of a row are in
// ascending order.
func NewSparse(cols int, starts, columns []int32, values []float64) *Sparse {
	return &Sparse{cols, starts, columns, values}
}

// Size returns the numbers of rows and columns.
func (a *Sparse) Size() (rows, cols int) { return len(a.starts) - 1, a.cols }

func (a *Sparse) row(i int) (columns []int32, values []float64) {
	from, to := a.starts[i], a.starts[i+1]
	return a.columns[from:to], a.values[from:to]
}

// Row sets dst to row i.
func (a *Sparse) Row(dst []float64, i int) {
	clear(dst)
	columns, values := a.row(i)
	for k, j := range columns {
		dst[j] += values[k]
	}
}

// Multiply sets dst = A x.
func (a *Sparse) Multiply(dst, x []float64) {
	for i := range dst {
		sum := 0.0
		columns, values := a.row(i)
		for k, j := range columns {
			sum += float64(values[k] * x[j])
		}
		dst[i] = sum
	}
}

// Transposed sets dst = A'y.
func (a *Sparse) Transposed(dst, y []float64) {
	clear(dst)
	for i, v := range y {
		columns, values := a.row(i)
		for k, j := range columns {
			dst[j] += float64(values[k] * v)
		}
	}
}

// AddGram adds A' diag(e) A to the lower triangle of dst.
func (a *Sparse) AddGram(dst, e []float64, watch linalg.Watch) bool {
	work := 0
	for i, w := range e {
		columns, values := a.row(i)
		if w == 0 {
			continue
		}
		if work += len(columns) * len(columns); work > sparseWork {
			if work = 0; !watch(0) {
				return false
			}
		}
		for k, j := range columns {
			at, scale := dst[int(j)*a.cols:], w*values[k]
			for l, c := range columns[:k+1] {
				at[c] += float64(scale * values[l])
			}
		}
	}
	return true
}

// sparseWork is how many products of sparse rows are added between two looks at the clock.
const sparseWork = 1 << 20

// AddOuter adds A diag(d) A' to the lower triangle of dst, column by column: two rows interact if
// they have a common column.
func (a *Sparse) AddOuter(dst, d []float64, watch linalg.Watch) bool {
	rows, _ := a.Size()
	turned, work := a.turned(), 0
	for j, w := range d {
		in, values := turned.row(j)
		if work += len(in) * len(in); work > sparseWork {
			if work = 0; !watch(0) {
				return false
			}
		}
		for k, i := range in {
			at, scale := dst[int(i)*rows:], w*values[k]
			for l, c := range in[:k+1] {
				at[c] += float64(scale * values[l])
			}
		}
	}
	return true
}

// turned returns the transpose.
func (a *Sparse) turned() *Sparse {
	rows, _ := a.Size()
	t := &Sparse{cols: rows, starts: make([]int32, a.cols+1), columns: make([]int32, len(a.columns)), values: make([]float64, len(a.values))}
	for _, j := range a.columns {
		t.starts[j+1]++
	}
	for j := range a.cols {
		t.starts[j+1] += t.starts[j]
	}
	next := append([]int32(nil), t.starts...)
	for i := range rows {
		columns, values := a.row(i)
		for k, j := range columns {
			t.columns[next[j]], t.values[next[j]] = int32(i), values[k]
			next[j]++
		}
	}
	return t
}

// AddLower adds the lower triangle of A, which is square.
func (a *Sparse) AddLower(dst []float64) {
	for i := range len(a.starts) - 1 {
		columns, values := a.row(i)
		for k, j := range columns {
			if int(j) <= i {
				dst[i*a.cols+int(j)] += values[k]
			}
		}
	}
}

// Norms sets the largest sizes of the scaled rows and columns.
func (a *Sparse) Norms(rows, cols []float64, left, right []float64) {
	norms(a, rows, cols, left, right)
}

// Scaled returns diag(left) A diag(right).
func (a *Sparse) Scaled(left, right []float64) Matrix {
	s := &Sparse{a.cols, a.starts, a.columns, make([]float64, len(a.values))}
	for i, l := range left {
		for k := a.starts[i]; k < a.starts[i+1]; k++ {
			s.values[k] = l * a.values[k] * right[a.columns[k]]
		}
	}
	return s
}

func (a *Sparse) entries() int { return len(a.values) }

func (a *Sparse) each(take func(i int, columns []int32, values []float64)) {
	for i := range len(a.starts) - 1 {
		columns, values := a.row(i)
		take(i, columns, values)
	}
}

// Stack returns the rows of one matrix above those of another, sparse if one of them is
// sparse and the result is mostly zeros.
func Stack(a, b Matrix) Matrix {
	if b == nil {
		return a
	}
	rowsA, cols := a.Size()
	rowsB, _ := b.Size()
	if rowsA == 0 {
		return b
	}
	if stored := a.entries() + b.entries(); 2*stored < (rowsA+rowsB)*cols {
		s := &Sparse{cols: cols, starts: []int32{0}}
		for _, part := range []Matrix{a, b} {
			part.each(func(_ int, columns []int32, values []float64) {
				for k, v := range values {
					j := int32(k)
					if columns != nil {
						j = columns[k]
					}
					s.columns, s.values = append(s.columns, j), append(s.values, v)
				}
				s.starts = append(s.starts, int32(len(s.values)))
			})
		}
		return s
	}
	d := NewDense(make([]float64, (rowsA+rowsB)*cols), rowsA+rowsB, cols)
	for i := range rowsA {
		a.Row(d.row(i), i)
	}
	for i := range rowsB {
		b.Row(d.row(rowsA+i), i)
	}
	return d
}
