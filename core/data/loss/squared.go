package loss

import "math"

// Squared is the square of the shortfall,
//
//	l(z)  = max(0, z)^2
//	l*(s) = s^2 / 4, s >= 0
//
// For margins it is the squared hinge loss, that of the 2-norm soft margin, and for residuals the
// squared eps-insensitive loss (Cristianini & Shawe-Taylor, An introduction to support vector
// machines, 2000, sections 6.1.2 and 6.2.1).
type Squared struct{}

// Value returns max(0, z)^2.
func (Squared) Value(z float64) float64 { return max(0, z) * max(0, z) }

// Slope returns 2 max(0, z).
func (Squared) Slope(z float64) float64 { return 2 * max(0, z) }

// Curvature returns 2 for z > 0, and else 0.
func (Squared) Curvature(z float64) float64 { return 2 * Excess{}.Slope(z) }

func (Squared) Steepest() float64 { return math.Inf(1) }

// Conjugate returns s^2/4, s/2 and 1/2.
func (Squared) Conjugate(s float64) (value, slope, curvature float64) {
	return s * s / 4, s / 2, 0.5
}

// Prox divides a z > 0 by 1 + 2 step.
func (Squared) Prox(z, step float64) (x, s float64) {
	if z <= 0 {
		return z, 0
	}
	x = z / (1 + 2*step)
	return x, 2 * x
}

// Boxes returns s^2/4 on s >= 0.
func (Squared) Boxes() []Box { return []Box{{Bound: math.Inf(1), Curvature: 0.5}} }
