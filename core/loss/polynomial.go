package loss

import "math"

// Polynomial is e^Power / Power, for a power above 1. Its dual term is
// (p-1)/p c^(-1/(p-1)) a^(p/(p-1)).
type Polynomial struct{ Power float64 }

// Value returns e^p/p.
func (l Polynomial) Value(e float64) float64 { return math.Pow(e, l.Power) / l.Power }

// Slope returns e^(p-1).
func (l Polynomial) Slope(e float64) float64 { return math.Pow(e, l.Power-1) }

// Steepest returns infinity.
func (l Polynomial) Steepest() float64 { return math.Inf(1) }

// Dual returns the dual term; beyond a power of 2 its curvature at 0 is infinite.
func (l Polynomial) Dual(c, a float64) (value, slope, curvature float64) {
	slope = math.Pow(a/c, 1/(l.Power-1))
	return (l.Power - 1) / l.Power * a * slope, slope, slope / ((l.Power - 1) * a)
}
