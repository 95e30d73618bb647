package svm_test

import (
	"math"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// fromFact returns the machine of a fact, with its options.
func fromFact(t testing.TB, f facts.DualFact, tol float64) model.Machine {
	t.Helper()
	spec := kernel.Spec{Name: f.Kernel, Gamma: kernel.Width{Value: f.Gamma}, Degree: 3}
	switch f.Machine {
	case "SVR":
		m := svm.NewSVR(catalog.Kernel)
		m.C, m.Epsilon, m.Kernel, m.Tol, m.CacheSize = f.C, f.Epsilon, spec, tol, 500
		return m
	case "NuSVR":
		m := svm.NewNuSVR(catalog.Kernel)
		m.C, m.Nu, m.Kernel, m.Tol, m.CacheSize = f.C, f.Nu, spec, tol, 500
		return m
	case "OneClassSVM":
		m := svm.NewOneClassSVM(catalog.Kernel)
		m.Nu, m.Kernel, m.Tol, m.CacheSize = f.Nu, spec, tol, 500
		return m
	}
	m := svm.NewNuSVC(catalog.Kernel)
	m.Nu, m.Kernel, m.Tol, m.CacheSize = f.Nu, spec, tol, 500
	return m
}

// TestDualFacts solves the problems of facts.Dual and compares with the results of LIBSVM
// and scikit-learn: at the loose tolerance the number of support vectors
// within 1 % and one; at 1e-6 the objectives within 1e-6 relative of the optimum,
// and the constants and the width of the tube within 1e-4 and 1e-5.
func TestDualFacts(t *testing.T) {
	for _, fact := range facts.Dual() {
		t.Run(fact.Name, func(t *testing.T) {
			t.Parallel()
			data := fact.Load(t)
			training := model.Training{Data: model.Data{X: data.X, Target: model.Values(data.Y), Weight: facts.Weights(t, fact.SampleWeights, data.X.Len())}}
			if len(fact.Classes) > 0 {
				training.Target = model.Classes{Of: fact.ClassIndices(t, data.Y), Count: len(fact.Classes)}
			}
			fit := func(tol float64) (model.Machine, model.Report) {
				m := fromFact(t, fact, tol)
				r, err := m.Fit(nil, training)
				if err != nil {
					t.Fatal(err)
				}
				if r.Status != "converged" {
					t.Errorf("the fit at tol %v ended with status %s", tol, r.Status)
				}
				return m, r
			}
			_, r := fit(fact.Loose.Tol)
			if want := float64(fact.Loose.SupportVectors); !(math.Abs(float64(r.SupportVectors)-want) <= 0.01*want+1) {
				t.Errorf("at tol %v: %d support vectors, %s has %v", fact.Loose.Tol, r.SupportVectors, fact.Tool, want)
			}
			const tol = 1e-6
			m, r := fit(tol)
			objectives, rho := []float64{r.Objective}, []float64{}
			switch fit := m.Fitted().(type) {
			case *svm.NuSVCFit:
				objectives = fit.Objectives
				for _, b := range fit.Intercept {
					if len(fit.Counts) == 2 { // positive means the second class here, the first in LIBSVM
						b = -b
					}
					rho = append(rho, -b)
				}
			case *svm.SVRFit:
				rho = append(rho, -fit.Intercept)
			case *svm.NuSVRFit:
				rho = append(rho, -fit.Intercept)
				if want := fact.Tight.Epsilon; want != 0 && !(math.Abs(fit.Epsilon-want) <= 1e-5*(1+want)) {
					t.Errorf("epsilon is %v, %s has %v", fit.Epsilon, fact.Tool, want)
				}
			case *svm.OneClassSVMFit:
				rho = append(rho, -fit.Intercept)
			}
			for pair, want := range fact.Tight.Objectives {
				if got := objectives[pair]; !(math.Abs(got-want) <= 1e-6*math.Abs(want)) {
					t.Errorf("problem %d has objective %.9g at tol %v, %s has %.9g", pair, got, tol, fact.Tool, want)
				}
				if got, want := rho[pair], fact.Tight.Rho[pair]; !(math.Abs(got-want) <= 1e-4*(1+math.Abs(want))) {
					t.Errorf("problem %d has rho %.9g, %s has %.9g", pair, got, fact.Tool, want)
				}
			}
		})
	}
}
