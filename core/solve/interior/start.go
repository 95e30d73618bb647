package interior

import "math"

// scales are the natural sizes of a problem. With them the solver does the same steps for
// every unit of the targets and of the kernel.
type scales struct {
	kernel    float64 // the mean of K's diagonal
	slope     float64 // of q, or of the gradient at the given start
	point     float64 // of b: slope / kernel, at most the mean width of the boxes
	curvature float64 // slope / point, at least kernel
}

func (s *Solver) measure() {
	q := &s.scale
	q.kernel = math.Abs(s.matrix.mean())
	widths, bounded := 0.0, 0
	if s.problem.Start != nil {
		for i := range s.at {
			s.at[i].b = s.problem.Start[i]
		}
		s.see(s.at)
	}
	for i := range s.at {
		c := &s.at[i]
		q.slope = max(q.slope, math.Abs(c.q), math.Abs(c.g))
		if w := c.hi - c.lo; !math.IsInf(w, 1) {
			widths += w
			bounded++
		}
	}
	q.point = math.Inf(1)
	if widths > 0 {
		q.point = widths / float64(bounded)
	}
	if q.slope == 0 {
		q.slope = 1
	}
	if q.kernel > 0 {
		q.point = min(q.point, q.slope/q.kernel)
	}
	if math.IsInf(q.point, 1) || q.point == 0 {
		q.point = 1
	}
	if q.kernel == 0 {
		q.kernel = q.slope / q.point
	}
	if s.problem.Terms != nil {
		point := 0.0
		for i := range s.at {
			point = max(point, s.gentle(i, q.point, q.slope))
		}
		q.point = point
	}
	q.curvature = max(q.kernel, q.slope/q.point)
}

// lowest reports whether the lower bound is the one that is nearer to zero.
func (c *coordinate) lowest() bool { return math.Abs(c.lo) < math.Abs(c.hi) }

// gentle halves a distance of a coordinate from its bound that is nearer to zero until phi is no
// steeper than slope there.
func (s *Solver) gentle(i int, distance, slope float64) float64 {
	c := &s.at[i]
	for (c.lowest() || c.hasHigh()) && distance > math.SmallestNonzeroFloat64 {
		b := c.hi - distance
		if c.lowest() {
			b = c.lo + distance
		}
		if _, steep, _ := s.problem.Terms(i, min(max(b, c.lo), c.hi)); math.Abs(steep) <= slope {
			break
		}
		distance /= 2
	}
	return distance
}

const (
	// inside is the distance of a coordinate from its bounds at the start, as a share of
	// the width of its box, or of the scale of b if that is smaller.
	inside = 0.01
	// stiff is the D, relative to the curvature, that fixes a coordinate with equal bounds.
	stiff = 1e20
)

// begin computes the start: the minimum without the bounds, of the problem with the identity added
// to Q (78), moved inside the box. The start of the tutorial fails for bounds below that minimum
// and for infinite bounds. Inside the bounds the residuals nu and tau of Appendix A are zero and
// stay zero, and phi is evaluated only where it is defined. z and s have the size of the gradient,
// not of the bounds. It returns linalg.ErrStopped if watch ends it.
func (s *Solver) begin(watch func(done float64) bool) error {
	s.measure()
	for i := range s.at {
		c := &s.at[i]
		s.f[i], s.d[i] = -c.q, s.scale.kernel
		if c.fixed() {
			s.d[i] = stiff * s.scale.curvature
		}
	}
	if err := s.prepare(s.scale.kernel, watch); err != nil {
		return err
	}
	s.solve(s.db, s.y, s.f, s.problem.Sides)
	for i := range s.at {
		c := &s.at[i]
		margin := inside * min(s.scale.point, c.hi-c.lo)
		c.b = min(max(s.db[i], c.lo+margin), c.hi-margin)
		c.low, c.high = c.b-c.lo, c.hi-c.b
		switch { // inside the reach of phi
		case s.problem.Terms == nil || c.fixed():
		case c.lowest():
			c.low = s.gentle(i, c.low, 10*s.scale.slope)
			c.b = c.lo + c.low
			c.high = c.hi - c.b
		case c.hasHigh():
			c.high = s.gentle(i, c.high, 10*s.scale.slope)
			c.b = c.hi - c.high
			c.low = c.b - c.lo
		}
		size := max(s.scale.slope, s.scale.kernel*math.Abs(c.b))
		if c.hasLow() {
			c.z = size
		}
		if c.hasHigh() {
			c.s = size
		}
	}
	s.mu = s.product()
	return nil
}

// possible reports whether each row of A, taken by itself, can be satisfied within the bounds. If a
// row allows only one point, because its side is the least or the greatest within the bounds,
// possible fixes its coordinates there: iterates stay inside the bounds, and would approach that
// point ever more slowly.
func (s *Solver) possible() bool {
	for j, row := range s.problem.Rows {
		side := s.problem.Sides[j]
		least, most, size := 0.0, 0.0, math.Abs(side)
		for i, a := range row {
			if a == 0 {
				continue
			}
			lo, hi := a*s.at[i].lo, a*s.at[i].hi
			least, most = least+min(lo, hi), most+max(lo, hi)
			if far := max(math.Abs(lo), math.Abs(hi)); !math.IsInf(far, 1) {
				size += far
			}
		}
		if slack := 1e-10 * size; side < least-slack || side > most+slack {
			return false
		}
		rounding := 1e-15 * size
		atLeast := side <= least+rounding
		if !atLeast && side < most-rounding {
			continue
		}
		for i, a := range row {
			switch c := &s.at[i]; {
			case a == 0:
			case (a > 0) == atLeast:
				c.hi = c.lo
			default:
				c.lo = c.hi
			}
		}
	}
	return true
}
