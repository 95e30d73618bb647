package qp

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
)

// study is embedded in the solvers that follow a textbook and are not made for speed:
// ascent, decomposition, chunking, smoPlatt and smoQuadrants. It holds the whole problem
// in b = s a with its gradient, which is updated after every iteration. They never shrink.
type study struct {
	problem  Problem
	settings Settings
	point
	q          []float64
	n, copies  int // rows, and coordinates for each
	iterations int
	shrunk     int
	begun      bool
	watch      *watch
	work       int // since the last checkpoint

	patience int     // iterations between two checks of the objective
	looked   int     // iterations at the last check
	lowest   float64 // the objective then
}

// tie is the difference below which two gradients, or errors, count as equal. After a step
// the gradients of both moved coordinates are equal up to rounding. Without tie, rounding
// would decide which is the smaller, and differently on machines that fuse multiplications.
const tie = 1e-12

func newStudy(problem Problem, settings Settings) study {
	if settings.Tolerance == 0 {
		settings.Tolerance = 1e-3
	}
	s := study{problem: problem, n: problem.K.Len(), watch: newWatch(&settings), lowest: math.Inf(1)}
	s.patience = 1000 + 10*len(problem.Linear)
	s.settings, s.copies = settings, len(problem.Linear)/max(1, s.n)
	s.point.begin(&problem, &s.q)
	return s
}

// begin computes the gradient at the start. It returns a status if the run ends at once.
func (s *study) begin(ctl *run.Ctl) run.Status {
	if !s.begun {
		copy(s.g, s.q)
		var coordinates []int
		for c, b := range s.b {
			if b != 0 {
				coordinates = append(coordinates, c)
			}
		}
		for some := range slices.Chunk(coordinates, setSize) {
			s.addTo(some, gather(s.b, some))
			if status := ctl.Checkpoint(s.report); status == run.Aborted {
				return status
			}
		}
		if s.settings.Lengthen {
			s.lengthen(s.q)
		}
		s.begun = true
	}
	if s.exhausted() {
		return run.IterationLimit
	}
	return ""
}

func (s *study) exhausted() bool {
	return s.settings.MaxIterations > 0 && s.iterations >= s.settings.MaxIterations
}

// pause counts work, and calls the checkpoint of ctl when there was enough.
func (s *study) pause(ctl *run.Ctl, work int) run.Status {
	if s.work += work; s.work < 1<<14 {
		return ""
	}
	s.work = 0
	return ctl.Checkpoint(s.report)
}

// after ends an iteration that worked on some rows. It returns a status if the run ends.
func (s *study) after(rows ...int) run.Status {
	s.iterations++
	switch {
	case s.watch.over(rows, &s.point, s.q, s.problem.Shift):
		return run.Converged
	case s.settings.Ceiling > 0 && -s.objective(s.q) > s.settings.Ceiling:
		return run.Infeasible
	case s.exhausted():
		return run.IterationLimit
	case s.iterations-s.looked >= s.patience && !s.fell():
		return run.Stalled
	}
	return ""
}

// fell computes the objective, and reports whether it has fallen since the last check by more than
// rounding errors. Otherwise steps repeat.
func (s *study) fell() bool {
	now := s.objective(s.q)
	fell := now < s.lowest-1e-15*math.Abs(s.lowest)-s.rounding() || math.IsInf(s.lowest, 1) && now < s.lowest
	s.looked, s.lowest = s.iterations, min(now, s.lowest)
	return fell
}

// stretch is SMO.stretch for these solvers: if the feasible set is a cone, it moves along
// the ray to the smallest objective. It reports whether it moved.
func (s *study) stretch() bool {
	if s.settings.Ceiling <= 0 {
		return false
	}
	factor, _ := s.alongRay(s.q)
	return factor != 1
}

// middle returns the middle of the interval that the conditions permit for the level of the
// first group.
func (p *point) middle() float64 {
	smallestUp, largestLow, _ := p.extremes()
	return (smallestUp[0] + largestLow[0]) / 2
}

// steps decides which steps of a variable are too short to count.
type steps struct{ shortest float64 } // relative to the variable

// newSteps begins with the shortest steps that the tolerance suggests.
func newSteps(s *Settings) steps { return steps{s.Tolerance / 100} }

// tooShort reports whether a step does not count.
func (s *steps) tooShort(from, to float64) bool {
	return math.Abs(to-from) < s.shortest*(math.Abs(to)+math.Abs(from)+s.shortest)
}

// shorten lowers the least step that counts, and reports whether floating point can represent it.
func (s *steps) shorten() bool {
	if s.shortest < 1e-15 {
		return false
	}
	s.shortest /= 100
	return true
}

// ended returns the status of a method that can make no further step: stalled if the conditions are
// violated by more than limit, otherwise converged.
func (s *study) ended(limit float64) run.Status {
	if s.gap() <= limit {
		return run.Converged
	}
	return run.Stalled
}

// move sets coordinates to their next values, a few at a time.
func (s *study) move(coordinates []int, next []float64) {
	delta := make([]float64, len(next))
	for k, c := range coordinates {
		delta[k] = next[k] - s.b[c]
		s.b[c] = next[k]
	}
	s.addTo(coordinates, delta)
}

// addTo updates the gradient after coordinates grew by delta.
func (s *study) addTo(coordinates []int, delta []float64) {
	var rows []int
	var net []float64
	for k, c := range coordinates {
		if s.problem.Shift != nil {
			s.g[c] += delta[k] * s.problem.Shift[c]
		}
		at := slices.Index(rows, c%s.n)
		if at < 0 {
			at = len(rows)
			rows, net = append(rows, c%s.n), append(net, 0)
		}
		net[at] += delta[k]
	}
	for k, row := range s.problem.K.Rows(rows) {
		s.sees(rows[k], row[:s.n])
		if net[k] == 0 {
			continue
		}
		for first := 0; first < len(s.g); first += s.n {
			g := s.g[first : first+s.n]
			for t, v := range row[:s.n] {
				g[t] += float64(net[k] * v)
			}
		}
	}
}

// row returns a copy of a row of K.
func (s *study) row(i int, dst []float64) []float64 {
	return append(dst[:0], s.problem.K.Rows([]int{i})[0][:s.n]...)
}

// free reports whether some coordinate of row i is strictly between its bounds.
func (s *study) free(i int) bool {
	for c := i; c < len(s.b); c += s.n {
		if s.inUp(c) && s.inLow(c) {
			return true
		}
	}
	return false
}

func (s *study) report() run.Report {
	r := run.Report{Iteration: s.iterations, Objective: s.objective(s.q), Gap: s.gap()}
	for i := range s.n {
		if net(s.b, i, s.n) != 0 {
			r.SupportVectors++
		}
	}
	return r
}

// Result returns the current state.
func (s *study) Result(status run.Status) Result {
	r := Result{}
	s.result(&r, &s.problem, s.q)
	r.Status, r.Iterations, r.Shrunk = status, s.iterations, s.shrunk
	if s.watch != nil {
		r.Trace = s.watch.trace
	}
	return r
}

// oneGroup returns "" if the problem has a single equality, lower bounds of zero, and copies
// coordinates for each row of K. Otherwise it returns the reason, for the user.
func oneGroup(p *Problem, copies int) string {
	switch {
	case p.Group != nil && p.GroupCount != 1 && slices.Max(p.Group) > 0:
		return "it has two equality constraints, and a step over two variables can keep only one"
	case p.Group != nil && slices.Contains(p.Group, -1):
		return "it has no equality constraint (fitIntercept is false), and a step over two variables needs one; choose 'ascent'"
	case len(p.Linear) > 2*p.K.Len() || len(p.Linear) > p.K.Len() && (p.Sign == nil || p.Sign[0] == p.Sign[p.K.Len()]):
		return "the mixed slack has two variables for every sample; choose 'decomposition', 'chunking' or 'interiorPoint'"
	case len(p.Linear) == 2*p.K.Len() && copies == 1:
		return "it is a regression, with two variables for every sample; choose 'smoQuadrants'"
	case len(p.Linear) == p.K.Len() && copies == 2:
		return "it is not a regression; choose 'smoPlatt'"
	}
	return ""
}
