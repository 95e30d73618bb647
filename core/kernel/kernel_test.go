package kernel_test

import (
	"math"
	"testing"

	"maxmargin/core/kernel"
)

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
		if got := kernel.Value(c.kernel, x, z); !(math.Abs(got-c.want) <= 1e-14*max(1, c.want)) {
			t.Errorf("%#v is %v, want %v", c.kernel, got, c.want)
		}
	}
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
