package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// machines returns one machine of each kind, with functions that set its tolerance and its
// kernel.
func machines() map[string]func(tol float64, k kernel.Spec) model.Machine {
	return map[string]func(tol float64, k kernel.Spec) model.Machine{
		"SVC": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVC(catalog.Kernel)
			m.Tol, m.Kernel = tol, k
			return m
		},
		"SVC squared hinge, no intercept": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVC(catalog.Kernel)
			m.Tol, m.Kernel, m.Loss, m.FitIntercept = tol, k, "squaredHinge", false
			return m
		},
		"NuSVC": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewNuSVC(catalog.Kernel)
			m.Tol, m.Kernel, m.Nu = tol, k, 0.3
			return m
		},
		"OneClassSVM": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewOneClassSVM(catalog.Kernel)
			m.Tol, m.Kernel, m.Nu = tol, k, 0.2
			return m
		},
		"SVDD": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVDD(catalog.Kernel)
			m.Tol, m.Kernel, m.Nu = tol, k, 0.2
			return m
		},
		"SVR": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVR(catalog.Kernel)
			m.Tol, m.Kernel = tol, k
			return m
		},
		"SVR squared": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewSVR(catalog.Kernel)
			m.Tol, m.Kernel, m.Loss = tol, k, "squaredEpsilonInsensitive"
			return m
		},
		"NuSVR": func(tol float64, k kernel.Spec) model.Machine {
			m := svm.NewNuSVR(catalog.Kernel)
			m.Tol, m.Kernel = tol, k
			return m
		},
	}
}

// learnable is n samples with targets and labels for any machine.
func learnable(n int) model.Training {
	rng := rand.New(rand.NewPCG(6, 2))
	x, labels := data(rng, n, 3, 2)
	return model.NewTraining(x, facts.Either{Classes: model.Classes{Of: labels, Count: 2}, Values: targets(rng, x)})
}

// setOption sets a number among the options of a machine, if it has it.
func setOption(m model.Machine, name string, value float64) bool {
	f := reflect.ValueOf(m.Options()).Elem().FieldByName(name)
	if !f.IsValid() {
		return false
	}
	f.SetFloat(value)
	return true
}

// A warm start after a change of C, epsilon, nu or the width of the kernel gives the solution
// of a cold start, and a start from the solution itself takes no iterations.
func TestWarmStarts(t *testing.T) {
	for name, make := range machines() {
		t.Run(name, func(t *testing.T) {
			training := learnable(150)
			before := make(1e-8, gauss(0.5))
			train(t, before, training)
			again := make(1e-8, gauss(0.5))
			warm := training
			warm.Start = before
			if r := train(t, again, warm); r.Iterations > 5 {
				t.Errorf("from the solution it took %d iterations", r.Iterations)
			}
			paths := 0
			for _, change := range []struct {
				option string
				values []float64
			}{{"C", []float64{0.5, 3}}, {"Epsilon", []float64{0.05, 0.3}}, {"Nu", []float64{0.13, 0.47, 0.77}}, {"", []float64{0.3, 0.9}}} {
				for _, value := range change.values {
					width := 0.5
					if change.option == "" {
						width = value
					}
					cold, hot := make(1e-8, gauss(width)), make(1e-8, gauss(width))
					if change.option != "" && !(setOption(cold, change.option, value) && setOption(hot, change.option, value)) {
						continue
					}
					want, got := train(t, cold, training), train(t, hot, warm)
					if fit, ok := hot.Fitted().(*svm.NuSVCFit); ok {
						// The objective that is minimised, without division by the square of a small margin.
						got.Objective /= fit.C[0] * fit.C[0]
						want.Objective /= cold.Fitted().(*svm.NuSVCFit).C[0] * cold.Fitted().(*svm.NuSVCFit).C[0]
					}
					if got.Status != run.Converged || !(math.Abs(got.Objective-want.Objective) <= 1e-4*math.Abs(want.Objective)) {
						t.Errorf("%s = %v: objective %v from a warm start (%s), %v from a cold one", change.option, value, got.Objective, got.Status, want.Objective)
					}
					paths++
				}
			}
			if paths < 4 {
				t.Errorf("%d paths were followed", paths)
			}
			other := learnable(100)
			other.Start = before
			_, err := before.Fit(nil, facts.For(before, other))
			var e *fault.Error
			if !errors.As(err, &e) || e.Argument != "warmStart" {
				t.Errorf("from a fit to other samples: %v", err)
			}
			unfitted := training
			unfitted.Start = make(1e-3, gauss(0.5))
			if r := train(t, make(1e-3, gauss(0.5)), unfitted); r.Status != run.Converged {
				t.Errorf("from a machine that is not fitted: %s", r.Status)
			}
		})
	}
}

// A fit that is stopped and continued many times has the solution of a fit without stops.
func TestContinueAfterAStop(t *testing.T) {
	for name, make := range machines() {
		t.Run(name, func(t *testing.T) {
			training := learnable(400)
			whole := train(t, make(1e-5, gauss(0.5)), training)
			stops := 0
			for range 1000 {
				seen := 0
				ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
					if seen++; seen > 3 {
						return run.Stop
					}
					return run.Continue
				}}.Ctl()
				m := make(1e-5, gauss(0.5))
				r, err := m.Fit(ctl, facts.For(m, training))
				if err != nil {
					t.Fatal(err)
				}
				training.Start = m
				if r.Status == run.Converged {
					if !(math.Abs(r.Objective-whole.Objective) <= 1e-4*math.Abs(whole.Objective)) {
						t.Errorf("in pieces %v, in one go %v", r.Objective, whole.Objective)
					}
					break
				}
				if r.Status != run.Stopped {
					t.Fatalf("status %s", r.Status)
				}
				stops++
			}
			if stops == 0 {
				t.Error("it was never stopped: the test tests nothing")
			}
		})
	}
}

// A fit that is aborted at any checkpoint keeps the previous fit.
func TestAbortKeepsThePreviousFit(t *testing.T) {
	for name, make := range machines() {
		t.Run(name, func(t *testing.T) {
			training := learnable(300)
			m := make(1e-6, gauss(0.5))
			train(t, m, learnable(50))
			before := reflect.ValueOf(m.Fitted()).Elem().Interface()
			for at := 0; ; at++ {
				seen := 0
				ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
					if seen++; seen > at {
						return run.Abort
					}
					return run.Continue
				}}.Ctl()
				r, err := m.Fit(ctl, facts.For(m, training))
				if err != nil {
					t.Fatal(err)
				}
				if r.Status == run.Converged {
					if at == 0 {
						t.Error("there was no checkpoint: the test tests nothing")
					}
					break
				}
				if r.Status != run.Aborted || !reflect.DeepEqual(before, reflect.ValueOf(m.Fitted()).Elem().Interface()) {
					t.Fatalf("aborted at checkpoint %d: status %s, or the fit has changed", at, r.Status)
				}
			}
		})
	}
}

// Degenerate samples give a status and finite numbers.
func TestDegenerateSamples(t *testing.T) {
	n := 12
	labels, alternate := make([]int32, n), make([]float64, n)
	same, zero, line := matrix(2, make([]float64, 2*n)...), matrix(2, make([]float64, 2*n)...), matrix(2, make([]float64, 2*n)...)
	for i := range n {
		labels[i] = int32(i % 2)
		alternate[i] = float64(i % 2)
		same.X[2*i], same.X[2*i+1] = 3, 4
		line.X[2*i], line.X[2*i+1] = float64(i/2), 1
	}
	known := map[run.Status]bool{run.Converged: true, run.Stalled: true, run.Infeasible: true, run.IterationLimit: true}
	for what, c := range map[string]struct {
		x *sample.Matrix
		k kernel.Spec
	}{
		"all duplicates":         {same, gauss(1)},
		"all duplicates, linear": {same, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}},
		"zero kernel":            {zero, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}},
		"contradictory labels":   {line, gauss(1)},
		"indefinite sigmoid":     {line, kernel.Spec{Name: "sigmoid", Gamma: kernel.Width{Value: 1}, Coef0: -1}},
	} {
		for name, make := range machines() {
			for _, hard := range []bool{false, true} {
				m := make(1e-4, c.k)
				if hard {
					if _, nu := m.(*svm.NuSVR); nu || !setOption(m, "C", math.Inf(1)) {
						continue
					}
				}
				// Only a machine without a constant takes no iterations on a zero kernel.
				setOption(m, "MaxIter", 1_000_000)
				r, err := m.Fit(nil, facts.For(m, model.NewTraining(c.x, facts.Either{Classes: model.Classes{Of: labels, Count: 2}, Values: alternate})))
				if err != nil {
					t.Errorf("%s, %s: %v", what, name, err)
					continue
				}
				if !known[r.Status] || math.IsNaN(r.Objective) || math.IsNaN(r.Gap) {
					t.Errorf("%s, %s: %+v", what, name, r)
				}
				var f []float64
				switch m := m.(type) {
				case model.Classifier:
					f, _, err = m.Decision(nil, c.x, "")
				case model.Regressor:
					f, err = m.Predict(nil, c.x)
				case model.Detector:
					f, err = m.Decision(nil, c.x)
				}
				if err != nil {
					t.Errorf("%s, %s: %v", what, name, err)
				}
				for _, v := range f {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s, %s, hard %v: predicts %v (%+v)", what, name, hard, f, r)
					}
				}
			}
		}
	}
}
