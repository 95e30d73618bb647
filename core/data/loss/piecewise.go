package loss

// Piecewise is the piecewise polynomial loss, Power > 1,
//
//	l(z)  = z^p / (p Sigma^(p-1)) for 0 <= z <= Sigma, z - Sigma (p-1)/p beyond, 0 below 0
//	l*(s) = Sigma (p-1)/p s^(p/(p-1)), 0 <= s <= 1
//
// (Smola & Schoelkopf, A tutorial on support vector regression, 2004, tables 1 and 2). It
// is Sigma times the loss Polynomial of z/Sigma, with slopes of at most 1.
type Piecewise struct{ Power, Sigma float64 }

// Value returns l(z).
func (l Piecewise) Value(z float64) float64 {
	if z <= l.Sigma {
		return l.Sigma * Polynomial{l.Power}.Value(z/l.Sigma)
	}
	return z - l.Sigma*(l.Power-1)/l.Power
}

// Slope returns (z/Sigma)^(p-1), at least 0 and at most 1.
func (l Piecewise) Slope(z float64) float64 {
	return Polynomial{l.Power}.Slope(min(z/l.Sigma, 1))
}

// Curvature returns the curvature of the power, and 0 beyond Sigma.
func (l Piecewise) Curvature(z float64) float64 {
	if z > l.Sigma {
		return 0
	}
	return Polynomial{l.Power}.Curvature(z/l.Sigma) / l.Sigma
}

func (l Piecewise) Steepest() float64 { return 1 }

// Conjugate returns Sigma times that of Polynomial.
func (l Piecewise) Conjugate(s float64) (value, slope, curvature float64) {
	value, slope, curvature = Polynomial{l.Power}.Conjugate(s)
	return l.Sigma * value, l.Sigma * slope, l.Sigma * curvature
}

// Prox subtracts step if the result is on the line; otherwise it is Polynomial's Prox,
// rescaled.
func (l Piecewise) Prox(z, step float64) (x, s float64) {
	if z >= l.Sigma+step {
		return z - step, 1
	}
	x, s = Polynomial{l.Power}.Prox(z/l.Sigma, step/l.Sigma)
	return l.Sigma * x, s
}
