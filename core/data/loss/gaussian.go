package loss

import "math"

// Gaussian is half of the squared shortfall, minus the logarithm of a normal density,
//
//	l(z)  = max(0, z)^2 / 2
//	l*(s) = s^2 / 2, s >= 0
//
// (Smola & Schoelkopf, A tutorial on support vector regression, 2004, tables 1 and 2).
type Gaussian struct{}

// Value returns max(0, z)^2 / 2.
func (Gaussian) Value(z float64) float64 { return max(0, z) * max(0, z) / 2 }

// Slope returns max(0, z).
func (Gaussian) Slope(z float64) float64 { return max(0, z) }

// Curvature returns 1 for z > 0, and else 0.
func (Gaussian) Curvature(z float64) float64 { return Excess{}.Slope(z) }

func (Gaussian) Steepest() float64 { return math.Inf(1) }

// Conjugate returns s^2/2, s and 1.
func (Gaussian) Conjugate(s float64) (value, slope, curvature float64) { return s * s / 2, s, 1 }

// Prox divides a z > 0 by 1 + step.
func (Gaussian) Prox(z, step float64) (x, s float64) {
	if z <= 0 {
		return z, 0
	}
	x = z / (1 + step)
	return x, x
}

// Boxes returns s^2/2 on s >= 0.
func (Gaussian) Boxes() []Box { return []Box{{Bound: math.Inf(1), Curvature: 1}} }
