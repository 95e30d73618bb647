package lanes

// # Single precision
//
// float32 gives the sign of a sum of Gaussians for almost every sample, with twice the lanes and
// half the bytes. Its panels have SingleWidth samples each, feature-major. SingleProbes probes are
// computed at a time, and their values with one panel follow each other:
//
//	values[(p*SingleProbes + q)*SingleWidth + w] = <probe q, sample p*SingleWidth+w>
//
// The comment of every function states its largest error, without that of underflow. u =
// 2^-24 is the unit roundoff of float32.
const (
	SingleWidth  = 8
	SingleProbes = 4

	singleValues = SingleWidth * SingleProbes // the values of a panel
)

// SinglePad rounds n up to whole panels of float32.
func SinglePad(n int) int { return (n + SingleWidth - 1) / SingleWidth * SingleWidth }

// SinglePack writes scale*x, rounded to float32, as sample i into panels. The
// relative error of an entry is 1.01u.
func SinglePack(panels []float32, x []float64, scale float64, i int) {
	at := i/SingleWidth*SingleWidth*len(x) + i%SingleWidth
	for _, v := range x {
		panels[at] = float32(scale * v)
		at += SingleWidth
	}
}

// SingleMove copies sample from of panels of d features to the place of sample to.
func SingleMove(panels []float32, d, to, from int) {
	to, from = to/SingleWidth*SingleWidth*d+to%SingleWidth, from/SingleWidth*SingleWidth*d+from%SingleWidth
	for range d {
		panels[to] = panels[from]
		to, from = to+SingleWidth, from+SingleWidth
	}
}

// SingleSpare is how many numbers a row has behind its last, which UpdateSingles may read.
const SingleSpare = 2

// UpdateSingles adds scaled rows in float32 to g, four at a time. An entry becomes a float64 first.
func UpdateSingles(g, scale []float64, rows [][]float32) {
	for len(scale) > 0 {
		var a [4]float64
		var four [4][]float32
		count := copy(a[:], scale)
		copy(four[:], rows)
		for r := count; r < 4; r++ {
			four[r] = four[0] // times zero
		}
		updateSingles(g, &a, &four)
		scale, rows = scale[count:], rows[count:]
	}
}

func plainUpdateSingles(g []float64, a *[4]float64, rows *[4][]float32, from int) {
	p, q, r, s := rows[0], rows[1], rows[2], rows[3]
	for i := from; i < len(g); i++ {
		g[i] = (((g[i] + float64(a[0]*float64(p[i]))) + float64(a[1]*float64(q[i]))) + float64(a[2]*float64(r[i]))) + float64(a[3]*float64(s[i]))
	}
}

// SingleExpError is the largest relative error of SingleGauss beyond that of its
// exponent, found by trying all fractions (TestSingleExponentialIsAccurate). Where
// the exponent is below SingleLowest, SingleGauss gives zero.
const (
	SingleExpError = 5.0 / (1 << 24)
	SingleLowest   = -125
)

// singleSegment is the number of features that are summed separately before their sum is added to
// the total. It keeps the error of long sums small.
const singleSegment = 64

// SingleDotsError is the largest error of an inner product over this many
// features, relative to the product of the norms: the rounding of a product, the
// additions in its segment and those of the segments.
func SingleDotsError(features int) float64 {
	segments := (features + singleSegment - 1) / singleSegment
	return float64(min(features, singleSegment)+segments) / (1 << 24)
}

// SingleError is the largest relative error of SingleSums over n samples, of whole panels,
// with respect to the sum of the magnitudes: the rounding of a product, of the n/4
// additions in its lane, and of two more.
func SingleError(n int) float64 { return (float64(n)/4 + 3) / (1 << 24) }

// The exponential is that of plainExp2 with a shorter polynomial, which
// interpolates (2^r - 1)/r at five Chebyshev nodes of [-0.505, 0.505].
const (
	singleMagic = 12582912.0 // 1.5*2^23

	single1 = 0.6931472
	single2 = 0.24022336
	single3 = 0.055503797
	single4 = 0.009667341
	single5 = 0.0013382264
)
