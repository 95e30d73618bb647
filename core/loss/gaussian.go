package loss

import "math"

// Gaussian is the squared loss e²/2. Its dual term is a²/(2c).
type Gaussian struct{}

// Value returns e²/2.
func (Gaussian) Value(e float64) float64 { return e * e / 2 }

// Slope returns e.
func (Gaussian) Slope(e float64) float64 { return e }

// Steepest returns infinity.
func (Gaussian) Steepest() float64 { return math.Inf(1) }

// Dual returns a²/(2c), a/c and 1/c.
func (Gaussian) Dual(c, a float64) (value, slope, curvature float64) {
	return a * a / (2 * c), a / c, 1 / c
}
