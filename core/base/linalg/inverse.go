package linalg

import "math"

// LogDeterminant returns the logarithm of the determinant of A.
func (d *Definite) LogDeterminant() (sum float64) {
	for i := range d.n {
		sum += 2 * math.Log(d.l[i*d.n+i])
	}
	return sum
}

// PivotRatio returns the smallest pivot of the factorisation over the largest, which is at
// least the reciprocal of the condition number of A: L_ii² lies between its eigenvalues.
func (d *Definite) PivotRatio() float64 {
	least, most := math.Inf(1), 0.0
	for i := range d.n {
		pivot := d.l[i*d.n+i] * d.l[i*d.n+i]
		least, most = min(least, pivot), max(most, pivot)
	}
	return least / most
}

// SolveLower replaces B, n x m, by L⁻¹ B: the squared norm of a column is then b'A⁻¹b of
// that column.
func (d *Definite) SolveLower(b []float64, m int) { d.blas.solveLeft(d.n, m, d.l, d.n, b, m) }

// MultiplyLower replaces X, n x m, by L X. Columns of independent normal numbers become
// columns with the covariance A.
func (d *Definite) MultiplyLower(x []float64, m int) {
	sum := make([]float64, m)
	for i := d.n - 1; i >= 0 && d.blas.took(slow*i*m); i-- {
		clear(sum)
		combine(sum, 1, matrix{x, m, 1}, d.l[i*d.n:i*d.n+i+1])
		copy(x[i*m:], sum)
	}
}

// Inverse overwrites L by the lower triangle of A⁻¹ and returns it; d is unusable afterwards. It
// takes twice as long as the factorisation and n x 128 numbers of memory. The error is ErrStopped.
//
// It works on blocks of columns and then on blocks of rows, so that nothing is read after it is
// overwritten (as LAPACK's dtrtri and dlauum do):
//
//	W = L⁻¹: its columns j depend on the columns of L from j on;
//	A⁻¹ = Wᵀ W: its rows j depend on the rows of W from j on.
func (d *Definite) Inverse(watch Watch) ([]float64, error) {
	n := d.n
	d.Attend(watch)
	scratch := make([]float64, n*min(n, definiteBlock))
	for j := 0; j < n; j += definiteBlock {
		width := min(definiteBlock, n-j)
		x := scratch[:(n-j)*width]
		if !d.inverseColumns(x, j, width, func(done float64) bool {
			return d.blas.look(0.5 * (float64(j) + done*float64(width)) / float64(n))
		}) {
			return nil, ErrStopped
		}
		for i := range n - j {
			copy(d.l[(j+i)*n+j:], x[i*width:i*width+min(i+1, width)])
		}
	}
	for j := 0; j < n; j += definiteBlock {
		width := min(definiteBlock, n-j)
		d.gramRows(scratch, j, width)
		if !d.blas.look(0.5 + 0.5*float64(j)/float64(n)) {
			return nil, ErrStopped
		}
	}
	return d.l, nil
}

// inverseColumns sets x, (n-j) x width, to the columns of L⁻¹ from column j on, without the rows
// above j, which are zero. It reports whether it finished.
func (d *Definite) inverseColumns(x []float64, j, width int, watch Watch) bool {
	n := d.n
	clear(x)
	for c := range width {
		x[c*width+c] = 1
	}
	for i := j; i < n; i += definiteBlock {
		height := min(definiteBlock, n-i)
		row := x[(i-j)*width:]
		if i > j {
			d.blas.dgemm(plain, plain, height, width, i-j, -1, d.l[i*n+j:], n, x, width, 1, row, width)
		}
		d.blas.solveLeft(height, width, d.l[i*n+i:], n, row, width)
		if !watch(float64(i-j+height) / float64(n-j)) {
			return false
		}
	}
	return true
}

// gramRows writes rows j to j + width of Wᵀ W over those of W, a lower triangle. Columns
// beyond the triangle are not touched.
func (d *Definite) gramRows(scratch []float64, j, width int) {
	n := d.n
	cols := j + width
	own := scratch[:width*cols] // the rows of W, with zeros above the diagonal
	for r := range width {
		row := own[r*cols : (r+1)*cols]
		clear(row)
		copy(row, d.l[(j+r)*n:(j+r)*n+j+r+1])
	}
	if j > 0 {
		d.blas.dgemm(turned, plain, width, j, width, 1, own[j:], cols, own, cols, 0, d.l[j*n:], n)
	}
	d.blas.dsyrk(turned, width, width, 1, own[j:], cols, 0, d.l[j*n+j:], n)
	if rest := n - cols; rest > 0 {
		below := d.l[cols*n:]
		if j > 0 {
			d.blas.dgemm(turned, plain, width, j, rest, 1, below[j:], n, below, n, 1, d.l[j*n:], n)
		}
		d.blas.dsyrk(turned, width, rest, 1, below[j:], n, 1, d.l[j*n+j:], n)
	}
}
