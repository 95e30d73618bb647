package kernel_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/kernel"
)

// vectorKernels are kernels of vectors of any number of coordinates from three on, of
// every form that a kernel has.
func vectorKernels() map[string]kernel.Kernel {
	points := func(d int) []float64 { return make([]float64, 2*d) }
	quadratic := kernel.Polynomial{Gamma: 0.5, Degree: 2, Coef0: 1}
	return map[string]kernel.Kernel{
		"linear": kernel.Linear{}, "poly": quadratic, "sigmoid": kernel.Sigmoid{Gamma: 0.3, Coef0: -1},
		"rbf": kernel.RBF{Gamma: 0.4}, "laplacian": kernel.Laplacian{Gamma: 0.4}, "matern": kernel.Matern{Gamma: 0.4, Nu: 2.5},
		"rational quadratic": kernel.RationalQuadratic{Gamma: 0.4, Alpha: 2}, "minkowski": kernel.Minkowski{Gamma: 0.4, P: 1.5, Power: 1},
		"exponential": kernel.Exponential{Gamma: 0.1}, "all degrees": kernel.AllDegrees{Gamma: 0.3, Degree: 4}, "all subsets": kernel.AllSubsets{},
		"anova": kernel.Anova{Gamma: 0.5, Order: 2, Base: "gaussian"}, "anova of products": kernel.Anova{Order: 3, Base: "product"},
		"chi2": kernel.ChiSquared{Gamma: 0.5}, "intersection": kernel.Intersection{}, "spline": kernel.Spline{}, "bspline": kernel.BSpline{Degree: 3, Width: 0.7},
		"dirichlet": kernel.Dirichlet{Order: 2}, "fourier": kernel.Fourier{Coefficients: []float64{1, 0, 0.5}}, "delta": kernel.Delta{},
		"weighted": kernel.Weighted{Matrix: []float64{1, 0, 2}}, "spectral": kernel.Spectral{Frequencies: []float64{1, 0, 2, 0.5, 3, 1}, Powers: []float64{1, 2}},
		"sum":        kernel.Sum{Of: []kernel.Kernel{kernel.RBF{Gamma: 1}, kernel.Linear{}}},
		"product":    kernel.Product{Of: []kernel.Kernel{quadratic, kernel.Laplacian{Gamma: 1}}},
		"scale":      kernel.Scale{Factor: 3, Of: quadratic},
		"polynomial": kernel.Powers{Coefficients: []float64{1, 0, 2}, Of: kernel.Linear{}}, "exp": kernel.Exp{Of: kernel.Scale{Factor: 0.1, Of: kernel.Linear{}}},
		"gaussian": kernel.Gaussian{Gamma: 0.2, Of: quadratic}, "normalize": kernel.Normalize{Of: quadratic},
		"center":   kernel.Center{Points: points(3), Of: quadratic},
		"rank one": kernel.RankOne{Points: []float64{1, 0, 2}, Weights: []float64{2}, Of: kernel.RBF{Gamma: 1}},
		"columns":  kernel.Columns{Columns: []int{2, 0}, Of: kernel.RBF{Gamma: 1}},
	}
}

// Values that can be computed by hand, at x = (1, 2, 3) and z = (3, 2, 1): the inner
// product is 10, the squared distance 8, the city-block distance 4.
func TestValues(t *testing.T) {
	x, z := []float64{1, 2, 3}, []float64{3, 2, 1}
	for _, c := range []struct {
		kernel kernel.Kernel
		want   float64
	}{
		{kernel.Linear{}, 10}, {kernel.Polynomial{Gamma: 0.5, Degree: 2, Coef0: 1}, 36}, {kernel.Polynomial{Gamma: 1, Degree: 0}, 1},
		{kernel.RBF{Gamma: 0.25}, math.Exp(-2)}, {kernel.Laplacian{Gamma: 0.5}, math.Exp(-2)}, {kernel.ChiSquared{Gamma: 1}, math.Exp(-2)},
		{kernel.Minkowski{Gamma: 1, P: 1, Power: 0.5}, math.Exp(-2)}, {kernel.RationalQuadratic{Gamma: 0.25, Alpha: 2}, 0.25},
		{kernel.Matern{Gamma: 0.25, Nu: 0.5}, math.Exp(-2)}, {kernel.Exponential{Gamma: 0.1}, math.E}, {kernel.AllDegrees{Gamma: 0.1, Degree: 6}, 7},
		{kernel.AllSubsets{}, 4 * 5 * 4}, {kernel.Anova{Order: 2, Base: "product"}, 12 + 9 + 12}, {kernel.Intersection{}, 4}, {kernel.Delta{}, 0},
		{kernel.Sigmoid{Gamma: 0.1, Coef0: -1}, 0}, {kernel.Weighted{Matrix: []float64{1, 0, 2}}, 9}, {kernel.BSpline{Degree: 1, Width: 4}, 0.25},
		{kernel.Sum{Of: []kernel.Kernel{kernel.Linear{}, kernel.Intersection{}}}, 14}, {kernel.Product{Of: []kernel.Kernel{kernel.Linear{}, kernel.Intersection{}}}, 40},
		{kernel.Scale{Factor: 3, Of: kernel.Linear{}}, 30}, {kernel.Powers{Coefficients: []float64{1, 2, 3}, Of: kernel.Linear{}}, 321},
		{kernel.Exp{Of: kernel.Scale{Factor: 0.1, Of: kernel.Linear{}}}, math.E}, {kernel.Gaussian{Gamma: 0.25, Of: kernel.Linear{}}, math.Exp(-2)},
		{kernel.Normalize{Of: kernel.Linear{}}, 10.0 / 14}, {kernel.Columns{Columns: []int{1}, Of: kernel.Linear{}}, 4},
		{kernel.Center{Points: []float64{2, 2, 2}, Of: kernel.Linear{}}, -2}, {kernel.RankOne{Points: []float64{1, 0, 0}, Weights: []float64{2}, Of: kernel.Linear{}}, 12},
	} {
		if got := kernel.Value(c.kernel, x, z); math.Abs(got-c.want) > 1e-14*max(1, c.want) {
			t.Errorf("%#v is %v, want %v", c.kernel, got, c.want)
		}
	}
}

// Kernels are symmetric. Those that are positive definite have a diagonal >= 0 and obey
// Cauchy and Schwarz, kernels of x - z do not depend on the origin, and for kernels that skip
// zeros, a coordinate that is zero in both samples changes nothing.
func TestProperties(t *testing.T) {
	for name, k := range vectorKernels() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				draw := func(what string) []float64 { // 64ths, so that moving them rounds nothing
					x := make([]float64, 3)
					for j, v := range rapid.SliceOfN(rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 192)), 3, 3).Draw(t, what) {
						x[j] = float64(v) / 64
					}
					return x
				}
				x, z := draw("x"), draw("z")
				v, w := kernel.Value(k, x, z), kernel.Value(k, z, x)
				xx, zz := kernel.Value(k, x, x), kernel.Value(k, z, z)
				near := func(a, b, scale float64) bool { return math.Abs(a-b) <= 1e-11*max(1, math.Abs(scale)) }
				if !near(v, w, v) {
					t.Fatalf("k(x, z) is %v, k(z, x) is %v", v, w)
				}
				if kernel.Definite(k, 3) == kernel.Yes {
					if xx < -1e-11 || zz < -1e-11 || v*v > xx*zz*(1+1e-9)+1e-9 {
						t.Fatalf("k(x, z) is %v, k(x, x) is %v and k(z, z) is %v", v, xx, zz)
					}
				}
				if kernel.TranslationInvariant(k) {
					a, b := append([]float64(nil), x...), append([]float64(nil), z...)
					for j := range a {
						a[j], b[j] = a[j]+4, b[j]+4
					}
					if moved := kernel.Value(k, a, b); !(math.Abs(moved-v) <= 1e-7) {
						t.Fatalf("k(x, z) is %v, and %v when both are moved", v, moved)
					}
				}
				if takesAnyDimension(name) && kernel.SkipsZeros(k) {
					if longer := kernel.Value(k, append(x, 0), append(z, 0)); !near(longer, v, v) {
						t.Fatalf("k(x, z) is %v, and %v with a coordinate that is 0 in both", v, longer)
					}
				}
			})
		})
	}
}

// takesAnyDimension reports whether the parameters leave the number of columns open.
func takesAnyDimension(name string) bool {
	switch name {
	case "weighted", "spectral", "center", "rank one":
		return false
	}
	return true
}

// Inner products of a sample with itself may round differently, and the root of a difference
// of 1e-16 is 1e-8: equal samples must still have the distance 0.
func TestEqualSamplesAreAtDistanceZero(t *testing.T) {
	norm := 13 * 0.37 * 0.37
	for _, rounded := range []float64{norm, norm * (1 + 0x1p-52), norm * (1 - 0x1p-51)} {
		for _, k := range []kernel.InnerProduct{kernel.Matern{Gamma: 1, Nu: 0.5}, kernel.RationalQuadratic{Gamma: 1, Alpha: 1}} {
			row := []float64{rounded}
			k.FromDots(row, norm, []float64{norm})
			if row[0] != 1 {
				t.Errorf("%s of a sample with itself is 1 - %v", k.Name(), 1-row[0])
			}
		}
	}
}
