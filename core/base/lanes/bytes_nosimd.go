//go:build !(goexperiment.simd && wasm)

package lanes

// ByteDots sets values to the inner products of a probe with all packed samples. d is the
// number of features of the panels, which is even.
func ByteDots(values []int32, panels []byte, d int, p *ByteProbe) {
	plainByteDots(values, panels, d, p)
}

// ByteRow sets dst to scale times the values of sample q of the probe.
func ByteRow(dst []float64, values []int32, q int, scale float64) {
	plainByteRow(dst, values, q, scale)
}

// ByteSingles sets dst to scale times the values, in float32 and in the same order.
func ByteSingles(dst []float32, values []int32, scale float32) {
	plainByteSingles(dst, values, scale)
}
