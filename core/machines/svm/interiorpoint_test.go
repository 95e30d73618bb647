package svm_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func byInteriorPoint(m model.Machine) model.Machine {
	reflect.ValueOf(m.Options()).Elem().FieldByName("Solver").SetString("interiorPoint")
	return m
}

// answers returns the predictions of a machine, as numbers.
func answers(t *testing.T, m model.Machine, x sample.Set) []float64 {
	t.Helper()
	var f []float64
	var err error
	switch m := m.(type) {
	case model.Classifier:
		f, _, err = m.Decision(nil, x, "ovo")
	case model.Detector:
		f, err = m.Decision(nil, x)
	case model.Regressor:
		f, err = m.Predict(nil, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every machine has the same solution with the interior point.
func TestInteriorPointInEveryMachine(t *testing.T) {
	for name, make := range machines() {
		for _, n := range []int{20, 150} {
			training := learnable(n)
			smo, other := make(1e-9, gauss(0.5)), byInteriorPoint(make(1e-7, gauss(0.5)))
			want, got := train(t, smo, training), train(t, other, training)
			if got.Status != run.Converged || got.Iterations > 40 {
				t.Errorf("%s: %s after %d iterations with a gap of %g", name, got.Status, got.Iterations, got.Gap)
			}
			support.Near(t, name+": objective", []float64{got.Objective}, []float64{want.Objective}, 1e-6)
			support.Near(t, name, answers(t, other, training.X), answers(t, smo, training.X), 1e-5)
			if !(math.Abs(float64(got.SupportVectors-want.SupportVectors)) <= 0.02*float64(n)) {
				t.Errorf("%s: %d support vectors, %d by pairwise steps", name, got.SupportVectors, want.SupportVectors)
			}
		}
	}
}

// The nu table of the tutorial's specification by this method.
func TestTutorialNuTableByInteriorPoint(t *testing.T) {
	for _, c := range []struct{ nu, epsilon, objective, errors, support float64 }{
		{0.1, 0.09582477, 6.3229285, 0.033, 0.333},
		{0.3, 0.07952404, 17.2254215, 0.183, 0.500},
		{0.5, 0.04893947, 24.7277584, 0.317, 0.650},
		{0.8, 0.01236702, 29.5004992, 0.633, 0.917},
	} {
		m := svm.NewNuSVR(catalog.Kernel)
		m.C, m.Nu, m.Tol, m.Solver = 10, c.nu, 1e-8, "interiorPoint"
		m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 1/(2*1.5*1.5)
		r := fitted(t, m, tutorial())
		fit := m.Fitted().(*svm.NuSVRFit)
		support.Near(t, "eps", []float64{fit.Epsilon}, []float64{c.epsilon}, 6e-9)
		support.Near(t, "objective", []float64{-r.Objective}, []float64{c.objective}, 6e-8)
		support.Near(t, "fractions", []float64{fit.Errors, fit.Support}, []float64{c.errors, c.support}, 5e-4)
	}
}

// The hard margin, on separable and on inseparable data.
func TestHardMarginByInteriorPoint(t *testing.T) {
	for name, c := range map[string]struct {
		x      []float64
		status run.Status
	}{
		"separable": {[]float64{-2, -1, 1, 3}, run.Converged},
		"not":       {[]float64{-2, 1.5, 1, 3}, run.Infeasible},
		"equal":     {[]float64{1, 1, 1, 1}, run.Infeasible},
	} {
		m := svm.NewSVC(catalog.Kernel)
		m.C, m.Kernel.Name, m.Solver, m.Tol = math.Inf(1), "linear", "interiorPoint", 1e-9
		r, err := m.Fit(nil, model.NewTraining(matrix(1, c.x...), model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}))
		if err != nil || r.Status != c.status {
			t.Errorf("%s: %s, %v", name, r.Status, err)
		}
		if c.status == run.Converged {
			support.Near(t, name, []float64{r.Objective, m.Fitted().(*svm.SVCFit).Intercept[0]}, []float64{-0.5, 0}, 1e-8)
		} else if len(r.Notes) != 1 || r.Notes[0].Code != "WARN_NOT_SEPARABLE" {
			t.Errorf("%s: %v", name, r.Notes)
		}
	}
}

func TestInteriorPointRefuses(t *testing.T) {
	n := 4001
	m := svm.NewSVR(catalog.Kernel)
	m.Solver = "interiorPoint"
	_, err := m.Fit(nil, model.NewTraining(&sample.Matrix{N: n, D: 1, X: make([]float64, n)}, model.Values(make([]float64, n))))
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != fault.Option || e.Argument != "study.solver" {
		t.Errorf("%d samples: %v", n, err)
	}
}

// Scales of targets, kernels and C do not change the number of iterations.
func TestInteriorPointAtAnyScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, _ := data(rng, 80, 2, 2)
	y := targets(rng, x)
	for _, unit := range []float64{1e-6, 1, 1e6} {
		for _, c := range []float64{1e-3, 1, 1e3, 1e7} {
			name := fmt.Sprintf("y in units of %g, C = %g", unit, c)
			scaled := make([]float64, len(y))
			for i, v := range y {
				scaled[i] = unit * v
			}
			m := svm.NewSVR(catalog.Kernel)
			m.C, m.Epsilon, m.Tol, m.Solver, m.Kernel = c*unit, 0.1*unit, 1e-6*unit, "interiorPoint", gauss(0.5)
			if r := train(t, m, model.NewTraining(x, model.Values(scaled))); r.Status != run.Converged || r.Iterations > 30 {
				t.Errorf("%s: %s after %d iterations, gap %g", name, r.Status, r.Iterations, r.Gap)
			}
		}
	}
}
