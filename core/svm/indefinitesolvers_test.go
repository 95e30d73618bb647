package svm_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
)

// Decomposition and chunking did not say that a sigmoid kernel is indefinite where SMO says it.
func TestDecompositionTellsOfAnIndefiniteKernel(t *testing.T) {
	told := 0
	for seed := range uint64(80) {
		r := rand.New(rand.NewPCG(seed, 40))
		values, y := make([]float64, 120), make([]int32, 60)
		for i := range values {
			values[i] = 0.3 * r.NormFloat64()
		}
		for i := range y {
			y[i] = int32(i % 2)
		}
		x, _ := sample.NewMatrix(values, 60, 2)
		warns := func(solver string) bool {
			m := svm.NewSVC(catalog.Kernel)
			m.Kernel.Name, m.Kernel.Coef0, m.C, m.Solver, m.MaxIter = "sigmoid", -1, 10, solver, 20_000
			m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 2
			report, err := m.Fit(nil, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 2}}})
			if err != nil {
				t.Fatal(err)
			}
			return slices.ContainsFunc(report.Notes, func(n model.Note) bool { return n.Code == "WARN_INDEFINITE" })
		}
		if !warns("smo") {
			continue
		}
		told++
		for _, solver := range []string{"decomposition", "chunking"} {
			if !warns(solver) {
				t.Errorf("seed %d: no warning from %s", seed, solver)
			}
		}
	}
	if told < 5 {
		t.Errorf("SMO told only %d times", told)
	}
}
