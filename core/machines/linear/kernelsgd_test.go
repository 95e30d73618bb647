package linear_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

var rates = []string{"optimal", "pegasos", "sqrt"}

// With the linear kernel and the same draws KernelSGDClassifier is SGDClassifier, to 1e-12,
// for every loss, rate, number of classes and output, with and without a bias.
func TestKernelSGDIsSGD(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, k := rapid.IntRange(8, 40).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "k")
		x, y, _ := clouds(rng, n, 3, k)
		w := make([]float64, n)
		for i := range w {
			w[i] = 0.5 + rng.Float64()
		}
		training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: w}}
		a, b := linear.NewSGDClassifier(), linear.NewKernelSGDClassifier(catalog.Kernel)
		a.Loss = rapid.SampledFrom([]string{"hinge", "squaredHinge", "modifiedHuber", "logistic"}).Draw(t, "loss")
		a.Alpha = math.Exp(rapid.Float64Range(-6, 1).Draw(t, "log alpha"))
		a.LearningRate = rapid.SampledFrom(rates).Draw(t, "rate")
		a.Average, a.FitIntercept = rapid.Bool().Draw(t, "average"), rapid.Bool().Draw(t, "bias")
		a.InterceptScaling, a.MaxIter, a.Tol, a.Seed = 1.5, 20, 0, 7
		b.Kernel.Name = "linear"
		b.Loss, b.Alpha, b.Stepping, b.Average, b.FitIntercept = a.Loss, a.Alpha, a.Stepping, a.Average, a.FitIntercept
		b.InterceptScaling, b.MaxIter, b.Tol, b.Seed = a.InterceptScaling, a.MaxIter, a.Tol, a.Seed
		fit := []func(m model.Updatable) (model.Report, error){
			func(m model.Updatable) (model.Report, error) { return m.Fit(nil, training) },
			func(m model.Updatable) (model.Report, error) { return m.Update(nil, training) },
		}
		for _, learn := range fit {
			ra, err := learn(a)
			if err != nil {
				t.Fatalf("%v", err)
			}
			rb, err := learn(b)
			if err != nil {
				t.Fatalf("%v", err)
			}
			want, _, err := a.Decision(nil, x, "")
			if err != nil {
				t.Fatalf("%v", err)
			}
			got, _, err := b.Decision(nil, x, "")
			if err != nil {
				t.Fatalf("%v", err)
			}
			largest := 1.0
			for _, v := range want {
				largest = max(largest, math.Abs(v))
			}
			for i, v := range want {
				if !(math.Abs(got[i]-v) <= 1e-12*largest) {
					t.Fatalf("decision value %d is %v, in primal form %v", i, got[i], v)
				}
			}
			if a.Result.Steps != b.Result.Steps || !(math.Abs(ra.Objective-rb.Objective) <= 1e-9*(1+ra.Objective)) {
				t.Fatalf("%d steps and objective %v, in primal form %d and %v", b.Result.Steps, rb.Objective, a.Result.Steps, ra.Objective)
			}
		}
	})
}

// The weights are those of the textbook's steps, written down one by one: 1/(lambda t) as the
// book derives them ('pegasos'), and B/(rho sqrt(t)) with projection ('sqrt'), so long that the
// factor of theta is folded into it.
func TestLearningRates(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	x, y, _ := clouds(rng, 300, 2, 2)
	y[0], y[1] = 0, 1
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	for _, rate := range []string{"pegasos", "sqrt"} {
		for _, bound := range []float64{0.3, math.Inf(1)} {
			const lambda = 2
			w, mean, steps := make([]float64, 2), make([]float64, 2), 0.0
			b, radius := bound, 0.0
			if math.IsInf(b, 1) {
				b = math.Sqrt(2. / lambda)
			}
			for i := range x.N {
				radius = max(radius, math.Hypot(x.Row(i)[0], x.Row(i)[1]))
			}
			var passed [][]float64
			for range 3 {
				for i := range x.N {
					steps++
					sign, value := 2*float64(y[i])-1, 0.0
					for j, v := range x.Row(i) {
						value += w[j] * v
						mean[j] += w[j]
					}
					eta := 1 / (lambda * steps)
					if rate == "sqrt" {
						eta = b / ((radius + lambda*b) * math.Sqrt(steps))
					}
					for j, v := range x.Row(i) {
						w[j] *= 1 - eta*lambda
						if sign*value < 1 {
							w[j] += eta * sign * v
						}
					}
					if length := math.Hypot(w[0], w[1]); rate == "sqrt" && length > b {
						w[0], w[1] = w[0]*b/length, w[1]*b/length
					}
				}
				passed = append(passed, slices.Clone(w), []float64{mean[0] / steps, mean[1] / steps})
			}
			for _, average := range []bool{false, true} {
				m := linear.NewSGDClassifier()
				m.Alpha, m.FitIntercept, m.LearningRate, m.NormBound, m.Average = lambda, false, rate, bound, average
				for pass := range 3 {
					if _, err := m.Update(nil, training); err != nil {
						t.Fatal(err)
					}
					at := 2 * pass
					if average {
						at++
					}
					support.Near(t, rate, m.Result.Weights, passed[at], 1e-10)
				}
			}
		}
	}
}

// All rates approach the same objective.
func TestRatesApproachTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	x, y, _ := clouds(rng, 100, 2, 2)
	best := math.Inf(1)
	objectives := map[string]float64{}
	for _, rate := range rates {
		m := linear.NewSGDClassifier()
		m.Alpha, m.LearningRate, m.Tol, m.MaxIter = 0.1, rate, 0, 4000
		report, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
		if err != nil {
			t.Fatal(err)
		}
		objectives[rate], best = report.Objective, min(best, report.Objective)
	}
	for rate, objective := range objectives {
		if objective > 1.01*best {
			t.Errorf("%s: %v, the best is %v", rate, objective, best)
		}
	}
}

// Updates in parts, saved and loaded in between, equal one update, and a machine that has
// learnt with one rate refuses another.
func TestKernelSGDGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	x, y, _ := clouds(rng, 60, 3, 3)
	part := func(from, to int) model.Training {
		return model.NewTraining(&sample.Matrix{N: to - from, D: 3, X: x.X[3*from : 3*to]}, model.Classes{Of: y[from:to], Count: 3})
	}
	for _, rate := range rates {
		one, two := linear.NewKernelSGDClassifier(catalog.Kernel), linear.NewKernelSGDClassifier(catalog.Kernel)
		for _, m := range []*linear.KernelSGDClassifier{one, two} {
			m.Alpha, m.LearningRate = 0.01, rate
			m.Kernel.Gamma.Value, m.Kernel.Gamma.Name = 0.5, ""
		}
		if _, err := one.Update(nil, part(0, 60)); err != nil {
			t.Fatal(err)
		}
		if _, err := two.Update(nil, part(0, 25)); err != nil {
			t.Fatal(err)
		}
		bytes, err := codec.Encode(codec.Model{Name: "KernelSGDClassifier", Classes: names(3), Report: model.Report{Status: run.Converged}, Machine: two})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		u := again.Machine.(*linear.KernelSGDClassifier)
		if _, err := u.Update(nil, part(25, 60)); err != nil {
			t.Fatal(err)
		}
		want, _, err := one.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := u.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, rate, got, want, 1e-10)
		if one.Result.Steps != u.Result.Steps || one.Result.Samples != u.Result.Samples {
			t.Errorf("%d steps, %d samples; in parts %d, %d", one.Result.Steps, one.Result.Samples, u.Result.Steps, u.Result.Samples)
		}
		u.LearningRate = rates[(slices.Index(rates, rate)+1)%3]
		var e *fault.Error
		if _, err := u.Update(nil, part(0, 60)); !errors.As(err, &e) || e.Code != fault.Option || e.Argument != "learningRate" {
			t.Errorf("another rate: %v", err)
		}
	}
	given := linear.NewKernelSGDClassifier(catalog.Kernel)
	given.Kernel.Name = "precomputed"
	square := model.NewTraining(&sample.Matrix{N: 2, D: 2, X: []float64{1, 0, 0, 1}}, model.Classes{Of: []int32{0, 1}, Count: 2})
	if _, err := given.Fit(nil, square); err != nil {
		t.Fatal(err)
	}
	var e *fault.Error
	if _, err := given.Update(nil, square); !errors.As(err, &e) || e.Argument != "kernel" {
		t.Errorf("an update of precomputed values: %v", err)
	}
}
