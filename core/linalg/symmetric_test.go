package linalg

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMultiplySymmetric(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(5, 1))}
	for _, n := range []int{0, 1, 3, 64, 130} {
		a, x, got := definite(c, n), c.vector(n), c.vector(n)
		want := times(a, n, x)
		for i := range n {
			for j := range i {
				a[i*n+j] = math.NaN()
			}
		}
		MultiplySymmetric(got, a, n, x)
		for i, v := range want {
			if !(math.Abs(got[i]-v) <= 1e-13*float64(n)) {
				t.Fatalf("n = %d: (A x)_%d is %v, want %v", n, i, got[i], v)
			}
		}
	}
}

// What is above the diagonal is the caller's.
func TestFactorizeLeavesTheUpperTriangle(t *testing.T) {
	c := chance{rand.New(rand.NewPCG(5, 2))}
	for _, n := range orders {
		a := definite(c, n)
		before := append([]float64(nil), a...)
		if _, err := Factorize(a, n, always); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			for j := i + 1; j < n; j++ {
				if a[i*n+j] != before[i*n+j] {
					t.Fatalf("n = %d: entry (%d, %d) became %v", n, i, j, a[i*n+j])
				}
			}
		}
	}
}
