package linalg

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
)

const (
	// maxSweeps is the number of QL sweeps allowed per eigenvalue; two are usual.
	maxSweeps = 30
	// epsilon is the distance from 1 to the next number, and tiny the smallest
	// whose inverse is finite.
	epsilon = 0x1p-52
	tiny    = 0x1p-1022
)

// eigen computes the eigenvalues w of the symmetric A, n x n, n > 0, whose lower
// triangle is in a, in ascending order, and writes its eigenvectors over all of a,
// a column each. It reports whether the sweeps sufficed, and false when the watch ended it.
//
// The QL sweeps turn the columns of Q: its rows are packed in panels (see lanes), which a
// sweep's rotations pass in order. LAPACK rotates one number in each row of memory at a
// time.
func (ks kernels) eigen(n int, a []float64, lda int, w []float64) bool {
	// Scale A by a power of two so that no square leaves the range.
	largest := 0.0
	for i := range n {
		for _, v := range a[i*lda : i*lda+i+1] {
			largest = max(largest, math.Abs(v))
		}
	}
	exponent := 0
	if least := math.Sqrt(tiny / epsilon); largest < least || largest > 1/least {
		_, exponent = math.Frexp(largest)
		for i := range n {
			for j := range i + 1 {
				a[i*lda+j] = math.Ldexp(a[i*lda+j], -exponent)
			}
		}
	}

	e := make([]float64, n-1)
	if !ks.tridiagonalise(n, a, lda, w, e) {
		return false
	}
	t := newTridiagonal(w, e, a, lda)
	if !t.diagonalise(ks) {
		return false
	}
	t.write(w, a, lda)
	for i := range w {
		w[i] = math.Ldexp(w[i], exponent)
	}
	return true
}

// tridiagonal is a symmetric tridiagonal matrix T with diagonal d and off-diagonal e (e_i between
// d_i and d_i+1), and the n x n matrix Z in panels. Z T Zᵀ never changes.
type tridiagonal struct {
	d, e           []float64
	z              []float64
	cosines, sines []float64
}

func newTridiagonal(d, e, z []float64, stride int) *tridiagonal {
	n := len(d)
	t := &tridiagonal{d, e, make([]float64, lanes.PackedLen(n, n)), make([]float64, n), make([]float64, n)}
	for i := range n {
		lanes.Pack(t.z, z[i*stride:i*stride+n], i)
	}
	return t
}

// diagonalise makes every e_i zero. It reports whether the sweeps sufficed, and false if the watch
// of ks ended it.
//
// T splits at a negligible e_i. Each part is diagonalised by QL, which finds eigenvalues from the
// top down and converges best with the small entries at the top. A part with small entries at the
// bottom is reversed first.
func (t *tridiagonal) diagonalise(ks kernels) bool {
	sweeps := maxSweeps * len(t.d)
	for first := 0; first < len(t.d); {
		last := first
		for last < len(t.e) && !t.isSplit(last) {
			last++
		}
		if math.Abs(t.d[last]) < math.Abs(t.d[first]) {
			t.reverse(first, last)
		}
		for ; first < last; first++ {
			ks.went(0.5 + 0.5*float64(first)/float64(len(t.d)))
			for end := t.partEnd(first, last); end > first; end = t.partEnd(first, last) {
				if sweeps == 0 || !ks.took(element*(end-first)*len(t.d)) {
					return false
				}
				sweeps--
				t.sweep(first, end)
			}
		}
		first++
	}
	return true
}

// isSplit reports whether e_i is negligible compared with its neighbours, and then makes it zero.
// NaN is not negligible: the sweeps then run out.
func (t *tridiagonal) isSplit(i int) bool {
	if math.Abs(t.e[i]) > epsilon/2*math.Sqrt(math.Abs(t.d[i]))*math.Sqrt(math.Abs(t.d[i+1]))+tiny || math.IsNaN(t.e[i]) {
		return false
	}
	t.e[i] = 0
	return true
}

// partEnd returns the end of the unsplit part that begins at first.
func (t *tridiagonal) partEnd(first, last int) int {
	for i := first; i < last; i++ {
		if t.isSplit(i) {
			return i
		}
	}
	return last
}

// sweep is one implicit QL step with Wilkinson's shift on the part first..end:
// rotations in the planes (end-1, end), ..., (first, first+1), which chase an
// entry up the matrix (Golub and Van Loan, Matrix Computations, 8.3.5, from the
// other end).
func (t *tridiagonal) sweep(first, end int) {
	d, e := t.d, t.e
	g := (d[first+1] - d[first]) / (2 * e[first])
	g = d[end] - d[first] + e[first]/(g+math.Copysign(math.Hypot(g, 1), g))
	s, c, p := 1.0, 1.0, 0.0
	cosines, sines := t.cosines[:end-first], t.sines[:end-first]
	for i := end - 1; i >= first; i-- {
		f, b := s*e[i], c*e[i]
		r := math.Hypot(f, g)
		if r == 0 {
			c, s = 1, 0
		} else {
			c, s = g/r, f/r
		}
		if i < end-1 {
			e[i+1] = r
		}
		g = d[i+1] - p
		r = (d[i]-g)*s + 2*c*b
		p = s * r
		d[i+1] = g + p
		g = c*r - b
		cosines[i-first], sines[i-first] = c, s
	}
	d[first] -= p
	e[first] = g
	lanes.Rotate(t.z, len(d), first, cosines, sines)
}

// reverse turns the part first..last of T upside down, and with it the columns
// of Z.
func (t *tridiagonal) reverse(first, last int) {
	slices.Reverse(t.d[first : last+1])
	slices.Reverse(t.e[first:last])
	n, width := len(t.d), lanes.Width()
	for at := 0; at < len(t.z); at += n * width {
		for i, j := first, last; i < j; i, j = i+1, j-1 {
			left, right := t.z[at+i*width:at+(i+1)*width], t.z[at+j*width:at+(j+1)*width]
			for w, v := range left {
				left[w], right[w] = right[w], v
			}
		}
	}
}

// write sorts the eigenvalues into w and the eigenvectors into the columns of z.
func (t *tridiagonal) write(w, z []float64, stride int) {
	n := len(t.d)
	ascending := order.Of(n, func(i, j int) int { return cmp.Compare(t.d[i], t.d[j]) })
	row := make([]float64, n)
	for i := range n {
		lanes.Unpack(row, t.z, i)
		for k, from := range ascending {
			z[i*stride+k] = row[from]
		}
	}
	for k, from := range ascending {
		row[k] = t.d[from]
	}
	copy(w, row)
}
