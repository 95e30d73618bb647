package linalg

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func eigen(t *testing.T, name string, n int, a []float64) (values, vectors []float64) {
	t.Helper()
	vectors, values = slices.Clone(a), make([]float64, n)
	if !newKernels().eigen(n, vectors, n, values) {
		t.Fatalf("%s: not converged", name)
	}
	return values, vectors
}

// TestEigen checks A V = V W, the orthogonality of V and the order of W, with
// the matrices that trouble QL among the cases.
func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for name, entry := range map[string]func(n, i, j int) float64{
		"random":       func(_, _, _ int) float64 { return rng.NormFloat64() },
		"huge":         func(_, _, _ int) float64 { return 1e290 * rng.NormFloat64() },
		"minute":       func(_, _, _ int) float64 { return 1e-290 * rng.NormFloat64() },
		"zero":         func(_, _, _ int) float64 { return 0 },
		"identity":     func(_, i, j int) float64 { return float64(max(0, 1-(j-i)*(j-i))) },
		"rank one":     func(_, i, j int) float64 { return float64((i + 1) * (j + 1)) },
		"graded down":  func(_, i, j int) float64 { return math.Pow(10, -0.3*float64(i+j)) },
		"graded up":    func(n, i, j int) float64 { return math.Pow(10, -0.3*float64(2*n-i-j)) },
		"blocks":       func(_, i, j int) float64 { return float64(max(0, 1-(i/3-j/3)*(i/3-j/3))) * float64(1+i+j) },
		"Gauss kernel": func(_, i, j int) float64 { return math.Exp(-0.01 * float64((i-j)*(i-j))) },
		"tridiagonal":  func(n, i, j int) float64 { return float64(max(0, 2-(j-i)*(j-i))) * math.Abs(float64(n/2-i)) },
	} {
		for _, n := range []int{2, 3, 17, 64, 150} {
			label := fmt.Sprintf("%s, n=%d", name, n)
			a, norm := make([]float64, n*n), 0.0
			for i := range n {
				for j := i; j < n; j++ {
					a[i*n+j] = entry(n, i, j)
					a[j*n+i] = a[i*n+j]
					norm = max(norm, math.Abs(a[i*n+j]))
				}
			}
			w, v := eigen(t, label, n, a)
			if !slices.IsSorted(w) {
				t.Errorf("%s: eigenvalues are not in order", label)
			}
			tolerance := 1e-14 * float64(n)
			for i := range n {
				for k := range n {
					residual, inner := -w[k]*v[i*n+k], 0.0
					for j := range n {
						residual += a[i*n+j] * v[j*n+k]
						inner += v[j*n+i] * v[j*n+k]
					}
					if i == k {
						inner--
					}
					if !(math.Abs(residual) <= tolerance*norm) {
						t.Fatalf("%s: residual %g of pair %d, norm %g", label, residual, k, norm)
					}
					if !(math.Abs(inner) <= tolerance) {
						t.Fatalf("%s: vectors %d and %d are off orthonormal by %g", label, i, k, inner)
					}
				}
			}
		}
	}
}

func TestEigenEndsOnNaN(t *testing.T) {
	n := 5
	a, w := make([]float64, n*n), make([]float64, n)
	for i := range a {
		a[i] = math.NaN()
	}
	if newKernels().eigen(n, a, n, w) {
		t.Error("a matrix of NaN has eigenvalues")
	}
}
