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
	p, q := s.problem, &s.scale
	q.kernel = math.Abs(s.matrix.mean())
	for _, v := range p.Linear {
		q.slope = max(q.slope, math.Abs(v))
	}
	if p.Start != nil {
		copy(s.b, p.Start)
		s.see(&s.state, s.b)
		for c := range s.b {
			q.slope = max(q.slope, math.Abs(s.g[c]))
		}
	}
	widths, bounded := 0.0, 0
	for c, lo := range p.Lower {
		if w := p.Upper[c] - lo; !math.IsInf(w, 1) {
			widths += w
			bounded++
		}
	}
	q.point = math.Inf(1)
	if bounded > 0 && widths > 0 {
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

// inside is the share of its box, or of the scale of b where that is smaller, that a
// coordinate keeps from its bounds at the start.
const inside = 0.01

// begin finds where to start: the minimum without the bounds, of a problem with the
// identity added to Q (78), moved inside the box. The tutorial's own start fails for
// bounds below that minimum and for infinite ones. This one is inside the bounds, so
// that Appendix A's residuals nu and tau are zero and stay so, and terms phi are
// asked only where they are defined; and its z and s are of the size of the gradient
// rather than of the bounds. It returns linalg.ErrStopped when watch ends it.
func (s *Solver) begin(watch func(done float64) bool) error {
	p := s.problem
	s.measure()
	for c := range s.newton.d {
		s.newton.d[c] = s.scale.kernel
		s.f[c] = -p.Linear[c]
		if s.fixed(c) {
			s.newton.d[c] = stiff * s.scale.kernel
		}
	}
	if err := s.newton.prepare(s.scale.kernel, watch); err != nil {
		return err
	}
	s.newton.solve(s.b, s.y, s.f, p.Sides)
	for c := range s.b {
		lo, hi := p.Lower[c], p.Upper[c]
		keep := inside * min(s.scale.point, hi-lo)
		s.b[c] = min(max(s.b[c], lo+keep), hi-keep)
		s.low[c], s.high[c] = s.b[c]-lo, hi-s.b[c]
		s.z[c], s.s[c] = 0, 0
		size := max(s.scale.slope, s.scale.kernel*math.Abs(s.b[c]))
		if s.fixed(c) {
			continue
		}
		if s.hasLow(c) {
			s.z[c] = size
		}
		if s.hasHigh(c) {
			s.s[c] = size
		}
	}
	s.mu = s.product()
	return nil
}

// stiff is what holds a coordinate whose bounds are equal, relative to K.
const stiff = 1e20

func (s *Solver) fixed(c int) bool   { return s.problem.Lower[c] == s.problem.Upper[c] }
func (s *Solver) hasLow(c int) bool  { return !math.IsInf(s.problem.Lower[c], -1) && !s.fixed(c) }
func (s *Solver) hasHigh(c int) bool { return !math.IsInf(s.problem.Upper[c], 1) && !s.fixed(c) }

// possible reports whether each row of A alone can hold within the bounds.
func (p *Problem) possible() bool {
	for j, row := range p.Rows {
		least, most, size := 0.0, 0.0, math.Abs(p.Sides[j])
		for c, a := range row {
			if a == 0 {
				continue
			}
			lo, hi := a*p.Lower[c], a*p.Upper[c]
			least, most = least+min(lo, hi), most+max(lo, hi)
			if finite := max(math.Abs(lo), math.Abs(hi)); !math.IsInf(finite, 1) {
				size += finite
			}
		}
		if slack := 1e-10 * size; p.Sides[j] < least-slack || p.Sides[j] > most+slack {
			return false
		}
	}
	return true
}
