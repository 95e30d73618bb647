package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestAddCongruence compares with the sums of the definition, across blocks.
func TestAddCongruence(t *testing.T) {
	rng := rand.New(rand.NewPCG(173, 1))
	for _, size := range [][2]int{{1, 1}, {5, 3}, {150, 150}, {300, 140}} {
		n, d := size[0], size[1]
		l, u, h := make([]float64, n*n), make([]float64, n*d), make([]float64, d*d)
		for i := range n {
			for j := range i + 1 {
				l[i*n+j] = rng.NormFloat64()
				l[j*n+i] = l[i*n+j]
				if j < d {
					u[i*d+j] = rng.NormFloat64()
				}
			}
		}
		for i := range h {
			h[i] = 1
		}
		AddCongruence(h, l, u, make([]float64, n*d), n, d, nil)
		for a := range d {
			lu := make([]float64, n)
			for i := range n {
				for j := range n {
					lu[i] += l[i*n+j] * u[j*d+a]
				}
			}
			for b := range d {
				want := 1.0
				for i := range n {
					if b >= a {
						want += u[i*d+b] * lu[i]
					}
				}
				if !(math.Abs(h[b*d+a]-want) <= 1e-10*float64(n)) {
					t.Fatalf("n %d, d %d: entry %d %d is %v, want %v", n, d, b, a, h[b*d+a], want)
				}
			}
		}
	}
}
