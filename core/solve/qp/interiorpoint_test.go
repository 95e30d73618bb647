package qp_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

func solveInside(t rapid.TB, p qp.Problem, s qp.Settings) qp.Result {
	t.Helper()
	solver, err := qp.InteriorPoint(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return solver.Result(solver.Run(nil))
}

// The interior point and pairwise steps give the same objective, although the two methods
// share no code.
func TestInteriorPointAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := random(t)
		r := solveInside(t, p, qp.Settings{Tolerance: 1e-6})
		if r.Status != run.Converged {
			t.Fatalf("status %s after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
		}
		check(t, p, r, 1e-6)
		other := solve(p, qp.Settings{Tolerance: 1e-9})
		if difference := math.Abs(r.Objective - other.Objective); !(difference <= 1e-6*(1+math.Abs(other.Objective))) {
			t.Fatalf("objective %v, that of pairwise steps %v", r.Objective, other.Objective)
		}
		if r.Iterations > 60 {
			t.Fatalf("%d iterations", r.Iterations)
		}
	})
}

// Regressions have two coordinates a row, and one equality or two.
func TestInteriorPointOfRegressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		nu := rapid.SampledFrom([]float64{0, 0.1, 0.5, 1}).Draw(t, "nu")
		p := regression(n, math.Pow(10, rapid.Float64Range(-3, 2).Draw(t, "log C")), nu, rapid.Uint64().Draw(t, "seed"))
		if rapid.Bool().Draw(t, "shifted") {
			p.Shift = make([]float64, 2*n)
			for c := range p.Shift {
				p.Shift[c] = 0.1 + float64(c%3)
			}
		}
		agrees(t, p, nu)
	})
}

// With nu = 1 the best tube has no width, and every sample is at a bound or on the function. The
// last steps can then stall in floating point above the tolerance: here with a violation of 3e-5.
func TestInteriorPointWithATubeOfNoWidth(t *testing.T) {
	agrees(t, regression(18, 100, 1, 0x322), 1)
}

// agrees fails unless the interior point ends, with the objective of pairwise steps.
func agrees(t rapid.TB, p qp.Problem, nu float64) {
	r := solveInside(t, p, qp.Settings{Tolerance: 1e-6})
	other := solve(p, qp.Settings{Tolerance: 1e-6, MaxIterations: 20_000})
	stalled := nu == 1 && r.Status == run.Stalled && r.Gap < 1e-3
	if r.Status != run.Converged && !stalled || r.Iterations > 60 {
		t.Fatalf("status %s after %d iterations, gap %g", r.Status, r.Iterations, r.Gap)
	}
	// Pairwise steps can take very long for a large C; their objective at the limit is larger.
	difference := r.Objective - other.Objective
	if !(difference <= 1e-5*(1+math.Abs(other.Objective))) || other.Status == run.Converged && !(-difference <= 1e-5*(1+math.Abs(other.Objective))) {
		t.Fatalf("objective %v, that of pairwise steps %v (%s)", r.Objective, other.Objective, other.Status)
	}
}

// An equality whose side is the least that the bounds allow leaves its coordinates one point, so
// that there is nothing inside. The iterates took 62 to 200 iterations towards it.
func TestInteriorPointWithNothingInside(t *testing.T) {
	for _, side := range []float64{1, -1} {
		p := qp.Problem{K: newDense([][]float64{{1, 0.126, 0}, {0.126, 1, 0}, {0, 0, 1}}), Sign: []float64{side, side, 1}, Linear: []float64{-1, -1, -1},
			Lower: make([]float64, 3), Upper: []float64{253, 207, 386}, Group: []int{0, 0, -1}, GroupCount: 1}
		r := solveInside(t, p, qp.Settings{Tolerance: 1e-6})
		check(t, p, r, 1e-6)
		if r.Status != run.Converged || r.Iterations > 20 || r.Alpha[0] != 0 || r.Alpha[1] != 0 {
			t.Errorf("%s after %d iterations at %v", r.Status, r.Iterations, r.Alpha)
		}
	}
}

// The rounded points satisfy the equalities to 1e-9 where sides are in the thousands, too: here
// one was off by 1.6e-9.
func TestInteriorPointSatisfiesLargeEqualities(t *testing.T) {
	for _, seed := range []uint64{0x2fe5eb, 0x8800d1499d2c7, 1, 2, 3, 4, 5, 6, 7, 8} {
		p := classification(34, 1000, seed)
		p.Group, p.GroupCount, p.Start = make([]int, 34), 2, make([]float64, 34)
		for i := range p.Group {
			if p.Sign[i] < 0 {
				p.Group[i] = 1
			}
			p.Linear[i], p.Start[i] = 0, 0.5*p.Upper[i]
		}
		check(t, p, solveInside(t, p, qp.Settings{Tolerance: 1e-6}), 1e-6)
	}
}

// For a hard margin there is a solution, or the status says that there is none.
func TestInteriorPointOfHardMargins(t *testing.T) {
	for seed := range uint64(20) {
		settings := qp.Settings{Tolerance: 1e-6, Ceiling: 1e10}
		p := plane(60, 0.9, seed)
		r := solveInside(t, p, settings)
		if r.Status != run.Converged {
			t.Errorf("separable: status %s, gap %g", r.Status, r.Gap)
		}
		check(t, p, r, 1e-6)
		if r = solveInside(t, plane(60, 1.5, seed), settings); r.Status != run.Infeasible || math.IsInf(r.Objective, 0) {
			t.Errorf("not separable: status %s with objective %v after %d iterations", r.Status, r.Objective, r.Iterations)
		}
	}
}

// Degenerate problems end with a status and finite numbers; if a problem has a solution, it
// is found.
func TestInteriorPointOfDegenerateProblems(t *testing.T) {
	zeros, ones := make([]float64, 4), []float64{1, 1, 1, 1}
	for name, k := range map[string][][]float64{
		"zero kernel":    {zeros, zeros, zeros, zeros},
		"all duplicates": {ones, ones, ones, ones},
		"indefinite":     {{-1, 0.5, 2, 0}, {0.5, 1, 0, 3}, {2, 0, -2, 1}, {0, 3, 1, 0.1}},
	} {
		for bounds, upper := range map[string][]float64{"a box": ones, "equal bounds": zeros, "some equal": {1, 0, 1, 1}, "no bounds": {math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)}} {
			p := qp.Problem{K: newDense(k), Sign: []float64{1, -1, 1, -1}, Linear: []float64{-1, -1, -1, -1}, Lower: zeros, Upper: upper}
			r := solveInside(t, p, qp.Settings{Tolerance: 1e-6, Ceiling: 1e6})
			for _, v := range append([]float64{r.Objective, r.Gap, r.Level[0], r.DualityGap}, r.Alpha...) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s, %s: %s with objective %v, gap %v, level %v, a %v", name, bounds, r.Status, r.Objective, r.Gap, r.Level, r.Alpha)
					break
				}
			}
			switch {
			case name == "indefinite" && bounds != "equal bounds":
			case bounds == "no bounds":
				if r.Status != run.Infeasible {
					t.Errorf("%s, %s: status %s", name, bounds, r.Status)
				}
			case r.Status != run.Converged:
				t.Errorf("%s, %s: status %s, gap %g", name, bounds, r.Status, r.Gap)
			default:
				check(t, p, r, 1e-6)
			}
		}
	}
}

// An equality that leaves a single point, as the largest possible nu does.
func TestInteriorPointInACorner(t *testing.T) {
	p := classification(9, 1, 3)
	p.Group, p.GroupCount, p.Start = make([]int, 9), 2, make([]float64, 9)
	for i := range p.Group {
		p.Linear[i], p.Start[i] = 0, 1
		if p.Sign[i] < 0 {
			p.Group[i] = 1
		}
	}
	r := solveInside(t, p, qp.Settings{Tolerance: 1e-6})
	check(t, p, r, 1e-6)
	if r.Status != run.Converged {
		t.Errorf("status %s, gap %g, a = %v", r.Status, r.Gap, r.Alpha)
	}
}

// Two points of opposite labels have the solution of TestTwoPoints.
func TestInteriorPointOfTwoPoints(t *testing.T) {
	p := qp.Problem{K: newDense([][]float64{{0, 0}, {0, 1}}), Sign: []float64{-1, 1},
		Linear: []float64{-1, -1}, Lower: []float64{0, 0}, Upper: []float64{100, 100}}
	r := solveInside(t, p, qp.Settings{Tolerance: 1e-9})
	if !(math.Abs(r.Alpha[0]-2) <= 1e-8) || !(math.Abs(r.Objective+2) <= 1e-8) || !(math.Abs(-r.Level[0]+1) <= 1e-8) {
		t.Errorf("a = %v, objective %v, bias %v; want 2, -2, -1", r.Alpha, r.Objective, -r.Level[0])
	}
}

func TestInteriorPointLimits(t *testing.T) {
	p := classification(300, 1, 11)
	if r := solveInside(t, p, qp.Settings{Tolerance: 1e-9, MaxIterations: 3}); r.Status != run.IterationLimit || r.Iterations != 3 {
		t.Errorf("%s after %d iterations, want iterationLimit after 3", r.Status, r.Iterations)
	}
	p = classification(300, 1, 11)
	solver, _ := qp.InteriorPoint(p, qp.Settings{Tolerance: 1e-6})
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		if r.Iteration == 4 {
			return run.Stop
		}
		return run.Continue
	}}.Ctl()
	if s := solver.Run((*run.Ctl)(nil).Within(0)); s != run.TimeLimit {
		t.Errorf("past its deadline: %s", s)
	}
	check(t, p, solver.Result(run.TimeLimit), math.Inf(1)) // feasible, with the objective and the violation that it reports
	if s := solver.Run(ctl); s != run.Stopped {
		t.Errorf("stopped: %s", s)
	}
	check(t, p, solver.Result(run.Stopped), math.Inf(1))
	if s := solver.Run(nil); s != run.Converged {
		t.Errorf("continued: %s", s)
	}
	check(t, p, solver.Result(run.Converged), 1e-6)
	whole := solveInside(t, classification(300, 1, 11), qp.Settings{Tolerance: 1e-6})
	if got := solver.Result(run.Converged); got.Objective != whole.Objective || got.Iterations != whole.Iterations {
		t.Errorf("in three parts: objective %v in %d iterations, in one %v in %d", got.Objective, got.Iterations, whole.Objective, whole.Iterations)
	}
	_, err := qp.InteriorPoint(qp.Problem{K: many{}}, qp.Settings{})
	if err == nil || !errors.Is(err, fault.New(fault.Option, "", "")) {
		t.Errorf("a million samples: %v", err)
	}
}

type many struct{ *dense }

func (many) Len() int { return 1_000_000 }
