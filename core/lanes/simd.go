//go:build goexperiment.simd

package lanes

import "simd"

// vectors is the number of vectors abreast in a panel: enough independent sums
// to hide the latency of an addition.
const vectors = 4

// Width returns the number of samples in a panel.
func Width() int { return vectors * simd.BroadcastFloat64s(0).Len() }

// Gauss turns inner products into the Gaussian kernel: dst_i =
// exp(-gamma max(0, norms_i + norm - 2 dst_i)), with squared norms.
func Gauss(dst, norms []float64, gamma, norm float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	zero, two := simd.BroadcastFloat64s(0), simd.BroadcastFloat64s(2)
	minusGamma, own := simd.BroadcastFloat64s(-gamma), simd.BroadcastFloat64s(norm)
	rest := dst
	for len(rest) >= lanes && len(norms) >= lanes {
		distance := simd.LoadFloat64s(norms).Add(own).Sub(simd.LoadFloat64s(rest).Mul(two)).Max(zero)
		distance.Mul(minusGamma).Store(rest)
		rest, norms = rest[lanes:], norms[lanes:]
	}
	plainGaussArgument(rest, norms, gamma, norm)
	Exp(dst)
}

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

// Tanh replaces every entry by tanh(scale*dst_i + shift).
func Tanh(dst []float64, scale, shift float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	a, b := simd.BroadcastFloat64s(scale), simd.BroadcastFloat64s(shift)
	one, two := simd.BroadcastFloat64s(1), simd.BroadcastFloat64s(2)
	rest := dst
	for len(rest) >= lanes {
		simd.LoadFloat64s(rest).Mul(a).Add(b).Mul(two).Store(rest)
		rest = rest[lanes:]
	}
	plainTanhArgument(rest, scale, shift)
	Exp(dst)
	rest = dst
	for len(rest) >= lanes {
		one.Sub(two.Div(simd.LoadFloat64s(rest).Add(one))).Store(rest)
		rest = rest[lanes:]
	}
	plainTanhResult(rest)
}
