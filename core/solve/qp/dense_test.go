package qp_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// Dense finds the solution of SMO: with one group, two or none, with a shift of the diagonal, from
// zero and from a feasible start, and one problem after another in the same memory.
func TestDenseIsSMO(t *testing.T) {
	var solver qp.Dense
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 30).Draw(t, "n")
		k, matrix := randomGram(t, n)
		number := rapid.Float64Range(0, 2)
		p := qp.Problem{K: matrix, Sign: make([]float64, n), Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n)}
		for i := range n {
			p.Sign[i] = rapid.SampledFrom([]float64{-1, 1}).Draw(t, "sign")
			p.Linear[i], p.Upper[i] = -number.Draw(t, "linear"), 0.1+number.Draw(t, "upper")
		}
		if groups := rapid.IntRange(0, 2).Draw(t, "groups"); groups != 1 {
			p.Group, p.GroupCount = make([]int, n), groups
			for i := range p.Group {
				p.Group[i] = i%max(1, groups) - (2-groups)/2
			}
		}
		if rapid.Bool().Draw(t, "shifted") {
			p.Shift = make([]float64, n)
			for i := range p.Shift {
				p.Shift[i] = 0.1 + number.Draw(t, "shift")
			}
		}
		if p.Group != nil && p.GroupCount == 0 && rapid.Bool().Draw(t, "started") {
			p.Start = make([]float64, n)
			for i, most := range p.Upper {
				p.Start[i] = most / 2
			}
		}
		settings := qp.Settings{Tolerance: 1e-9, Rule: qp.RuleKKT}
		smo := qp.NewSMO(p, settings)
		want := smo.Result(smo.Run(nil))
		got := qp.Result{Shrunk: 5, Values: 5, Hits: 5, Trace: &qp.Trace{}} // of another problem
		solved := solver.Solve(nil, &p, k, &settings, &got)
		if !solved || got.Status != run.Converged {
			t.Fatalf("solved %v, %s", solved, got.Status)
		}
		check(t, p, got, 1e-8)
		if got.Trace != nil || got.Shrunk+got.Values+got.Hits != 0 {
			t.Errorf("the result has what the one before had: %+v", got)
		}
		if math.Abs(got.Objective-want.Objective) > 1e-7*(1+math.Abs(want.Objective)) || !(got.Gap < 1e-9) || !(math.Abs(got.DualityGap) < 1e-6) {
			t.Errorf("objective %v, gap %v, duality gap %v, want %v", got.Objective, got.Gap, got.DualityGap, want.Objective)
		}
		// As many steps as are allowed, and no more.
		settings.MaxIterations = 1
		var cut qp.Result
		if solver.Solve(nil, &p, k, &settings, &cut); cut.Iterations > 1 || cut.Iterations == 1 && want.Iterations > 1 && cut.Status != run.IterationLimit && !(cut.Gap < 1e-9) {
			t.Errorf("%d iterations, %s", cut.Iterations, cut.Status)
		}
	})
}

// randomGram returns a positive definite matrix of which each solution is the only one, row by row
// and as rows.
func randomGram(t *rapid.T, n int) (k []float64, matrix *dense) {
	x := rapid.SliceOfN(rapid.Float64Range(-2, 2), n, n).Draw(t, "x")
	rows := gaussian(x, 1)
	for i, row := range rows {
		row[i] += 0.1
		k = append(k, row...)
	}
	return k, newDense(rows)
}
