package loss

// Huber is Huber's robust loss,
//
//	l(z)  = z^2 / (2 Sigma) for 0 <= z <= Sigma, z - Sigma/2 beyond, 0 below 0
//	l*(s) = Sigma s^2 / 2, 0 <= s <= 1
//
// (Huber, Robust estimation of a location parameter, 1964; Smola & Schoelkopf, A tutorial
// on support vector regression, 2004, tables 1 and 2).
type Huber struct{ Sigma float64 }

// Value returns l(z).
func (h Huber) Value(z float64) float64 {
	if z <= 0 {
		return 0
	}
	if z <= h.Sigma {
		return z * z / (2 * h.Sigma)
	}
	return z - h.Sigma/2
}

// Slope returns z/Sigma, at least 0 and at most 1.
func (h Huber) Slope(z float64) float64 { return min(max(0, z)/h.Sigma, 1) }

// Curvature returns 1/Sigma where the loss is a parabola, and else 0.
func (h Huber) Curvature(z float64) float64 {
	if z > 0 && z <= h.Sigma {
		return 1 / h.Sigma
	}
	return 0
}

func (h Huber) Steepest() float64 { return 1 }

// Conjugate returns Sigma s^2/2, Sigma s and Sigma.
func (h Huber) Conjugate(s float64) (value, slope, curvature float64) {
	return h.Sigma * s * s / 2, h.Sigma * s, h.Sigma
}

// Prox divides z by 1 + step/Sigma if the result is on the parabola, and subtracts step if
// it is on the line.
func (h Huber) Prox(z, step float64) (x, s float64) {
	switch {
	case z <= 0:
		return z, 0
	case z >= h.Sigma+step:
		return z - step, 1
	}
	s = z / (h.Sigma + step)
	return h.Sigma * s, s
}

// Boxes returns Sigma s^2/2 on 0 <= s <= 1.
func (h Huber) Boxes() []Box { return []Box{{Bound: 1, Curvature: h.Sigma}} }
