//go:build goexperiment.simd && !wasm

package lanes

import "simd"

// Dots sets dst_i to the inner product of a probe with packed sample i. The
// probe has the values x at the given features and zeros elsewhere; d is the
// number of features of the panels, which hold len(dst)*d numbers, and len(dst)
// is a multiple of Width.
func Dots(dst, panels []float64, d int, features []int32, x []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	width := vectors * lanes
	for at := 0; at < len(dst); at += width {
		panel := panels[at*d : (at+width)*d]
		var s0, s1, s2, s3 simd.Float64s
		for k, f := range features {
			b := simd.BroadcastFloat64s(x[k])
			p := panel[int(f)*width : int(f)*width+width]
			s0 = s0.Add(simd.LoadFloat64s(p).Mul(b))
			s1 = s1.Add(simd.LoadFloat64s(p[lanes:]).Mul(b))
			s2 = s2.Add(simd.LoadFloat64s(p[2*lanes:]).Mul(b))
			s3 = s3.Add(simd.LoadFloat64s(p[3*lanes:]).Mul(b))
		}
		store(dst[at:at+width], s0, s1, s2, s3)
	}
}

// Dots2 does this for two probes at a time, and reads the panels once: probe 0 has the values x[2k]
// at features[k], probe 1 the values x[2k+1].
func Dots2(dst0, dst1, panels []float64, d int, features []int32, x []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	width := vectors * lanes
	for at := 0; at < len(dst0); at += width {
		panel := panels[at*d : (at+width)*d]
		var s0, s1, s2, s3, t0, t1, t2, t3 simd.Float64s
		for k, f := range features {
			b, c := simd.BroadcastFloat64s(x[2*k]), simd.BroadcastFloat64s(x[2*k+1])
			p := panel[int(f)*width : int(f)*width+width]
			v := simd.LoadFloat64s(p)
			s0, t0 = s0.Add(v.Mul(b)), t0.Add(v.Mul(c))
			v = simd.LoadFloat64s(p[lanes:])
			s1, t1 = s1.Add(v.Mul(b)), t1.Add(v.Mul(c))
			v = simd.LoadFloat64s(p[2*lanes:])
			s2, t2 = s2.Add(v.Mul(b)), t2.Add(v.Mul(c))
			v = simd.LoadFloat64s(p[3*lanes:])
			s3, t3 = s3.Add(v.Mul(b)), t3.Add(v.Mul(c))
		}
		store(dst0[at:at+width], s0, s1, s2, s3)
		store(dst1[at:at+width], t0, t1, t2, t3)
	}
}

// Sums sets dst_i to the sum over the features of the term of a probe, with the value x there, and
// packed sample i; see Dots. The term is chosen again for every feature of a panel, which is cheap
// compared with its vectors.
func Sums(term Term, dst, panels []float64, d int, features []int32, x []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	width := vectors * lanes
	zero, one := simd.BroadcastFloat64s(0), simd.BroadcastFloat64s(1)
	for at := 0; at < len(dst); at += width {
		panel := panels[at*d : (at+width)*d]
		var s0, s1, s2, s3 simd.Float64s
		for k, f := range features {
			b := simd.BroadcastFloat64s(x[k])
			p := panel[int(f)*width : int(f)*width+width]
			z0, z1 := simd.LoadFloat64s(p), simd.LoadFloat64s(p[lanes:])
			z2, z3 := simd.LoadFloat64s(p[2*lanes:]), simd.LoadFloat64s(p[3*lanes:])
			switch term {
			case Distance:
				z0, z1, z2, z3 = b.Sub(z0).Abs(), b.Sub(z1).Abs(), b.Sub(z2).Abs(), b.Sub(z3).Abs()
			case Square:
				z0, z1, z2, z3 = b.Sub(z0), b.Sub(z1), b.Sub(z2), b.Sub(z3)
				z0, z1, z2, z3 = z0.Mul(z0), z1.Mul(z1), z2.Mul(z2), z3.Mul(z3)
			case Least:
				z0, z1, z2, z3 = z0.Min(b), z1.Min(b), z2.Min(b), z3.Min(b)
			case Spread:
				r0, r1, r2, r3 := b.Sub(z0), b.Sub(z1), b.Sub(z2), b.Sub(z3)
				z0, z1, z2, z3 = b.Add(z0), b.Add(z1), b.Add(z2), b.Add(z3)
				z0 = r0.Div(z0).Mul(r0).Masked(z0.Greater(zero))
				z1 = r1.Div(z1).Mul(r1).Masked(z1.Greater(zero))
				z2 = r2.Div(z2).Mul(r2).Masked(z2.Greater(zero))
				z3 = r3.Div(z3).Mul(r3).Masked(z3.Greater(zero))
			case Unequal:
				z0, z1 = one.Masked(b.NotEqual(z0)), one.Masked(b.NotEqual(z1))
				z2, z3 = one.Masked(b.NotEqual(z2)), one.Masked(b.NotEqual(z3))
			}
			s0, s1, s2, s3 = s0.Add(z0), s1.Add(z1), s2.Add(z2), s3.Add(z3)
		}
		store(dst[at:at+width], s0, s1, s2, s3)
	}
}

func store(dst []float64, s0, s1, s2, s3 simd.Float64s) {
	lanes := s0.Len()
	s0.Store(dst)
	s1.Store(dst[lanes:])
	s2.Store(dst[2*lanes:])
	s3.Store(dst[3*lanes:])
}

// exponentiate sets dst_i = 2^min(ceiling, a dst_i + b norms_i + c); see
// plainExp2.
//
// It is a whole loop, not a function on one vector, because a call for each vector would
// not be inlined and would cost more than the arithmetic.
func exponentiate(dst, norms []float64, a, b, c, ceiling float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	va, vb, vc := simd.BroadcastFloat64s(a), simd.BroadcastFloat64s(b), simd.BroadcastFloat64s(c)
	lowest, highest := simd.BroadcastFloat64s(lowest2), simd.BroadcastFloat64s(ceiling)
	zero, one, magic := simd.BroadcastFloat64s(0), simd.BroadcastFloat64s(1), simd.BroadcastFloat64s(roundMagic)
	for len(dst) >= lanes && len(norms) >= lanes {
		given := simd.LoadFloat64s(dst).Mul(va).Add(simd.LoadFloat64s(norms).Mul(vb)).Add(vc)
		y := given.Min(highest).Max(lowest)
		t := y.Add(magic)
		r := y.Sub(t.Sub(magic))
		p := r.Mul(simd.BroadcastFloat64s(two11)).Add(simd.BroadcastFloat64s(two10))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two9))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two8))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two7))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two6))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two5))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two4))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two3))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two2))
		p = p.Mul(r).Add(simd.BroadcastFloat64s(two1))
		p = p.Mul(r).Add(one)
		p = p.ToBits().Add(t.ToBits().ShiftAllLeft(52)).BitsToFloat64()
		given.IfElse(given.NotEqual(given), zero.IfElse(given.Less(lowest), p)).Store(dst)
		dst, norms = dst[lanes:], norms[lanes:]
	}
	plainExponentiate(dst, norms, a, b, c, ceiling)
}

// Update adds a scaled row: g_i += a*p_i.
func Update(g []float64, a float64, p []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	va := simd.BroadcastFloat64s(a)
	for len(g) >= lanes && len(p) >= lanes {
		simd.LoadFloat64s(g).Add(simd.LoadFloat64s(p).Mul(va)).Store(g)
		g, p = g[lanes:], p[lanes:]
	}
	plainUpdate(g, a, p)
}

// Update4 adds four scaled rows, one after the other, and touches g once.
func Update4(g []float64, a *[4]float64, p, q, r, s []float64) {
	lanes := simd.BroadcastFloat64s(0).Len()
	va, vb := simd.BroadcastFloat64s(a[0]), simd.BroadcastFloat64s(a[1])
	vc, vd := simd.BroadcastFloat64s(a[2]), simd.BroadcastFloat64s(a[3])
	for len(g) >= lanes && len(p) >= lanes && len(q) >= lanes && len(r) >= lanes && len(s) >= lanes {
		sum := simd.LoadFloat64s(g).Add(simd.LoadFloat64s(p).Mul(va)).Add(simd.LoadFloat64s(q).Mul(vb))
		sum.Add(simd.LoadFloat64s(r).Mul(vc)).Add(simd.LoadFloat64s(s).Mul(vd)).Store(g)
		g, p, q, r, s = g[lanes:], p[lanes:], q[lanes:], r[lanes:], s[lanes:]
	}
	plainUpdate4(g, a, p, q, r, s)
}

// Sum returns the inner product of two vectors, len(b) >= len(a).
func Sum(a, b []float64) float64 {
	lanes := simd.BroadcastFloat64s(0).Len()
	var partial [8]float64
	if lanes > len(partial) {
		return plainSum(&partial, a, b)
	}
	var s [4]simd.Float64s // 8 partial sums, in one, two or four vectors
	for len(a) >= 8 && len(b) >= 8 {
		for k := range 8 / lanes {
			s[k] = s[k].Add(simd.LoadFloat64s(a[k*lanes:]).Mul(simd.LoadFloat64s(b[k*lanes:])))
		}
		a, b = a[8:], b[8:]
	}
	for k := range 8 / lanes {
		s[k].Store(partial[k*lanes:])
	}
	return plainSum(&partial, a, b)
}

// Sum4 sets dst to the inner products of x with four rows, which are at least as long.
func Sum4(dst *[4]float64, x, p, q, r, s []float64) {
	dst[0], dst[1], dst[2], dst[3] = Sum(x, p), Sum(x, q), Sum(x, r), Sum(x, s)
}

// Rotate4 rotates pairs of numbers in each of four rows, from first to last: the pair at k becomes
// c a + s b, c b - s a. Rows have at least one number more than there are rotations.
func Rotate4(cosines, sines, p, q, r, s []float64) { plainRotate4(cosines, sines, p, q, r, s) }
