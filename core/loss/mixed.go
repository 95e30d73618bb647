package loss

import "math"

// Mixed is Linear e + Square e², both penalties at once (Cristianini & Shawe-Taylor,
// Exercise 6.4.3); with Linear = 0 it is the squared slack of a 2-norm soft margin.
// Its dual term is the square of what a has above c Linear, over 4 c Square.
type Mixed struct{ Linear, Square float64 }

// Value returns the loss.
func (m Mixed) Value(e float64) float64 { return float64(m.Linear*e) + float64(m.Square*e*e) }

// Slope returns Linear + 2 Square e.
func (m Mixed) Slope(e float64) float64 { return m.Linear + 2*m.Square*e }

// Steepest returns infinity.
func (Mixed) Steepest() float64 { return math.Inf(1) }

// Dual returns 0 up to a = c Linear, and a parabola from there.
func (m Mixed) Dual(c, a float64) (value, slope, curvature float64) {
	over := a - c*m.Linear
	if over <= 0 {
		return 0, 0, 0
	}
	curvature = 1 / (2 * c * m.Square)
	return float64(over * over * curvature / 2), float64(over * curvature), curvature
}
