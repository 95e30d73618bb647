package program_test

import (
	"math"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// TestJudgeFindsTheMultipliers judges the solutions of programs without being told their
// multipliers, and points that are no solutions (C5-16).
func TestJudgeFindsTheMultipliers(t *testing.T) {
	dual := program.Problem{Linear: []float64{-2, -4}, Quadratic: program.Quadratic{Diagonal: []float64{2, 2}},
		Matrix: program.NewDense([]float64{1, 1}, 1, 2), High: []float64{2}}
	r := program.Judge(nil, dual, []float64{0.5, 1.5}, nil, nil)
	near(t, "alpha", r.Y, []float64{1}, 1e-10)
	e := r.Residuals
	near(t, "residuals", []float64{e.Stationarity, e.Primal, e.Dual, e.Complementarity}, make([]float64, 4), 1e-10)
	near(t, "values", []float64{r.Objective, r.Dual}, []float64{-4.5, -4.5}, 1e-10)

	// (1, 1) is feasible, and the multiplier 1 of x + y <= 2 leaves (0,-2) + (1,1) of the gradient.
	r = program.Judge(nil, dual, []float64{1, 1}, nil, nil)
	near(t, "alpha at (1, 1)", r.Y, []float64{1}, 1e-10)
	near(t, "stationarity", []float64{r.Residuals.Stationarity, r.Residuals.Primal}, []float64{1, 0}, 1e-10)

	// (1, 2) is the minimum without the constraint, which it violates by 1.
	r = program.Judge(nil, dual, []float64{1, 2}, nil, nil)
	near(t, "outside", []float64{r.Residuals.Stationarity, r.Residuals.Primal, r.Y[0]}, []float64{0, 1, 0}, 1e-12)

	// Given multipliers are judged as they are: the negative one has the wrong sign.
	r = program.Judge(nil, dual, []float64{0.5, 1.5}, []float64{-1}, nil)
	near(t, "wrong sign", []float64{r.Residuals.Stationarity, r.Residuals.Dual}, []float64{2, 1}, 1e-12)

	// Example 5.9, the largest box, is not convex in its edges; in its faces p, q, r with
	// p + q + r = c/2 its volume is the root of pqr.
	box := program.Problem{Linear: make([]float64, 3), Lower: make([]float64, 3), Matrix: program.NewDense([]float64{1, 1, 1}, 1, 3), Low: []float64{3}, High: []float64{3},
		Terms: program.LogarithmicTerms(nil, []float64{0.5, 0.5, 0.5})}
	faces := program.Solve(nil, box, program.Settings{Tolerance: 1e-12})
	if faces.Status != run.Converged {
		t.Fatal(faces.Status)
	}
	near(t, "faces", faces.X, []float64{1, 1, 1}, 1e-9)
	near(t, "beta", faces.Y, []float64{0.5}, 1e-9)
	near(t, "volume", []float64{math.Exp(-faces.Objective)}, []float64{1}, 1e-9)
	r = program.Judge(nil, box, []float64{1, 1, 1}, nil, nil)
	near(t, "beta judged", append(r.Y, r.Residuals.Stationarity), []float64{0.5, 0}, 1e-10)
}

// TestLogarithmicTerms fits frequencies with a given mean: the solution is exponential in the
// outcome, and its multipliers solve both equations. Two bounds are active besides.
func TestLogarithmicTerms(t *testing.T) {
	outcomes := []float64{1, 2, 3, 4, 5, 6}
	rows := append([]float64{1, 1, 1, 1, 1, 1}, outcomes...)
	p := program.Problem{Linear: make([]float64, 6), Lower: make([]float64, 6), Matrix: program.NewDense(rows, 2, 6), Low: []float64{1, 4.5}, High: []float64{1, 4.5},
		Terms: program.LogarithmicTerms([]float64{1, 1, 1, 1, 1, 1}, nil)}
	r := program.Solve(nil, p, program.Settings{Tolerance: 1e-12})
	if r.Status != run.Converged {
		t.Fatal(r.Status)
	}
	want := make([]float64, 6)
	for j, v := range outcomes {
		want[j] = math.Exp(-1 - r.Y[0] - r.Y[1]*v)
	}
	near(t, "p", r.X, want, 1e-9)
	// Jaynes' dice of mean 4.5
	near(t, "p", r.X, []float64{0.0543532, 0.0787716, 0.1141600, 0.1654468, 0.2397745, 0.3474939}, 1e-6)
	bounded := p
	bounded.Upper = []float64{1, 1, 1, 1, 1, 0.25}
	b := program.Solve(nil, bounded, program.Settings{Tolerance: 1e-12})
	j := program.Judge(nil, bounded, b.X, b.Y, b.Z)
	e := j.Residuals
	if b.Status != run.Converged || !(math.Abs(b.X[5]-0.25) <= 1e-9) || !(max(e.Stationarity, e.Primal, e.Dual, e.Complementarity) <= 1e-7) {
		t.Errorf("%s: %v, %+v", b.Status, b.X, e)
	}
}
