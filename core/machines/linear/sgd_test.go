package linear_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

func sgd(t rapid.TB, training model.Training, set func(*linear.SGDOptions)) (*linear.SGDClassifier, *linear.SGDFit) {
	t.Helper()
	m := linear.NewSGDClassifier()
	set(&m.SGDOptions)
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m, m.Fitted().(*linear.SGDFit)
}

// The objective approaches from above lambda times that of SMO without a bias: within 1 %
// after 1024 passes over heart_scale.
func TestCurveApproachesSMO(t *testing.T) {
	x, labels := facts.Libsvm(t, "heart_scale")
	y, _ := classes(labels)
	const lambda = 0.01
	best := -lambda * solveSMO(t, x, y, 1/(lambda*float64(x.N))).Objective
	_, fit := sgd(t, model.NewTraining(x, model.Classes{Of: y, Count: 2}), func(o *linear.SGDOptions) {
		o.Alpha, o.FitIntercept, o.Tol, o.MaxIter = lambda, false, 0, 1024
	})
	t.Logf("SMO %.6f", best)
	for at, steps := range fit.CurveSteps {
		t.Logf("%7d steps %.6f, %.2f %% above", steps, fit.CurveObjective[at], 100*(fit.CurveObjective[at]/best-1))
		if !(fit.CurveObjective[at] >= best-1e-9) {
			t.Errorf("after %d steps the objective is %v, below the optimum %v", steps, fit.CurveObjective[at], best)
		}
	}
	last := len(fit.CurveSteps) - 1
	if fit.CurveSteps[last] != 1024*270 || !(fit.CurveObjective[last] < 1.01*best) || !(fit.CurveObjective[0] > fit.CurveObjective[last]) {
		t.Errorf("after %d steps: %v, the optimum is %v", fit.CurveSteps[last], fit.CurveObjective[last], best)
	}
}

// For a point at a and its mirror image, the soft margin has w = min(1/a, a/(2
// lambda)) where the penalty is lambda |w|^2, so alpha = 2 lambda (Shalev-Shwartz &
// Ben-David, exercise 15.8.3).
func TestMirrorImages(t *testing.T) {
	for _, a := range []float64{0.5, 1} {
		x := &sample.Matrix{N: 2, D: 1, X: []float64{a, -a}}
		_, fit := sgd(t, model.NewTraining(x, model.Classes{Of: []int32{1, 0}, Count: 2}), func(o *linear.SGDOptions) {
			o.Alpha, o.FitIntercept, o.Tol, o.MaxIter = 0.4, false, 0, 20000
		})
		if want := min(1/a, a/0.4); !(math.Abs(fit.Weights[0]-want) <= 0.01*want) {
			t.Errorf("a = %v: w = %v, want %v", a, fit.Weights[0], want)
		}
	}
}

// The mean that the code computes from two vectors equals the mean of all steps; and the
// last weights are those of the algorithm in the book.
func TestMeanOfAllSteps(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		n, d := rapid.IntRange(2, 40).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		x, y, _ := clouds(rng, n, d, 2)
		y[0], y[1] = 0, 1
		lambda := rapid.Float64Range(0.001, 1).Draw(t, "lambda")
		theta, mean := make([]float64, d), make([]float64, d)
		for i := range n {
			step, sign, value := float64(i+1), 2*float64(y[i])-1, 0.0
			for j, v := range theta {
				mean[j] += v / (lambda * step) / float64(n)
				value += v / (lambda * step) * x.Row(i)[j]
			}
			if margin := sign * value; math.Abs(margin-1) < 1e-9 {
				t.Skip("a tie")
			} else if margin < 1 {
				for j, v := range x.Row(i) {
					theta[j] += sign * v
				}
			}
		}
		for _, average := range []bool{true, false} {
			m := linear.NewSGDClassifier()
			m.Alpha, m.FitIntercept, m.Average = lambda, false, average
			if _, err := m.Update(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2})); err != nil {
				t.Fatal(err)
			}
			want := mean
			if !average {
				want = make([]float64, d)
				for j, v := range theta {
					want[j] = v / (lambda * float64(n+1))
				}
			}
			support.Near(t, "weights", m.Fitted().(*linear.SGDFit).Weights, want, 1e-9)
		}
	})
}

// Several updates, saved and loaded in between, equal one update with all samples, bit for
// bit; repeated samples equal integer weights of samples and of classes; and equal seeds
// give equal fits.
func TestSGDRelations(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		n, k := rapid.IntRange(8, 40).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "k")
		x, y, _ := clouds(rng, n, 3, k)
		part := func(from, to int) model.Training {
			return model.NewTraining(&sample.Matrix{N: to - from, D: 3, X: x.X[3*from : 3*to]}, model.Classes{Of: y[from:to], Count: k})
		}
		one, two := linear.NewSGDClassifier(), linear.NewSGDClassifier()
		cut := rapid.IntRange(1, n-1).Draw(t, "cut")
		for _, step := range []struct {
			m model.Updatable
			t model.Training
		}{{one, part(0, n)}, {two, part(0, cut)}} {
			if _, err := step.m.Update(nil, step.t); err != nil {
				t.Fatal(err)
			}
		}
		bytes, err := codec.Encode(codec.Model{Name: "SGDClassifier", Classes: names(k), Report: model.Report{Status: run.Converged}, Machine: two})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.Machine.(model.Updatable).Update(nil, part(cut, n)); err != nil {
			t.Fatal(err)
		}
		a, b := one.Fitted().(*linear.SGDFit), again.Machine.Fitted().(*linear.SGDFit)
		if !slices.Equal(a.Weights, b.Weights) || !slices.Equal(a.Bias, b.Bias) || a.Steps != b.Steps {
			t.Fatalf("in two parts %v, in one %v", b.Weights, a.Weights)
		}

		// A pass is as many steps as there are samples, so the passes are counted in
		// steps.
		weight, rows := make([]float64, n), []int(nil)
		labels := []int32(nil)
		for i := range n {
			weight[i] = float64(1 + rng.IntN(3))
			for range int(weight[i]) {
				rows, labels = append(rows, i), append(labels, y[i])
			}
		}
		_, repeated := sgd(t, model.NewTraining(x.Select(rows), model.Classes{Of: labels, Count: k}), func(o *linear.SGDOptions) { o.MaxIter, o.Tol = float64(n), 0 })
		weighted := linear.NewSGDClassifier()
		weighted.MaxIter, weighted.Tol = float64(len(rows)), 0
		if _, err := weighted.Fit(nil, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}); err != nil {
			t.Fatal(err)
		}
		if w := weighted.Fitted().(*linear.SGDFit); !slices.Equal(w.Weights, repeated.Weights) || w.Steps != repeated.Steps {
			t.Fatalf("weights give %v, repeated samples %v", w.Weights, repeated.Weights)
		}
		if _, other := sgd(t, part(0, n), func(o *linear.SGDOptions) { o.Seed = 1 }); slices.Equal(other.Theta, repeated.Theta) {
			t.Fatal("the seed makes no difference")
		}
	})
}

// With the default options: it learns, sparse and dense samples give the same fit, weights
// of 1 equal no weights, a sample of weight 0 has no effect, and the order of the classes
// changes the sign.
func TestSGDLearns(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	x, y := &sample.Matrix{N: 60, D: 3, X: make([]float64, 180)}, make([]int32, 60)
	for i := range y {
		y[i] = int32(i % 2)
		for j := range x.Row(i) {
			x.Row(i)[j] = rng.NormFloat64() / 2
		}
		x.Row(i)[0] += 3 * float64(y[i])
	}
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	asIs := func(*linear.SGDOptions) {}
	m, fit := sgd(t, training, asIs)
	predicted, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i := range y {
		if predicted[i] == y[i] {
			right++
		}
	}
	if right < 58 {
		t.Errorf("%d of 60 right", right)
	}
	csr := training
	csr.X = support.Sparse(x)
	_, other := sgd(t, csr, asIs)
	support.Near(t, "sparse samples", other.Weights, fit.Weights, 1e-9)
	weighted := training
	weighted.Weight = slices.Repeat([]float64{1}, 60)
	if _, other = sgd(t, weighted, asIs); !slices.Equal(other.Weights, fit.Weights) {
		t.Errorf("weights of 1 give %v, none %v", other.Weights, fit.Weights)
	}
	opposite := make([]int32, len(y))
	for i, c := range y {
		opposite[i] = 1 - c
	}
	turned := model.NewTraining(x, model.Classes{Of: opposite, Count: 2})
	_, other = sgd(t, turned, asIs)
	for j := range fit.Weights {
		if other.Weights[j] != -fit.Weights[j] {
			t.Errorf("with the classes turned %v, else %v", other.Weights, fit.Weights)
		}
	}
	// The number of steps with 60 samples is that with 58.
	weighted.Weight[0], weighted.Weight[59] = 0, 0
	_, without := sgd(t, model.NewTraining(&sample.Matrix{N: 58, D: 3, X: x.X[3:177]}, model.Classes{Of: y[1:59], Count: 2}),
		func(o *linear.SGDOptions) { o.MaxIter, o.Tol = 60, 0 })
	if _, other = sgd(t, weighted, func(o *linear.SGDOptions) { o.MaxIter, o.Tol = 58, 0 }); !slices.Equal(other.Weights, without.Weights) {
		t.Errorf("weights of 0 give %v, absence %v", other.Weights, without.Weights)
	}
}

// Stopping at any checkpoint keeps the solution so far; aborting keeps the previous fit.
func TestSGDCanEndAnywhere(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(9, 9)), 2000, 20, 3)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	m, before := sgd(t, training, func(o *linear.SGDOptions) { o.MaxIter = 4 })
	kept := slices.Clone(before.Weights)
	for _, at := range []int{1, 2, 5, 9} {
		for _, signal := range []run.Signal{run.Abort, run.Stop} {
			for _, fit := range []func(*run.Ctl, model.Training) (model.Report, error){m.Fit, m.Update} {
				visits := 0
				ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
					if visits++; visits == at {
						return signal
					}
					return run.Continue
				}}.Ctl()
				report, err := fit(ctl, training)
				if err != nil {
					t.Fatal(err)
				}
				ended := visits >= at // an update has few checkpoints
				if ended && signal == run.Abort && (report.Status != run.Aborted || !slices.Equal(kept, m.Fitted().(*linear.SGDFit).Weights)) {
					t.Fatalf("aborted at %d: %+v", at, report)
				}
				if ended && signal == run.Stop && report.Status != run.Stopped {
					t.Fatalf("stopped at %d: %+v", at, report)
				}
				kept = slices.Clone(m.Fitted().(*linear.SGDFit).Weights)
			}
		}
	}
}

func TestSGDRefuses(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(2, 9)), 10, 2, 2)
	m, fit := sgd(t, model.NewTraining(x, model.Classes{Of: y, Count: 2}), func(*linear.SGDOptions) {})
	kept := slices.Clone(fit.Weights)
	wide, _, _ := clouds(rand.New(rand.NewPCG(2, 9)), 10, 3, 2)
	for what, c := range map[string]struct {
		training model.Training
		code     fault.Code
	}{
		"another number of features": {model.NewTraining(wide, model.Classes{Of: y, Count: 2}), fault.FeatureCount},
		"another number of classes":  {model.NewTraining(x, model.Classes{Of: y, Count: 3}), fault.Type},
		"huge numbers":               {model.NewTraining(&sample.Matrix{N: 2, D: 2, X: []float64{1e200, 0, 0, 1}}, model.Classes{Of: []int32{0, 1}, Count: 2}), fault.Numeric},
	} {
		if report, err := m.Update(nil, c.training); !is(err, c.code) || !slices.Equal(kept, m.Fitted().(*linear.SGDFit).Weights) {
			t.Errorf("%s: %+v, %v", what, report, err)
		}
	}
	if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: make([]int32, 10), Count: 2})); !is(err, fault.OneClass) {
		t.Errorf("one class: %v", err)
	}
	zero := &sample.Matrix{N: 4, D: 2, X: make([]float64, 8)}
	if report, err := m.Fit(nil, model.NewTraining(zero, model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2})); err != nil {
		t.Errorf("all zero: %+v, %v", report, err)
	}
	if _, err := m.Update(nil, model.Training{Data: model.Data{X: zero, Target: model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2}, Weight: make([]float64, 4)}}); err != nil {
		t.Errorf("an update of no weight: %v", err)
	}
}

// A rising objective does not end a fit: a fit has converged when twice as many passes change
// the objective little, up or down; it is then close to the result of very many passes. Of these 60
// fits 56 ended as converged at a negative gap, with an objective up to 900 times too large.
func TestARisingObjectiveIsNotTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	converged := 0
	for trial := range 60 {
		n := 2 + trial%3*10
		x, y := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}, make([]int32, n)
		for i := range n {
			y[i] = int32(i % 2)
			x.X[2*i], x.X[2*i+1] = rng.NormFloat64()+float64(i%2), rng.NormFloat64()
		}
		m := linear.NewSGDClassifier()
		m.Alpha = []float64{1e-4, 1e-2, 0.1}[trial/20]
		training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
		report, err := m.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		curve := slices.Clone(m.Fitted().(*linear.SGDFit).CurveObjective)
		last := len(curve) - 1
		if change := math.Abs(curve[last-1]-curve[last]) / curve[last]; report.Gap != change {
			t.Errorf("n = %d: gap %v, the last change was %v", n, report.Gap, change)
		}
		if report.Status != run.Converged {
			continue
		}
		converged++
		m.Tol, m.MaxIter = 0, 1<<15
		if _, err := m.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		long := m.Fitted().(*linear.SGDFit).CurveObjective
		if best := long[len(long)-1]; !(report.Gap <= 1e-3) || !(report.Objective <= 1.02*best) {
			t.Errorf("n = %d: converged at %v with a gap of %v, %v is reached", n, report.Objective, report.Gap, best)
		}
	}
	if converged == 0 {
		t.Error("no fit has converged")
	}
}
