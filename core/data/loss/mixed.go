package loss

import "math"

// Mixed penalises both the shortfall and its square,
//
//	l(z)  = Linear z + Square z^2 for z > 0, 0 below 0
//	l*(s) = max(0, s - Linear)^2 / (4 Square), s >= 0
//
// (Cristianini & Shawe-Taylor, An introduction to support vector machines, 2000,
// Exercise 6.4.3).
type Mixed struct{ Linear, Square float64 }

// Value returns l(z).
func (m Mixed) Value(z float64) float64 {
	z = max(0, z)
	return float64(m.Linear*z) + float64(m.Square*z*z)
}

// Slope returns Linear + 2 Square z for z > 0, and else 0.
func (m Mixed) Slope(z float64) float64 {
	if z <= 0 {
		return 0
	}
	return m.Linear + float64(2*m.Square*z)
}

// Curvature returns 2 Square for z > 0, and else 0.
func (m Mixed) Curvature(z float64) float64 { return 2 * m.Square * Excess{}.Slope(z) }

func (Mixed) Steepest() float64 { return math.Inf(1) }

// Conjugate returns 0 up to s = Linear, and a parabola from there.
func (m Mixed) Conjugate(s float64) (value, slope, curvature float64) {
	if s <= m.Linear {
		return 0, 0, 0
	}
	curvature = 1 / (2 * m.Square)
	slope = (s - m.Linear) * curvature
	return (s - m.Linear) * slope / 2, slope, curvature
}

// Prox stays at 0 up to z = Linear step, and solves a linear equation beyond.
func (m Mixed) Prox(z, step float64) (x, s float64) {
	switch {
	case z <= 0:
		return z, 0
	case z <= m.Linear*step:
		return 0, z / step
	}
	x = (z - float64(m.Linear*step)) / (1 + float64(2*m.Square*step))
	return x, m.Linear + float64(2*m.Square*x)
}

// Boxes returns the boxes of both terms: 0 <= s <= Linear, and s^2 / (4 Square) on s >= 0. The
// least v^2 / (4 Square) over all s = u + v with 0 <= u <= Linear and v >= 0 is l*(s).
func (m Mixed) Boxes() []Box {
	return []Box{{Bound: m.Linear}, {Bound: math.Inf(1), Curvature: 1 / (2 * m.Square)}}
}
