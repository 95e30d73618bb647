package loss

// Insensitive is the excess itself: with a tube Vapnik's eps-insensitive loss, and
// without one the absolute, or Laplacian, loss. It has no dual term.
type Insensitive struct{}

// Value returns e.
func (Insensitive) Value(e float64) float64 { return e }

// Slope returns 1.
func (Insensitive) Slope(float64) float64 { return 1 }

// Steepest returns 1.
func (Insensitive) Steepest() float64 { return 1 }

// Dual returns zeros.
func (Insensitive) Dual(_, _ float64) (value, slope, curvature float64) { return 0, 0, 0 }
