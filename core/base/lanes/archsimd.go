//go:build goexperiment.simd && wasm

package lanes

import (
	"simd/archsimd"
	"unsafe"
)

// The most important loops, for WebAssembly alone: two lanes, unsafe pointers, unrolled, the
// hottest in assembly. They take half the time of the portable form, which checks slice bounds in
// every step, and WebAssembly checks again.

type vector = archsimd.Float64x2

func load(p unsafe.Pointer, offset uintptr) vector {
	return archsimd.LoadFloat64x2Array((*[2]float64)(unsafe.Add(p, offset)))
}

func save(v vector, p unsafe.Pointer, offset uintptr) {
	v.StoreArray((*[2]float64)(unsafe.Add(p, offset)))
}

func broadcast(x float64) vector { return archsimd.BroadcastFloat64x2(x) }

func read(p unsafe.Pointer) float64 { return *(*float64)(p) }

func write(p unsafe.Pointer, x float64) { *(*float64)(p) = x }

// panelBytes is the size of one feature in a panel: 8 samples.
const panelBytes = 64

// check panics unless ok. Every function checks the lengths of its slices with it, because
// reads through pointers are not checked.
func check(ok bool) {
	if !ok {
		panic("lanes: lengths do not fit")
	}
}

func checkFeatures(features []int32, d int) {
	for _, f := range features {
		check(uint(f) < uint(d))
	}
}

// Dots sets dst_i to the inner product of a probe with packed sample i. The
// probe has the values x at the given features and zeros elsewhere; d is the
// number of features of the panels, which hold len(dst)*d numbers, and len(dst)
// is a multiple of Width.
func Dots(dst, panels []float64, d int, features []int32, x []float64) {
	check(len(dst)%8 == 0 && len(panels) == len(dst)*d && len(x) >= len(features))
	if len(features) == 0 || len(dst) == 0 {
		clear(dst)
		return
	}
	checkFeatures(features, d)
	dots(&dst[0], &panels[0], len(dst), panelBytes*d, &features[0], len(features), &x[0])
}

//go:noescape
func dots(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

// Dots2 does this for two probes at a time, and reads the panels once: probe 0 has the values x[2k]
// at features[k], probe 1 the values x[2k+1].
func Dots2(dst0, dst1, panels []float64, d int, features []int32, x []float64) {
	check(len(dst0)%8 == 0 && len(dst1) == len(dst0) && len(panels) == len(dst0)*d && len(x) >= 2*len(features))
	if len(features) == 0 || len(dst0) == 0 {
		clear(dst0)
		clear(dst1)
		return
	}
	checkFeatures(features, d)
	dots2(&dst0[0], &dst1[0], &panels[0], len(dst0), panelBytes*d, &features[0], len(features), &x[0])
}

//go:noescape
func dots2(dst0, dst1, panels *float64, length, stride int, features *int32, count int, x *float64)

// Sums sets dst_i to the sum over the features of the term of a probe, which has the
// value x there, and packed sample i; see Dots.
func Sums(term Term, dst, panels []float64, d int, features []int32, x []float64) {
	check(len(dst)%8 == 0 && len(panels) == len(dst)*d && len(x) >= len(features))
	if len(features) == 0 || len(dst) == 0 {
		clear(dst)
		return
	}
	checkFeatures(features, d)
	out, in, stride, first, value := &dst[0], &panels[0], panelBytes*d, &features[0], &x[0]
	switch term {
	case Distance:
		sumDistance(out, in, len(dst), stride, first, len(features), value)
	case Square:
		sumSquare(out, in, len(dst), stride, first, len(features), value)
	case Least:
		sumLeast(out, in, len(dst), stride, first, len(features), value)
	case Spread:
		sumSpread(out, in, len(dst), stride, first, len(features), value)
	case Unequal:
		sumUnequal(out, in, len(dst), stride, first, len(features), value)
	}
}

//go:noescape
func sumDistance(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

//go:noescape
func sumSquare(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

//go:noescape
func sumLeast(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

//go:noescape
func sumSpread(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

//go:noescape
func sumUnequal(dst, panels *float64, length, stride int, features *int32, count int, x *float64)

// exponentiate sets dst_i = 2^min(ceiling, a dst_i + b norms_i + c); see plainExp2. It
// computes four vectors at a time, because the steps of one polynomial wait for each other.
func exponentiate(dst, norms []float64, a, b, c, ceiling float64) {
	check(len(norms) >= len(dst))
	whole := len(dst) &^ 7
	if whole > 0 {
		exponentiateFours(&dst[0], &norms[0], whole, &[18]vector{
			broadcast(a), broadcast(b), broadcast(c), broadcast(lowest2), broadcast(ceiling), broadcast(roundMagic),
			broadcast(two11), broadcast(two10), broadcast(two9), broadcast(two8), broadcast(two7), broadcast(two6),
			broadcast(two5), broadcast(two4), broadcast(two3), broadcast(two2), broadcast(two1), broadcast(1)})
	}
	plainExponentiate(dst[whole:], norms[whole:], a, b, c, ceiling)
}

//go:noescape
func exponentiateFours(p, q *float64, n int, constants *[18]vector)

// Update adds a scaled row: g_i += a*p_i.
func Update(g []float64, a float64, p []float64) {
	check(len(p) >= len(g))
	whole := len(g) &^ 3
	if whole > 0 {
		update(&g[0], &p[0], whole, a)
	}
	plainUpdate(g[whole:], a, p[whole:])
}

//go:noescape
func update(to, p *float64, n int, a float64)

// Update4 adds four scaled rows, one after the other, and touches g once.
func Update4(g []float64, a *[4]float64, p, q, r, s []float64) {
	check(len(p) >= len(g) && len(q) >= len(g) && len(r) >= len(g) && len(s) >= len(g))
	whole := len(g) &^ 3
	if whole > 0 {
		update4(&g[0], &p[0], &q[0], &r[0], &s[0], whole, a)
	}
	plainUpdate4(g[whole:], a, p[whole:], q[whole:], r[whole:], s[whole:])
}

//go:noescape
func update4(to, p, q, r, s *float64, n int, a *[4]float64)

// Sum returns the inner product of two vectors, len(b) >= len(a).
func Sum(a, b []float64) float64 {
	check(len(b) >= len(a))
	var partial [8]float64
	whole := len(a) &^ 7
	if whole > 0 {
		p, q := unsafe.Pointer(&a[0]), unsafe.Pointer(&b[0])
		var s0, s1, s2, s3 vector
		for range whole / 8 {
			s0 = s0.Add(load(p, 0).Mul(load(q, 0)))
			s1 = s1.Add(load(p, 16).Mul(load(q, 16)))
			s2 = s2.Add(load(p, 32).Mul(load(q, 32)))
			s3 = s3.Add(load(p, 48).Mul(load(q, 48)))
			p, q = unsafe.Add(p, 64), unsafe.Add(q, 64)
		}
		out := unsafe.Pointer(&partial[0])
		save(s0, out, 0)
		save(s1, out, 16)
		save(s2, out, 32)
		save(s3, out, 48)
	}
	return plainSum(&partial, a[whole:], b[whole:])
}

// Sum4 sets dst to the inner products of x with four rows, which are at least as long.
func Sum4(dst *[4]float64, x, p, q, r, s []float64) {
	n := len(x)
	check(len(p) >= n && len(q) >= n && len(r) >= n && len(s) >= n)
	if n == 0 || n&3 != 0 {
		plainSum4(dst, x, p, q, r, s)
		return
	}
	dst[0], dst[1] = sum2(&x[0], &p[0], &q[0], n)
	dst[2], dst[3] = sum2(&x[0], &r[0], &s[0], n)
}

// sum2 returns two inner products with x, of a multiple of 4 numbers.
func sum2(x, p, q *float64, n int) (float64, float64) {
	own, p0, p1 := unsafe.Pointer(x), unsafe.Pointer(p), unsafe.Pointer(q)
	var a0, a1, a2, a3, b0, b1, b2, b3 vector
	for range n / 8 {
		v := load(own, 0)
		a0, b0 = a0.Add(load(p0, 0).Mul(v)), b0.Add(load(p1, 0).Mul(v))
		v = load(own, 16)
		a1, b1 = a1.Add(load(p0, 16).Mul(v)), b1.Add(load(p1, 16).Mul(v))
		v = load(own, 32)
		a2, b2 = a2.Add(load(p0, 32).Mul(v)), b2.Add(load(p1, 32).Mul(v))
		v = load(own, 48)
		a3, b3 = a3.Add(load(p0, 48).Mul(v)), b3.Add(load(p1, 48).Mul(v))
		own, p0, p1 = unsafe.Add(own, 64), unsafe.Add(p0, 64), unsafe.Add(p1, 64)
	}
	if n&4 != 0 {
		v := load(own, 0)
		a0, b0 = a0.Add(load(p0, 0).Mul(v)), b0.Add(load(p1, 0).Mul(v))
		v = load(own, 16)
		a1, b1 = a1.Add(load(p0, 16).Mul(v)), b1.Add(load(p1, 16).Mul(v))
	}
	a, b := a0.Add(a2).Add(a1.Add(a3)), b0.Add(b2).Add(b1.Add(b3))
	return a.GetElem(0) + a.GetElem(1), b.GetElem(0) + b.GetElem(1)
}

// Rotate4 rotates pairs of numbers in each of four rows, from first to last: the pair at k becomes
// c a + s b, c b - s a. Rows have at least one number more than there are rotations.
func Rotate4(cosines, sines, p, q, r, s []float64) {
	n := len(cosines)
	check(len(sines) >= n && len(p) > n && len(q) > n && len(r) > n && len(s) > n)
	if n == 0 {
		return
	}
	at, with := unsafe.Pointer(&cosines[0]), unsafe.Pointer(&sines[0])
	p0, p1, p2, p3 := unsafe.Pointer(&p[0]), unsafe.Pointer(&q[0]), unsafe.Pointer(&r[0]), unsafe.Pointer(&s[0])
	a0, a1, a2, a3 := read(p0), read(p1), read(p2), read(p3)
	for range n {
		c, s := read(at), read(with)
		b0, b1, b2, b3 := read(unsafe.Add(p0, 8)), read(unsafe.Add(p1, 8)), read(unsafe.Add(p2, 8)), read(unsafe.Add(p3, 8))
		write(p0, c*a0+s*b0)
		write(p1, c*a1+s*b1)
		write(p2, c*a2+s*b2)
		write(p3, c*a3+s*b3)
		a0, a1, a2, a3 = c*b0-s*a0, c*b1-s*a1, c*b2-s*a2, c*b3-s*a3
		at, with = unsafe.Add(at, 8), unsafe.Add(with, 8)
		p0, p1, p2, p3 = unsafe.Add(p0, 8), unsafe.Add(p1, 8), unsafe.Add(p2, 8), unsafe.Add(p3, 8)
	}
	write(p0, a0)
	write(p1, a1)
	write(p2, a2)
	write(p3, a3)
}
