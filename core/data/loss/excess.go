package loss

// Excess is the shortfall itself,
//
//	l(z)  = max(0, z)
//	l*(s) = 0, 0 <= s <= 1
//
// For margins it is the hinge loss (Cortes & Vapnik, Support-vector networks, 1995); for residuals
// Vapnik's eps-insensitive loss, and without a tube the absolute, or Laplacian, loss (Smola &
// Schoelkopf, A tutorial on support vector regression, 2004, table 1).
type Excess struct{}

// Value returns max(0, z).
func (Excess) Value(z float64) float64 { return max(0, z) }

// Slope returns 1 for z > 0, and else 0.
func (Excess) Slope(z float64) float64 {
	if z > 0 {
		return 1
	}
	return 0
}

// Curvature returns 0.
func (Excess) Curvature(float64) float64 { return 0 }

func (Excess) Steepest() float64 { return 1 }

// Conjugate returns zeros.
func (Excess) Conjugate(s float64) (value, slope, curvature float64) { return 0, 0, 0 }

// Prox moves z by step towards 0, and not beyond.
func (Excess) Prox(z, step float64) (x, s float64) {
	switch {
	case z <= 0:
		return z, 0
	case z >= step:
		return z - step, 1
	}
	return 0, z / step
}

// Boxes returns 0 <= s <= 1.
func (Excess) Boxes() []Box { return []Box{{Bound: 1}} }
