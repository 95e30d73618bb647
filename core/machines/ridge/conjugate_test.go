package ridge_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

func iterated(tol float64) options {
	return func(o *ridge.KernelRidgeOptions) { o.Solver, o.Tol = "conjugateGradient", tol }
}

// Conjugate gradients give the solution of the factorisation, with and without a constant
// and weights, whatever part of the matrix they keep. However early they end, the bounds
// enclose the least objective, their relative difference is the gap, and the upper one is
// the objective of the function.
func TestConjugateGradients(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 8))
		n, d := rapid.IntRange(1, 60).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		x, y := wave(rng, n, d)
		w := make([]float64, n)
		for i := range w {
			w[i] = float64(i%3) + float64(n%2)*0.5
		}
		w[0] = 1
		training := model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}
		lambda := math.Exp(rapid.Float64Range(-5, 3).Draw(t, "log lambda"))
		set := func(o *ridge.KernelRidgeOptions) {
			o.Alpha, o.FitIntercept = lambda, rapid.Bool().Draw(t, "constant")
			o.CacheSize = []float64{1e-9, 1}[n%2]
		}
		exact := ridge.NewKernelRidge(catalog.Kernel)
		set(&exact.KernelRidgeOptions)
		best, err := exact.Fit(nil, training)
		if err != nil {
			t.Fatalf("%v", err)
		}
		for _, change := range []func(o *ridge.KernelRidgeOptions){
			func(o *ridge.KernelRidgeOptions) { o.Tol = 1e-25 },
			func(o *ridge.KernelRidgeOptions) { o.Tol = 0.1 },
			func(o *ridge.KernelRidgeOptions) { o.MaxIter = 2 },
		} {
			m := ridge.NewKernelRidge(catalog.Kernel)
			m.KernelRidgeOptions = exact.KernelRidgeOptions
			m.Solver = "conjugateGradient"
			change(&m.KernelRidgeOptions)
			report, err := m.Fit(nil, training)
			if err != nil {
				t.Fatalf("%v", err)
			}
			f := m.Fitted().(*ridge.KernelRidgeFit)
			if m.Tol == 1e-25 {
				support.Near(t, "coefficients", append(f.Coef, f.Intercept), append(exact.Result.Coef, exact.Result.Intercept), 1e-8)
			}
			low, high := f.Bounds[0], f.Bounds[1]
			if slack := 1e-9 * (1 + best.Objective); low > best.Objective+slack || high < best.Objective-slack || report.Objective != high || low > 0 && report.Gap != (high-low)/low {
				t.Fatalf("bounds %v and %v, the least objective is %v", low, high, best.Objective)
			}
			if report.Status == run.Converged && !(high <= low*(1+m.Tol)+1e-20) || report.Status == run.IterationLimit && report.Iterations != 2 {
				t.Fatalf("%+v with the bounds %v and %v", report, low, high)
			}
			own, squares := 0.0, 0.0
			predicted, err := m.Predict(nil, x)
			if err != nil {
				t.Fatalf("%v", err)
			}
			for i, a := range f.Coef {
				own += a * (predicted[i] - f.Intercept)
				squares += w[i] * (y[i] - predicted[i]) * (y[i] - predicted[i])
			}
			support.NearNumber(t, "objective", high, lambda*own+squares, 1e-9)
			if len(f.LooResiduals) != 0 || f.LooError != math.MaxFloat64 {
				t.Fatal("left-out residuals without a factor")
			}
		}
	})
}

// A kernel that leaves the system indefinite, and a penalty of zero, are refused with a
// remedy.
func TestConjugateGradientsRefuse(t *testing.T) {
	indefinite := model.NewTraining(matrix(t, []float64{0, 3, 3, 0}, 2, 2), model.Values([]float64{1, -1}))
	for name, c := range map[string]struct {
		training model.Training
		change   options
		code     fault.Code
	}{
		"indefinite": {indefinite, named("precomputed"), fault.Numeric},
		"alpha":      {line(), alpha(0), fault.Option},
	} {
		m := ridge.NewKernelRidge(catalog.Kernel)
		iterated(1e-6)(&m.KernelRidgeOptions)
		c.change(&m.KernelRidgeOptions)
		_, err := m.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != "alpha" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A stop and a time limit keep the function so far, an abort the earlier fit.
func TestConjugateGradientsCanEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(84, 2))
	x, y := wave(rng, 700, 3)
	for at := 1; at < 400; at += 57 {
		for _, signal := range []run.Signal{run.Stop, run.Abort} {
			m, count, last := ridge.NewKernelRidge(catalog.Kernel), 0, 0.0
			iterated(1e-12)(&m.KernelRidgeOptions)
			m.CacheSize, m.Alpha = 1e-6, 0.01
			ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
				if r.Fraction < 0 || r.Fraction >= 1 || r.Fraction < last-0.5 {
					t.Errorf("fraction %v after %v", r.Fraction, last)
				}
				last = r.Fraction
				if count++; count == at {
					return signal
				}
				return run.Continue
			}}.Ctl()
			report, err := m.Fit(ctl, model.NewTraining(x, model.Values(y)))
			if want := map[run.Signal]run.Status{run.Stop: run.Stopped, run.Abort: run.Aborted}[signal]; err != nil || report.Status != want {
				t.Fatalf("ended at %d: %+v, %v", at, report, err)
			}
			if fitted := m.Result.Samples > 0; fitted != (signal == run.Stop) {
				t.Fatalf("fitted: %v", fitted)
			}
		}
	}
	m := ridge.NewKernelRidge(catalog.Kernel)
	iterated(1e-12)(&m.KernelRidgeOptions)
	m.MaxTime = 1
	if report, err := m.Fit(support.Ticking(), model.NewTraining(x, model.Values(y))); err != nil || report.Status != run.TimeLimit {
		t.Errorf("%+v, %v", report, err)
	}
}

// Bug: after Shrink the bounds were still those of the function before.
func TestShrinkForgetsBounds(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(84, 3)), 30, 1)
	m := ridge.NewKernelRidge(catalog.Kernel)
	iterated(1e-9)(&m.KernelRidgeOptions)
	if _, err := m.Fit(nil, model.NewTraining(x, model.Values(y))); err != nil || len(m.Result.Bounds) != 2 {
		t.Fatal(m.Result.Bounds, err)
	}
	s, err := expansion.Shrink(nil, m.Result, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	if m.Result.Shrink(s.Keep, s.Blocks); m.Result.Bounds != nil {
		t.Errorf("bounds %v of another function", m.Result.Bounds)
	}
}
