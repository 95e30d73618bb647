//go:build goexperiment.simd && wasm

package lanes

import (
	"simd/archsimd"
	"unsafe"
)

// SingleIsFaster reports whether these functions are faster than those on
// float64.
const SingleIsFaster = true

type single = archsimd.Float32x4

func loadSingle(p unsafe.Pointer, offset uintptr) single {
	return archsimd.LoadFloat32x4Array((*[4]float32)(unsafe.Add(p, offset)))
}

func saveSingle(v single, p unsafe.Pointer, offset uintptr) {
	v.StoreArray((*[4]float32)(unsafe.Add(p, offset)))
}

func spread(x float32) single { return archsimd.BroadcastFloat32x4(x) }

func readSingle(p unsafe.Pointer, offset uintptr) float32 { return *(*float32)(unsafe.Add(p, offset)) }

// The bytes of a feature in a panel, and of the values of a panel.
const (
	singleBytes = 4 * SingleWidth
	valueBytes  = 4 * singleValues
)

// SingleDots sets values to the inner products of four probes with all packed
// samples: probe q has the values x[4k+q] at features[k] and zeros elsewhere. d is
// the number of features of the panels. The error is at most
// SingleDotsError(len(features)), relative to the product of the norms.
//
// Two vectors by four probes: with four vectors the sums no longer fit into the
// registers, and a multiply-add takes 0.16 ns instead of 0.09.
func SingleDots(values, panels []float32, d int, features []int32, x []float32) {
	check(len(values)%singleValues == 0 && len(panels) == len(values)/SingleProbes*d && len(x) >= SingleProbes*len(features))
	if len(features) == 0 || len(values) == 0 {
		clear(values)
		return
	}
	checkFeatures(features, d)
	for at := 0; at < len(features); at += singleSegment {
		end := min(at+singleSegment, len(features))
		dotsOfSegment(at > 0, values, panels, d, features[at:end], x[SingleProbes*at:])
	}
}

// dotsOfSegment sets values to the inner products over some features, or adds
// these when there is more in values.
func dotsOfSegment(more bool, values, panels []float32, d int, features []int32, x []float32) {
	panel, out := unsafe.Pointer(&panels[0]), unsafe.Pointer(&values[0])
	for range len(values) / singleValues {
		var r0, r1, s0, s1, t0, t1, u0, u1 single
		value, feature := unsafe.Pointer(&x[0]), unsafe.Pointer(&features[0])
		for range len(features) {
			p := unsafe.Add(panel, uintptr(*(*int32)(feature))*singleBytes)
			v, w := loadSingle(p, 0), loadSingle(p, 16)
			b := spread(readSingle(value, 0))
			r0, r1 = r0.Add(v.Mul(b)), r1.Add(w.Mul(b))
			b = spread(readSingle(value, 4))
			s0, s1 = s0.Add(v.Mul(b)), s1.Add(w.Mul(b))
			b = spread(readSingle(value, 8))
			t0, t1 = t0.Add(v.Mul(b)), t1.Add(w.Mul(b))
			b = spread(readSingle(value, 12))
			u0, u1 = u0.Add(v.Mul(b)), u1.Add(w.Mul(b))
			value, feature = unsafe.Add(value, 16), unsafe.Add(feature, 4)
		}
		if more {
			r0, r1 = r0.Add(loadSingle(out, 0)), r1.Add(loadSingle(out, 16))
			s0, s1 = s0.Add(loadSingle(out, 32)), s1.Add(loadSingle(out, 48))
			t0, t1 = t0.Add(loadSingle(out, 64)), t1.Add(loadSingle(out, 80))
			u0, u1 = u0.Add(loadSingle(out, 96)), u1.Add(loadSingle(out, 112))
		}
		saveSingle(r0, out, 0)
		saveSingle(r1, out, 16)
		saveSingle(s0, out, 32)
		saveSingle(s1, out, 48)
		saveSingle(t0, out, 64)
		saveSingle(t1, out, 80)
		saveSingle(u0, out, 96)
		saveSingle(u1, out, 112)
		panel, out = unsafe.Add(panel, singleBytes*d), unsafe.Add(out, valueBytes)
	}
}

// SingleGauss turns inner products into Gaussians: with y = (value + norms_i) +
// own_q, of sample i and probe q, it sets the value to 2^min(0, y). See
// plainSingleExp2. Four vectors, of two probes, go abreast.
func SingleGauss(values, norms []float32, own *[SingleProbes]float32) {
	check(len(values)%singleValues == 0 && len(norms) == len(values)/SingleProbes)
	if len(values) == 0 {
		return
	}
	p, q := unsafe.Pointer(&values[0]), unsafe.Pointer(&norms[0])
	lowest, zero, magic := spread(SingleLowest), spread(0), spread(singleMagic)
	for range len(norms) / SingleWidth {
		n0, n1 := loadSingle(q, 0), loadSingle(q, 16)
		probe := unsafe.Pointer(own)
		for range SingleProbes / 2 {
			k, l := spread(readSingle(probe, 0)), spread(readSingle(probe, 4))
			y0, y1 := loadSingle(p, 0).Add(n0).Add(k), loadSingle(p, 16).Add(n1).Add(k)
			y2, y3 := loadSingle(p, 32).Add(n0).Add(l), loadSingle(p, 48).Add(n1).Add(l)
			y0, y1, y2, y3 = y0.Min(zero), y1.Min(zero), y2.Min(zero), y3.Min(zero)
			t0, t1, t2, t3 := y0.Add(magic), y1.Add(magic), y2.Add(magic), y3.Add(magic)
			r0, r1, r2, r3 := y0.Sub(t0.Sub(magic)), y1.Sub(t1.Sub(magic)), y2.Sub(t2.Sub(magic)), y3.Sub(t3.Sub(magic))
			k = spread(single5)
			z0, z1, z2, z3 := r0.Mul(k), r1.Mul(k), r2.Mul(k), r3.Mul(k)
			k = spread(single4)
			z0, z1, z2, z3 = z0.Add(k).Mul(r0), z1.Add(k).Mul(r1), z2.Add(k).Mul(r2), z3.Add(k).Mul(r3)
			k = spread(single3)
			z0, z1, z2, z3 = z0.Add(k).Mul(r0), z1.Add(k).Mul(r1), z2.Add(k).Mul(r2), z3.Add(k).Mul(r3)
			k = spread(single2)
			z0, z1, z2, z3 = z0.Add(k).Mul(r0), z1.Add(k).Mul(r1), z2.Add(k).Mul(r2), z3.Add(k).Mul(r3)
			k = spread(single1)
			z0, z1, z2, z3 = z0.Add(k).Mul(r0), z1.Add(k).Mul(r1), z2.Add(k).Mul(r2), z3.Add(k).Mul(r3)
			k = spread(1)
			z0, z1, z2, z3 = z0.Add(k), z1.Add(k), z2.Add(k), z3.Add(k)
			saveSingle(timesPower(z0, t0).Masked(lowest.LessEqual(y0)), p, 0)
			saveSingle(timesPower(z1, t1).Masked(lowest.LessEqual(y1)), p, 16)
			saveSingle(timesPower(z2, t2).Masked(lowest.LessEqual(y2)), p, 32)
			saveSingle(timesPower(z3, t3).Masked(lowest.LessEqual(y3)), p, 48)
			p, probe = unsafe.Add(p, valueBytes/2), unsafe.Add(probe, 8)
		}
		q = unsafe.Add(q, singleBytes)
	}
}

// timesPower returns z 2^k, with k in the low bits of t.
func timesPower(z, t single) single {
	return z.ToBits().Add(t.ToBits().ShiftAllLeft(23)).BitsToFloat32()
}

// SingleSums sets sums[q] to the sum of a_i times the value of sample i and probe
// q, and sums[4+q] to that with b_i.
func SingleSums(sums *[2 * SingleProbes]float32, values, a, b []float32) {
	check(len(values)%singleValues == 0 && len(a) == len(values)/SingleProbes && len(b) == len(a))
	if len(a) == 0 {
		clear(sums[:])
		return
	}
	v, p, q := unsafe.Pointer(&values[0]), unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0])
	var s0, s1, s2, s3, t0, t1, t2, t3 single
	for range len(a) / SingleWidth {
		c, e := loadSingle(p, 0), loadSingle(q, 0)
		k := loadSingle(v, 0)
		s0, t0 = s0.Add(k.Mul(c)), t0.Add(k.Mul(e))
		k = loadSingle(v, 32)
		s1, t1 = s1.Add(k.Mul(c)), t1.Add(k.Mul(e))
		k = loadSingle(v, 64)
		s2, t2 = s2.Add(k.Mul(c)), t2.Add(k.Mul(e))
		k = loadSingle(v, 96)
		s3, t3 = s3.Add(k.Mul(c)), t3.Add(k.Mul(e))
		c, e = loadSingle(p, 16), loadSingle(q, 16)
		k = loadSingle(v, 16)
		s0, t0 = s0.Add(k.Mul(c)), t0.Add(k.Mul(e))
		k = loadSingle(v, 48)
		s1, t1 = s1.Add(k.Mul(c)), t1.Add(k.Mul(e))
		k = loadSingle(v, 80)
		s2, t2 = s2.Add(k.Mul(c)), t2.Add(k.Mul(e))
		k = loadSingle(v, 112)
		s3, t3 = s3.Add(k.Mul(c)), t3.Add(k.Mul(e))
		v, p, q = unsafe.Add(v, valueBytes), unsafe.Add(p, singleBytes), unsafe.Add(q, singleBytes)
	}
	for i, s := range [2 * SingleProbes]single{s0, s1, s2, s3, t0, t1, t2, t3} {
		sums[i] = (s.GetElem(0) + s.GetElem(2)) + (s.GetElem(1) + s.GetElem(3))
	}
}
