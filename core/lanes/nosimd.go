//go:build !goexperiment.simd

package lanes

const plainWidth = 8

// Width returns the number of samples in a panel.
func Width() int { return plainWidth }

// Dots sets dst_i to the inner product of x with packed sample i. len(dst) is a
// multiple of Width and panels holds len(dst)*len(x) numbers.
func Dots(dst, panels, x []float64) { plainDots(dst, panels, x, plainWidth) }

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

// Update adds two scaled rows: g_i += a*p_i + b*q_i.
func Update(g []float64, a float64, p []float64, b float64, q []float64) { plainUpdate(g, a, p, b, q) }
