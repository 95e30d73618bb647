package qp

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/run"
)

// SMO is sequential minimal optimisation in sweeps. It works in the variables b = s a, in
// which the problem is min 1/2 b'(K + D)b + q'b with q = s p, and its gradient is g = (K +
// D) b + q.
//
// A sweep chooses a small working set, solves the problem over it by steps over pairs of
// coordinates (point.pick and point.step: the SMO of Platt with the selection of Fan, Chen
// and Lin), and then updates the gradient once for all coordinates that moved. So a step
// costs O(w) for a working set of w coordinates instead of O(n), several rows are computed
// at a time, and the gradient is read and written once for four rows. Every working set holds the
// most violating pair, which convergence needs (Lin, "On the convergence of the decomposition
// method for support vector machines", IEEE TNN 12, 2001).
//
// Run can be called again and continues where it ended.
type SMO struct {
	problem  Problem
	settings Settings

	whole   point     // the whole problem, by coordinate number
	linear  []float64 // q, by coordinate number
	copies  int       // r, coordinates for every row of K
	posed   int       // coordinates of the problem as it was posed
	present []bool    // for each row of K whether it is in the problem; nil if all are

	// The active set, by position: a compact copy of the whole. A row of K is
	// active with all its coordinates: m rows and r m coordinates, where the
	// coordinate at position t belongs to the row at t mod m.
	active []int // numbers of rows, in the order of problem.K
	point
	q, shift []float64 // q and D; shift is nil if there is none
	own      []float64 // q + D b: the part of g that differs between the coordinates of a row
	shared   []float64 // K b, the common part of g, length m; for r = 1 own and shared are nil

	removed     []layer // the shrunk rows, oldest layer first
	set         workingSet
	inner       point
	block       []float64 // K over the working set, row by row
	start       []float64 // b of the working set before the sweep
	positions   []int     // rows of the working set, each once, by position
	rowOf       []int     // for each coordinate of the working set: its index in positions
	columns     []int32   // for each coordinate of the working set: its row, by position
	net         []float64 // for each row: by how much the sum of its coordinates has moved
	delta       []float64 // the rows that moved, and by how much
	rows        [][]float64
	objective   float64
	iterations  int
	sweeps      int
	sinceCheck  int  // sweeps since the last attempt to shrink
	unshrunk    bool // the early check of shrunk rows has been made
	begun       bool // the gradient at the start has been computed
	refreshed   bool // the gradient was recomputed because steps had no effect
	shrunk      int  // rows that were shrunk
	idle        idle
	approximate Approximate // K in float32, or nil
	trusted     []float64   // for each row the largest |b| at which certify has computed a gradient
	singles     [][]float32
	watch       *watch // nil unless there is a trace or another stopping rule
}

const (
	// setSize is the number of coordinates of a working set, with half as many more for each
	// further coordinate of a row of K; regressions, with two coordinates a row, have 24. Up to 16
	// the number of computed rows hardly grows and sweeps become fewer; beyond 16 ever more rows
	// are computed in vain.
	setSize = 16
	// innerShare ends a sweep when its gap is this share of the gap before the sweep. A smaller gap
	// would be wasted, because the next sweep disturbs it. If coordinates share a row a step gains
	// less, and sharedInnerShare replaces it.
	innerShare       = 0.1
	sharedInnerShare = 0.3
	// shrinkPeriod is the default of Settings.ShrinkPeriod. It is long because a sweep is cheap,
	// while the update of the gradient of rows that were shrunk too early costs kernel values
	// again.
	shrinkPeriod = 400
	// manySweeps times the number of rows are so many sweeps that updates of the gradient cost more
	// than the rows, which are in the cache by then.
	manySweeps = 4
)

// layer is the rows that were shrunk at one time. Their gradient was exact when the others
// had the values before.
type layer struct {
	set    []int
	others []int     // the rows that may have moved since
	before []float64 // netOf the others at that time
}

// NewSMO prepares a run from problem.Start. It keeps the slices of the problem.
func NewSMO(problem Problem, settings Settings) *SMO {
	posed := len(problem.Linear)
	if settings.ShrinkPeriod == 0 {
		settings.ShrinkPeriod = min(problem.Rows(), shrinkPeriod)
	}
	var present []bool
	if problem.Places != nil {
		problem, present = problem.overAll(), make([]bool, problem.K.Len())
		for _, i := range problem.Places {
			present[i] = true
		}
	}
	n, count := problem.K.Len(), len(problem.Linear)
	if settings.Tolerance == 0 {
		settings.Tolerance = 1e-3
	}
	watch := newWatch(&settings)
	if watch != nil {
		settings.Shrinking = false // the watch needs the gradient of all rows
	}
	s := &SMO{problem: problem, settings: settings, watch: watch, copies: count / max(1, n), posed: posed, present: present, active: make([]int, n)}
	if problem.Single != nil {
		s.roughly(problem.Single)
	}
	s.whole.begin(&s.problem, &s.linear)
	s.groups, s.inner.groups = s.whole.groups, s.whole.groups
	s.ungrouped, s.inner.ungrouped = s.whole.ungrouped, s.whole.ungrouped
	for i := range s.active {
		s.active[i] = i
	}
	s.idle = newIdle(0)
	s.reserve(min(count, setSize*(1+s.copies)/2))
	s.compact()
	return s
}

// reserve makes the memory of sweeps over working sets of w coordinates, in few pieces: a small fit
// spends much of its time on allocations.
func (s *SMO) reserve(w int) {
	numbers := make([]float64, w*w+8*w)
	for _, list := range []*[]float64{&s.start, &s.net, &s.delta, &s.inner.b, &s.inner.g, &s.inner.lo, &s.inner.hi, &s.inner.diag} {
		*list, numbers = numbers[:0:w], numbers[w:]
	}
	s.block = numbers
	places := make([]int, 4*w)
	for _, list := range []*[]int{&s.positions, &s.rowOf, &s.set.positions, &s.set.before} {
		*list, places = places[:0:w], places[w:]
	}
	s.columns, s.rows = make([]int32, 0, w), make([][]float64, 0, w)
}

// Run iterates until the problem is solved or something ends it. A further call continues.
func (s *SMO) Run(ctl *run.Ctl) run.Status {
	if !s.begun {
		if s.recomputeFrom(ctl, s.base()) == run.Aborted {
			return run.Aborted
		}
		if s.settings.Lengthen {
			s.stretched(s.lengthen(s.q))
			s.store()
			s.objective = s.whole.objective(s.linear)
		}
		s.begun = true
	}
	status := s.iterate(ctl)
	s.refresh()
	if s.approximate != nil {
		return s.certified(ctl, status)
	}
	return status
}

// enough is the work between two checkpoints, some tens of microseconds. A problem of fewer rows
// than tiny has a checkpoint after its first sweep: it may end with less work, and a fit of many
// classes has thousands of such problems.
const (
	enough = 1 << 14
	tiny   = 64
)

func (s *SMO) iterate(ctl *run.Ctl) run.Status {
	s.sinceCheck = 0
	least := 0 // work of a sweep
	if len(s.active) < tiny {
		least = enough
	}
	for work := 0; ; {
		if work >= enough {
			work = 0
			if status := ctl.Checkpoint(s.report); status != "" {
				return status
			}
		}
		if s.exhausted() {
			return run.IterationLimit
		}
		if s.settings.Ceiling > 0 {
			s.stretch()
			if -s.objective > s.settings.Ceiling {
				return run.Infeasible
			}
		}
		if s.settings.Shrinking && s.sinceCheck > s.settings.ShrinkPeriod {
			s.sinceCheck = 0
			if s.shrinkingPays() {
				s.shrink()
			}
		}
		gap := s.set.choose(&s.point, setSize*(1+s.copies)/2)
		if gap < s.settings.Tolerance {
			if len(s.removed) == 0 {
				return run.Converged
			}
			// The active set is optimal: check the shrunk rows.
			s.refresh()
			if s.whole.gap() < s.settings.Tolerance {
				return run.Converged
			}
			if !s.restore(s.shrinkable()) {
				s.restore(nil)
			}
			s.sinceCheck = 0
			continue
		}
		before := s.iterations
		s.sweeps++
		s.sinceCheck++
		moved := s.sweep(gap)
		work += max(least, (1+len(s.set.positions))*len(s.active)+(s.iterations-before)*len(s.set.positions))
		least = 0
		if s.watch != nil && moved && s.watch.over(s.positions, &s.point, s.q, s.shift) {
			return run.Converged
		}
		if moved && !s.idle.sweep(gap, s.iterations, s.posed, func() (value, rounding float64) {
			s.restore(nil)
			s.recompute(ctl) // errors of the gradient may fall as an objective does, without an end
			return s.objective, s.whole.rounding()
		}) {
			continue
		}
		// Steps are zero up to rounding, or gain no more than rounding errors. Accumulated errors
		// of the gradient may be the cause, so it is computed again once; if that was just done,
		// the run has stalled.
		if s.refreshed {
			return run.Stalled
		}
		s.refreshed, s.idle = true, newIdle(s.iterations)
		s.restore(nil)
		if s.recompute(ctl) == run.Aborted {
			return run.Aborted
		}
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
	var rows [][]float64
	if positions := s.distinct(set); s.approximate == nil {
		rows = s.problem.K.Rows(positions)
	} else {
		s.singles = s.approximate.Singles(positions, s.violators)
	}
	s.restrict(set, rows)
	s.start = append(s.start[:0], s.inner.b...)
	share := innerShare
	if s.copies > 1 {
		share = sharedInnerShare
	}
	tolerance := max(s.settings.Tolerance/2, share*gap)
	moved := false
	for range 100 * w { // far more steps than usual
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
	all := s.columns[:0]
	for _, r := range s.rowOf {
		all = append(all, int32(s.positions[r]))
	}
	s.columns = all
	columns := lanes.NewPlaces(all)
	in, out := &s.inner, &s.point
	for i, t := range set {
		in.b[i], in.g[i], in.diag[i] = out.b[t], out.g[t], out.diag[t]
		in.lo[i], in.hi[i] = out.lo[t], out.hi[t]
		if out.group != nil {
			in.group[i] = out.group[t]
		}
		into := s.block[i*w : (i+1)*w]
		if s.approximate != nil {
			gatherSingles(into, s.singles[s.rowOf[i]], all)
		} else {
			columns.Gather(into, rows[s.rowOf[i]])
		}
		into[i] = out.diag[t]
	}
	for i := range in.diag {
		in.sees(i, s.block[i*w:i*w+i])
	}
}

// distinct lists the rows that the coordinates of the working set need, each
// once.
func (s *SMO) distinct(set []int) []int {
	positions, rowOf := s.positions[:0], s.rowOf[:0]
	m := len(s.active)
	for _, t := range set {
		r := -1
		if s.copies > 1 {
			t %= m
			r = slices.Index(positions, t)
		}
		if r < 0 {
			r = len(positions)
			positions = append(positions, t)
		}
		rowOf = append(rowOf, r)
	}
	s.positions, s.rowOf = positions, rowOf
	return positions
}

// apply adds the movement of the inner point to the active set.
func (s *SMO) apply(set []int, rows [][]float64) {
	s.net = slices.Grow(s.net[:0], len(s.positions))[:len(s.positions)]
	clear(s.net)
	for i, t := range set {
		d := s.inner.b[i] - s.start[i]
		if d == 0 {
			continue
		}
		s.b[t] = s.inner.b[i]
		s.net[s.rowOf[i]] += d
		if s.shift != nil {
			if s.own != nil {
				s.own[t] += float64(d * s.shift[t])
			} else {
				s.g[t] += float64(d * s.shift[t])
			}
		}
	}
	sum := s.shared
	if s.own == nil {
		sum = s.g
	}
	if s.approximate != nil {
		s.applySingles(sum)
	} else {
		delta, which := s.delta[:0], s.rows[:0]
		for r, d := range s.net {
			if d != 0 {
				delta, which = append(delta, d), append(which, rows[r])
			}
		}
		s.delta, s.rows = delta, which
		lanes.UpdateAll(sum, delta, which)
	}
	if s.own != nil {
		s.join()
	}
}
