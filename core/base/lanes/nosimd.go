//go:build !goexperiment.simd

package lanes

const plainWidth = 8

// Width returns the number of samples in a panel.
func Width() int { return plainWidth }

// Dots sets dst_i to the inner product of a probe with packed sample i. The
// probe has the values x at the given features and zeros elsewhere; d is the
// number of features of the panels, which hold len(dst)*d numbers, and len(dst)
// is a multiple of Width.
func Dots(dst, panels []float64, d int, features []int32, x []float64) {
	plainDots(dst, panels, d, features, x, plainWidth)
}

// Dots2 does this for two probes at a time: probe 0 has the values x[2k] at features[k], probe 1
// the values x[2k+1].
func Dots2(dst0, dst1, panels []float64, d int, features []int32, x []float64) {
	plainDots2(dst0, dst1, panels, d, features, x, plainWidth)
}

// Sums sets dst_i to the sum over the features of the term of a probe, which has the
// value x there, and packed sample i; see Dots.
func Sums(term Term, dst, panels []float64, d int, features []int32, x []float64) {
	plainSums(term, dst, panels, d, features, x, plainWidth)
}

func exponentiate(dst, norms []float64, a, b, c, ceiling float64) {
	plainExponentiate(dst, norms, a, b, c, ceiling)
}

// Power replaces every entry by (scale*dst_i + shift)^degree, degree >= 0.
func Power(dst []float64, scale, shift float64, degree int) { plainPower(dst, scale, shift, degree) }

func tanhResult(dst []float64) { plainTanhResult(dst) }

// Update adds a scaled row: g_i += a*p_i.
func Update(g []float64, a float64, p []float64) { plainUpdate(g, a, p) }

// Update4 adds four scaled rows, one after the other.
func Update4(g []float64, a *[4]float64, p, q, r, s []float64) { plainUpdate4(g, a, p, q, r, s) }

// Sum returns the inner product of two vectors, len(b) >= len(a).
func Sum(a, b []float64) float64 { return plainSum(&[8]float64{}, a, b) }

// MulMix sets dst_i = a_i (at_i + t gain_i).
func MulMix(dst, a, at, gain []float64, t float64) { plainMulMix(dst, a, at, gain, t) }

// SumMulMix adds b_i a_i to dst_i, and then multiplies a_i by at_i + t gain_i.
func SumMulMix(dst, b, a, at, gain []float64, t float64) { plainSumMulMix(dst, b, a, at, gain, t) }

// Sum4 sets dst to the inner products of x with four rows, which are at least as long.
func Sum4(dst *[4]float64, x, p, q, r, s []float64) { plainSum4(dst, x, p, q, r, s) }

// Rotate4 rotates pairs of numbers in each of four rows, from first to last: the pair at k becomes
// c a + s b, c b - s a. Rows have at least one number more than there are rotations.
func Rotate4(cosines, sines, p, q, r, s []float64) { plainRotate4(cosines, sines, p, q, r, s) }
