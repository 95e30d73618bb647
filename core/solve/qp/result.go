package qp

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
)

// Result is the state of a solver.
type Result struct {
	Status     run.Status
	Alpha      []float64 // a, length r n
	Gradient   []float64 // of the objective in b = s a: (K + D) b + s p, length r n
	Objective  float64   // 1/2 a'Qa + p'a, minus the dual objective W of a machine
	Gap        float64   // largest KKT violation over the whole problem
	Iterations int

	// Level is the multiplier of each group: the mean gradient of its free coordinates, or,
	// if there are none, the middle of the interval [LevelLow, LevelHigh] that the other
	// coordinates permit. The bias of a machine is minus this.
	Level     []float64
	LevelLow  []float64
	LevelHigh []float64

	// DualityGap is the primal objective of the machine, at the bias that Level gives, less
	// the dual objective. An infinite bound counts as max a + 1 here, which would not
	// change the solution.
	DualityGap float64

	// Indefinite says that K is not positive semi-definite: some K_ii, the curvature of a pair
	// of rows that the solver worked on, or b'Kb, which is |w|^2, is negative beyond rounding.
	// Then the solution is a stationary point. If it is false, K may still be indefinite.
	Indefinite bool

	// Image is the image of the point, for a problem with Places.
	Image *Image

	Single bool // rows of K were float32 to the end; see Approximate

	Values int // kernel values that the rows took, if K counts them
	Hits   int // rows of K that were found in its cache, if K counts them
	Shrunk int // rows that were shrunk at some time
	Trace  *Trace
}

// Primal returns the primal objective of the machine.
func (r *Result) Primal() float64 { return r.DualityGap - r.Objective }

// Scale multiplies the objectives by a factor, for machines whose objective is a multiple
// of this one.
func (r *Result) Scale(factor float64) {
	r.Objective *= factor
	r.DualityGap *= factor
	if r.Trace != nil {
		for i := range r.Trace.Objective {
			r.Trace.Objective[i] *= factor
			r.Trace.Primal[i] *= factor
		}
	}
}

// Counter is a K that counts its work.
type Counter interface {
	// Work returns how many values the rows took, and how many rows were found in the cache. It
	// depends on nothing that was computed for another problem.
	Work() (values, hits int)
}

// Result returns the current state, computed exactly over the whole problem. status is the
// return value of Run.
func (s *SMO) Result(status run.Status) Result {
	s.whole.negative = s.whole.negative || s.inner.negative
	r := Result{}
	s.whole.result(&r, &s.problem, s.linear)
	r.Status, r.Iterations, r.Shrunk, r.Single = status, s.iterations, s.shrunk, s.approximate != nil
	if s.watch != nil {
		r.Trace = s.watch.trace
	}
	if s.problem.Places != nil {
		s.narrow(&r)
	}
	return r
}

func (s *SMO) report() run.Report {
	count := 0
	for p := range s.active {
		if net(s.b, p, len(s.active)) != 0 {
			count++
		}
	}
	for _, l := range s.removed {
		for _, i := range l.set {
			if net(s.whole.b, i, s.problem.K.Len()) != 0 {
				count++
			}
		}
	}
	return run.Report{Iteration: s.iterations, Objective: s.objective, Gap: s.point.gap(), SupportVectors: count}
}

// result sets r, whose slices it uses again, to the Result for a point of the whole problem with
// an exact gradient; q = s p.
func (p *point) result(r *Result, problem *Problem, q []float64) {
	copy(sized(&r.Alpha, len(p.b)), p.b)
	copy(sized(&r.Gradient, len(p.g)), p.g)
	r.Objective, r.Gap = p.objective(q), p.gap()
	for i := range r.Alpha {
		if problem.Sign != nil && problem.Sign[i] < 0 {
			r.Alpha[i] = -r.Alpha[i]
		}
	}
	p.levelsIn(r)
	r.DualityGap = p.dualityGap(r.Level)
	r.Indefinite = p.negative || p.bent(problem, q)
	if counter, ok := problem.K.(Counter); ok {
		r.Values, r.Hits = counter.Work()
	}
}

// sized gives s the length n, in the same memory if that suffices, and returns it.
//
//go:noinline
func sized(s *[]float64, n int) []float64 {
	*s = slices.Grow((*s)[:0], n)[:n]
	return *s
}

// bent reports whether b'Kb is negative beyond rounding, or b has grown until numbers overflowed
// although those of K are far smaller: then the objective has no lower bound.
func (p *point) bent(problem *Problem, q []float64) bool {
	var sum float64
	for i, b := range p.b {
		value := p.g[i] - q[i]
		if problem.Shift != nil {
			value -= problem.Shift[i] * b
		}
		sum += b * value
	}
	if sum >= 0 && sum <= math.MaxFloat64 {
		return false // as nearly always
	}
	var size, largest float64
	for i, b := range p.b {
		size += math.Abs(b)
		largest = max(largest, math.Abs(p.diag[i]))
	}
	finite := !math.IsNaN(sum) && !math.IsInf(sum, 0)
	return sum < -1e-9*size*size*largest || !finite && largest < 1e100
}

// objective is 1/2 b'(g + q), of an exact gradient.
func (p *point) objective(q []float64) float64 {
	var sum float64
	for i, b := range p.b {
		sum += b * (p.g[i] + q[i])
	}
	return sum / 2
}

// rounding returns about by how much rounding changes the objective: the squares of its largest
// terms add up to the number of which it has 53 binary digits.
func (p *point) rounding() (sum float64) {
	for i, b := range p.b {
		sum += b * b * math.Abs(p.diag[i])
	}
	return 0x1p-50 * sum
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
	if reduced > 0 && p.inLow(i) || reduced < 0 && p.inUp(i) {
		return math.Abs(reduced)
	}
	return 0
}

// dualityGap is the sum of reduced gradients times the distance to the bound to which they
// point,
//
//	sum of z_i (b_i - lo_i) + s_i (hi_i - b_i),   z_i - s_i = g_i - level,   z_i, s_i >= 0,
//
// It is the objective less the lower bound that the levels give as multipliers. For
// machines this is the feasibility gap, primal less dual.
func (p *point) dualityGap(level []float64) float64 {
	virtual := p.virtualBox()
	gap := 0.0
	for i := range p.g {
		gap += p.contribution(i, p.reduced(i, level), virtual)
	}
	return gap
}

// contribution returns the term of coordinate i in the duality gap.
func (p *point) contribution(i int, reduced, virtual float64) float64 {
	switch {
	case reduced > 0:
		bound := p.lo[i]
		if bound < -virtual {
			bound = -virtual
		}
		return reduced * (p.b[i] - bound)
	case reduced < 0:
		bound := p.hi[i]
		if bound > virtual {
			bound = virtual
		}
		return -reduced * (bound - p.b[i])
	}
	return 0
}

// virtualBox returns the bound that replaces infinite ones, max |b| + 1; it returns
// infinity if all bounds are finite.
func (p *point) virtualBox() float64 {
	for i := range p.b {
		if math.IsInf(p.hi[i], 0) || math.IsInf(p.lo[i], 0) {
			return p.largest() + 1
		}
	}
	return math.Inf(1)
}

// atBound is the largest distance from a bound at which a coordinate still counts as at
// bound, because of rounding. It is relative to the distance between the bounds, or to the
// largest coordinate.
const atBound = 1e-12

// largest returns max |b|.
func (p *point) largest() float64 {
	largest := 0.0
	for _, b := range p.b {
		if b = math.Abs(b); b > largest {
			largest = b
		}
	}
	return largest
}

// levels returns the multipliers of the groups, and the intervals that the coordinates at bound
// permit. A coordinate that misses its bound by rounding counts as at bound: as a free one it alone
// could decide the level, and the same steps in another order would give another level.
func (p *point) levels() (level, low, high []float64) {
	var r Result
	p.levelsIn(&r)
	return r.Level, r.LevelLow, r.LevelHigh
}

// levelsIn sets the levels of a result.
func (p *point) levelsIn(r *Result) {
	largest := p.largest()
	level, low, high := sized(&r.Level, p.groups), sized(&r.LevelLow, p.groups), sized(&r.LevelHigh, p.groups)
	for g := range low {
		level[g], low[g], high[g] = 0, math.Inf(-1), math.Inf(1)
	}
	free := make([]int, p.groups)
	for i, gradient := range p.g {
		g := p.groupOf(i)
		if g < 0 {
			continue
		}
		near := p.hi[i] - p.lo[i]
		if near > largest {
			near = largest
		}
		near *= atBound
		inUp, inLow := p.b[i] < p.hi[i]-near, p.b[i] > p.lo[i]+near
		switch {
		case inUp && inLow:
			level[g] += gradient
			free[g]++
		case inUp:
			if gradient < high[g] {
				high[g] = gradient
			}
		case inLow:
			if gradient > low[g] {
				low[g] = gradient
			}
		}
	}
	for g := range level {
		switch {
		case free[g] > 0:
			level[g] /= float64(free[g])
		case !math.IsInf(low[g], 0) && !math.IsInf(high[g], 0):
			level[g] = (low[g] + high[g]) / 2
		case !math.IsInf(low[g], 0):
			level[g] = low[g]
		case !math.IsInf(high[g], 0):
			level[g] = high[g]
		}
	}
}
