package loss

// Huber is Huber's robust loss, e²/(2 Sigma) up to e = Sigma and e - Sigma/2 beyond.
// Its dual term is Sigma a²/(2c), and a is bounded by c.
type Huber struct{ Sigma float64 }

// Value returns the loss.
func (h Huber) Value(e float64) float64 {
	if e <= h.Sigma {
		return e * e / (2 * h.Sigma)
	}
	return e - h.Sigma/2
}

// Slope returns e/Sigma, at most 1.
func (h Huber) Slope(e float64) float64 { return min(e/h.Sigma, 1) }

// Steepest returns 1.
func (h Huber) Steepest() float64 { return 1 }

// Dual returns Sigma a²/(2c), Sigma a/c and Sigma/c.
func (h Huber) Dual(c, a float64) (value, slope, curvature float64) {
	value, slope, curvature = Gaussian{}.Dual(c, a)
	return h.Sigma * value, h.Sigma * slope, h.Sigma * curvature
}
