package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A of rank 2: the least-norm solution lies in the range of A and leaves a
// residual that is orthogonal to it.
func TestSpectrumSolves(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(74, 1))}
	for _, n := range []int{1, 2, 3, 40} {
		rank := min(2, n)
		u := make([][]float64, rank)
		a := make([]float64, n*n)
		for r := range u {
			u[r] = c.vector(n)
			sign := 1 - 2*float64(r) // the second direction is negative
			for i := range n {
				for j := range n {
					a[i*n+j] += sign * u[r][i] * u[r][j]
				}
			}
		}
		x := c.vector(n)
		b := append([]float64(nil), x...)
		s := NewSpectrum(lowerOf(a, n), n, nil)
		s.Solve(x)
		if zero, negative := s.Zero(), s.Negative(); zero != n-rank || negative != rank-1 {
			t.Errorf("n = %d: %d eigenvalues zero and %d negative, want %d and %d", n, zero, negative, n-rank, rank-1)
		}
		residual := times(a, n, x)
		for i := range residual {
			residual[i] -= b[i]
		}
		// x has no part outside the range: the pseudo-inverse of A, times A x, is x.
		again := times(a, n, x)
		s.Solve(again)
		null := append([]float64(nil), b...)
		s.NullPart(null)
		for i := range x {
			if !(math.Abs(null[i]+residual[i]) <= 1e-9) {
				t.Errorf("n = %d: the null part is %v, the residual %v", n, null[i], residual[i])
			}
			if !(math.Abs(again[i]-x[i]) <= 1e-9*(1+math.Abs(x[i]))) {
				t.Errorf("n = %d: x_%d has a part outside the range: %v, %v", n, i, x[i], again[i])
			}
		}
		for r := range u {
			dot := 0.0
			for i := range n {
				dot += u[r][i] * residual[i]
			}
			if !(math.Abs(dot) <= 1e-9) {
				t.Errorf("n = %d: the residual is not orthogonal to the range: %v", n, dot)
			}
		}
	}
}
