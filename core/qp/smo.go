package qp

import (
	"maxmargin/core/lanes"
	"maxmargin/core/run"
)

// tau replaces a curvature that is not positive: duplicates and indefinite
// kernels then step to a bound instead of dividing by zero.
const tau = 1e-12

// SMO is sequential minimal optimisation: it moves two coordinates of a group at
// a time, a single one where there is no group. The first is the one that
// violates the KKT conditions most, the second the one that with it promises the
// largest decrease of the objective: working set selection 2 of Fan, Chen and
// Lin, "Working set selection using second order information", JMLR 6 (2005).
//
// The problem is held in b = s a, where it reads min 1/2 b'Kb + q'b with q = s p
// and g = Kb + q is its gradient. A coordinate is up when it may grow and down
// when it may shrink; within a group the point is optimal when the largest g of
// the downs does not exceed the smallest g of the ups.
//
// An iteration reads two rows and costs about 4 passes over the active set. SMO
// is resumable: Run continues where it ended.
type SMO struct {
	problem  Problem
	settings Settings

	// The whole problem, by coordinate number.
	beta, lower, upper, linear, diagonal, gradient []float64

	// The active set, by position: a compact copy of the above.
	active []int // coordinate numbers, in the order of problem.K
	b, g   []float64
	lo, hi []float64
	diag   []float64
	group  []int // nil: all in group 0

	removed    []layer // what shrinking set aside, oldest first
	groups     int
	objective  float64
	iterations int
	sinceCheck int  // iterations since the last look at shrinking
	unshrunk   bool // the one early reconstruction has been made
	refreshed  bool // the gradient was recomputed because steps had no effect
}

// layer is one act of shrinking: coordinates set aside, whose gradient was
// exact when the others stood at then.
type layer struct {
	coordinates []int
	others      []int     // the coordinates that may have moved since
	then        []float64 // beta of the others at that time
}

// NewSMO prepares a run from problem.Start. It keeps the slices of the problem.
func NewSMO(problem Problem, settings Settings) *SMO {
	n := problem.K.Len()
	if settings.Tolerance == 0 {
		settings.Tolerance = 1e-3
	}
	s := &SMO{problem: problem, settings: settings, groups: problem.GroupCount,
		beta: make([]float64, n), lower: make([]float64, n), upper: make([]float64, n),
		linear: make([]float64, n), diagonal: make([]float64, n), gradient: make([]float64, n)}
	if problem.Group == nil {
		s.groups = 1
	}
	for i := range n {
		s.lower[i], s.upper[i], s.linear[i] = problem.Lower[i], problem.Upper[i], problem.Linear[i]
		if problem.Start != nil {
			s.beta[i] = problem.Start[i]
		}
		if problem.Sign != nil && problem.Sign[i] < 0 {
			s.lower[i], s.upper[i] = -problem.Upper[i], -problem.Lower[i]
			s.linear[i], s.beta[i] = -s.linear[i], -s.beta[i]
		}
		s.active = append(s.active, i)
	}
	problem.K.Diagonal(s.diagonal)
	s.compact()
	s.recompute()
	return s
}

// Run iterates until the problem is solved or something ends it. Called again
// it continues.
func (s *SMO) Run(ctl *run.Ctl) run.Status {
	status := s.iterate(ctl)
	s.refresh()
	return status
}

func (s *SMO) iterate(ctl *run.Ctl) run.Status {
	s.sinceCheck = 0
	for sinceLook := 0; ; sinceLook++ {
		// Look at the clock about every 16384 elements of work.
		if sinceLook*len(s.active) >= 16384 || sinceLook >= 256 {
			sinceLook = 0
			if status := ctl.Checkpoint(s.report); status != "" {
				return status
			}
		}
		if s.settings.MaxIterations > 0 && s.iterations >= s.settings.MaxIterations {
			return run.IterationLimit
		}
		if s.settings.Shrinking {
			if s.sinceCheck++; s.sinceCheck > min(len(s.beta), 1000) {
				s.sinceCheck = 0
				s.shrink()
			}
		}
		i, j, gap := s.pick()
		if i < 0 || gap < s.settings.Tolerance {
			if len(s.removed) == 0 {
				if gap < s.settings.Tolerance {
					return run.Converged
				}
				return run.Stalled // nothing can move, yet the conditions do not hold
			}
			// Optimal on the active set: look at the rest again.
			s.refresh()
			if s.gap() < s.settings.Tolerance {
				return run.Converged
			}
			if !s.restore(s.settled()) {
				s.restore(nil)
			}
			s.sinceCheck = 0
			continue
		}
		if s.step(i, j) {
			s.iterations++
			continue
		}
		// The step vanished in rounding. Errors that the gradient gathered may
		// be why; with a fresh one there is nothing left to gain.
		if s.refreshed {
			return run.Stalled
		}
		s.refreshed = true
		s.restore(nil)
		s.recompute()
	}
}

// step minimises the objective over the pair (i, j), or over i alone when j < 0,
// and reports whether anything moved.
func (s *SMO) step(i, j int) bool {
	ki := s.problem.K.Row(i)
	if j < 0 {
		return s.stepAlone(i, ki)
	}
	kj := s.problem.K.Row(j)
	curvature := s.diag[i] + s.diag[j] - 2*ki[j]
	if curvature <= 0 {
		curvature = tau
	}
	slope := s.g[i] - s.g[j] // negative: b_i grows by delta, b_j shrinks by it
	delta := -slope / curvature
	roomI, roomJ := s.hi[i]-s.b[i], s.b[j]-s.lo[j]
	bi, bj := s.b[i]+delta, s.b[j]-delta
	// At a bound the value is the bound itself, not what rounding makes of it.
	if delta >= roomI && roomI <= roomJ {
		delta = roomI
		bi, bj = s.hi[i], s.b[j]-delta
		if roomI == roomJ {
			bj = s.lo[j]
		}
	} else if delta >= roomJ {
		delta = roomJ
		bi, bj = s.b[i]+delta, s.lo[j]
	}
	if bi == s.b[i] && bj == s.b[j] {
		return false
	}
	s.b[i], s.b[j] = bi, bj
	s.objective += delta * (slope + 0.5*delta*(s.diag[i]+s.diag[j]-2*ki[j]))
	lanes.Update(s.g, delta, ki, -delta, kj)
	return true
}

// stepAlone minimises over one coordinate that is in no group.
func (s *SMO) stepAlone(i int, ki []float64) bool {
	curvature := s.diag[i]
	if curvature <= 0 {
		curvature = tau
	}
	next := min(max(s.b[i]-s.g[i]/curvature, s.lo[i]), s.hi[i])
	delta := next - s.b[i]
	if delta == 0 {
		return false
	}
	s.b[i] = next
	s.objective += delta * (s.g[i] + 0.5*delta*s.diag[i])
	lanes.Update(s.g, delta, ki, 0, ki)
	return true
}

// recompute derives the gradient and the objective of the whole problem from
// beta; nothing may be shrunk.
func (s *SMO) recompute() {
	for p, i := range s.active {
		s.g[p] = s.linear[i]
	}
	for p, b := range s.b {
		if b != 0 {
			k := s.problem.K.Row(p)
			lanes.Update(s.g, b, k, 0, k)
		}
	}
	s.store()
	s.objective = s.exactObjective()
}

// exactObjective is 1/2 b'(g + q) of the whole problem, up to date only after
// refresh.
func (s *SMO) exactObjective() float64 {
	var sum float64
	for i, b := range s.beta {
		sum += b * (s.gradient[i] + s.linear[i])
	}
	return sum / 2
}

func (s *SMO) report() run.Report {
	count := 0
	for _, b := range s.b {
		if b != 0 {
			count++
		}
	}
	for _, l := range s.removed {
		for _, i := range l.coordinates {
			if s.beta[i] != 0 {
				count++
			}
		}
	}
	_, _, gap := s.pick()
	return run.Report{Iteration: s.iterations, Objective: s.objective, Gap: gap, SupportVectors: count}
}
