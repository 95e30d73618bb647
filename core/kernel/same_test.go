package kernel_test

import (
	"testing"

	"maxmargin/core/kernel"
)

// Kernels with points as parameters are compared by their numbers. An earlier version
// compared texts of them, which it made at every comparison.
func TestSame(t *testing.T) {
	points := func(last float64) []float64 {
		x := make([]float64, 200_000)
		x[len(x)-1] = last
		return x
	}
	center := func(last, gamma float64) kernel.Kernel {
		return kernel.Center{Points: points(last), Of: kernel.RBF{Gamma: gamma}}
	}
	a, b := center(1, 0.5), center(1, 0.5)
	for _, c := range []struct {
		what string
		with kernel.Kernel
		want bool
	}{
		{"itself", a, true}, {"an equal one", b, true}, {"another point", center(2, 0.5), false},
		{"another part", center(1, 0.25), false}, {"its part", kernel.RBF{Gamma: 0.5}, false},
		{"another kernel of the same fields", kernel.Exponential{Gamma: 0.5}, false},
	} {
		if got := kernel.Same(a, c.with); got != c.want {
			t.Errorf("a kernel and %s are the same: %v", c.what, got)
		}
	}
	if kernel.Same(kernel.RBF{Gamma: 0.5}, kernel.Exponential{Gamma: 0.5}) {
		t.Error("two types with equal fields are the same")
	}
	if allocated := testing.AllocsPerRun(10, func() { kernel.Same(a, b) }); allocated > 20 {
		t.Errorf("a comparison of two kernels with 200,000 numbers allocates %v times", allocated)
	}
}
