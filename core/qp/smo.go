package qp

import (
	"maxmargin/core/lanes"
	"maxmargin/core/run"
)

// SMO is sequential minimal optimisation in sweeps. The problem is held in
// b = s a, where it reads min 1/2 b'Kb + q'b with q = s p, and g = Kb + q is its
// gradient.
//
// A sweep chooses a small working set, solves the problem over it alone by steps
// over pairs of coordinates (point.pick and point.step: the SMO of Platt with the
// selection of Fan, Chen and Lin), and then brings the gradient up to date, once
// for all that moved. So a step costs O(w) for a set of w instead of O(n), rows
// are asked for several at a time, and the gradient is read and written once for
// four rows. Every set holds the most violating pair, which is what convergence
// needs (Lin, "On the convergence of the decomposition method for support vector
// machines", IEEE TNN 12, 2001).
//
// SMO is resumable: Run continues where it ended.
type SMO struct {
	problem  Problem
	settings Settings

	whole  point     // the whole problem, by coordinate number
	linear []float64 // q, by coordinate number

	// The active set, by position: a compact copy of the whole.
	active []int // coordinate numbers, in the order of problem.K
	point

	removed    []layer // what shrinking set aside, oldest first
	set        workingSet
	inner      point
	block      []float64 // K over the working set, row by row
	start      []float64 // b of the working set before the sweep
	delta      []float64 // what moved, and its rows
	rows       [][]float64
	objective  float64
	iterations int
	sinceCheck int  // sweeps since the last look at shrinking
	unshrunk   bool // the one early reconstruction has been made
	refreshed  bool // the gradient was recomputed because steps had no effect
}

const (
	// setSize is how many coordinates a sweep works on. Measured on nine problems:
	// up to 16 the number of rows computed hardly grows, except for many small
	// pairs of classes, while sweeps become fewer; beyond, more and more rows are
	// computed that turn out not to be needed.
	setSize = 16
	// innerShare is the share of the gap before a sweep at which it ends: less
	// polishes what the next sweep will disturb.
	innerShare = 0.1
	// shrinkPeriod is Settings.ShrinkPeriod, unless that is given. A sweep is
	// cheap, while what is set aside early costs kernel values again when its
	// gradient is brought up to date.
	shrinkPeriod = 400
)

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
	if settings.ShrinkPeriod == 0 {
		settings.ShrinkPeriod = min(n, shrinkPeriod)
	}
	s := &SMO{problem: problem, settings: settings, linear: make([]float64, n), active: make([]int, n)}
	s.whole.groups = problem.GroupCount
	if problem.Group == nil {
		s.whole.groups = 1
	}
	s.groups, s.inner.groups = s.whole.groups, s.whole.groups
	s.whole.resize(n, false)
	s.whole.group = problem.Group
	w := &s.whole
	for i := range n {
		w.lo[i], w.hi[i], s.linear[i] = problem.Lower[i], problem.Upper[i], problem.Linear[i]
		if problem.Start != nil {
			w.b[i] = problem.Start[i]
		}
		if problem.Sign != nil && problem.Sign[i] < 0 {
			w.lo[i], w.hi[i] = -problem.Upper[i], -problem.Lower[i]
			s.linear[i], w.b[i] = -s.linear[i], -w.b[i]
		}
		s.active[i] = i
	}
	problem.K.Diagonal(w.diag)
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
	for work := 0; ; {
		if work >= 1<<14 { // some tens of microseconds
			work = 0
			if status := ctl.Checkpoint(s.report); status != "" {
				return status
			}
		}
		if s.exhausted() {
			return run.IterationLimit
		}
		if s.settings.Shrinking && s.sinceCheck > s.settings.ShrinkPeriod {
			s.sinceCheck = 0
			s.shrink()
		}
		gap := s.set.choose(&s.point, setSize)
		if gap < s.settings.Tolerance {
			if len(s.removed) == 0 {
				return run.Converged
			}
			// Optimal on the active set: look at the rest again.
			s.refresh()
			if s.whole.gap() < s.settings.Tolerance {
				return run.Converged
			}
			if !s.restore(s.settled()) {
				s.restore(nil)
			}
			s.sinceCheck = 0
			continue
		}
		work += (1 + len(s.set.positions)) * len(s.active)
		s.sinceCheck++
		if s.sweep(gap) {
			continue
		}
		// The steps vanished in rounding. Errors that the gradient gathered may
		// be why; with a fresh one there is nothing left to gain.
		if s.refreshed {
			return run.Stalled
		}
		s.refreshed = true
		s.restore(nil)
		s.recompute()
	}
}

func (s *SMO) exhausted() bool {
	return s.settings.MaxIterations > 0 && s.iterations >= s.settings.MaxIterations
}

// sweep solves the problem over the working set, given the largest violation of
// the whole, and reports whether anything moved.
func (s *SMO) sweep(gap float64) bool {
	set := s.set.positions
	w := len(set)
	rows := s.problem.K.Rows(set)
	s.restrict(set, rows)
	s.start = append(s.start[:0], s.inner.b...)
	tolerance := max(s.settings.Tolerance/2, innerShare*gap)
	moved := false
	for range 100 * w { // far more than it takes
		i, j, violation := s.inner.pick(s.block)
		if i < 0 || violation < tolerance || s.exhausted() {
			break
		}
		change, stepped := s.inner.step(i, j, s.block)
		if !stepped {
			break
		}
		moved = true
		s.objective += change
		s.iterations++
	}
	if moved {
		s.apply(set, rows)
	}
	return moved
}

// restrict copies the working set into the inner point and its block of K.
func (s *SMO) restrict(set []int, rows [][]float64) {
	w := len(set)
	s.inner.resize(w, s.group != nil)
	if cap(s.block) < w*w {
		s.block = make([]float64, w*w)
	}
	s.block = s.block[:w*w]
	for i, t := range set {
		s.inner.b[i], s.inner.g[i], s.inner.diag[i] = s.b[t], s.g[t], s.diag[t]
		s.inner.lo[i], s.inner.hi[i] = s.lo[t], s.hi[t]
		if s.group != nil {
			s.inner.group[i] = s.group[t]
		}
		row, into := rows[i], s.block[i*w:(i+1)*w]
		for j, u := range set {
			into[j] = row[u]
		}
	}
}

// apply moves the active set to where the inner point is.
func (s *SMO) apply(set []int, rows [][]float64) {
	s.delta, s.rows = s.delta[:0], s.rows[:0]
	for i, t := range set {
		if d := s.inner.b[i] - s.start[i]; d != 0 {
			s.b[t] = s.inner.b[i]
			s.delta, s.rows = append(s.delta, d), append(s.rows, rows[i])
		}
	}
	addRows(s.g, s.delta, s.rows)
}

// addRows adds scaled rows to g, four at a time.
func addRows(g, scale []float64, rows [][]float64) {
	for ; len(scale) >= 4; scale, rows = scale[4:], rows[4:] {
		lanes.Update4(g, (*[4]float64)(scale), rows[0], rows[1], rows[2], rows[3])
	}
	for r, a := range scale {
		lanes.Update(g, a, rows[r])
	}
}

// recompute derives the gradient and the objective of the whole problem from
// beta; nothing may be shrunk.
func (s *SMO) recompute() {
	for p, i := range s.active {
		s.g[p] = s.linear[i]
	}
	for p, b := range s.b {
		if b != 0 {
			lanes.Update(s.g, b, s.problem.K.Rows([]int{p})[0])
		}
	}
	s.store()
	s.objective = s.exactObjective()
}

// exactObjective is 1/2 b'(g + q) of the whole problem, up to date only after
// refresh.
func (s *SMO) exactObjective() float64 {
	var sum float64
	for i, b := range s.whole.b {
		sum += b * (s.whole.g[i] + s.linear[i])
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
			if s.whole.b[i] != 0 {
				count++
			}
		}
	}
	return run.Report{Iteration: s.iterations, Objective: s.objective, Gap: s.point.gap(), SupportVectors: count}
}
