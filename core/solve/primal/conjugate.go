package primal

import "math"

const (
	// slow is the number of passes between two calls of accelerate; a problem that is solved in
	// fewer passes never calls it. With a free bias each later centre has a call, too.
	slow = 100
	// directions is the most directions of one call. Each takes about as long as a pass, so that
	// the calls between centres take at most a fifth of the time of the passes.
	directions = 20
	// strides limits the work of one call, which has no checkpoint, to about 20 ms. Its
	// unit is the work between two checkpoints. A larger problem has fewer directions, or
	// none.
	strides = 1000
)

// accelerate minimises over the coefficients strictly between their bounds, all at once, by
// conjugate gradients, and ends at the first bound that a step reaches (Moré and Toraldo,
// On the solution of large quadratic programming problems with bound constraints, 1991,
// section 3). If some of these samples are nearly linearly dependent, for example almost
// equal, steps of one coefficient hardly advance: the number of passes grows with the
// condition number of their Gram matrix. Conjugate gradients need as many steps as there
// are coefficients, or features.
//
// The preconditioner is the diagonal, so that scaling a sample changes nothing.
func (c *Coordinate) accelerate() {
	n := len(c.coordinates)
	var free []int32
	for _, i := range c.order[:c.active] {
		if z := &c.coordinates[i]; z.curvature > 0 && z.low < z.b && z.b < z.high && (z.b != 0 || z.insensitive == 0) {
			free = append(free, i)
		}
	}
	residual, direction, u := make([]float64, n), make([]float64, n), make([]float64, len(c.w))
	previous := math.Inf(1) // residual times the preconditioned residual; infinite: a new start
	for range min(directions, len(free), strides*c.stride/max(1, len(free))) {
		// r = -g, and the share of the last direction (Polak and Ribière).
		product, change := 0.0, 0.0
		for _, i := range free {
			z := &c.coordinates[i]
			r := -c.gradient(int(i)) - math.Copysign(z.insensitive, z.b)
			product += float64(r*r) / z.curvature
			change += float64(r*(r-residual[i])) / z.curvature
			residual[i] = r
		}
		share := max(0, change/previous)
		previous = product

		// d, u = sum of d_i x_i, and the distance to the bounds along d.
		clear(u)
		sum, square, most := 0.0, 0.0, math.Inf(1)
		for _, i := range free {
			z := &c.coordinates[i]
			d := residual[i]/z.curvature + float64(share*direction[i])
			direction[i] = d
			c.rows.Add(int(i), d, u)
			sum += d
			square += float64(float64(z.ridge*d) * d)
			if low, high := z.span(); d < 0 {
				most = min(most, (low-z.b)/d)
			} else if d > 0 {
				most = min(most, (high-z.b)/d)
			}
		}
		slope := 0.0
		for _, i := range free {
			slope += float64(residual[i] * direction[i])
		}
		square += c.length(u)
		square += float64(float64(c.constant*sum) * float64(c.constant*sum))
		step := slope / square
		if !(slope > 0) || !(step > 0) || math.IsInf(step, 0) {
			return
		}
		for _, i := range free {
			z := &c.coordinates[i]
			low, high := z.span()
			c.move(int(i), min(max(z.b+float64(min(step, most)*direction[i]), low), high))
		}
		if step >= most {
			return
		}
	}
}

// span returns the interval around b in which the objective is one parabola.
func (z *coordinate) span() (low, high float64) {
	switch {
	case z.insensitive == 0:
		return z.low, z.high
	case z.b > 0:
		return 0, z.high
	}
	return z.low, 0
}
