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
//
// With one probe x[k] is its value at features[k], and the values of the other three have no meaning.
func SingleDots(values, panels []float32, d int, features []int32, x []float32, probes int) {
	check(len(values)%singleValues == 0 && len(panels) == len(values)/SingleProbes*d && (probes == 1 || probes == SingleProbes) && len(x) >= probes*len(features))
	if len(features) == 0 || len(values) == 0 {
		clear(values)
		return
	}
	checkFeatures(features, d)
	more := 0
	for at := 0; at < len(features); at += singleSegment {
		count := min(singleSegment, len(features)-at)
		if probes == 1 {
			singleDotsOne(more, &values[0], &panels[0], len(values), singleBytes*d, &features[at], count, &x[at])
		} else {
			singleDots(more, &values[0], &panels[0], len(values), singleBytes*d, &features[at], count, &x[SingleProbes*at])
		}
		more = 1
	}
}

// singleDots sets values to the inner products over some features, or adds them to values
// when more is not 0.
//
//go:noescape
func singleDots(more int, values, panels *float32, length, stride int, features *int32, count int, x *float32)

//go:noescape
func singleDotsOne(more int, values, panels *float32, length, stride int, features *int32, count int, x *float32)

// SingleGauss turns inner products into Gaussians: with y = (value + norms_i) + own_q, of
// sample i and probe q, it sets the value to 2^min(0, y). See plainSingleExp2. It computes
// two vectors of one probe at a time.
//
// With one probe the values of the other three have no meaning.
func SingleGauss(values, norms []float32, own *[SingleProbes]float32, probes int) {
	check(len(values)%singleValues == 0 && len(norms) == len(values)/SingleProbes && (probes == 1 || probes == SingleProbes))
	if len(values) == 0 {
		return
	}
	gaussians(values, norms, own, &[SingleProbes]*float32{&values[0], &values[SingleWidth], &values[2*SingleWidth], &values[3*SingleWidth]}, valueBytes, probes)
}

// SingleGaussRows does this, and sets dst_q to the values of probe q.
func SingleGaussRows(dst *[SingleProbes][]float32, values, norms []float32, own *[SingleProbes]float32) {
	check(len(values)%singleValues == 0 && len(norms) == len(values)/SingleProbes)
	if len(values) == 0 {
		return
	}
	var to [SingleProbes]*float32
	for q, row := range dst {
		check(len(row) == len(norms))
		to[q] = &row[0]
	}
	gaussians(values, norms, own, &to, singleBytes, SingleProbes)
}

func gaussians(values, norms []float32, own *[SingleProbes]float32, to *[SingleProbes]*float32, step, probes int) {
	singleGauss(&values[0], &norms[0], &own[0], len(values), &[9]single{spread(0), spread(SingleLowest), spread(singleMagic),
		spread(single5), spread(single4), spread(single3), spread(single2), spread(single1), spread(1)}, to, step, probes)
}

//go:noescape
func singleGauss(values, norms, own *float32, length int, constants *[9]single, to *[SingleProbes]*float32, step, probes int)

// SingleSums sets sums[q] to the sum of a_i times the value of sample i and probe q, and sums[4+q]
// to the sum with b_i.
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

func updateSingles(g []float64, a *[4]float64, rows *[4][]float32) {
	whole := len(g) &^ 3
	for _, row := range rows {
		check(len(row) >= len(g) && cap(row) >= whole+SingleSpare)
	}
	if whole > 0 {
		update4Singles(&g[0], &rows[0][0], &rows[1][0], &rows[2][0], &rows[3][0], whole, a)
	}
	plainUpdateSingles(g, a, rows, whole)
}

//go:noescape
func update4Singles(to *float64, p, q, r, s *float32, n int, a *[4]float64)
