package gram_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// A product is that with the matrix of Lower, however much of it is kept, in the first call
// and in later ones, for dense and sparse samples and for a part of them.
func TestProductIsThatOfTheMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	x := &sample.Matrix{N: 1100, D: 5, X: make([]float64, 1100*5)}
	for i := range x.X {
		x.X[i] = rng.NormFloat64()
	}
	var index []int
	for i := range x.N {
		if i%7 != 0 {
			index = append(index, i)
		}
	}
	m := len(index)
	k := kernel.RBF{Gamma: 0.2}
	always := func(float64) bool { return true }
	lower := make([]float64, m*m)
	gram.Lower(lower, k, x, index, always)
	by := make([]float64, m)
	want := make([]float64, m)
	for i := range by {
		by[i] = rng.NormFloat64()
	}
	for i := range m {
		for j := range m {
			want[i] += lower[max(i, j)*m+min(i, j)] * by[j]
		}
	}
	for _, set := range []sample.Set{x, support.Sparse(x)} {
		for _, bytes := range []int{0, 8 * 100000, 8 * 300001, 8 * m * m} {
			p := gram.NewProduct(k, set, index, bytes)
			got := make([]float64, m)
			for range 3 {
				last := 0.0
				if !p.Times(got, by, func(done float64) bool {
					if done < last || done > 1 {
						t.Errorf("%v after %v", done, last)
					}
					last = done
					return true
				}) {
					t.Fatal("ended")
				}
				for i, v := range got {
					if !(math.Abs(v-want[i]) <= 1e-11) {
						t.Fatalf("%d bytes: entry %d is %v, want %v", bytes, i, v, want[i])
					}
				}
			}
			if p.Times(got, by, func(float64) bool { return false }) {
				t.Error("not ended")
			}
		}
	}
}
