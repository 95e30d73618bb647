package linear_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

// Bug: a fit whose last steps together, at the limit, solved the problem said that it had not converged:
// on iris as values LinearSVR had a gap of 2e-11 after 1000 passes.
func TestAFitThatTheLastStepsSolveHasConverged(t *testing.T) {
	solved := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 3))
		x := &sample.Matrix{N: 30, D: 4, X: make([]float64, 120)}
		for i := range x.X {
			x.X[i] = rng.NormFloat64()
		}
		y := make(model.Values, x.N)
		for i := range y {
			y[i] = float64(rng.IntN(3))
		}
		m := linear.NewLinearSVR()
		m.MaxIter = 100
		report, err := m.Fit(nil, model.NewTraining(x, y))
		if err != nil || report.Status == run.IterationLimit && report.Gap <= m.Tol {
			t.Errorf("seed %d: %+v (%v)", seed, report, err)
		}
		if report.Status == run.Converged && report.Iterations == 100 {
			solved++
		}
	}
	if solved == 0 {
		t.Error("no fit was solved by its last steps")
	}
}
