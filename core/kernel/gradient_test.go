package kernel_test

import (
	"fmt"
	"math"
	"testing"

	"maxmargin/core/kernel"
	"maxmargin/core/rng"
)

// differentiable are the kernels of vectors of three coordinates that have a gradient, with
// parameters that lead through each branch of the formulas.
func differentiable() map[string]kernel.Kernel {
	all := vectorKernels()
	delete(all, "delta")
	intersection, chi2 := kernel.Intersection{}, kernel.ChiSquared{Gamma: 0.5}
	for _, k := range []kernel.Kernel{
		kernel.Matern{Gamma: 0.4, Nu: 0.5}, kernel.Matern{Gamma: 0.4, Nu: 0.7}, kernel.Matern{Gamma: 0.4, Nu: 1}, kernel.Matern{Gamma: 0.4, Nu: 1.5}, kernel.Matern{Gamma: 0.4, Nu: 3.2},
		kernel.Minkowski{Gamma: 0.4, P: 1, Power: 1}, kernel.Minkowski{Gamma: 0.4, P: 2, Power: 2}, kernel.Minkowski{Gamma: 0.4, P: 3, Power: 0.5},
		kernel.Polynomial{Gamma: 0.5, Degree: 3}, kernel.Polynomial{Gamma: 0.5, Degree: 0}, kernel.AllDegrees{Gamma: 0.3, Degree: 0}, kernel.RationalQuadratic{Gamma: 0.3, Alpha: 1},
		kernel.BSpline{Degree: 1, Width: 1.31}, kernel.BSpline{Degree: 9, Width: 0.5}, kernel.Weighted{Matrix: []float64{2, 1, 0, 1, 2, 0.5, 0, 0.5, 1}},
		kernel.Gaussian{Gamma: 0.2, Of: kernel.Sum{Of: []kernel.Kernel{intersection, kernel.Linear{}}}}, kernel.Normalize{Of: kernel.Product{Of: []kernel.Kernel{intersection, chi2}}},
		kernel.Gaussian{Gamma: 0.2, Of: kernel.Center{Points: []float64{1, 0, 2, 2, 1, 0.3}, Of: kernel.AllSubsets{}}},
		kernel.Normalize{Of: kernel.RankOne{Points: []float64{1, 0, 2}, Weights: []float64{2}, Of: kernel.Exponential{Gamma: 0.1}}},
		kernel.Normalize{Of: kernel.Columns{Columns: []int{2, 1}, Of: kernel.Spline{}}}, kernel.Center{Points: []float64{1, 0, 2}, Of: kernel.RBF{Gamma: 0.3}},
		kernel.Gaussian{Gamma: 1, Of: kernel.RBF{Gamma: 0.5}}, kernel.Product{Of: []kernel.Kernel{kernel.Linear{}, kernel.Linear{}, intersection}},
	} {
		all[fmt.Sprintf("%#v", k)] = k
	}
	return all
}

// TestGradients compares with central differences of kernel.Value, extrapolated to the step 0
// (Richardson), and with the value that these have of the gradient by the other argument.
func TestGradients(t *testing.T) {
	r := rng.New(11)
	for name, k := range differentiable() {
		if missing := kernel.WithoutGradient(k); missing != "" {
			t.Errorf("%s: %s has no gradient", name, missing)
			continue
		}
		for range 20 {
			x, z := make([]float64, 3), make([]float64, 3)
			for j := range x {
				x[j], z[j] = 0.05+float64(int(8*r.Float64()))/4, float64(int(8*r.Float64()))/4 // apart, away from the kinks
			}
			got, back := make([]float64, 3), make([]float64, 3)
			kernel.AddGradient(k, got, 2, x, z)
			kernel.AddGradient(k, got, -1, x, z)
			kernel.AddGradient(k, back, 1, z, x)
			for j := range x {
				at := func(h float64) float64 {
					moved := append([]float64{}, x...)
					moved[j] += h
					return kernel.Value(k, moved, z)
				}
				const h = 1e-3
				want := (45*(at(h)-at(-h)) - 9*(at(2*h)-at(-2*h)) + (at(3*h) - at(-3*h))) / (60 * h)
				size := 1 + math.Abs(at(0)) + math.Abs(want)
				if math.Abs(got[j]-want) > 1e-9*size {
					t.Errorf("%s at %v, %v: slope %d is %v, want %v", name, x, z, j, got[j], want)
				}
				if kernel.TranslationInvariant(k) && math.Abs(got[j]+back[j]) > 1e-14*size {
					t.Errorf("%s: slopes %v and %v of a kernel of x - z do not add up to 0", name, got[j], back[j])
				}
			}
		}
	}
}

// TestGradientsOfHomogeneousKernels has Euler's identity: the gradient of a function of degree p
// times its argument is p times the function.
func TestGradientsOfHomogeneousKernels(t *testing.T) {
	x, z := []float64{0.3, 2, -1.7}, []float64{1.4, -0.2, 0.9}
	for degree := range 8 {
		k := kernel.Polynomial{Gamma: 0.7, Degree: degree}
		got := make([]float64, 3)
		kernel.AddGradient(k, got, 1, x, z)
		sum := got[0]*x[0] + got[1]*x[1] + got[2]*x[2]
		if want := float64(degree) * kernel.Value(k, x, z); math.Abs(sum-want) > 1e-14*(1+math.Abs(want)) {
			t.Errorf("degree %d: %v, want %v", degree, sum, want)
		}
	}
}

// TestGradientsAtKinks has, where a coordinate is that of the other sample, the mean of the slopes
// on both sides, and at the end of the domain the slope into it.
func TestGradientsAtKinks(t *testing.T) {
	inner, zeros := []float64{1, 0.5, 1.5}, []float64{0, 1, 0}
	at := func(k kernel.Kernel, x, z []float64, side float64) (slope float64) {
		const h = 1e-6
		value := func(h float64) float64 {
			moved := append([]float64{}, x...)
			moved[0] += side * h
			return kernel.Value(k, moved, z)
		}
		return (-3*value(0) + 4*value(h) - value(2*h)) / (2 * h) * side
	}
	for _, k := range []kernel.Kernel{
		kernel.Laplacian{Gamma: 0.5}, kernel.Intersection{}, kernel.ChiSquared{Gamma: 0.5}, kernel.BSpline{Degree: 1, Width: 1}, kernel.Minkowski{Gamma: 0.3, P: 1, Power: 1},
		kernel.Matern{Gamma: 0.5, Nu: 0.5}, kernel.Spline{}, kernel.Gaussian{Gamma: 0.5, Of: kernel.Intersection{}}, kernel.Normalize{Of: kernel.Intersection{}},
		kernel.Gaussian{Gamma: 0.5, Of: kernel.Sum{Of: []kernel.Kernel{kernel.ChiSquared{Gamma: 0.5}, kernel.Intersection{}}}},
	} {
		got := make([]float64, 3)
		kernel.AddGradient(k, got, 1, inner, inner)
		if want := (at(k, inner, inner, 1) + at(k, inner, inner, -1)) / 2; math.Abs(got[0]-want) > 1e-7 {
			t.Errorf("%#v: the slope at a kink is %v, want %v", k, got[0], want)
		}
		for _, z := range [][]float64{zeros, inner} {
			clear(got)
			kernel.AddGradient(k, got, 1, zeros, z)
			if want := at(k, zeros, z, 1); !kernel.TranslationInvariant(k) && math.Abs(got[0]-want) > 1e-7 {
				t.Errorf("%#v: the slope at 0 is %v, want %v", k, got[0], want)
			}
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
