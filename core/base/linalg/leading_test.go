package linalg

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// withSpectrum returns a symmetric matrix of some eigenvalues, n x n: H diag H for
// the product H of three random reflections.
func withSpectrum(rng *rand.Rand, values []float64) []float64 {
	n := len(values)
	a := make([]float64, n*n)
	for i, v := range values {
		a[i*n+i] = v
	}
	for range 3 {
		v, av := make([]float64, n), make([]float64, n)
		length := 0.0
		for i := range v {
			v[i] = rng.NormFloat64()
			length += v[i] * v[i]
		}
		for i := range v {
			v[i] /= math.Sqrt(length)
		}
		// (I - 2vv')A(I - 2vv') = A - 2 v (Av)' - 2 (Av) v' + 4 (v'Av) v v'
		inner := 0.0
		for i := range v {
			for j := range v {
				av[i] += a[i*n+j] * v[j]
			}
			inner += v[i] * av[i]
		}
		for i := range v {
			for j := range v {
				a[i*n+j] += -2*v[i]*av[j] - 2*av[i]*v[j] + 4*inner*v[i]*v[j]
			}
		}
	}
	return a
}

// The iteration finds the eigenvalues from which a matrix was made, for all kinds of
// spectra, and orthonormal eigenvectors.
func TestLeading(t *testing.T) {
	const n, count = 450, 2
	for name, value := range map[string]func(i int) float64{
		"falling fast":    func(i int) float64 { return math.Exp(-0.2 * float64(i)) },
		"harmonic":        func(i int) float64 { return 1 / float64(1+i) },
		"falling slowly":  func(i int) float64 { return 1 / (1 + 0.02*float64(i)) },
		"in pairs":        func(i int) float64 { return math.Pow(0.9, float64(i/2)) },
		"five times each": func(i int) float64 { return math.Pow(0.9, float64(i/5)) },
		"all alike":       func(int) float64 { return 3 },
		"all zero":        func(int) float64 { return 0 },
		"few":             func(i int) float64 { return math.Max(0, 3-float64(i)) },
		"all negative":    func(i int) float64 { return -1 - float64(i) },
		"both signs":      func(i int) float64 { return 10 - 3*float64(i) },
		"tiny":            func(i int) float64 { return 1e-290 * math.Exp(-0.2*float64(i)) },
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(61, 1))
			values := make([]float64, n)
			for i := range values {
				values[i] = value(i)
			}
			a := withSpectrum(rng, values)
			l, err := NewLeading(append([]float64(nil), a...), n, count, func(float64) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			largest := math.Max(math.Abs(values[0]), math.Abs(values[n-1]))
			near := func(what string, got, want, tolerance float64) {
				if !(math.Abs(got-want) <= tolerance) {
					t.Errorf("%s is %v, want %v", what, got, want)
				}
			}
			for c := range count {
				v := l.Vectors[c*n : (c+1)*n]
				near(fmt.Sprint("eigenvalue ", c), l.Values[c], values[c], 1e-11*largest)
				residual := 0.0
				for i := range n {
					sum := -values[c] * v[i]
					for j := range n {
						sum += a[i*n+j] * v[j]
					}
					residual += sum * sum
				}
				near(fmt.Sprint("residual ", c), math.Sqrt(residual), 0, 1e-10*largest)
				for d := range c + 1 {
					sum := 0.0
					for i := range n {
						sum += v[i] * l.Vectors[d*n+i]
					}
					near(fmt.Sprintf("inner product of %d and %d", c, d), sum, map[bool]float64{true: 1}[c == d], 1e-12)
				}
			}
			if values[n-1] < 0 && !(l.Lowest < 0) {
				t.Errorf("the smallest eigenvalue is %v, found %v", values[n-1], l.Lowest)
			}
		})
	}
}

// The iteration and the whole spectrum give the same results.
func TestLeadingIsTheSpectrum(t *testing.T) {
	const n, count = 500, 3
	rng := rand.New(rand.NewPCG(62, 1))
	values := make([]float64, n)
	for i := range values {
		values[i] = 100 / float64(1+i)
	}
	a := withSpectrum(rng, values)
	if !IsIterated(n, count) {
		t.Fatal("the iteration is not tried")
	}
	got, err := NewLeading(append([]float64(nil), a...), n, count, func(float64) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	want, err := allVectors(a, n, count, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	for c := range count {
		sign := math.Copysign(1, got.Vectors[c*n]*want.Vectors[c*n])
		for i := range n {
			if d := got.Vectors[c*n+i] - sign*want.Vectors[c*n+i]; !(math.Abs(d) <= 1e-11) {
				t.Fatalf("vector %d differs by %v at %d", c, d, i)
			}
		}
	}
}

func TestLeadingEnds(t *testing.T) {
	const n = 600
	a := make([]float64, n*n)
	for i := range a {
		a[i] = math.NaN()
	}
	if _, err := NewLeading(a, n, 2, func(float64) bool { return true }); !errors.Is(err, ErrNotConverged) {
		t.Errorf("not a number: %v", err)
	}
	looks := 0
	if _, err := NewLeading(withSpectrum(rand.New(rand.NewPCG(63, 1)), make([]float64, n)), n, 2, func(float64) bool {
		looks++
		return false
	}); !errors.Is(err, ErrStopped) || looks != 1 {
		t.Errorf("stopped: %v after %d looks", err, looks)
	}
}

func BenchmarkLeading(b *testing.B) {
	for _, n := range []int{500, 1000, 2000} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 1 / float64(1+i)
		}
		a := withSpectrum(rand.New(rand.NewPCG(64, 1)), values)
		for _, count := range []int{2, 20} {
			b.Run(fmt.Sprintf("%d of %d", count, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := NewLeading(append([]float64(nil), a...), n, count, func(float64) bool { return true }); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		if n <= 1000 {
			b.Run(fmt.Sprintf("all of %d", n), func(b *testing.B) {
				for b.Loop() {
					NewSpectrum(append([]float64(nil), a...), n, nil)
				}
			})
		}
	}
}
