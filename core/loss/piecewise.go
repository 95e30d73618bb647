package loss

import "math"

// Piecewise is the piecewise polynomial loss, e^p / (p Sigma^(p-1)) up to e = Sigma
// and e - Sigma (p-1)/p beyond, for a power p above 1. Its dual term is Sigma times
// that of Polynomial, and a is bounded by c.
type Piecewise struct{ Power, Sigma float64 }

// Value returns the loss.
func (l Piecewise) Value(e float64) float64 {
	if e <= l.Sigma {
		return l.Sigma * Polynomial{l.Power}.Value(e/l.Sigma)
	}
	return e - l.Sigma*(l.Power-1)/l.Power
}

// Slope returns (e/Sigma)^(p-1), at most 1.
func (l Piecewise) Slope(e float64) float64 {
	return Polynomial{l.Power}.Slope(min(e/l.Sigma, 1))
}

// Steepest returns 1.
func (l Piecewise) Steepest() float64 { return 1 }

// Dual returns Sigma times that of Polynomial.
func (l Piecewise) Dual(c, a float64) (value, slope, curvature float64) {
	value, slope, curvature = Polynomial{l.Power}.Dual(c, a)
	return l.Sigma * value, l.Sigma * slope, l.Sigma * curvature
}

// Mass returns (p s^(p-1))^(1/p) gamma(1/p, s/p) / p + exp(-s/p) for s = Sigma.
func (l Piecewise) Mass() float64 {
	p, s := l.Power, l.Sigma
	return math.Pow(p*math.Pow(s, p-1), 1/p)*lowerGamma(1/p, s/p)/p + math.Exp(-s/p)
}

// lowerGamma is the integral of t^(a-1) exp(-t) from 0 to x, by the series
//
//	x^a exp(-x) (1/a + x/(a (a+1)) + x²/(a (a+1) (a+2)) + ...)
//
// whose terms are all positive; for x beyond 700, where exp(-x) ends, it is all of
// Gamma(a).
func lowerGamma(a, x float64) float64 {
	if x > 700 {
		return math.Gamma(a)
	}
	term := 1 / a
	sum := term
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= x / (a + k)
		sum += term
	}
	return math.Pow(x, a) * math.Exp(-x) * sum
}
