package program

import (
	"math"

	"maxmargin/core/base/run"
)

// active has the conditions that hold with equality at a solution.
type active struct {
	column []int8    // -1 at the lower bound, +1 at the upper one, 0 between
	tight  []bool    // rows that are at a limit
	limit  []float64 // of tight rows
	loose  []float64 // multipliers of the other rows: 0, or plus or minus their cost
}

// guess reads the active set from an interior point: of each pair the smaller number vanishes.
func (s *solver) guess() active {
	a := active{column: make([]int8, s.n), tight: make([]bool, s.m), limit: make([]float64, s.m), loose: make([]float64, s.m)}
	for j := range s.at {
		c := &s.at[j]
		switch {
		case c.fixed || c.z > 0 && c.low < c.z && c.low <= c.high:
			a.column[j] = -1
		case c.u > 0 && c.high < c.u:
			a.column[j] = 1
		}
	}
	for i := range s.original.Low {
		if s.equal[i] {
			a.tight[i], a.limit[i] = true, s.original.Low[i]*s.row[i]
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		switch {
		case v.slack >= v.y:
		case v.priced() && v.rest < v.excess:
			a.loose[v.row] = v.sign * v.cost
		default:
			a.tight[v.row], a.limit[v.row] = true, v.sign*v.limit
		}
	}
	return a
}

// finish polishes the end point. If the point does not show the active set yet, the method
// continues to a hundredth of the tolerance, as far as rounding allows.
//
// The status is that of a converged solver, or of the end of the further work.
func (s *solver) finish(ctl *run.Ctl) run.Status {
	s.patience = 3
	for !s.polish(ctl, true) {
		if ended := ctl.Ended(); ended != "" {
			return ended
		}
		before := s.accuracy
		s.settings.Tolerance, s.since = 1e-2*before, 0
		status := s.run(ctl)
		s.restore(s.best)
		if status.Cut() {
			s.polish(ctl, false)
			return status
		}
		if !(s.accuracy > 0x1p-53 && s.accuracy <= 0.1*before) { // where 0 is the solution, it falls for ever
			s.polish(ctl, false)
			break
		}
	}
	if ended := ctl.Ended(); ended != "" {
		return ended
	}
	return run.Converged
}

// polish moves the end point to a vertex of the set of solutions of a linear program, and solves
// the equations of the active set. If the new point violates a condition, the old one remains.
func (s *solver) polish(ctl *run.Ctl, strictly bool) bool {
	before := s.keep(point{})
	set := s.guess()
	s.polished = s.correct(ctl, set, strictly) && !(s.isLinear() && s.toVertex(&set) && !s.correct(ctl, set, strictly))
	if !s.polished {
		s.restore(before)
	}
	return s.polished
}

// corrections is the largest number of solutions for an active set; every one adds the
// digits that the regularisation took.
const corrections = 12

// correct solves the equations of an active set, and reports whether all other conditions
// hold at the solution.
func (s *solver) correct(ctl *run.Ctl, set active, strictly bool) bool {
	d, e := make([]float64, s.n), make([]float64, s.m)
	for j, where := range set.column {
		c := &s.at[j]
		switch {
		case where < 0:
			c.x, d[j] = c.lo, 2*gone
		case where > 0:
			c.x, d[j] = c.hi, 2*gone
		}
	}
	for i := range e {
		switch {
		case i >= len(s.original.Low):
			e[i] = 1
		case !set.tight[i]:
			s.y[i], e[i] = set.loose[i], 2*gone
		}
	}
	count, order := 0, s.m
	if s.byColumn {
		order = s.n
	}
	for i := range s.loose {
		if s.byColumn {
			s.loose[i] = e[i] == 0
		} else {
			s.loose[i] = d[i] == 0 && s.q.Diagonal[i] == 0
		}
		if s.loose[i] {
			count++
		}
	}
	if count > order {
		clear(s.loose) // a border of dependent rows would be larger than the matrix
	}
	watch := func(float64) bool { return ctl.Wanted(s.report) }
	if err := s.prepare(d, e, 1e-7, watch); err != nil {
		return false
	}
	last := math.Inf(1)
	for range corrections {
		e := s.left(set)
		size := max(e.primal, e.dual)
		if !(size < last/2) {
			break
		}
		last = size
		if s.newton.solve(s.dx, s.dy, s.f, s.g); s.stopped {
			return false
		}
		for j, v := range s.dx {
			if d[j] == 0 {
				s.at[j].x += v
			}
		}
		for i, v := range s.dy {
			s.y[i] += v
		}
	}
	return s.holds(set, strictly)
}

// rest holds the largest residuals of a point, and the sizes of the terms that they are differences
// of.
type rest struct{ primal, dual, point, gradient float64 }

// left sets f and g to the residuals of the equations of an active set.
func (s *solver) left(set active) (e rest) {
	for j := range s.at {
		s.dx[j] = s.at[j].x
	}
	s.a.Multiply(s.ax, s.dx)
	s.a.Transposed(s.f, s.y)
	clear(s.qx)
	if s.q.Matrix != nil {
		s.q.Matrix.Multiply(s.qx, s.dx)
	}
	for j := range s.at {
		c := &s.at[j]
		pull := s.qx[j] + float64(s.q.Diagonal[j]*c.x) + c.c
		e.point, e.gradient = max(e.point, math.Abs(c.x)), max(e.gradient, math.Abs(pull), math.Abs(s.f[j]))
		slope := s.f[j] + pull
		s.rf[j], s.f[j] = slope, 0
		if set.column[j] == 0 {
			s.f[j] = -slope
			e.dual = max(e.dual, math.Abs(slope))
		}
	}
	for i := range s.g {
		s.g[i] = 0
		switch {
		case i >= len(s.original.Low):
			s.g[i] = s.y[i] - s.ax[i]
		case set.tight[i]:
			s.g[i] = set.limit[i] - s.ax[i]
		}
		e.primal = max(e.primal, math.Abs(s.g[i]))
	}
	return e
}

const (
	// allowed is by how much a polished point may violate a condition, in units of the scaling.
	allowed = 1e-8
	// rounding is the same relative to the sizes of the point and its gradient: by more, the
	// active set is another one.
	rounding = 1e-12
)

// holds checks the conditions that are no equations of the active set, and takes the point
// over.
func (s *solver) holds(set active, strictly bool) bool {
	e := s.left(set)
	for j := range s.at {
		c := &s.at[j]
		slope := s.rf[j]
		switch where := set.column[j]; {
		case c.fixed:
			c.z, c.u, c.low, c.high = max(slope, 0), max(-slope, 0), 0, 0
			continue
		case where < 0:
			e.dual = max(e.dual, -slope)
			c.z, c.u, c.low, c.high = max(slope, 0), 0, 0, c.hi-c.lo
		case where > 0:
			e.dual = max(e.dual, slope)
			c.z, c.u, c.low, c.high = 0, max(-slope, 0), c.hi-c.lo, 0
		default:
			e.primal = max(e.primal, c.lo-c.x, c.x-c.hi)
			c.z, c.u = 0, 0
			c.x = min(max(c.x, c.lo), c.hi)
			c.low, c.high = c.x-c.lo, c.hi-c.x
		}
	}
	least, most := make([]float64, s.m), make([]float64, s.m)
	for k := range s.sides {
		v := &s.sides[k]
		distance := v.limit - v.sign*s.ax[v.row]
		v.slack, v.excess = max(distance, 0), max(-distance, 0)
		if !v.priced() {
			e.primal = max(e.primal, v.excess)
		}
		if !set.tight[v.row] && set.loose[v.row]*v.sign > 0 {
			e.primal = max(e.primal, v.slack) // the violation has its price
		} else if v.priced() {
			e.primal = max(e.primal, v.excess)
		}
		if v.sign > 0 {
			most[v.row] = v.cost
		} else {
			least[v.row] = -v.cost
		}
	}
	for i := range s.original.Low {
		if s.equal[i] || !set.tight[i] {
			continue
		}
		if s.original.Low[i] != s.original.High[i] { // only the side that is tight counts
			if set.limit[i] == s.original.High[i]*s.row[i] {
				least[i] = 0
			} else {
				most[i] = 0
			}
		}
		e.dual = max(e.dual, s.y[i]-most[i], least[i]-s.y[i])
		s.y[i] = min(max(s.y[i], least[i]), most[i])
	}
	for k := range s.sides {
		v := &s.sides[k]
		v.y = max(0, v.sign*s.y[v.row])
		v.rest = v.cost - v.y
	}
	if !strictly {
		return max(e.primal, e.dual) <= allowed && (s.isLinear() || max(e.primal, e.dual) <= 10*s.accuracy)
	}
	return e.primal <= rounding*max(e.point, 1e-3) && e.dual <= rounding*max(e.gradient, 1e-3)
}
