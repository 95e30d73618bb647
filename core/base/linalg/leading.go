package linalg

import (
	"math"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/rng"
)

// Leading are the largest eigenvalues of a symmetric matrix, with their
// eigenvectors.
type Leading struct {
	Values  []float64 // descending
	Vectors []float64 // of unit length and orthogonal, a row each
	Lowest  float64   // about the smallest of all eigenvalues
}

const (
	// spareVectors is the number of additional vectors in the iteration. They make the last wanted
	// ones converge, and find the copies of a multiple eigenvalue.
	spareVectors = 8
	// krylovBlocks is how many blocks span the space that eigenvectors are taken from.
	krylovBlocks = 8
	// convergedResidual is the residual ‖A v - theta v‖ that ends the iteration, in
	// units of the largest eigenvalue.
	convergedResidual = 1e-12
	// mostCycles limits the cycles. A fifth of it sufficed for eigenvalues that lie a
	// thousandth apart.
	mostCycles = 500
)

// IsIterated reports whether NewLeading iterates for count eigenvectors of a matrix of order n.
// Otherwise it computes all of them, in O(n³).
func IsIterated(n, count int) bool {
	return n > 400 && krylovBlocks*(count+spareVectors) <= n/2
}

// NewLeading returns the count largest eigenvalues of A, n x n, whose lower triangle is in a, which
// it overwrites. The error is ErrStopped if watch ends the work, and ErrNotConverged if the
// iteration does not converge, as with numbers that are not finite.
//
// For few eigenvectors it iterates (see IsIterated). V are the count + spareVectors best vectors so
// far, at first random ones. A cycle replaces them by the Ritz vectors of the Krylov space of V, A
// V, ..., A^7 V, orthonormal, until the residuals are small (block Lanczos with explicit restarts
// and full orthogonalisation; Golub & Van Loan, Matrix Computations, section 10.3.6). A cycle takes
// 8 (count + 8) n² multiply-adds.
func NewLeading(a []float64, n, count int, watch Watch) (*Leading, error) {
	if !IsIterated(n, count) {
		return allVectors(a, n, count, watch)
	}
	k := newKrylov(a, n, count+spareVectors, watch)
	if k == nil {
		return nil, ErrStopped
	}
	return k.iterate(count)
}

// allVectors takes the eigenvectors from the whole spectrum.
func allVectors(a []float64, n, count int, watch Watch) (*Leading, error) {
	s := NewSpectrum(a, n, watch)
	if s == nil && !watch(1) {
		return nil, ErrStopped
	}
	if s == nil || math.IsNaN(s.cut) {
		return nil, ErrNotConverged
	}
	l := &Leading{Values: make([]float64, count), Vectors: make([]float64, count*n), Lowest: s.values[0]}
	for c := range count {
		from := n - 1 - c
		l.Values[c] = s.values[from]
		for i := range n {
			l.Vectors[c*n+i] = s.vectors[i*n+from]
		}
	}
	return l, nil
}

// krylov is an orthonormal basis q of a Krylov space of A, p rows of length n, and
// its image aq = q A.
type krylov struct {
	a      []float64 // both triangles
	n      int
	block  int
	p      int
	q, aq  []float64
	blas   kernels
	scale  float64 // by which the matrix was divided, a power of two, so that no product underflows
	random *rng.Stream
	inner  []float64 // scratch
}

// newKrylov returns nil when watch ended it.
func newKrylov(a []float64, n, block int, watch Watch) *krylov {
	largest, ks := tiny, newKernels().watched(watch)
	for i := range n {
		ks.took(slow * i)
		for _, v := range a[i*n : i*n+i+1] {
			largest = max(largest, math.Abs(v))
		}
	}
	scale := Unit(largest)
	for i := range n {
		ks.took(slow * i)
		for j := range i + 1 {
			a[i*n+j] /= scale
		}
	}
	if ks.stopped() || !Mirror(a, n, watch) {
		return nil
	}
	most := krylovBlocks * block
	return &krylov{a: a, n: n, block: block, q: make([]float64, most*n), aq: make([]float64, most*n), scale: scale,
		blas: ks, random: rng.New(1), inner: make([]float64, most)}
}

func (k *krylov) iterate(count int) (*Leading, error) {
	start := make([]float64, k.block*k.n)
	for i := range start {
		start[i] = k.random.Float64() - 0.5
	}
	for range mostCycles {
		if !k.span(start) {
			return nil, ErrStopped
		}
		values, ritz := k.ritz()
		if k.blas.stopped() {
			return nil, ErrStopped
		}
		if values == nil {
			return nil, ErrNotConverged
		}
		block := min(k.block, k.p)
		start = start[:block*k.n]
		image := make([]float64, block*k.n)
		k.blas.dgemm(plain, plain, block, k.n, k.p, 1, ritz, k.p, k.q, k.n, 0, start, k.n)
		k.blas.dgemm(plain, plain, block, k.n, k.p, 1, ritz, k.p, k.aq, k.n, 0, image, k.n)
		if k.blas.stopped() {
			return nil, ErrStopped
		}
		worst, largest := 0.0, math.Max(math.Abs(values[0]), math.Abs(values[k.p-1]))
		for c := range count {
			sum := 0.0
			for i, v := range start[c*k.n : (c+1)*k.n] {
				r := image[c*k.n+i] - float64(values[c]*v)
				sum += float64(r * r)
			}
			worst = max(worst, math.Sqrt(sum))
		}
		if worst <= convergedResidual*largest {
			l := &Leading{Values: values[:count], Vectors: start[:count*k.n], Lowest: values[k.p-1] * k.scale}
			for c := range l.Values {
				l.Values[c] *= k.scale
			}
			return l, nil
		}
		k.blas.went(max(k.blas.pace.done, min(1, math.Log(worst/largest)/math.Log(convergedResidual))))
	}
	return nil, ErrNotConverged
}

// span makes the basis of the Krylov space of some rows. It returns false if watch ends it.
func (k *krylov) span(start []float64) bool {
	k.p = 0
	next := start
	for range krylovBlocks {
		first := k.p
		for at := 0; at < len(next); at += k.n {
			k.add(next[at : at+k.n])
		}
		if k.p == first {
			return true // the space is invariant: it holds eigenvectors
		}
		if k.blas.stopped() || !k.multiply(first) {
			return false
		}
		next = append([]float64(nil), k.aq[first*k.n:k.p*k.n]...)
	}
	return true
}

// dependent decides whether a vector depends on the basis: less its parts along the basis, at most
// this share of its length is left. The share is as small as rounding errors: near convergence the
// image of a vector is almost a multiple of the vector, and the difference is the improvement. A
// remainder of rounding does no harm: it acts as one more random direction.
const dependent = 4 * epsilon

// add adds the direction of x to the basis, unless x depends on the basis. x is
// overwritten.
func (k *krylov) add(x []float64) {
	n := k.n
	before := math.Sqrt(lanes.Sum(x[:n], x))
	length := before
	for range 3 { // later passes remove rounding errors of the first
		if k.p > 0 {
			k.blas.dgemv(plain, k.p, n, 1, k.q, n, x, 1, 0, k.inner)
			k.blas.dgemv(turned, k.p, n, -1, k.q, n, k.inner, 1, 1, x)
			length = math.Sqrt(lanes.Sum(x[:n], x))
		}
		if !(length > dependent*before) {
			return
		}
		for i := range x {
			x[i] *= 1 / length
		}
		before, length = 1, 1
	}
	copy(k.q[k.p*n:], x)
	k.p++
}

// multiply sets the rows of aq from first on.
func (k *krylov) multiply(first int) bool {
	n, rows := k.n, k.p-first
	k.blas.dgemm(plain, plain, rows, n, n, 1, k.q[first*n:], n, k.a, n, 0, k.aq[first*n:], n)
	return k.blas.look(k.blas.pace.done)
}

// ritz returns the eigenvalues of A restricted to the basis, descending, and its eigenvectors in
// coordinates of the basis, a row each; or nil.
func (k *krylov) ritz() (values, vectors []float64) {
	p := k.p
	if p == 0 {
		return nil, nil
	}
	t := make([]float64, p*p)
	k.blas.dgemm(plain, turned, p, p, k.n, 1, k.aq, k.n, k.q, k.n, 0, t, p)
	l, err := allVectors(t, p, p, func(float64) bool { return k.blas.look(k.blas.pace.done) })
	if err != nil {
		return nil, nil
	}
	return l.Values, l.Vectors
}
