package loss

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
