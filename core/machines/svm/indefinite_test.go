package svm_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// sigmoid returns tanh(2 <x, z> - 1), which is not positive definite: k(x, x) is
// negative for short x.
func sigmoid() kernel.Spec {
	k := svm.NewSVC(catalog.Kernel).Kernel
	k.Name, k.Gamma.Name, k.Gamma.Value, k.Coef0 = "sigmoid", "", 2, -1
	return k
}

// warned reports whether there is exactly one warning of an indefinite kernel.
func warned(r model.Report) bool {
	count := 0
	for _, n := range r.Notes {
		if n.Code == "WARN_INDEFINITE" {
			count++
		}
	}
	return count == 1
}

// Every machine warns once that the kernel is not positive definite, and no machine warns
// about a positive definite kernel.
func TestIndefiniteKernelsGiveAWarning(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	x, labels := data(rng, 80, 3, 3)
	classes, values := model.NewTraining(x, model.Classes{Of: labels, Count: 3}), model.NewTraining(x, model.Values(targets(rng, x)))
	all := machines()
	all["ConvexLossSVR"] = func(_ float64, k kernel.Spec) model.Machine {
		m := svm.NewConvexLossSVR(catalog.Kernel)
		m.Kernel = k
		return m
	}
	for _, solver := range hardSolvers() {
		all["SVC by "+solver] = func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVC(catalog.Kernel)
			m.Tol, m.Kernel, m.Solver, m.MaxIter = tol, k, solver, 20_000
			m.FitIntercept = solver != "ascent"
			return m
		}
	}
	for name, make := range all {
		training := classes
		if _, ok := make(1e-3, sigmoid()).(model.Regressor); ok {
			training = values
		}
		report, err := make(1e-3, sigmoid()).Fit(nil, training)
		if name == "SVR squared" || name == "SVC squared hinge, no intercept" {
			// Nothing bounds the dual variables: there is no solution.
			if e, ok := err.(*fault.Error); !ok || e.Code != fault.Numeric || !strings.Contains(e.Error(), "not positive definite") {
				t.Errorf("%s: %v, want an error about the kernel", name, err)
			}
		} else if err != nil || !warned(report) {
			t.Errorf("%s: %s with the warnings %v, %v", name, report.Status, report.Notes, err)
		}
		for _, positive := range []string{"linear", "rbf", "poly"} {
			k := sigmoid()
			k.Name, k.Coef0 = positive, 0
			if report, err = make(1e-3, k).Fit(nil, training); err != nil || warned(report) {
				t.Errorf("%s, %s: %s with the warnings %v, %v", name, positive, report.Status, report.Notes, err)
			}
		}
	}
}

// Where |w|^2 is negative, |w| and distances are not known: the norm was 0 and the
// geometric margin minus infinity. |w|^2 is summed here from the kernel's formula.
func TestNoNormWhereItsSquareIsNegative(t *testing.T) {
	x := &sample.Matrix{N: 6, D: 2, X: []float64{.1, .2, -.2, .1, .3, -.1, -.1, -.3, .2, .3, -.3, .2}}
	y := []int32{1, 0, 1, 0, 1, 0}
	m := svm.NewSVC(catalog.Kernel)
	m.Kernel, m.FitIntercept = sigmoid(), false
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	report, err := m.Fit(nil, training)
	if err != nil || !warned(report) {
		t.Fatal(report, err)
	}
	fit, square := m.Fitted().(*svm.SVCFit), 0.0
	for p, i := range fit.Indices {
		for q, j := range fit.Indices {
			dot := x.X[2*i]*x.X[2*j] + x.X[2*i+1]*x.X[2*j+1]
			square += fit.Coef[p] * fit.Coef[q] * math.Tanh(2*dot-1)
		}
	}
	if !(square < -0.1) {
		t.Fatalf("|w|^2 is %v: the test shows nothing", square)
	}
	dual, err := m.Dual(0, training)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Values(&run.Ctl{}, 0, x.Select(dual.Rows))
	if err != nil {
		t.Fatal(err)
	}
	if d := margin.Diagnose(dual, f, 1e-3); !math.IsNaN(d.Norm) || !math.IsNaN(d.Geometric) {
		t.Errorf("|w|^2 is %v, but |w| %v and the geometric margin %v", square, d.Norm, d.Geometric)
	}
}
