package gram_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

func cloud(rng *rand.Rand, n, d int) *sample.Matrix {
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range m.X {
		m.X[i] = rng.NormFloat64()
	}
	return m
}

func goOn(float64) bool { return true }

// Whole matrices are the values of pairs, over more columns than one block has.
func TestWholeMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x, z := cloud(rng, 600, 3), cloud(rng, 33, 3)
	for _, k := range []kernel.Kernel{kernel.RBF{Gamma: 0.5}, kernel.Laplacian{Gamma: 0.5}, kernel.Sum{Of: []kernel.Kernel{kernel.Linear{}, kernel.RBF{Gamma: 1}}}} {
		check := func(what string, got []float64, a, b *sample.Matrix) {
			t.Helper()
			for i := range a.N {
				for j := range b.N {
					if want := kernel.Value(k, a.Row(i), b.Row(j)); !(math.Abs(got[i*b.N+j]-want) <= 1e-12*max(1, math.Abs(want))) {
						t.Fatalf("%s, %s: [%d, %d] is %v, want %v", k.Name(), what, i, j, got[i*b.N+j], want)
					}
				}
			}
		}
		square, cross, wide := make([]float64, x.N*x.N), make([]float64, z.N*x.N), make([]float64, x.N*z.N)
		if !gram.Square(square, k, x, goOn) || !gram.Cross(cross, k, z, x, goOn) || !gram.Cross(wide, k, x, z, goOn) {
			t.Fatal("ended early")
		}
		check("square", square, x, x)
		check("z with x", cross, z, x)
		check("x with z", wide, x, z)
		for i := range x.N {
			for j := range i {
				if square[i*x.N+j] != square[j*x.N+i] {
					t.Fatalf("%s: not symmetric at [%d, %d]", k.Name(), i, j)
				}
			}
		}
	}
}

// Work ends when watch returns false, and the reported shares ascend to at most 1.
func TestWholeMatricesAreWatched(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := cloud(rng, 700, 2)
	for name, make := range map[string]func(gram.Watch) bool{
		"square": func(w gram.Watch) bool { return gram.Square(make([]float64, x.N*x.N), kernel.RBF{Gamma: 1}, x, w) },
		"cross":  func(w gram.Watch) bool { return gram.Cross(make([]float64, x.N*x.N), kernel.RBF{Gamma: 1}, x, x, w) },
	} {
		last := 0.0
		if !make(func(done float64) bool {
			if done < last || done > 1 {
				t.Errorf("%s: %v after %v", name, done, last)
			}
			last = done
			return true
		}) || last < 0.5 {
			t.Errorf("%s: ended at %v", name, last)
		}
		calls := 0
		if make(func(float64) bool { calls++; return calls < 3 }) || calls != 3 {
			t.Errorf("%s: went on for %d calls", name, calls)
		}
	}
}
