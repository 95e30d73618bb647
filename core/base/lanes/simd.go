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

// MulMix sets dst_i = a_i (at_i + t gain_i), for vectors of equal length.
func MulMix(dst, a, at, gain []float64, t float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	share := simd.BroadcastFloat64s(t)
	for len(dst) >= lanes {
		mixed := simd.LoadFloat64s(gain).Mul(share).Add(simd.LoadFloat64s(at))
		mixed.Mul(simd.LoadFloat64s(a)).Store(dst)
		dst, a, at, gain = dst[lanes:], a[lanes:], at[lanes:], gain[lanes:]
	}
	plainMulMix(dst, a, at, gain, t)
}

// SumMulMix adds b_i a_i to dst_i, and then multiplies a_i by at_i + t gain_i, for vectors of
// equal length.
func SumMulMix(dst, b, a, at, gain []float64, t float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	share := simd.BroadcastFloat64s(t)
	for len(dst) >= lanes {
		own := simd.LoadFloat64s(a)
		own.Mul(simd.LoadFloat64s(b)).Add(simd.LoadFloat64s(dst)).Store(dst)
		simd.LoadFloat64s(gain).Mul(share).Add(simd.LoadFloat64s(at)).Mul(own).Store(a)
		dst, b, a, at, gain = dst[lanes:], b[lanes:], a[lanes:], at[lanes:], gain[lanes:]
	}
	plainSumMulMix(dst, b, a, at, gain, t)
}
