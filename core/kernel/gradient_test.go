package kernel_test

import (
	"math"
	"testing"

	"maxmargin/core/kernel"
)

// TestGradientsOfHomogeneousKernels has Euler's identity: the gradient of a function of degree p
// times its argument is p times the function.
func TestGradientsOfHomogeneousKernels(t *testing.T) {
	x, z := []float64{0.3, 2, -1.7}, []float64{1.4, -0.2, 0.9}
	for degree := range 8 {
		k := kernel.Polynomial{Gamma: 0.7, Degree: degree}
		got := make([]float64, 3)
		kernel.AddGradient(k, got, 1, x, z)
		sum := got[0]*x[0] + got[1]*x[1] + got[2]*x[2]
		if want := float64(degree) * kernel.Value(k, x, z); !(math.Abs(sum-want) <= 1e-14*(1+math.Abs(want))) {
			t.Errorf("degree %d: %v, want %v", degree, sum, want)
		}
	}
}

// TestGradientAtTheEndOfASpline: the piecewise linear one has a kink there, too.
func TestGradientAtTheEndOfASpline(t *testing.T) {
	got := []float64{0}
	kernel.AddGradient(kernel.BSpline{Degree: 1, Width: 0.5}, got, 1, []float64{1}, []float64{0.5})
	if got[0] != -1 {
		t.Errorf("the slope is %v, want -1, half of -1/0.5", got[0])
	}
}

// TestSlopesOfMatern: the derivative by log gamma is that of the values, for functions with a kink at
// 0 (nu up to 1/2), rough ones and smooth ones.
func TestSlopesOfMatern(t *testing.T) {
	const h = 1e-5
	squares := []float64{0.01, 0.3, 2, 11}
	values := func(nu, gamma float64, slopes []float64) []float64 {
		dst := make([]float64, len(squares))
		for j, v := range squares {
			dst[j] = -v
		}
		kernel.Matern{Nu: nu, Gamma: gamma}.Unfold(dst, [][]float64{slopes})
		return dst
	}
	for _, nu := range []float64{0.3, 0.5, 0.7, 0.9, 1.5, 2.2, 4} {
		got := make([]float64, len(squares))
		values(nu, 0.4, got)
		up, down := values(nu, 0.4*math.Exp(h), make([]float64, len(squares))), values(nu, 0.4*math.Exp(-h), make([]float64, len(squares)))
		for j := range got {
			if want := (up[j] - down[j]) / (2 * h); !(math.Abs(got[j]-want) <= 1e-8) {
				t.Errorf("nu %v, square %v: %v, want %v", nu, squares[j], got[j], want)
			}
		}
	}
}

// TestWeightedMatricesMustBeSymmetric up to rounding.
func TestWeightedMatricesMustBeSymmetric(t *testing.T) {
	for off, want := range map[float64]string{0.2: "", 0.2 + 1e-16: "", 0.201: "matrix", -0.2: "matrix"} {
		if got, problem := (kernel.Weighted{Matrix: []float64{1, 0.2, off, 1}}).Check(2); got != want {
			t.Errorf("%v: %q is wrong, want %q: %s", off, got, want, problem)
		}
	}
}

// TestKernelsWithoutGradients: one such kernel in a tree is enough.
func TestKernelsWithoutGradients(t *testing.T) {
	for _, k := range []kernel.Kernel{
		kernel.Delta{}, kernel.Sum{Of: []kernel.Kernel{kernel.Linear{}, kernel.Delta{}}}, kernel.Columns{Columns: []int{0}, Of: kernel.Scale{Factor: 2, Of: kernel.Delta{}}},
		kernel.Center{Points: []float64{1, 2, 3}, Of: kernel.Delta{}}, kernel.Gaussian{Gamma: 1, Of: kernel.Delta{}},
	} {
		if got := kernel.WithoutGradient(k); got != "delta" {
			t.Errorf("%#v: %q", k, got)
		}
	}
	if got := kernel.WithoutGradient(kernel.Precomputed{}); got != "precomputed" {
		t.Errorf("precomputed: %q", got)
	}
}
