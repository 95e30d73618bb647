package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// A warm start with a larger C begins at the best multiple of the earlier solution, for SVC
// and for SVR. SVR once clipped the solution and took nearly as many iterations as a cold
// start. The result is that of a cold start.
func TestWarmStartWithALargerCIsLengthened(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 100))
	const n = 400
	x, values, labels := &sample.Matrix{N: n, D: 2}, make(model.Values, n), make([]int32, n)
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x.X = append(x.X, a, b)
		values[i] = math.Sin(2*a) + math.Sin(2*b) + rng.NormFloat64()
		if values[i] > 0 {
			labels[i] = 1
		}
	}
	for name, make := range map[string]func(c float64) model.Machine{
		"SVR": func(c float64) model.Machine {
			m := svm.NewSVR(catalog.Kernel)
			m.C = c
			return m
		},
		"SVR by decomposition": func(c float64) model.Machine {
			m := svm.NewSVR(catalog.Kernel)
			m.C, m.Solver = c, "decomposition"
			return m
		},
		"SVC": func(c float64) model.Machine {
			m := svm.NewSVC(catalog.Kernel)
			m.C = c
			return m
		},
	} {
		var target model.Target = values
		if name == "SVC" {
			target = model.Classes{Of: labels, Count: 2}
		}
		fit := func(c float64, from model.Machine) (model.Machine, model.Report) {
			m, training := make(c), model.NewTraining(x, target)
			training.Start = from
			r, err := m.Fit(nil, training)
			if err != nil || r.Status != run.Converged {
				t.Fatal(name, r, err)
			}
			return m, r
		}
		first, _ := fit(1, nil)
		_, cold := fit(2, nil)
		_, warm := fit(2, first)
		if warm.Iterations > cold.Iterations*6/10 || !(math.Abs(warm.Objective-cold.Objective) <= 1e-4*math.Abs(cold.Objective)) {
			t.Errorf("%s: objective %v after %d iterations from nothing, %v after %d warm", name, cold.Objective, cold.Iterations, warm.Objective, warm.Iterations)
		}
	}
}
