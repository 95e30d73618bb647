package qp_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/solve/qp"
)

// Every entry of a trace encloses the optimum between the largest dual and the smallest
// primal objective so far, and has what its solver knows besides: the scores of the working
// set, or mu, the step and the infeasibilities of the interior point.
func TestTracesEncloseTheOptimum(t *testing.T) {
	all := methods()
	all["smo"] = func(*qp.Settings) qp.Method { return qp.SequentialMinimal }
	all["interiorPoint"] = func(*qp.Settings) qp.Method { return qp.InteriorPoint }
	chosen, inside := 0, 0
	for kind, p := range posed(24, 2, 4) {
		k := p.K.(*dense).k
		for name, method := range all {
			p.K = newDense(k)
			s := begin(p, qp.Settings{Tolerance: 1e-9, Trace: 1_000_000, MaxIterations: 100_000}, method)
			if s == nil {
				continue
			}
			r := s.Result(s.Run(nil))
			c, optimum := r.Trace, r.Objective
			size := 1e-6 * max(1, math.Abs(optimum))
			n := c.Len()
			if len(c.Primal) != n {
				t.Fatalf("%s of %s: %d primal objectives for %d entries", name, kind, len(c.Primal), n)
			}
			most, least := math.Inf(-1), math.Inf(1)
			for i := range n {
				most, least = max(most, -c.Objective[i]), min(least, c.Primal[i])
				if most > -optimum+size || least < -optimum-size {
					t.Fatalf("%s of %s: entry %d encloses [%g, %g], and the optimum is %g", name, kind, i, most, least, -optimum)
				}
			}
			switch {
			case strings.HasPrefix(name, "decomposition"), name == "chunking":
				if len(c.Scores) != len(c.Set) {
					t.Errorf("%s of %s: %d scores of %d rows", name, kind, len(c.Scores), len(c.Set))
				}
				if n > 0 && !(slices.Max(c.Scores) > 0) {
					t.Errorf("%s of %s: no score is positive", name, kind)
				}
				chosen += len(c.Scores)
			case name == "interiorPoint":
				if len(c.Mu) != n || len(c.Length) != n || len(c.Rows) != n || len(c.Slope) != n {
					t.Fatalf("%s of %s: %d, %d, %d and %d entries, want %d", name, kind, len(c.Mu), len(c.Length), len(c.Rows), len(c.Slope), n)
				}
				for i := range n - 1 {
					if !(c.Mu[i] > 0 && c.Length[i] > 0 && c.Length[i] <= 0.95 && c.Rows[i] >= 0 && c.Slope[i] >= 0) {
						t.Errorf("%s of %s: entry %d has mu %g, step %g, residuals %g and %g", name, kind, i, c.Mu[i], c.Length[i], c.Rows[i], c.Slope[i])
					}
				}
				if n > 3 && !(c.Mu[n-2] < 1e-3*c.Mu[0]) {
					t.Errorf("%s of %s: mu goes from %g to %g", name, kind, c.Mu[0], c.Mu[n-2])
				}
				inside += n
			default:
				if len(c.Scores)+len(c.Mu) > 0 {
					t.Errorf("%s of %s has scores or mu", name, kind)
				}
			}
		}
	}
	if chosen == 0 || inside == 0 {
		t.Errorf("%d scores and %d steps were looked at", chosen, inside)
	}
}
