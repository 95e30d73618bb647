//go:build goexperiment.simd

package lanes

import "simd"

// vectors is the number of vectors side by side in a panel: enough independent sums to hide
// the latency of an addition.
const vectors = 4

// Width returns the number of samples in a panel.
func Width() int { return vectors * simd.BroadcastFloat64s(0).Len() }

// Power replaces every entry by (scale*dst_i + shift)^degree, degree >= 0.
func Power(dst []float64, scale, shift float64, degree int) {
	lanes := simd.BroadcastFloat64s(0).Len()
	a, b := simd.BroadcastFloat64s(scale), simd.BroadcastFloat64s(shift)
	for len(dst) >= lanes {
		base := simd.LoadFloat64s(dst).Mul(a).Add(b)
		result := simd.BroadcastFloat64s(1)
		for e := degree; e > 0; e >>= 1 {
			if e&1 == 1 {
				result = result.Mul(base)
			}
			base = base.Mul(base)
		}
		result.Store(dst)
		dst = dst[lanes:]
	}
	plainPower(dst, scale, shift, degree)
}

func tanhResult(dst []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	one, two := simd.BroadcastFloat64s(1), simd.BroadcastFloat64s(2)
	for len(dst) >= lanes {
		one.Sub(two.Div(simd.LoadFloat64s(dst).Add(one))).Store(dst)
		dst = dst[lanes:]
	}
	plainTanhResult(dst)
}
