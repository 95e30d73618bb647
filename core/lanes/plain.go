package lanes

import "math"

// The exponential: exp(x) = 2^k exp(r) with k = round(x/ln 2) and r = x - k ln 2
// in [-ln2/2, ln2/2], where exp(r) is the polynomial that interpolates it at the
// twelve Chebyshev nodes of that interval (relative error 4e-18, far below the
// rounding of its evaluation). ln 2 is split so that k*ln2High is exact.
const (
	log2e   = 1.4426950408889634
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10

	// Adding 1.5*2^52 rounds to an integer, which then stands in the low bits.
	roundMagic = 6755399441055744.0

	expLowest  = -708.0 // below: 0, so that no result is subnormal
	expHighest = 709.0  // above: exp(709), the largest that 2^k can carry here

	exp2  = 0.5000000000000019
	exp3  = 0.1666666666666668
	exp4  = 0.0416666666664881
	exp5  = 0.008333333333319601
	exp6  = 0.0013888888952314775
	exp7  = 0.00019841269890047113
	exp8  = 2.4801485482328494e-05
	exp9  = 2.755724091857897e-06
	exp10 = 2.763263963904103e-07
	exp11 = 2.5110037605963777e-08
)

func plainExp1(x float64) float64 {
	if x < expLowest {
		return 0
	}
	if x > expHighest {
		x = expHighest
	}
	t := float64(x*log2e) + roundMagic
	k := t - roundMagic
	r := x - float64(k*ln2High)
	r -= float64(k * ln2Low)
	p := float64(exp11*r) + exp10
	p = float64(p*r) + exp9
	p = float64(p*r) + exp8
	p = float64(p*r) + exp7
	p = float64(p*r) + exp6
	p = float64(p*r) + exp5
	p = float64(p*r) + exp4
	p = float64(p*r) + exp3
	p = float64(p*r) + exp2
	p = float64(p*r) + 1
	p = float64(p*r) + 1
	return math.Float64frombits(math.Float64bits(p) + math.Float64bits(t)<<52)
}

func plainExp(dst []float64) {
	for i, x := range dst {
		dst[i] = plainExp1(x)
	}
}

func plainDots(dst, panels []float64, d int, features []int32, x []float64, width int) {
	for at := 0; at < len(dst); at += width {
		sum := dst[at : at+width]
		clear(sum)
		panel := panels[at*d : (at+width)*d]
		for k, f := range features {
			for w, p := range panel[int(f)*width : (int(f)+1)*width] {
				sum[w] += float64(p * x[k])
			}
		}
	}
}

func plainDots2(dst0, dst1, panels []float64, d int, features []int32, x []float64, width int) {
	one := make([]float64, len(features))
	for probe, dst := range [][]float64{dst0, dst1} {
		for k := range one {
			one[k] = x[2*k+probe]
		}
		plainDots(dst, panels, d, features, one, width)
	}
}

func plainGauss(dst, norms []float64, gamma, norm float64) {
	plainGaussArgument(dst, norms, gamma, norm)
	plainExp(dst)
}

func plainGaussArgument(dst, norms []float64, gamma, norm float64) {
	for i, dot := range dst {
		distance := max(0, norms[i]+norm-float64(2*dot))
		dst[i] = float64(-gamma * distance)
	}
}

func plainPower(dst []float64, scale, shift float64, degree int) {
	for i, dot := range dst {
		base, result := float64(scale*dot)+shift, 1.0
		for e := degree; e > 0; e >>= 1 {
			if e&1 == 1 {
				result *= base
			}
			base *= base
		}
		dst[i] = result
	}
}

// plainTanh goes by tanh(x) = 1 - 2/(exp(2x)+1), which needs no case for the
// sign; the absolute error is that of the rounding at 1.
func plainTanh(dst []float64, scale, shift float64) {
	plainTanhArgument(dst, scale, shift)
	plainExp(dst)
	plainTanhResult(dst)
}

func plainTanhArgument(dst []float64, scale, shift float64) {
	for i, dot := range dst {
		dst[i] = 2 * (float64(scale*dot) + shift)
	}
}

func plainTanhResult(dst []float64) {
	for i, e := range dst {
		dst[i] = 1 - 2/(e+1)
	}
}

func plainUpdate(g []float64, a float64, p []float64) {
	for i := range g {
		g[i] += float64(a * p[i])
	}
}

func plainUpdate4(g []float64, a *[4]float64, p, q, r, s []float64) {
	for i := range g {
		sum := (g[i] + float64(a[0]*p[i])) + float64(a[1]*q[i])
		g[i] = (sum + float64(a[2]*r[i])) + float64(a[3]*s[i])
	}
}

// plainSum is Sum, and the tail of its vector forms: partial sums go on from
// those given, which is why they are eight whatever the width of a vector.
func plainSum(partial *[8]float64, a, b []float64) float64 {
	for i, v := range a {
		partial[i&7] += float64(v * b[i])
	}
	return ((partial[0] + partial[4]) + (partial[2] + partial[6])) + ((partial[1] + partial[5]) + (partial[3] + partial[7]))
}
