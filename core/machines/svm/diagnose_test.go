package svm_test

import (
	"math"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// With an implicit constant both objectives have |w|^2 + (b/tau)^2: those of the report.
func TestDiagnosisOfAnImplicitConstant(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{1, 2, 4, 5}}
	c := svm.NewSVC(catalog.Kernel)
	c.Kernel.Name, c.Solver, c.Tol, c.BiasScale = "linear", "ascent", 1e-9, svm.BiasScale{Value: 1}
	r := svm.NewSVR(catalog.Kernel)
	r.Kernel.Name, r.Solver, r.Tol, r.BiasScale = "linear", "ascent", 1e-9, svm.BiasScale{Value: 1}
	for name, given := range map[string]struct {
		machine model.DualMachine
		target  model.Target
	}{
		"SVC": {c, model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}},
		"SVR": {r, model.Values{3, 3.5, 6, 6.4}},
	} {
		training := model.NewTraining(x, given.target)
		report, err := given.machine.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		d := diagnosis(t, given.machine, training, 1e-3)
		support.WithinNumber(t, name+": primal", d.Primal, -report.Objective, 1e-8)
		support.WithinNumber(t, name+": gap", d.Gap, 0, 1e-8)
	}
}

// Row 1 lies 0.1 within the tube. Its coefficient of 4e-17 is what rounding left.
func TestDiagnosisOfRoundedCoefficients(t *testing.T) {
	m := svm.NewNuSVR(catalog.Kernel)
	m.Kernel.Name, m.C = "linear", 0.3
	training := model.NewTraining(&sample.Matrix{N: 8, D: 1, X: []float64{1, 6, 7, 3, 2, 0, 3, 6}}, model.Values{1.4, 0.8, 0, 1.8, 0.4, 0.4, 0.6, 0.7})
	train(t, m, training)
	d := diagnosis(t, m, training, 1e-3)
	for i, residual := range d.Residual {
		if !(residual < 1e-6) {
			t.Errorf("row %d: status %d, coefficient %v, residual %v", i, d.Status[i], d.Alpha[i], residual)
		}
		if d.Alpha[i] == 0 && math.Abs(d.Margin[i]) > 0.05 && d.Status[i] == margin.Edge {
			t.Errorf("row %d is on the edge, %v away from it", i, d.Margin[i])
		}
	}
	if d.Status[1] != margin.Inside {
		t.Errorf("row 1: status %d", d.Status[1])
	}
}

func diagnosis(t testing.TB, m model.DualMachine, training model.Training, tolerance float64) margin.Diagnosis {
	t.Helper()
	d, err := m.Dual(0, training)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Values(nil, 0, training.X)
	if err != nil {
		t.Fatal(err)
	}
	return margin.Diagnose(d, f, tolerance)
}
