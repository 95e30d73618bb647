package svm_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Decomposition and chunking did not say that a sigmoid kernel is indefinite where SMO says it, and
// Platt's method and ascent did not where all dual variables are at their bounds. What the kernel is
// comes from its formula: some k(x, x) is negative, or the squared distance of two samples.
func TestEverySolverTellsOfAnIndefiniteKernel(t *testing.T) {
	const n = 60
	tell := func(x *sample.Matrix, target model.Target, c, coef0 float64, solver string) bool {
		m, r := svm.NewSVC(catalog.Kernel), svm.NewSVR(catalog.Kernel)
		k := &m.Kernel
		k.Name, k.Gamma.Name, k.Gamma.Value, k.Coef0 = "sigmoid", "", 2, coef0
		m.C, m.Solver, m.MaxIter, r.Kernel = c, solver, 20_000, m.Kernel
		if solver == "ascent" {
			m.BiasScale.Name, m.BiasScale.Value = "", 1
		}
		r.C, r.Solving = c, m.Solving
		var of model.Machine = m
		if _, regression := target.(model.Values); regression {
			of = r
		}
		report, err := of.Fit(nil, model.NewTraining(x, target))
		if err != nil {
			t.Fatal(solver, err)
		}
		return slices.ContainsFunc(report.Notes, func(n model.Note) bool { return n.Code == "WARN_INDEFINITE" })
	}
	found := [2]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 40))
		x, coef0, c := around(rng, n), float64(seed%2)*2-1, []float64{0.1, 10}[seed/2%2]
		labels, values := make([]int32, n), make(model.Values, n)
		for i := range n {
			labels[i], values[i] = int32(i%2), float64(i%2)
		}
		at := func(i, j int) float64 {
			a, b := x.Row(i), x.Row(j)
			return math.Tanh(2*(a[0]*b[0]+a[1]*b[1]) + coef0)
		}
		least := 0.0
		for i := range n {
			least = min(least, at(i, i))
			for j := range i {
				least = min(least, at(i, i)+at(j, j)-2*at(i, j))
			}
		}
		if least > -1e-3 {
			continue
		}
		found[seed%2]++
		for _, solver := range []string{"smo", "smoPlatt", "decomposition", "chunking", "interiorPoint", "ascent"} {
			if !tell(x, model.Classes{Of: labels, Count: 2}, c, coef0, solver) {
				t.Errorf("seed %d, C %g, least %g: no warning from %s", seed, c, least, solver)
			}
		}
		for _, solver := range []string{"smo", "smoQuadrants", "decomposition", "chunking", "interiorPoint", "ascent"} {
			if !tell(x, values, c, coef0, solver) {
				t.Errorf("seed %d, C %g, least %g: no warning from %s of SVR", seed, c, least, solver)
			}
		}
	}
	if found[0] < 5 || found[1] < 5 {
		t.Errorf("only %d kernels are indefinite", found)
	}
}

// around returns n samples around the origin.
func around(rng *rand.Rand, n int) *sample.Matrix {
	x := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}
	for i := range x.X {
		x.X[i] = 0.5 * rng.NormFloat64()
	}
	return x
}
