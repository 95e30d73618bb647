package svm_test

import (
	"math"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Hard margins on real data end: for separable data with the margin that a large C finds,
// for others with the status infeasible.
func TestHardMarginOnRealData(t *testing.T) {
	for _, c := range []struct {
		name, kernel string
		gamma        float64
		separable    bool
	}{
		{"heart_scale", "linear", 1, false},
		{"heart_scale", "rbf", 1. / 13, true},
		{"a1a", "linear", 1, false},
		{"a1a", "rbf", 1, false}, // equal rows with different labels
		{"svmguide3", "linear", 1, false},
		{"splice", "linear", 1, false},
		{"splice", "rbf", 0.01, true},
	} {
		for _, intercept := range []bool{true, false} {
			x, labels := facts.Libsvm(t, c.name)
			y := make([]int32, len(labels))
			for i, l := range labels {
				if l > 0 {
					y[i] = 1
				}
			}
			m := svm.NewSVC(catalog.Kernel)
			m.C, m.FitIntercept, m.Tol = math.Inf(1), intercept, 1e-4
			m.Kernel.Name, m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = c.kernel, "", c.gamma
			r, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
			if err != nil {
				t.Fatal(err)
			}
			if !c.separable {
				if r.Status != run.Infeasible || len(r.Notes) != 1 || r.Notes[0].Code != "WARN_NOT_SEPARABLE" {
					t.Errorf("%s %s: status %s, notes %v", c.name, c.kernel, r.Status, r.Notes)
				}
				continue
			}
			if r.Status != run.Converged || len(r.Notes) != 0 {
				t.Errorf("%s %s: status %s, notes %v", c.name, c.kernel, r.Status, r.Notes)
			}
			soft := svm.NewSVC(catalog.Kernel)
			soft.SVCOptions = m.SVCOptions
			soft.C = 1e8
			s, err := soft.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
			if err != nil || !(math.Abs(s.Objective-r.Objective) <= 1e-3*math.Abs(s.Objective)) {
				t.Errorf("%s %s: objective %v, but %v with C = 1e8: %v", c.name, c.kernel, r.Objective, s.Objective, err)
			}
		}
	}
}
