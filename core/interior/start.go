package interior

import "math"

// scales are the natural sizes of a problem, by which it is solved the same way
// whatever the units of the targets and of the kernel.
type scales struct {
	kernel float64 // the mean of K's diagonal
	slope  float64 // of q, or of the gradient at the given start
	point  float64 // of b: slope / kernel, at most the mean width of the boxes
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
}

const (
	// inside is the share of its box, or of the scale of b where that is smaller, that a
	// coordinate keeps from its bounds at the start.
	inside = 0.01
	// stiff is what holds a coordinate whose bounds are equal, relative to K.
	stiff = 1e20
)

// begin finds where to start: the minimum without the bounds, of a problem with the
// identity added to Q (78), moved inside the box. The tutorial's own start fails for
// bounds below that minimum and for infinite ones. This one is inside the bounds, so
// that Appendix A's residuals nu and tau are zero and stay so, and terms phi are
// asked only where they are defined; and its z and s are of the size of the gradient
// rather than of the bounds. It returns linalg.ErrStopped when watch ends it.
func (s *Solver) begin(watch func(done float64) bool) error {
	s.measure()
	for i := range s.at {
		c := &s.at[i]
		s.f[i], s.d[i] = -c.q, s.scale.kernel
		if c.fixed() {
			s.d[i] = stiff * s.scale.kernel
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

// possible reports whether each row of A alone can hold within the bounds.
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
	}
	return true
}
