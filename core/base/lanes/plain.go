package lanes

import "math"

// The exponential is computed in base 2, of an argument y = a x + b n + c that is clamped.
// 2^y = 2^k 2^r with k = round(y) and r = y - k, exactly, in [-1/2, 1/2], where 2^r is the
// polynomial that interpolates it at the twelve Chebyshev nodes (relative error 5e-18, far
// below the rounding of its evaluation). The relative error of the result is |y| 1e-16: it
// comes from the rounding of y. The result is NaN where y is.
const (
	log2e = 1.4426950408889634

	// Adding 1.5*2^52 rounds to an integer, which is then in the low bits.
	roundMagic = 6755399441055744.0

	lowest2  = -1021.0 // below: 0, so that no result is subnormal
	highest2 = 1022.0  // the largest that 2^k can carry here

	two1  = 0.6931471805599453
	two2  = 0.24022650695910158
	two3  = 0.055504108664821625
	two4  = 0.009618129107587256
	two5  = 0.001333355814640647
	two6  = 0.00015403530463724353
	two7  = 1.5252733841556773e-05
	two8  = 1.3215432535912375e-06
	two9  = 1.0178057087733941e-07
	two10 = 7.074194297288521e-09
	two11 = 4.4558179083360645e-10
)

func plainExp2(x, n, a, b, c, ceiling float64) float64 {
	y := (float64(a*x) + float64(b*n)) + c
	if y != y {
		return y // NaN: the bit operations below would turn it into some number
	}
	if y < lowest2 {
		return 0
	}
	if y > ceiling {
		y = ceiling
	}
	t := y + roundMagic
	r := y - (t - roundMagic)
	p := float64(two11*r) + two10
	p = float64(p*r) + two9
	p = float64(p*r) + two8
	p = float64(p*r) + two7
	p = float64(p*r) + two6
	p = float64(p*r) + two5
	p = float64(p*r) + two4
	p = float64(p*r) + two3
	p = float64(p*r) + two2
	p = float64(p*r) + two1
	p = float64(p*r) + 1
	return math.Float64frombits(math.Float64bits(p) + math.Float64bits(t)<<52)
}

func plainExponentiate(dst, norms []float64, a, b, c, ceiling float64) {
	for i, x := range dst {
		dst[i] = plainExp2(x, norms[i], a, b, c, ceiling)
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

// plainSum is the twin of Sum, and adds the last elements in the vector forms. It continues the
// given partial sums, eight for every width of vector, so that every build adds in the same order.
func plainSum(partial *[8]float64, a, b []float64) float64 {
	for i, v := range a {
		partial[i&7] += float64(v * b[i])
	}
	return ((partial[0] + partial[4]) + (partial[2] + partial[6])) + ((partial[1] + partial[5]) + (partial[3] + partial[7]))
}

func plainSum4(dst *[4]float64, x, p, q, r, s []float64) {
	for k, row := range [4][]float64{p, q, r, s} {
		dst[k] = plainSum(&[8]float64{}, x, row)
	}
}

func plainRotate4(cosines, sines, p, q, r, s []float64) {
	sines = sines[:len(cosines)]
	for _, row := range [4][]float64{p, q, r, s} {
		a := row[0]
		for k, c := range cosines {
			b := row[k+1]
			row[k] = float64(c*a) + float64(sines[k]*b)
			a = float64(c*b) - float64(sines[k]*a)
		}
		row[len(cosines)] = a
	}
}

func plainMulMix(dst, a, at, gain []float64, t float64) {
	a, at, gain = a[:len(dst)], at[:len(dst)], gain[:len(dst)]
	for i := range dst {
		dst[i] = a[i] * (at[i] + float64(t*gain[i]))
	}
}

func plainSumMulMix(dst, b, a, at, gain []float64, t float64) {
	a, b, at, gain = a[:len(dst)], b[:len(dst)], at[:len(dst)], gain[:len(dst)]
	for i := range dst {
		dst[i] += float64(b[i] * a[i])
		a[i] *= at[i] + float64(t*gain[i])
	}
}
