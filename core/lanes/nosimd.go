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

// Dots2 is Dots for two probes at a time: probe 0 has the values x[2k] at
// features[k], probe 1 the values x[2k+1].
func Dots2(dst0, dst1, panels []float64, d int, features []int32, x []float64) {
	plainDots2(dst0, dst1, panels, d, features, x, plainWidth)
}

// Exp replaces every entry by its exponential; what is below -708 gives 0, what
// is above 709 gives exp(709). Relative error below 1e-15.
func Exp(dst []float64) { plainExp(dst) }

// Gauss turns inner products into the Gaussian kernel: dst_i =
// exp(-gamma max(0, norms_i + norm - 2 dst_i)), with squared norms.
func Gauss(dst, norms []float64, gamma, norm float64) { plainGauss(dst, norms, gamma, norm) }

// Power replaces every entry by (scale*dst_i + shift)^degree, degree >= 0.
func Power(dst []float64, scale, shift float64, degree int) { plainPower(dst, scale, shift, degree) }

// Tanh replaces every entry by tanh(scale*dst_i + shift).
func Tanh(dst []float64, scale, shift float64) { plainTanh(dst, scale, shift) }

// Update adds a scaled row: g_i += a*p_i.
func Update(g []float64, a float64, p []float64) { plainUpdate(g, a, p) }

// Update4 adds four scaled rows, one after the other.
func Update4(g []float64, a *[4]float64, p, q, r, s []float64) { plainUpdate4(g, a, p, q, r, s) }

// Sum returns the inner product of two vectors, len(b) >= len(a).
func Sum(a, b []float64) float64 { return plainSum(&[8]float64{}, a, b) }
