package shapley

import "math"

// rule is Gauss's quadrature on [0, 1] with m points: exact for polynomials up to the degree
// 2m - 1.
type rule struct{ nodes, weights []float64 }

// newRule finds the zeros of Legendre's polynomial of degree m by Newton's method, from the
// usual approximations (Abramowitz & Stegun, 22.16.6 and 25.4.29).
func newRule(m int) rule {
	r := rule{make([]float64, m), make([]float64, m)}
	for i := range m {
		x := math.Cos(math.Pi * (float64(i) + 0.75) / (float64(m) + 0.5))
		slope := 0.0
		for range 100 {
			p, before := 1.0, 0.0
			for k := range m {
				p, before = (float64(2*k+1)*x*p-float64(k)*before)/float64(k+1), p
			}
			slope = float64(m) * (before - x*p) / (1 - x*x)
			step := p / slope
			x -= step
			if math.Abs(step) < 1e-16 {
				break
			}
		}
		r.nodes[i] = (1 + x) / 2
		r.weights[i] = 1 / ((1 - x*x) * slope * slope)
	}
	return r
}
