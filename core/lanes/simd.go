//go:build goexperiment.simd

package lanes

import (
	"simd"
)

// vectors is the number of vectors abreast in a panel: enough independent sums
// to hide the latency of an addition.
const vectors = 4

// Width returns the number of samples in a panel.
func Width() int { return vectors * simd.BroadcastFloat64s(0).Len() }

// Dots sets dst_i to the inner product of x with packed sample i. len(dst) is a
// multiple of Width and panels holds len(dst)*len(x) numbers.
func Dots(dst, panels, x []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	width := vectors * lanes
	for at := 0; at < len(dst); at += width {
		var s0, s1, s2, s3 simd.Float64s
		for _, v := range x {
			b := simd.BroadcastFloat64s(v)
			p := panels[:width]
			s0 = s0.Add(simd.LoadFloat64s(p).Mul(b))
			s1 = s1.Add(simd.LoadFloat64s(p[lanes:]).Mul(b))
			s2 = s2.Add(simd.LoadFloat64s(p[2*lanes:]).Mul(b))
			s3 = s3.Add(simd.LoadFloat64s(p[3*lanes:]).Mul(b))
			panels = panels[width:]
		}
		d := dst[at : at+width]
		s0.Store(d)
		s1.Store(d[lanes:])
		s2.Store(d[2*lanes:])
		s3.Store(d[3*lanes:])
	}
}

// Exp replaces every entry by its exponential; what is below -708 gives 0, what
// is above 709 gives exp(709). Relative error below 1e-15. See plainExp1.
//
// It is a pass of its own, and not a function on one vector that the kernels
// call, because such a call is not inlined and costs more than the arithmetic.
func Exp(dst []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	zero, one := simd.BroadcastFloat64s(0), simd.BroadcastFloat64s(1)
	lowest, highest := simd.BroadcastFloat64s(expLowest), simd.BroadcastFloat64s(expHighest)
	magic := simd.BroadcastFloat64s(roundMagic)
	for len(dst) >= lanes {
		given := simd.LoadFloat64s(dst)
		x := given.Min(highest).Max(lowest)
		t := x.Mul(simd.BroadcastFloat64s(log2e)).Add(magic)
		k := t.Sub(magic)
		r := x.Sub(k.Mul(simd.BroadcastFloat64s(ln2High)))
		r = r.Sub(k.Mul(simd.BroadcastFloat64s(ln2Low)))
		p := r.Mul(simd.BroadcastFloat64s(exp11)).Add(simd.BroadcastFloat64s(exp10))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp9))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp8))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp7))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp6))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp5))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp4))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp3))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(exp2))
		p = p.Mul(r).Add(one)
		p = p.Mul(r).Add(one)
		p = p.ToBits().Add(t.ToBits().ShiftAllLeft(52)).BitsToFloat64()
		zero.IfElse(given.Less(lowest), p).Store(dst)
		dst = dst[lanes:]
	}
	plainExp(dst)
}

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

// Update adds two scaled rows: g_i += a*p_i + b*q_i.
func Update(g []float64, a float64, p []float64, b float64, q []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	va, vb := simd.BroadcastFloat64s(a), simd.BroadcastFloat64s(b)
	for len(g) >= lanes && len(p) >= lanes && len(q) >= lanes {
		sum := simd.LoadFloat64s(g).Add(simd.LoadFloat64s(p).Mul(va))
		sum.Add(simd.LoadFloat64s(q).Mul(vb)).Store(g)
		g, p, q = g[lanes:], p[lanes:], q[lanes:]
	}
	plainUpdate(g, a, p, b, q)
}
