package loss

// ModifiedHuber is the squared hinge loss, continued as a line beyond z = 2,
//
//	l(z)  = z^2 for 0 <= z <= 2, 4 (z - 1) beyond, 0 below 0
//	l*(s) = s^2 / 4, 0 <= s <= 4
//
// so that outliers have a bounded influence. It is 4 times Huber's loss with Sigma = 2
// (Zhang, Solving large scale linear prediction problems using stochastic gradient
// descent algorithms, 2004).
type ModifiedHuber struct{}

// Value returns l(z).
func (ModifiedHuber) Value(z float64) float64 { return 4 * Huber{2}.Value(z) }

// Slope returns 2 z, at least 0 and at most 4.
func (ModifiedHuber) Slope(z float64) float64 { return 4 * Huber{2}.Slope(z) }

// Curvature returns 2 where the loss is a parabola, and else 0.
func (ModifiedHuber) Curvature(z float64) float64 { return 4 * Huber{2}.Curvature(z) }

func (ModifiedHuber) Steepest() float64 { return 4 }

// Conjugate returns s^2/4, s/2 and 1/2.
func (ModifiedHuber) Conjugate(s float64) (value, slope, curvature float64) {
	return Squared{}.Conjugate(s)
}

// Prox is the Prox of Huber's loss for 4 times the step.
func (ModifiedHuber) Prox(z, step float64) (x, s float64) {
	x, s = Huber{2}.Prox(z, 4*step)
	return x, 4 * s
}

// Boxes returns s^2/4 on 0 <= s <= 4.
func (ModifiedHuber) Boxes() []Box { return []Box{{Bound: 4, Curvature: 0.5}} }
