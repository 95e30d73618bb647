// Package lanes holds the innermost loops of kernel machines, on Go's simd package. They compile to
// WebAssembly SIMD128 and natively to AVX; a build without GOEXPERIMENT=simd uses the plain Go twin
// of each. The last elements, which do not fill a vector, use the twin in every build.
//
// A twin performs the same operations in the same order, and never fuses multiplications and
// additions, so that both give the same bits on every machine.
//
// # Panels
//
// A packed set stores its samples in panels of Width samples, feature-major
// inside the panel:
//
//	panels[p*Width*d + j*Width + w] = x[p*Width+w][j]
//
// with zeros for the samples that fill up the last panel. An inner product with
// every sample of a panel then needs no horizontal addition and has no tail in
// d, and each is summed in the order of the features.
package lanes

// PackedLen returns the number of float64 that n samples of d features take in panels.
// Inner products with them are Padded(n) numbers.
func PackedLen(n, d int) int { return Padded(n) * d }

// Padded rounds n up to whole panels.
func Padded(n int) int { return (n + Width() - 1) / Width() * Width() }

// Pack writes sample i (length d) into its place in panels.
func Pack(panels, x []float64, i int) {
	width, d := Width(), len(x)
	at := i/width*width*d + i%width
	for _, v := range x {
		panels[at] = v
		at += width
	}
}

// UpdateAll adds scaled rows to g, four at a time.
func UpdateAll(g, scale []float64, rows [][]float64) {
	for ; len(scale) >= 4; scale, rows = scale[4:], rows[4:] {
		Update4(g, (*[4]float64)(scale), rows[0], rows[1], rows[2], rows[3])
	}
	for r, a := range scale {
		Update(g, a, rows[r])
	}
}

// Unpack reads sample i out of panels into dst, length d.
func Unpack(dst, panels []float64, i int) {
	width, d := Width(), len(dst)
	at := i/width*width*d + i%width
	for j := range dst {
		dst[j] = panels[at]
		at += width
	}
}

// Gauss turns inner products into the Gaussian kernel: dst_i =
// exp(-gamma max(0, norms_i + norm - 2 dst_i)), with squared norms.
func Gauss(dst, norms []float64, gamma, norm float64) {
	g := gamma * log2e
	exponentiate(dst, norms, 2*g, -g, float64(-g*norm), 0)
}

// Tanh replaces every entry by tanh(scale*dst_i + shift). It computes tanh(x) = 1 -
// 2/(exp(2x)+1), which needs no case for the sign. The absolute error is that of rounding a
// number near 1.
func Tanh(dst []float64, scale, shift float64) {
	exponentiate(dst, dst, 2*scale*log2e, 0, 2*shift*log2e, highest2)
	tanhResult(dst)
}

// Exp replaces every entry by exp(scale*dst_i + shift), clamped to 2^1022.
func Exp(dst []float64, scale, shift float64) {
	exponentiate(dst, dst, scale*log2e, 0, shift*log2e, highest2)
}
