package program

import (
	"errors"
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// solver runs the method in the units of its scaling.
type solver struct {
	original *Problem
	settings Settings
	scaling
	*newton
	springs int // the last rows, which are those of the factor of Q

	at    []column
	sides []side
	equal []bool    // rows that are equalities
	free  []bool    // columns without bounds
	y     []float64 // multipliers of the rows
	ax    []float64 // A x
	qx    []float64 // Q x, without springs
	costs float64   // largest c
	sizes float64   // largest limit

	iterations int
	begun      bool
	mu         float64
	primal     float64 // both objectives
	dual       float64
	stationary float64 // largest residual of the gradient
	before     point   // where a step began, with terms
	best       point
	accuracy   float64 // of best
	since      int     // iterations since best was found
	mark       float64 // the accuracy that counted as a gain last
	patience   int     // this many mean that the limit of floating point is reached
	polished   bool
	careful    bool // a run from other units: see advance

	f, g, dx, dy []float64
	rf, rg       []float64 // residuals of the Newton system's two blocks, without barriers
}

// column has the numbers of one variable.
type column struct {
	c, lo, hi float64
	x         float64
	low, high float64 // distances from the bounds
	z, u      float64 // multipliers of the bounds

	slope, curvature float64 // of phi
	fixed            bool
	mz, mu           float64 // wanted changes of the products low z and high u
	dz, du           float64
}

// side is one limit of a row: sign (A x)_row <= limit, with the slack or, where its violation
// has a price, with the excess that is paid.
type side struct {
	row         int
	sign, limit float64
	cost        float64 // infinite: the limit must hold
	slack, y    float64
	excess      float64
	rest        float64 // cost - y

	e, g                 float64
	ms, mx               float64
	dslack, dy1, dexcess float64
}

func (s *side) priced() bool { return s.cost < math.Inf(1) }

func newSolver(p *Problem, settings Settings, near []float64) *solver {
	a := Stack(p.Matrix, p.Quadratic.Factor)
	rows, n := a.Size()
	s := &solver{original: p, settings: settings, scaling: scaleOf(p, near), springs: rows - len(p.Low), accuracy: math.Inf(1), mark: math.Inf(1), patience: 15,
		at: make([]column, n), equal: make([]bool, rows), free: make([]bool, n), y: make([]float64, rows), ax: make([]float64, rows), qx: make([]float64, n),
		f: make([]float64, n), g: make([]float64, rows), dx: make([]float64, n), dy: make([]float64, rows), rf: make([]float64, n), rg: make([]float64, rows)}
	// A spring is the row F x = y with the weight of y² free: 1/2 |F x|² is cost times
	// 1/2 y² if its unit is the root of that.
	for i := len(p.Low); i < rows; i++ {
		s.row = append(s.row, 1/math.Sqrt(s.cost))
	}
	q := Quadratic{Diagonal: make([]float64, n)}
	for j, v := range p.Quadratic.Diagonal {
		q.Diagonal[j] = v * s.column[j] * s.column[j] / s.cost
	}
	if p.Quadratic.Matrix != nil {
		left := make([]float64, n)
		for j, v := range s.column {
			left[j] = v / s.cost
		}
		q.Matrix = p.Quadratic.Matrix.Scaled(left, s.column)
	}
	s.newton = newNewton(a.Scaled(s.row, s.column), q)
	for j := range s.at {
		c := &s.at[j]
		unit := s.column[j]
		c.c, c.lo, c.hi = p.Linear[j]*unit/s.cost, p.Lower[j]/unit, p.Upper[j]/unit
		c.fixed = c.lo == c.hi
		s.free[j] = math.IsInf(c.lo, -1) && math.IsInf(c.hi, 1) && q.Diagonal[j] == 0 && p.Terms == nil
		s.costs = max(s.costs, math.Abs(c.c))
		s.sizes = max(s.sizes, finite(c.lo), finite(c.hi))
	}
	for i := range p.Low {
		unit := s.row[i]
		low, high, cost := p.Low[i]*unit, p.High[i]*unit, p.Cost[i]/unit/s.cost
		s.sizes = max(s.sizes, finite(low), finite(high))
		if low == high && math.IsInf(cost, 1) {
			s.equal[i] = true
			continue
		}
		if cost == 0 {
			continue
		}
		if !math.IsInf(high, 1) {
			s.sides = append(s.sides, side{row: i, sign: 1, limit: high, cost: cost})
		}
		if !math.IsInf(low, -1) {
			s.sides = append(s.sides, side{row: i, sign: -1, limit: -low, cost: cost})
		}
	}
	return s
}

// run iterates until the problem is solved or something ends it.
func (s *solver) run(ctl *run.Ctl) run.Status {
	var ended run.Status
	watch := func(float64) bool {
		ended = ctl.Checkpoint(s.report)
		return ended == ""
	}
	failed := func(err error) run.Status {
		if errors.Is(err, linalg.ErrStopped) {
			return ended
		}
		return run.Stalled
	}
	if s.byColumn {
		copy(s.loose, s.equal)
	} else {
		copy(s.loose, s.free)
	}
	if !s.begun {
		if err := s.begin(watch); err != nil {
			return failed(err)
		}
		s.begun = true
	}
	for {
		accuracy := s.look()
		if status := s.judge(accuracy); status != "" {
			return status
		}
		if !watch(1) {
			return ended
		}
		d, e := s.weights()
		if err := s.prepare(d, e, s.regularisation(accuracy), watch); err != nil {
			return failed(err)
		}
		s.advance()
		if s.stopped {
			return ended
		}
		s.iterations++
	}
}

// regularisation falls with the products of the pairs. It damps the steps of multipliers of
// dependent rows and of free columns that the objective does not determine.
func (s *solver) regularisation(accuracy float64) float64 {
	return min(max(1e-4*min(s.mu, accuracy), 1e-10), 1e-7)
}

// patience is the number of iterations without a gain in accuracy after which the limit of
// floating point counts as reached.
const patience = 15

// judge keeps the most accurate point and decides whether to end.
func (s *solver) judge(accuracy float64) run.Status {
	if math.IsNaN(accuracy) {
		return run.Stalled
	}
	s.since++
	if accuracy < s.accuracy {
		if accuracy < 0.9*s.mark {
			s.mark, s.since = accuracy, 0
		}
		s.accuracy = accuracy
		s.best = s.keep(s.best)
	}
	switch {
	case accuracy <= s.settings.Tolerance:
		return run.Converged
	case s.iterations > 5 && !s.settings.certain && s.diverges():
		return run.Infeasible
	case s.since > s.patience && s.accuracy < 1e4*s.settings.Tolerance && s.accuracy < 1e-6:
		return run.Converged // to the limit of floating point
	case s.since > s.patience:
		return run.Stalled
	case s.iterations >= s.settings.MaxIterations:
		return run.IterationLimit
	}
	return ""
}

// look computes the residuals and both objectives at the current point, and returns the
// largest relative residual.
func (s *solver) look() float64 {
	x := s.dx
	for j := range s.at {
		x[j] = s.at[j].x
	}
	s.a.Multiply(s.ax, x)
	s.gather()
	s.a.Transposed(s.rf, s.y)
	clear(s.qx)
	if s.q.Matrix != nil {
		s.q.Matrix.Multiply(s.qx, x)
	}
	primal, dual, stationary := 0.0, 0.0, 0.0
	for j := range s.at {
		c := &s.at[j]
		s.qx[j] += float64(s.q.Diagonal[j] * c.x)
		half := float64(c.x*s.qx[j]) / 2
		value := s.term(j, c)
		primal += half + float64(c.c*c.x) + value
		dual += value - half - float64(c.x*c.slope)
		left := s.rf[j] + s.qx[j] + c.c + c.slope
		if c.fixed {
			c.z, c.u = max(left, 0), max(-left, 0)
		}
		s.rf[j] = left - c.z + c.u
		if !math.IsInf(c.lo, -1) {
			dual += float64(c.lo * c.z)
		}
		if !math.IsInf(c.hi, 1) {
			dual -= float64(c.hi * c.u)
		}
		stationary = max(stationary, s.violation(c, s.rf[j]))
	}
	missing := 0.0
	for i := range s.y {
		switch {
		case i >= len(s.original.Low):
			s.rg[i] = s.y[i] - s.ax[i]
			primal += float64(s.ax[i]*s.ax[i]) / 2
			dual -= float64(s.y[i]*s.y[i]) / 2
		case s.equal[i]:
			side := s.original.Low[i] * s.row[i]
			s.rg[i] = side - s.ax[i]
			dual -= float64(s.y[i] * side)
		default:
			s.rg[i] = 0
		}
		missing = max(missing, math.Abs(s.rg[i]))
	}
	for k := range s.sides {
		v := &s.sides[k]
		residual := v.limit - float64(v.sign*s.ax[v.row]) - v.slack + v.excess
		dual -= float64(v.y * v.limit)
		if v.priced() {
			primal += float64(v.cost * v.excess)
		}
		v.g = residual
		missing = max(missing, math.Abs(residual))
	}
	s.primal, s.dual, s.stationary = primal, dual, stationary
	gap := math.Abs(primal-dual) / (1 + max(math.Abs(primal), math.Abs(dual)))
	return max(gap, missing/(1+s.sizes), stationary/(1+s.costs))
}

// violation returns by how much a residual of the gradient violates its condition. Near a bound
// whose multiplier can absorb it, it counts times the distance: if the slope of phi is infinite at
// the bound, the residual never vanishes.
func (s *solver) violation(c *column, residual float64) float64 {
	size := math.Abs(residual)
	if s.original.Terms != nil && (c.low < 1 && c.z+residual >= 0 || c.high < 1 && c.u >= residual) {
		size *= min(c.low, c.high)
	}
	return size
}

// term evaluates phi at a column, and returns its value in the scaled objective.
func (s *solver) term(j int, c *column) float64 {
	if s.original.Terms == nil {
		return 0
	}
	unit := s.column[j]
	value, slope, curvature := s.original.Terms(j, c.x*unit)
	c.slope, c.curvature = slope*unit/s.cost, curvature*unit*unit/s.cost
	return value / s.cost
}

// gather sets the multipliers of rows that have sides.
func (s *solver) gather() {
	for k := range s.sides {
		s.y[s.sides[k].row] = 0
	}
	for k := range s.sides {
		v := &s.sides[k]
		s.y[v.row] += v.sign * v.y
	}
}

// weights returns D and E of the current point. A row without limits has no multiplier.
func (s *solver) weights() (d, e []float64) {
	d, e = make([]float64, s.n), make([]float64, s.m)
	for j := range s.at {
		c := &s.at[j]
		d[j] = c.curvature + c.z/c.low + c.u/c.high // 0 / infinity is 0 at an infinite bound
		if c.fixed {
			d[j] = 2 * gone
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		v.e = v.slack / v.y
		if v.priced() {
			v.e += v.excess / v.rest
		}
		e[v.row] += 1 / v.e
	}
	for i := range e {
		switch {
		case s.equal[i]:
			e[i] = 0
		case i >= len(s.original.Low):
			e[i] = 1
		case e[i] == 0:
			e[i] = 2 * gone
		default:
			e[i] = 1 / e[i]
		}
	}
	return d, e
}

func (s *solver) report() run.Report {
	return run.Report{Phase: "interior point", Iteration: s.iterations, Objective: s.primal * s.cost, Gap: math.Abs(s.primal-s.dual) * s.cost}
}
