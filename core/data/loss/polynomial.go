package loss

import "math"

// Polynomial is a power of the shortfall, Power > 1,
//
//	l(z)  = max(0, z)^p / p
//	l*(s) = (p-1)/p s^(p/(p-1)), s >= 0
//
// (Smola & Schoelkopf, A tutorial on support vector regression, 2004, tables 1 and 2).
type Polynomial struct{ Power float64 }

// Value returns max(0, z)^p / p.
func (l Polynomial) Value(z float64) float64 { return math.Pow(max(0, z), l.Power) / l.Power }

// Slope returns max(0, z)^(p-1).
func (l Polynomial) Slope(z float64) float64 { return math.Pow(max(0, z), l.Power-1) }

// Curvature returns (p-1) z^(p-2) for z > 0, and else 0.
func (l Polynomial) Curvature(z float64) float64 {
	if z <= 0 {
		return 0
	}
	return (l.Power - 1) * math.Pow(z, l.Power-2)
}

func (l Polynomial) Steepest() float64 { return math.Inf(1) }

// Conjugate returns l*(s); beyond a power of 2 its curvature at 0 is infinite.
func (l Polynomial) Conjugate(s float64) (value, slope, curvature float64) {
	slope = math.Pow(s, 1/(l.Power-1))
	return (l.Power - 1) / l.Power * s * slope, slope, math.Pow(s, (2-l.Power)/(l.Power-1)) / (l.Power - 1)
}

// Prox solves x + step s = z, where s = x^(p-1), for x or, with p < 2, for s: one of the
// two is a power of at least 1 of the other.
func (l Polynomial) Prox(z, step float64) (x, s float64) {
	switch {
	case z <= 0 || step == 0:
		return z, l.Slope(z)
	case l.Power >= 2:
		x = powerRoot(1, step, l.Power-1, z)
		return x, l.Slope(x)
	}
	s = powerRoot(step, 1, 1/(l.Power-1), z)
	return math.Pow(s, 1/(l.Power-1)), s
}

// powerRoot solves a u + b u^r = z for positive numbers and r >= 1, by Newton's method from above:
// the left side is convex, so every step stays above the root, until rounding ends the descent.
func powerRoot(a, b, r, z float64) float64 {
	u := min(z/a, math.Pow(z/b, 1/r))
	for {
		power := b * math.Pow(u, r)
		next := u - (float64(a*u)+power-z)/(a+r*power/u)
		if !(next < u) {
			return u
		}
		u = next
	}
}
