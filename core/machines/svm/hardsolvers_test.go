package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// verdict fits a hard margin by a solver, in at most so many iterations, and returns
// false if the solver refuses the problem.
func verdict(t *testing.T, x *sample.Matrix, y []int32, solver string, intercept, separable bool, name string) bool {
	m := svm.NewSVC(catalog.Kernel)
	m.C, m.Kernel.Name, m.Solver, m.FitIntercept, m.MaxIter = math.Inf(1), "linear", solver, intercept, 50_000
	r, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	if err != nil {
		return false
	}
	want, notes := run.Converged, 0
	if !separable {
		want, notes = run.Infeasible, 1
	}
	if r.Status != want || len(r.Notes) != notes || separable && !(r.Gap <= m.Tol) {
		t.Errorf("%s: %s ends with %s, a gap of %g and the objective %g after %d iterations, want %s", name, solver, r.Status, r.Gap, r.Objective, r.Iterations, want)
	}
	return true
}

// hardSolvers are the solvers that accept the problem of SVC.
func hardSolvers() []string {
	return []string{"smo", "smoPlatt", "decomposition", "chunking", "ascent", "interiorPoint"}
}

// If samples cannot be separated, some combination of them, with weights whose sum is the
// same in both classes, is zero. Along this combination the dual objective grows without
// bound. Solvers that reached |w| = 0 exactly did not detect this, and went on to the limit of
// iterations, or for minutes.
func TestInseparableSamplesThatNoSolverGaveAVerdictOn(t *testing.T) {
	for _, c := range []struct {
		x         []float64
		y         []int32
		intercept bool
	}{
		{[]float64{0, -2, 2, -1, 0, 1, -2}, []int32{0, 1, 0, 1, 1, 1, 1}, true},
		{[]float64{-.9, -.64, -1.06, -.53, -1.09, -.66}, []int32{1, 0, 0, 0, 0, 0}, false},
	} {
		for _, solver := range hardSolvers() {
			verdict(t, &sample.Matrix{N: len(c.x), D: 1, X: c.x}, c.y, solver, c.intercept, false, fmt.Sprint(c.x))
		}
	}
}

// Every solver decides whether small sets can be separated. The sets are made so that the
// answer is known: with a hyperplane at a distance from all samples, or with a sample in the
// middle of two samples of the other class.
func TestEverySolverJudgesHardMargins(t *testing.T) {
	judged := map[string]int{}
	for seed := range uint64(160) {
		rng := rand.New(rand.NewPCG(seed, 77))
		n, d, intercept, separable := 5+rng.IntN(12), 1+rng.IntN(3), seed%2 == 0, seed%4 < 2
		x, y, w, b := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n), make([]float64, d), 0.0
		for j := range w {
			w[j] = rng.NormFloat64()
		}
		if intercept {
			b = rng.NormFloat64() / 2
		}
		size := 0.0
		for _, v := range w {
			size += v * v
		}
		for i := range n {
			f := b
			for j, v := range w {
				x.X[i*d+j] = rng.NormFloat64()
				if seed%3 == 0 {
					x.X[i*d+j] = math.Round(1.5 * x.X[i*d+j]) // many equal ones
				}
				f += v * x.X[i*d+j]
			}
			if f >= 0 {
				y[i] = 1
			}
			if math.Abs(f) < 0.02 {
				for j, v := range w {
					x.X[i*d+j] += math.Copysign(0.02, f) * v / size
				}
			}
		}
		if !separable {
			y[0], y[1], y[2] = 0, 1, 0
			for j := range w {
				x.X[d+j] = (x.X[j] + x.X[2*d+j]) / 2
			}
		}
		classes := [2]bool{}
		for _, c := range y {
			classes[c] = true
		}
		if !classes[0] || !classes[1] {
			continue
		}
		for _, solver := range hardSolvers() {
			if verdict(t, x, y, solver, intercept, separable, fmt.Sprintf("seed %d, %d samples of %d, separable %v, intercept %v", seed, n, d, separable, intercept)) {
				judged[solver]++
			}
		}
	}
	for _, solver := range hardSolvers() {
		if judged[solver] < 60 {
			t.Errorf("%s has judged %d problems", solver, judged[solver])
		}
	}
}
