package qp

import (
	"math"

	"maxmargin/core/run"
)

// Result is where a solver stands.
type Result struct {
	Status     run.Status
	Alpha      []float64 // a, length r n
	Gradient   []float64 // of the objective in b = s a: (K + D) b + s p, length r n
	Objective  float64   // 1/2 a'Qa + p'a, minus the dual objective W of a machine
	Gap        float64   // largest KKT violation over the whole problem
	Iterations int

	// Level is the multiplier of each group: the value of the gradient at which
	// its free coordinates balance, their mean when there are any, else the
	// middle of the interval [LevelLow, LevelHigh] that the bounds leave. The
	// bias of a machine is minus this.
	Level     []float64
	LevelLow  []float64
	LevelHigh []float64

	// DualityGap is by how much the primal objective of the machine, at the bias
	// that Level says, exceeds its dual one. Where bounds are infinite, a bound of
	// max a + 1 takes their place: it would not change the solution.
	DualityGap float64
	// Residual is by how much each coordinate violates its KKT condition, given
	// Level; length r n.
	Residual []float64

	Values int // kernel values that were computed, if K counts them
	Hits   int // rows of K that were found in its cache, if K counts them
	Shrunk int // rows that were set aside at some time
	Trace  *Trace
}

// Primal returns the primal objective of the machine.
func (r *Result) Primal() float64 { return r.DualityGap - r.Objective }

// Scale multiplies the objectives: a machine may measure them in other units.
func (r *Result) Scale(factor float64) {
	r.Objective *= factor
	r.DualityGap *= factor
	if r.Trace != nil {
		for i := range r.Trace.Objective {
			r.Trace.Objective[i] *= factor
		}
	}
}

// Counter is what a K may be that counts what it costs.
type Counter interface {
	// Work returns how many values were computed, and how many rows that were
	// asked for were there already.
	Work() (values, hits int)
}

// Result returns where the run stands, exact over the whole problem. status is
// what Run returned.
func (s *SMO) Result(status run.Status) Result {
	r := s.whole.result(&s.problem, s.linear)
	r.Status, r.Iterations, r.Shrunk = status, s.iterations, s.shrunk
	if s.watch != nil {
		r.Trace = s.watch.trace
	}
	return r
}

// result returns what is to be said of a point that is the whole problem, with an
// exact gradient; q = s p.
func (p *point) result(problem *Problem, q []float64) Result {
	r := Result{
		Alpha:     append([]float64(nil), p.b...),
		Gradient:  append([]float64(nil), p.g...),
		Objective: p.objective(q),
		Gap:       p.gap(),
	}
	for i := range r.Alpha {
		if problem.Sign != nil && problem.Sign[i] < 0 {
			r.Alpha[i] = -r.Alpha[i]
		}
	}
	r.Level, r.LevelLow, r.LevelHigh = p.levels()
	r.DualityGap = p.dualityGap(r.Level)
	r.Residual = make([]float64, len(p.b))
	for i := range r.Residual {
		r.Residual[i] = p.residual(i, p.reduced(i, r.Level))
	}
	if counter, ok := problem.K.(Counter); ok {
		r.Values, r.Hits = counter.Work()
	}
	return r
}

// objective is 1/2 b'(g + q), of an exact gradient.
func (p *point) objective(q []float64) float64 {
	var sum float64
	for i, b := range p.b {
		sum += b * (p.g[i] + q[i])
	}
	return sum / 2
}

// reduced returns the gradient of coordinate i less the level of its group.
func (p *point) reduced(i int, level []float64) float64 {
	if g := p.groupOf(i); g >= 0 {
		return p.g[i] - level[g]
	}
	return p.g[i]
}

// residual returns by how much coordinate i, with a reduced gradient, violates its
// condition.
func (p *point) residual(i int, reduced float64) float64 {
	if reduced > 0 && p.down(i) || reduced < 0 && p.up(i) {
		return math.Abs(reduced)
	}
	return 0
}

// dualityGap is the sum of reduced gradients times the room that they could use,
//
//	sum of z_i (b_i - lo_i) + s_i (hi_i - b_i),   z_i - s_i = g_i - level,   z_i, s_i >= 0,
//
// by which the objective exceeds the lower bound that the levels, as multipliers,
// give it. For the machines this is the feasibility gap, primal less dual.
func (p *point) dualityGap(level []float64) float64 {
	virtual := p.virtualBox()
	gap := 0.0
	for i := range p.g {
		gap += p.contribution(i, p.reduced(i, level), virtual)
	}
	return gap
}

// contribution is what coordinate i adds to the duality gap.
func (p *point) contribution(i int, reduced, virtual float64) float64 {
	switch {
	case reduced > 0:
		return reduced * (p.b[i] - max(p.lo[i], -virtual))
	case reduced < 0:
		return -reduced * (min(p.hi[i], virtual) - p.b[i])
	}
	return 0
}

// virtualBox returns the bound that takes the place of infinite ones, max |b| + 1;
// infinity if all are finite.
func (p *point) virtualBox() float64 {
	largest, open := 0.0, false
	for i, b := range p.b {
		largest = max(largest, math.Abs(b))
		open = open || math.IsInf(p.hi[i], 0) || math.IsInf(p.lo[i], 0)
	}
	if !open {
		return math.Inf(1)
	}
	return largest + 1
}

// levels returns the multipliers of the groups, and the intervals that the bounds
// leave them.
func (p *point) levels() (level, low, high []float64) {
	sum, free := make([]float64, p.groups), make([]int, p.groups)
	low, high = make([]float64, p.groups), make([]float64, p.groups)
	for g := range low {
		low[g], high[g] = math.Inf(-1), math.Inf(1)
	}
	for i, gradient := range p.g {
		g := p.groupOf(i)
		if g < 0 {
			continue
		}
		up, down := p.up(i), p.down(i)
		switch {
		case up && down:
			sum[g] += gradient
			free[g]++
		case up:
			high[g] = min(high[g], gradient)
		case down:
			low[g] = max(low[g], gradient)
		}
	}
	level = make([]float64, p.groups)
	for g := range level {
		switch {
		case free[g] > 0:
			level[g] = sum[g] / float64(free[g])
		case !math.IsInf(low[g], 0) && !math.IsInf(high[g], 0):
			level[g] = (low[g] + high[g]) / 2
		case !math.IsInf(low[g], 0):
			level[g] = low[g]
		case !math.IsInf(high[g], 0):
			level[g] = high[g]
		}
	}
	return level, low, high
}
