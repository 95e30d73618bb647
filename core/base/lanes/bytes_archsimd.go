//go:build goexperiment.simd && wasm

package lanes

import (
	"simd/archsimd"
	"unsafe"
)

// ByteDots sets values to the inner products of a probe with all packed samples. d is the
// number of features of the panels, which is even.
func ByteDots(values []int32, panels []byte, d int, p *ByteProbe) {
	check(len(values)%byteValues == 0 && len(panels) == len(values)/ByteProbes*d && len(p.x) == ByteProbes*len(p.features))
	if len(p.features) == 0 || len(values) == 0 {
		clear(values)
		return
	}
	checkFeatures(p.features, d/2)
	byteDots(&values[0], &panels[0], len(values), ByteWidth*d, &p.features[0], len(p.features), &p.x[0])
}

//go:noescape
func byteDots(values *int32, panels *byte, length, stride int, features *int32, count int, x *int32)

func loadInt32s(p unsafe.Pointer, offset uintptr) archsimd.Int32x4 {
	return archsimd.LoadInt32x4Array((*[4]int32)(unsafe.Add(p, offset)))
}

// ByteRow sets dst to scale times the values of sample q of the probe.
func ByteRow(dst []float64, values []int32, q int, scale float64) {
	check(len(dst)%ByteWidth == 0 && len(values) == ByteProbes*len(dst) && uint(q) < ByteProbes)
	if len(dst) == 0 {
		return
	}
	to, from, factor := unsafe.Pointer(&dst[0]), unsafe.Pointer(&values[q*ByteWidth]), broadcast(scale)
	for range len(dst) / ByteWidth {
		// The upper half of a vector is the lower half of the next vector; the last is read from
		// the end.
		a, b := loadInt32s(from, 0), loadInt32s(from, 16)
		save(a.ConvertLo2ToFloat64().Mul(factor), to, 0)
		save(loadInt32s(from, 8).ConvertLo2ToFloat64().Mul(factor), to, 16)
		save(b.ConvertLo2ToFloat64().Mul(factor), to, 32)
		save(upper(b).ConvertLo2ToFloat64().Mul(factor), to, 48)
		to, from = unsafe.Add(to, 8*ByteWidth), unsafe.Add(from, 4*byteValues)
	}
}

// upper returns the upper half of x in both halves.
func upper(x archsimd.Int32x4) archsimd.Int32x4 {
	return x.SetElem(0, x.GetElem(2)).SetElem(1, x.GetElem(3))
}

// ByteSingles sets dst to scale times the values, in float32 and in the same order.
func ByteSingles(dst []float32, values []int32, scale float32) {
	check(len(dst)%byteValues == 0 && len(values) == len(dst))
	if len(dst) == 0 {
		return
	}
	to, from, factor := unsafe.Pointer(&dst[0]), unsafe.Pointer(&values[0]), spread(scale)
	for range len(dst) / 8 {
		loadInt32s(from, 0).ConvertToFloat32().Mul(factor).StoreArray((*[4]float32)(to))
		loadInt32s(from, 16).ConvertToFloat32().Mul(factor).StoreArray((*[4]float32)(unsafe.Add(to, 16)))
		to, from = unsafe.Add(to, 32), unsafe.Add(from, 32)
	}
}
