package qp

import "math"

// The stopping rules: what Settings.Tolerance is compared with.
const (
	// RuleKKT: the largest violation of the KKT conditions.
	RuleKKT = "kkt"
	// RuleGrowth: the growth of W = -objective in an iteration, as a share of W.
	// It is the cheapest rule and the least reliable one: a slow stretch looks
	// like the end.
	RuleGrowth = "growth"
	// RuleGap: (primal - dual) / (primal + 1), the ratio of the feasibility gap
	// (Cristianini & Shawe-Taylor, (7.3)), whose primal is never negative; where one
	// is, 0 takes its place.
	RuleGap = "gap"
	// RuleFigures: (primal - dual) / (|primal| + 1), of which -log10 is the number
	// of significant figures that the objectives share (Smola & Schoelkopf, (57)).
	RuleFigures = "figures"
)

// Trace is the course of a run: an entry for each of its first iterations, or
// sweeps, or passes - whatever the solver calls one.
type Trace struct {
	Set       []int32   // rows of the working sets, one set after another
	Ends      []int32   // where the set of each entry ends
	Objective []float64 // after the entry
	Gap       []float64 // the largest KKT violation
	Margin    []float64 // 1 / |w|; 0 while w is zero
}

// Len returns the number of entries.
func (t *Trace) Len() int { return len(t.Ends) }

// watch looks at a run after every iteration, which costs a pass over the problem:
// it keeps the trace, and knows the stopping rules that a solver does not know by
// itself. A nil watch sees nothing.
type watch struct {
	rule      string
	tolerance float64
	limit     int // entries of the trace
	trace     *Trace
	before    float64 // W after the iteration before; NaN: there was none
}

// exactly is the KKT violation at which any solver ends that is to stop by another
// rule: there is nothing left to gain.
const exactly = 1e-14

// newWatch returns what watches a run with these settings, nil if nobody asked,
// and makes the settings those of a run that is watched: where another rule ends
// it, no violation does.
func newWatch(s *Settings) *watch {
	other := s.Rule != "" && s.Rule != RuleKKT
	if !other && s.Trace == 0 {
		return nil
	}
	w := &watch{limit: s.Trace, before: math.NaN(), trace: &Trace{}}
	if other {
		w.rule, w.tolerance = s.Rule, s.Tolerance
		s.Tolerance = exactly
	}
	return w
}

// over takes note of an iteration that worked on the rows set, all coordinates of
// which are in p, and reports whether the stopping rule holds. q and shift are as
// in SMO.
func (w *watch) over(set []int, p *point, q, shift []float64) bool {
	if w == nil {
		return false
	}
	objective := p.objective(q)
	if w.trace.Len() < w.limit {
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
	level, _, _ := p.levels()
	gap := p.dualityGap(level)
	primal := max(gap-objective, 0)
	if w.rule == RuleFigures {
		primal = math.Abs(gap - objective)
	}
	return gap < w.tolerance*(primal+1)
}

func (w *watch) record(set []int, p *point, q, shift []float64, objective float64) {
	t := w.trace
	for _, i := range set {
		t.Set = append(t.Set, int32(i))
	}
	t.Ends = append(t.Ends, int32(len(t.Set)))
	t.Objective = append(t.Objective, objective)
	t.Gap = append(t.Gap, p.gap())
	norm := 0.0
	for c, b := range p.b {
		own := q[c]
		if shift != nil {
			own += shift[c] * b
		}
		norm += b * (p.g[c] - own)
	}
	margin := 0.0
	if norm > 0 {
		margin = 1 / math.Sqrt(norm)
	}
	t.Margin = append(t.Margin, margin)
}
