package linalg

import (
	"math"

	"maxmargin/core/base/lanes"
)

// reflectorBlock is how many reflections are gathered before the matrix is touched.
const reflectorBlock = 32

// tridiagonalise turns the symmetric A, whose lower triangle is in a, into T = Qᵀ A Q with diagonal
// d and off-diagonal e, and overwrites a by Q.
//
// It begins with the last row: the reflection H_i = I - tau v vᵀ clears the entries of row i before
// its off-diagonal one, and v overwrites them, so all vectors are contiguous. H_i A H_i = A - v wᵀ
// - w vᵀ on the rows above; the v and w of a block are subtracted in one product (Golub & Van Loan,
// Matrix Computations, section 8.3; LAPACK's dlatrd). It returns false if the watch ended it.
func (ks kernels) tridiagonalise(n int, a []float64, lda int, d, e []float64) bool {
	v, w := make([]float64, reflectorBlock*n), make([]float64, reflectorBlock*n)
	taus, inner := make([]float64, n), make([]float64, reflectorBlock)
	for first, end := 0, n; end > 0; end = first {
		first = max(0, end-reflectorBlock)
		for i := end - 1; i >= first; i-- {
			if ks.went(0.4 * float64(n-i) / float64(n)); !ks.took(element * i * i) {
				return false
			}
			row := a[i*lda : i*lda+i+1]
			known := end - 1 - i // reflections of the block that are not applied to A yet
			if known > 0 {
				ks.dgemv(turned, known, i+1, -1, v, n, w[i:], n, 1, row)
				ks.dgemv(turned, known, i+1, -1, w, n, v[i:], n, 1, row)
			}
			d[i] = row[i]
			if i == 0 {
				break
			}
			x, p := row[:i], w[known*n:known*n+i]
			taus[i], e[i-1] = reflector(x)
			copy(v[known*n:], x)
			// p = A x, where A has all reflections so far applied.
			ks.dsymv(i, a, lda, x, p)
			if known > 0 {
				ks.dgemv(plain, known, i, 1, w, n, x, 1, 0, inner)
				ks.dgemv(turned, known, i, -1, v, n, inner, 1, 1, p)
				ks.dgemv(plain, known, i, 1, v, n, x, 1, 0, inner)
				ks.dgemv(turned, known, i, -1, w, n, inner, 1, 1, p)
			}
			// w = tau p - tau²/2 (pᵀ x) x
			tau := taus[i]
			half := tau * tau / 2 * lanes.Sum(p, x)
			for j := range p {
				p[j] = tau*p[j] - half*x[j]
			}
		}
		if first > 0 {
			ks.dsyr2k(turned, first, end-first, -1, v, n, w, n, 1, a, lda)
		}
	}
	return ks.accumulate(n, a, lda, taus, v, w)
}

// reflector overwrites x by the v, with last entry 1, of the reflection I - tau v vᵀ that maps x to
// beta times the last unit vector. It returns tau and beta; tau is 0 if there is nothing to clear.
func reflector(x []float64) (tau, beta float64) {
	last := len(x) - 1
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	if largest <= tiny {
		return 0, x[last]
	}
	rest := 0.0
	for j := range x {
		x[j] /= largest
		if j < last {
			rest += float64(x[j] * x[j])
		}
	}
	alpha := x[last]
	if rest == 0 {
		return 0, alpha * largest
	}
	beta = -math.Copysign(math.Sqrt(float64(alpha*alpha)+rest), alpha)
	for j := range x[:last] {
		x[j] /= alpha - beta
	}
	x[last] = 1
	return (beta - alpha) / beta, beta * largest
}

// accumulate replaces the vectors v_i in the rows of a by the product Q = H_n-1 ... H_1. The
// product of the first i reflections has the order i, so it overwrites vectors that it has used
// already.
//
// A block of reflections is I - Vᵀ T V, T lower triangular: another H = I - tau v vᵀ from the left
// gives T the row (-tau (V v)ᵀ T, tau) (Schreiber & Van Loan, "A storage-efficient WY
// representation", 1989). v and product are scratch. It returns false if the watch ended it.
func (ks kernels) accumulate(n int, a []float64, lda int, taus, v, product []float64) bool {
	scaled := make([]float64, reflectorBlock*n)
	var t [reflectorBlock * reflectorBlock]float64
	for first := 1; first < n; first += reflectorBlock {
		if !ks.look(0.4 + 0.1*float64(first)/float64(n)) {
			return false
		}
		end := min(first+reflectorBlock, n)
		count, order := end-first, end-1
		clear(t[:])
		for k := range count {
			row := v[k*order : (k+1)*order]
			clear(row[copy(row, a[(first+k)*lda:][:first+k]):])
			tau := taus[first+k]
			for r := range k {
				by := -tau * lanes.Sum(v[r*order:(r+1)*order], row)
				for s := range r + 1 {
					t[k*reflectorBlock+s] += by * t[r*reflectorBlock+s]
				}
			}
			t[k*reflectorBlock+k] = tau
		}
		growIdentity(a, lda, first-1, order)
		ks.dgemm(plain, plain, count, order, order, 1, v, order, a, lda, 0, product, order)
		ks.dgemm(plain, plain, count, order, count, 1, t[:], reflectorBlock, product, order, 0, scaled, order)
		ks.dgemm(turned, plain, order, order, count, -1, v, order, scaled, order, 1, a, lda)
	}
	growIdentity(a, lda, n-1, n)
	return !ks.stopped()
}

// growIdentity extends a matrix of order from to one of order to by rows and columns of the
// identity.
func growIdentity(a []float64, lda, from, to int) {
	for i := range to {
		row := a[i*lda : i*lda+to]
		if i < from {
			clear(row[from:])
			continue
		}
		clear(row)
		row[i] = 1
	}
}
