package qp

import (
	"math"

	"maxmargin/core/solve/interior"
)

// The stopping rules: the quantities that Settings.Tolerance bounds.
const (
	// RuleKKT: the largest violation of the KKT conditions.
	RuleKKT = "kkt"
	// RuleGrowth: the growth of W = -objective in an iteration, as a share of W. It is the
	// cheapest rule and the least reliable one: slow progress looks like the end.
	RuleGrowth = "growth"
	// RuleGap: (primal - dual) / (primal + Settings.Unit), the ratio of the feasibility gap
	// (Cristianini & Shawe-Taylor, (7.3)), for a primal objective that is never negative; a
	// negative one counts as 0.
	RuleGap = "gap"
	// RuleFigures: (primal - dual) / (|primal| + Settings.Unit), of which -log10 is the number
	// of significant figures that the objectives share (Smola & Schoelkopf, (57)).
	RuleFigures = "figures"
)

// Trace is the course of a run, with one entry for each of its first iterations. An
// iteration of a solver can be a sweep or a pass.
type Trace struct {
	Set       []int32   // rows of the working sets, one set after another
	Ends      []int32   // where the set of each entry ends
	Objective []float64 // after the entry
	Gap       []float64 // the largest KKT violation
	Primal    []float64 // the primal objective of the machine
	Margin    []float64 // 1 / |w|; 0 while w is zero

	// Scores are the scores of the rows of Set, for decomposition and chunking; otherwise empty.
	Scores []float64

	// These belong to the interior point method; other solvers leave them empty.
	Mu     []float64 // target of the products in the next step
	Length []float64 // the share of that step that is taken
	Rows   []float64 // violation of the equalities, relative to the scale of the variables
	Slope  []float64 // violation of the dual problem's equality, relative to its scale
	steps  []int     // the iteration of each entry
}

// Len returns the number of entries.
func (t *Trace) Len() int { return len(t.Ends) }

// watch is called after every iteration, at the cost of a pass over the problem. It records the
// trace, and evaluates the stopping rules other than RuleKKT. A nil watch does nothing.
type watch struct {
	rule      string
	tolerance float64
	limit     int // entries of the trace
	trace     *Trace
	unit      float64
	before    float64 // W after the previous iteration; NaN: there was none
}

// floorTolerance is the KKT violation at which a solver ends even if another rule should
// stop it, because no progress is possible below it.
const floorTolerance = 1e-14

// newWatch returns the watch for a run with these settings, or nil if they need none. With another
// rule than RuleKKT it lowers s.Tolerance to floorTolerance, so that the KKT violation does not end
// the run earlier.
func newWatch(s *Settings) *watch {
	other := s.Rule != "" && s.Rule != RuleKKT
	if !other && s.Trace == 0 {
		return nil
	}
	w := &watch{limit: s.Trace, before: math.NaN(), trace: &Trace{}}
	if other {
		w.rule, w.tolerance, w.unit = s.Rule, s.Tolerance, s.Unit
		if w.unit == 0 {
			w.unit = 1
		}
		s.Tolerance = floorTolerance
	}
	return w
}

// over records an iteration that worked on the rows set, and reports whether the stopping
// rule holds. q and shift are as in SMO.
func (w *watch) over(set []int, p *point, q, shift []float64) bool {
	if w == nil {
		return false
	}
	objective := p.objective(q)
	if w.wants() {
		w.record(set, p, q, shift, objective)
	}
	if w.rule == "" {
		return false
	}
	if w.rule == RuleGrowth {
		growth := (-objective - w.before) / math.Abs(objective)
		w.before = -objective
		return growth < w.tolerance
	}
	gap := p.dualityGapHere()
	primal := max(gap-objective, 0)
	if w.rule == RuleFigures {
		primal = math.Abs(gap - objective)
	}
	return gap < w.tolerance*(primal+w.unit)
}

func (w *watch) record(set []int, p *point, q, shift []float64, objective float64) {
	norm := 0.0
	for c, b := range p.b {
		own := q[c]
		if shift != nil {
			own += shift[c] * b
		}
		norm += b * (p.g[c] - own)
	}
	w.trace.Record(set, objective, p.dualityGapHere()-objective, p.gap(), norm)
}

// dualityGapHere is the duality gap at the levels of the point itself.
func (p *point) dualityGapHere() float64 {
	level, _, _ := p.levels()
	return p.dualityGap(level)
}

// wants reports whether the next iteration is recorded.
func (w *watch) wants() bool { return w != nil && w.trace.Len() < w.limit }

// Record adds an entry; norm is |w|^2.
func (t *Trace) Record(set []int, objective, primal, gap, norm float64) {
	for _, i := range set {
		t.Set = append(t.Set, int32(i))
	}
	margin := 0.0
	if norm > 0 {
		margin = 1 / math.Sqrt(norm)
	}
	t.Ends = append(t.Ends, int32(len(t.Set)))
	t.Objective = append(t.Objective, objective)
	t.Primal = append(t.Primal, primal)
	t.Gap = append(t.Gap, gap)
	t.Margin = append(t.Margin, margin)
}

// RecordStep adds the data of the interior point method to an entry.
func (t *Trace) RecordStep(step interior.Step, iteration int) {
	t.Rows, t.Slope = append(t.Rows, step.Rows), append(t.Slope, step.Slope)
	t.steps = append(t.steps, iteration)
}

// Complete adds the steps that followed the entries. The last entry may have no step.
func (t *Trace) Complete(steps []interior.Step) {
	t.Mu, t.Length = make([]float64, len(t.steps)), make([]float64, len(t.steps))
	for k, i := range t.steps {
		if i < len(steps) {
			t.Mu[k], t.Length[k] = steps[i].Mu, steps[i].Length
		}
	}
}
