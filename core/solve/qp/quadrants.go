package qp

import (
	"math"

	"maxmargin/core/base/run"
)

// Quadrants is sequential minimal optimisation for regression (Smola & Schoelkopf, section
// 5.6 and Appendix C; Cristianini & Shawe-Taylor, Theorem 7.18), in the coefficients d_i =
// a_i - a*_i. Two of them move along the line d_i + d_j = gamma, on which the objective has
// a kink wherever one of them changes its sign. So each of the four quadrants of signs has
// its own minimum. The objective is convex along the line, and the quadrants are tried in
// the order in which the line passes through them.
//
//	residual   phi_i = y_i - f(x_i)
//	quadrant   d_i + (phi_i - phi_j - eps_i sign_i + eps_j sign_j) / eta, within its ends
//
// The old value in this formula is d_i in every quadrant. (Printed are a_i and a*_i, which
// is wrong when the step comes from another quadrant.) After every step, the constant b is
// set to the middle of the interval that the conditions permit (Keerthi et al.).
type Quadrants struct {
	study
	eps  []float64
	y    []float64
	bias float64

	all     bool // the loop is over all samples, not only over free ones
	at      int
	changed int
	inside  int // the number of free samples when the loop began

	rowI      []float64
	j         int
	unbounded bool
	steps     steps
}

// NewQuadrants begins the method. It needs the problem of a regression with one
// equality: variables a_i and then a*_i, with signs +1 and -1.
func NewQuadrants(problem Problem, settings Settings) (Solver, error) {
	if why := oneGroup(&problem, 2); why != "" {
		return nil, Unsolvable("smoQuadrants", why)
	}
	s := &Quadrants{study: newStudy(problem, settings), all: true}
	s.steps = newSteps(&s.settings)
	s.eps, s.y = make([]float64, s.n), make([]float64, s.n)
	for i := range s.n {
		// q is eps - y for a_i, and -(eps + y) for a*_i, which enters with b = -a*_i.
		s.eps[i] = (s.q[i] - s.q[s.n+i]) / 2
		s.y[i] = -(s.q[i] + s.q[s.n+i]) / 2
	}
	return s, nil
}

// Run is the loop over the samples. It visits the free samples, and all samples when no
// free one could be changed, or few of them (Note 12: less than a tenth).
func (s *Quadrants) Run(ctl *run.Ctl) run.Status {
	fresh := !s.begun
	if status := s.begin(ctl); status != "" {
		return status
	}
	if fresh {
		s.centre()
	}
	for {
		for ; s.at < s.n; s.at++ {
			if status := s.pause(ctl, s.n); status != "" {
				return status
			}
			if !(s.all || s.free(s.at)) || !s.examine(s.at) {
				continue
			}
			s.changed++
			if status := s.after(s.at, s.j); status != "" {
				s.at++
				return status
			}
		}
		if s.unbounded {
			return run.Infeasible
		}
		changed := s.changed
		s.at, s.changed = 0, 0
		switch {
		case s.all && changed == 0:
			if s.gap() <= s.settings.Tolerance || !s.steps.shorten() {
				return s.ended(s.settings.Tolerance)
			}
		case s.all:
			s.all = false
		case changed == 0 || float64(changed) < 0.1*float64(s.inside):
			s.all = true
		}
		if s.stretch() {
			s.centre()
		}
		s.inside = 0
		for i := range s.n {
			if s.free(i) {
				s.inside++
			}
		}
	}
}

// d returns the coefficient of sample i, and phi its residual. With a shift, the residual
// is that of the function plus D d at the sample itself.
func (s *Quadrants) d(i int) float64 { return s.b[i] + s.b[s.n+i] }

func (s *Quadrants) phi(i int) float64 {
	c := i
	if s.b[s.n+i] < 0 {
		c = s.n + i
	}
	return s.y[i] - (s.g[c] - s.q[c]) - s.bias
}

// violates reports whether sample i violates its condition by more than half of the
// tolerance: then no pair violates them by more than the tolerance.
func (s *Quadrants) violates(i int) bool {
	phi, eps, tol, starred := s.phi(i), s.eps[i], s.settings.Tolerance/2, s.n+i
	return phi > eps+tol && s.inUp(i) || phi < eps-tol && s.inLow(i) ||
		-phi > eps+tol && s.inLow(starred) || -phi < eps-tol && s.inUp(starred)
}

// examine looks for a partner for sample i, if i violates its condition, and makes a step with it.
// It tries the most promising partner, then the free samples, then all others.
func (s *Quadrants) examine(i int) bool {
	if !s.violates(i) {
		return false
	}
	s.rowI = s.row(i, s.rowI)
	best, most := -1, 0.0
	for j := range s.n {
		if promise := s.promise(i, j); j != i && promise > most {
			best, most = j, promise
		}
	}
	if best >= 0 && s.step(i, best) {
		return true
	}
	for _, onlyFree := range []bool{true, false} {
		for j := range s.n {
			if j != best && s.free(j) == onlyFree && s.step(i, j) {
				return true
			}
		}
	}
	return false
}

// promise is the numerator of the step from i to j in the quadrants where the line
// through them begins: |phi_i - phi_j|, between signs that differ less 2 eps.
func (s *Quadrants) promise(i, j int) float64 {
	difference := s.phi(i) - s.phi(j)
	switch gamma := s.d(i) + s.d(j); {
	case gamma > 0:
		return math.Abs(difference - s.eps[i] + s.eps[j])
	case gamma < 0:
		return math.Abs(difference + s.eps[i] - s.eps[j])
	}
	return math.Abs(difference) - s.eps[i] - s.eps[j]
}

// quadrant is a pair of signs of d_i and d_j, with the interval of d_i in it.
type quadrant struct {
	i, j      float64 // signs
	low, high float64
}

// quadrant returns the table of bounds: those of a_i and, with the sign changed, a*_i.
func (s *Quadrants) quadrant(i, j int, signI, signJ, gamma float64) quadrant {
	low, high := 0.0, s.hi[i]
	if signI < 0 {
		low, high = s.lo[s.n+i], 0
	}
	// gamma - d_j, for d_j within its own bounds.
	if signJ > 0 {
		low, high = max(low, gamma-s.hi[j]), min(high, gamma)
	} else {
		low, high = max(low, gamma), min(high, gamma-s.lo[s.n+j])
	}
	return quadrant{signI, signJ, low, high}
}

// step minimises over d_i and d_j, and reports whether the step counts.
func (s *Quadrants) step(i, j int) bool {
	if i == j {
		return false
	}
	old := s.d(i)
	gamma := old + s.d(j)
	next := old
	// The first quadrant, and the two that the line reaches from it as d_i grows and as d_i falls.
	first, upward, downward := quadrant{}, s.quadrant(i, j, 1, -1, gamma), s.quadrant(i, j, -1, 1, gamma)
	switch {
	case gamma > 0:
		first = s.quadrant(i, j, 1, 1, gamma)
	case gamma < 0:
		first = s.quadrant(i, j, -1, -1, gamma)
	default:
		first, upward = upward, quadrant{low: 1}
	}
	if first.low <= first.high {
		next = s.minimum(i, j, first)
	}
	switch {
	case upward.low <= upward.high && next >= first.high:
		next = s.minimum(i, j, upward)
	case downward.low <= downward.high && next <= first.low:
		next = s.minimum(i, j, downward)
	}
	if math.IsInf(next, 0) {
		s.unbounded = true
		return false
	}
	if s.steps.tooShort(old, next) {
		return false
	}
	s.put(i, j, next, gamma-next)
	s.j = j
	return true
}

// minimum returns where in a quadrant the objective is smallest along the line.
func (s *Quadrants) minimum(i, j int, in quadrant) float64 {
	numerator := s.phi(i) - s.phi(j) - in.i*s.eps[i] + in.j*s.eps[j]
	eta := s.diag[i] + s.diag[j] - 2*s.rowI[j]
	next := s.d(i)
	s.curved(eta, math.Abs(s.diag[i])+math.Abs(s.diag[j]))
	switch {
	case eta > 0:
		next += numerator / eta
	case numerator > 0:
		return in.high
	case numerator < 0:
		return in.low
	}
	return min(max(next, in.low), in.high)
}

// put moves the coefficients of i and j, and computes the constant again.
func (s *Quadrants) put(i, j int, di, dj float64) {
	var coordinates []int
	var next []float64
	for _, m := range []struct {
		i int
		d float64
	}{{i, di}, {j, dj}} {
		d := m.d
		// At a bound the value is the exact bound, without rounding errors.
		for _, bound := range []float64{s.hi[m.i], s.lo[s.n+m.i]} {
			if math.Abs(d-bound) <= 1e-14*math.Abs(bound) && !math.IsInf(bound, 0) {
				d = bound
			}
		}
		coordinates = append(coordinates, m.i, s.n+m.i)
		next = append(next, max(d, 0), min(d, 0))
	}
	s.move(coordinates, next)
	s.centre()
}

// centre sets the constant to the middle of the interval that the conditions permit.
func (s *Quadrants) centre() {
	if middle := s.middle(); !math.IsInf(middle, 0) && !math.IsNaN(middle) {
		s.bias = -middle
	}
}
