//go:build !(goexperiment.simd && wasm)

package lanes

// SingleIsFaster reports whether these functions are faster than those on
// float64. They are written for WebAssembly; elsewhere they are the plain twins,
// which only tests run.
const SingleIsFaster = false

// SingleDots sets values to the inner products of four probes with all packed
// samples: probe q has the values x[4k+q] at features[k] and zeros elsewhere. d is
// the number of features of the panels. The error is at most
// SingleDotsError(len(features)), relative to the product of the norms.
//
// With one probe x[k] is its value at features[k], and the values of the other three have no meaning.
func SingleDots(values, panels []float32, d int, features []int32, x []float32, probes int) {
	plainSingleDots(values, panels, d, features, x, probes)
}

// SingleGauss turns inner products into Gaussians: with y = (value + norms_i) +
// own_q, of sample i and probe q, it sets the value to 2^min(0, y).
//
// With one probe the values of the other three have no meaning.
func SingleGauss(values, norms []float32, own *[SingleProbes]float32, probes int) {
	plainSingleGauss(values, norms, own, probes)
}

// SingleSums sets sums[q] to the sum of a_i times the value of sample i and probe q, and sums[4+q]
// to the sum with b_i.
func SingleSums(sums *[2 * SingleProbes]float32, values, a, b []float32) {
	plainSingleSums(sums, values, a, b)
}

func updateSingles(g []float64, a *[4]float64, rows *[4][]float32) {
	plainUpdateSingles(g, a, rows, 0)
}

// SingleGaussRows does this, and sets dst_q to the values of probe q.
func SingleGaussRows(dst *[SingleProbes][]float32, values, norms []float32, own *[SingleProbes]float32) {
	plainSingleGaussRows(dst, values, norms, own)
}
