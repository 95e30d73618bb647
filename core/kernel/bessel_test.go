package kernel_test

import (
	"math"
	"testing"

	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
)

func TestValuesOfScipy(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     [][3]float64 // nu, x, x^nu K_nu(x)
	}
	facts.Golden(t, "bessel.json", &golden)
	if len(golden.Cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range golden.Cases {
		if got := kernel.NewBesselK(c[0]).Scaled(c[1]); !(math.Abs(got-c[2]) <= golden.Tolerance*c[2]) {
			t.Errorf("x^nu K_nu(x) for nu = %v, x = %v is %v, scipy has %v", c[0], c[1], got, c[2])
		}
	}
}

// At half-integers K is elementary: x^nu K_nu(x) is sqrt(pi/2) exp(-x) for nu = 1/2,
// times 1 + x for 3/2, and times 3 + 3x + x^2 for 5/2.
func TestHalfIntegers(t *testing.T) {
	for nu, polynomial := range map[float64]func(x float64) float64{
		0.5: func(float64) float64 { return 1 },
		1.5: func(x float64) float64 { return 1 + x },
		2.5: func(x float64) float64 { return 3 + 3*x + x*x },
	} {
		k := kernel.NewBesselK(nu)
		for x := 0.01; x < 40; x *= 1.07 {
			want := math.Sqrt(math.Pi/2) * math.Exp(-x) * polynomial(x)
			if got := k.Scaled(x); !(math.Abs(got-want) <= 1e-14*want) {
				t.Errorf("nu = %v, x = %v: %v, want %v", nu, x, got, want)
			}
		}
	}
}

// At zero the function has its limit, 2^(nu-1) Gamma(nu); for large x it vanishes. Nothing
// overflows in between.
func TestEnds(t *testing.T) {
	for _, nu := range []float64{0.3, 0.5, 1, 1.5, 2, 7.3, 20} {
		k := kernel.NewBesselK(nu)
		want := math.Exp2(nu-1) * math.Gamma(nu)
		if got := k.Scaled(0); !(math.Abs(got-want) <= 1e-14*want) {
			t.Errorf("nu = %v at 0: %v, want %v", nu, got, want)
		}
		if got := k.Scaled(1e-300); !(math.Abs(got-want) <= 1e-13*want) {
			t.Errorf("nu = %v at 1e-300: %v, want %v", nu, got, want)
		}
		if got := k.Scaled(1e5); got != 0 {
			t.Errorf("nu = %v at 1e5: %v", nu, got)
		}
	}
	if got := kernel.NewBesselK(0).Scaled(0); !math.IsInf(got, 1) {
		t.Errorf("K_0(0) is %v", got)
	}
}
