package svm_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Features of 1e150 make kernel values whose rounding errors exceed what the
// dual variables can change: the steps went round in circles for ever.
func TestStepsThatGoRoundInCirclesEnd(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 2))
		x, y := &sample.Matrix{N: 12, D: 2, X: make([]float64, 24)}, make([]float64, 12)
		for i := range x.X {
			x.X[i] = rng.NormFloat64() * 1e150
		}
		for i := range y {
			y[i] = x.X[2*i]/1e150 + 0.1*rng.NormFloat64()
		}
		m := svm.NewNuSVR(catalog.Kernel)
		m.Kernel.Name, m.Tol = "linear", 1e-8
		report, err := m.Fit(nil, model.NewTraining(x, model.Values(y)))
		if err != nil || report.Status != run.Stalled {
			t.Errorf("seed %d: %+v, %v", seed, report, err)
		}
	}
}
