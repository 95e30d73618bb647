package qp

import (
	"math"
	"slices"

	"maxmargin/core/run"
)

// study is what the solvers share that follow a page rather than the clock: the
// whole problem in b = s a with its gradient, which is brought up to date after
// every iteration. Nothing is ever set aside from it.
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

	patience int     // iterations between two looks at the objective
	looked   int     // iterations at the last one
	lowest   float64 // what it was then
}

// tie is below which two gradients, or errors, differ by rounding alone. After a
// step those of all that may still move are equal; which is the smaller is then no
// choice, and would be another one where multiplications are fused.
const tie = 1e-12

func newStudy(problem Problem, settings Settings) study {
	if settings.Tolerance == 0 {
		settings.Tolerance = 1e-3
	}
	s := study{problem: problem, n: problem.K.Len(), watch: newWatch(&settings), lowest: math.Inf(1)}
	s.patience = 1000 + 10*len(problem.Linear)
	s.settings, s.copies = settings, len(problem.Linear)/max(1, s.n)
	s.q = s.point.begin(&problem)
	return s
}

// begin computes the gradient at the start, and reports what ends the run before
// it has begun.
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

// pause counts work, and looks at ctl when it is time for it.
func (s *study) pause(ctl *run.Ctl, work int) run.Status {
	if s.work += work; s.work < 1<<14 {
		return ""
	}
	s.work = 0
	return ctl.Checkpoint(s.report)
}

// after ends an iteration that worked on some rows, and reports what ends the run.
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

// fell looks at the objective, and reports whether it has fallen since the last
// time by more than rounding. Where it has not, steps go round in circles.
func (s *study) fell() bool {
	now := s.objective(s.q)
	fell := now < s.lowest-1e-15*math.Abs(s.lowest) || math.IsInf(s.lowest, 1)
	s.looked, s.lowest = s.iterations, min(now, s.lowest)
	return fell
}

// ended returns the status of a run that its own rule has ended: a method that
// can do no more, with conditions that are violated by more than limit, has stalled.
func (s *study) ended(limit float64) run.Status {
	if s.gap() <= limit {
		return run.Converged
	}
	return run.Stalled
}

// move takes coordinates, a few at a time, to where b is to be next.
func (s *study) move(coordinates []int, next []float64) {
	delta := make([]float64, len(next))
	for k, c := range coordinates {
		delta[k] = next[k] - s.b[c]
		s.b[c] = next[k]
	}
	s.addTo(coordinates, delta)
}

// addTo brings the gradient up to date after coordinates grew by delta.
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

// row returns a row of K that stays.
func (s *study) row(i int, dst []float64) []float64 {
	return append(dst[:0], s.problem.K.Rows([]int{i})[0][:s.n]...)
}

// free reports whether a coordinate of row i stands between its bounds.
func (s *study) free(i int) bool {
	for c := i; c < len(s.b); c += s.n {
		if s.up(c) && s.down(c) {
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

// Result returns where the run stands.
func (s *study) Result(status run.Status) Result {
	r := s.result(&s.problem, s.q)
	r.Status, r.Iterations, r.Shrunk = status, s.iterations, s.shrunk
	if s.watch != nil {
		r.Trace = s.watch.trace
	}
	return r
}

// oneGroup returns why a problem is not of a single equality over coordinates with
// a lower bound of zero, as many for a row of K as copies; "" if it is.
func oneGroup(p *Problem, copies int) string {
	switch {
	case p.Group != nil && p.GroupCount != 1 && slices.Max(p.Group) > 0:
		return "it has two sums to keep, and a step over any pair of variables keeps one"
	case p.Group != nil && slices.Contains(p.Group, -1):
		return "it has no sum to keep (fitIntercept is false), and a step over two variables is for one; 'ascent' moves one at a time"
	case len(p.Linear) > 2*p.K.Len() || len(p.Linear) > p.K.Len() && (p.Sign == nil || p.Sign[0] == p.Sign[p.K.Len()]):
		return "the mixed slack has two variables for every constraint; 'decomposition', 'chunking' and 'interior-point' are for any number"
	case len(p.Linear) == 2*p.K.Len() && copies == 1:
		return "it is a regression, with two variables for every sample; 'smo-quadrants' is for that"
	case len(p.Linear) == p.K.Len() && copies == 2:
		return "it has one variable for every sample, and the four quadrants are those of a regression; 'smo-platt' is for the others"
	}
	return ""
}
