package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func gauss(gamma float64) kernel.Spec {
	return kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: gamma}}
}

// targets is a smooth function of the samples, with noise.
func targets(rng *rand.Rand, x *sample.Matrix) []float64 {
	y := make([]float64, x.N)
	for i := range y {
		for j, v := range x.Row(i) {
			y[i] += math.Sin(v+float64(j)) / float64(j+1)
		}
		y[i] += 0.2 * rng.NormFloat64()
	}
	return y
}

// draw returns random samples, targets and labels.
func draw(t *rapid.T, least int) (x *sample.Matrix, y []float64, labels []int32, rng *rand.Rand) {
	rng = rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
	x, labels = data(rng, rapid.IntRange(least, 50).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d"), 2)
	return x, targets(rng, x), labels, rng
}

func predictions(t rapid.TB, m model.Regressor, x sample.Set) []float64 {
	t.Helper()
	f, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func values(t rapid.TB, m model.Detector, x sample.Set) []float64 {
	t.Helper()
	f, err := m.Decision(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func train(t rapid.TB, m model.Machine, training model.Training) model.Report {
	t.Helper()
	r, err := m.Fit(nil, facts.For(m, training))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// If k(x, x) is the same for all x, SVDD and OneClassSVM have the same region:
// f_SVDD = 2 f_one-class / (nu W).
func TestOneClassIsSVDD(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, _, _, rng := draw(t, 5)
		weight, total := make([]float64, x.N), 0.0
		for i := range weight {
			weight[i] = 0.5 + rng.Float64()
			total += weight[i]
		}
		one, ball := svm.NewOneClassSVM(catalog.Kernel), svm.NewSVDD(catalog.Kernel)
		one.Nu, one.Kernel, one.Tol = rapid.Float64Range(0.05, 0.95).Draw(t, "nu"), gauss(0.5), 1e-9
		ball.Nu, ball.Kernel, ball.Tol = one.Nu, one.Kernel, one.Tol
		train(t, one, model.Training{Data: model.Data{X: x, Weight: weight}})
		train(t, ball, model.Training{Data: model.Data{X: x, Weight: weight}})
		f, want := values(t, ball, x), values(t, one, x)
		for i := range want {
			want[i] *= 2 / (one.Nu * total)
		}
		support.Near(t, "f", f, want, 1e-7)
	})
}

// nu is an upper bound on the share of samples outside, and a lower bound on the share of
// support vectors.
func TestNuBoundsBothShares(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y, labels, _ := draw(t, 10)
		nu := rapid.Float64Range(0.05, 0.9).Draw(t, "nu")
		holds := func(what string, errors, support float64) {
			if !(errors <= nu+1e-12) || !(support >= nu-1e-12) {
				t.Fatalf("%s: nu = %v, but a share of %v outside and of %v support vectors", what, nu, errors, support)
			}
		}
		one := svm.NewOneClassSVM(catalog.Kernel)
		one.Nu, one.Kernel, one.Tol = nu, gauss(0.5), 1e-5
		train(t, one, model.NewTraining(x, nil))
		holds("OneClassSVM", one.Fitted().(*svm.OneClassSVMFit).Errors, one.Fitted().(*svm.OneClassSVMFit).Support)
		ball := svm.NewSVDD(catalog.Kernel)
		ball.Nu, ball.Kernel, ball.Tol = nu, kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}, 1e-5
		train(t, ball, model.NewTraining(x, nil))
		holds("SVDD", ball.Fitted().(*svm.SVDDFit).Errors, ball.Fitted().(*svm.SVDDFit).Support)
		tube := svm.NewNuSVR(catalog.Kernel)
		tube.Nu, tube.Kernel, tube.Tol = nu, gauss(0.5), 1e-5
		train(t, tube, model.NewTraining(x, model.Values(y)))
		if fit := tube.Fitted().(*svm.NuSVRFit); fit.Epsilon > 0 {
			holds("NuSVR", fit.Errors, fit.Support)
		}
		c := svm.NewNuSVC(catalog.Kernel)
		c.Nu, c.Kernel, c.Tol = nu, gauss(0.5), 1e-5
		if _, err := c.Fit(nil, model.NewTraining(x, model.Classes{Of: labels, Count: 2})); err == nil {
			fit := c.Fitted().(*svm.NuSVCFit)
			holds("NuSVC", fit.Errors[0], fit.Support[0])
		} else if nu < 0.9 && x.N%2 == 0 {
			t.Fatal(err)
		}
	})
}

// SVC with the C that NuSVC reports has the same solution.
func TestNuAndCAreEquivalent(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, _, y, _ := draw(t, 10)
		nuIsC(t, x, y, rapid.Float64Range(0.1, 0.8).Draw(t, "nu"))
	})
}

// Solutions of a tolerance of 1e-7 differed by 3e-4 here.
func TestNuAndCOfALargeC(t *testing.T) {
	x, y := data(rand.New(rand.NewPCG(2, 3)), 18, 2, 2)
	nuIsC(t, x, y, 0.457000732421875)
}

func nuIsC(t rapid.TB, x *sample.Matrix, y []int32, share float64) {
	t.Helper()
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	nu := svm.NewNuSVC(catalog.Kernel)
	nu.Nu, nu.Kernel, nu.Tol = share, gauss(0.5), 1e-7
	train(t, nu, training)
	if c := nu.Fitted().(*svm.NuSVCFit).C[0]; c == 0 || c > 30 {
		t.Skip("the margin all but vanished, and a smaller tolerance would take long")
	}
	nu.Tol = 1e-9
	train(t, nu, training)
	fit := nu.Fitted().(*svm.NuSVCFit)
	c := svm.NewSVC(catalog.Kernel)
	c.C, c.Kernel, c.Tol = fit.C[0], nu.Kernel, 1e-9
	train(t, c, training)
	want := c.Fitted().(*svm.SVCFit)
	f, _, err := nu.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	g := decide(t, c, x)
	for i := range f { // the bias is an interval when no support vector is free
		f[i], g[i] = f[i]-fit.Intercept[0], g[i]-want.Intercept[0]
	}
	support.Near(t, "f", f, g, 1e-4)
	// sum alpha / (C n) = nu
	var sum float64
	for _, a := range want.Coef {
		sum += math.Abs(a)
	}
	support.Near(t, "nu", []float64{sum / (c.C * float64(x.N))}, []float64{nu.Nu}, 1e-4)
}

// SVR with the epsilon that NuSVR reports has the same solution.
func TestNuAndEpsilonAreEquivalent(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y, _, _ := draw(t, 10)
		training := model.NewTraining(x, model.Values(y))
		nu := svm.NewNuSVR(catalog.Kernel)
		nu.Nu, nu.C, nu.Kernel, nu.Tol = rapid.Float64Range(0.1, 1).Draw(t, "nu"), rapid.Float64Range(0.1, 20).Draw(t, "C"), gauss(0.5), 1e-10
		r := train(t, nu, training)
		fit := nu.Fitted().(*svm.NuSVRFit)
		e := svm.NewSVR(catalog.Kernel)
		e.C, e.Epsilon, e.Kernel, e.Tol = nu.C, fit.Epsilon, nu.Kernel, 1e-10
		s := train(t, e, training)
		var sum float64
		for _, c := range fit.Coef {
			sum += math.Abs(c)
		}
		support.Near(t, "objective", []float64{r.Objective + fit.Epsilon*sum}, []float64{s.Objective}, 1e-6)
		other := e.Fitted().(*svm.SVRFit)
		f, g := predictions(t, nu, x), predictions(t, e, x)
		for i := range f {
			f[i], g[i] = f[i]-fit.Intercept, g[i]-other.Intercept
		}
		support.Near(t, "f", f, g, 1e-5)
	})
}

// At the hard-margin optimum W = 1/2 sum alpha = 1/(2 gamma^2) (Cristianini &
// Shawe-Taylor, Exercise 6.4.1), with and without an intercept.
func TestHardMarginIdentity(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, _, y, _ := draw(t, 4)
		m := svm.NewSVC(catalog.Kernel)
		m.C, m.Kernel, m.Tol, m.FitIntercept = math.Inf(1), gauss(2), 1e-7, rapid.Bool().Draw(t, "intercept")
		r := train(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
		if r.Status != "converged" {
			return // not separable, or with a tiny margin
		}
		fit := m.Fitted().(*svm.SVCFit)
		f := decide(t, m, x)
		var sum, smallest float64 = 0, math.Inf(1)
		for _, a := range fit.Coef {
			sum += math.Abs(a)
		}
		for i, v := range f {
			smallest = min(smallest, float64(2*y[i]-1)*v)
		}
		w := norm(t, at(f, fit.Indices), fit.Coef, upTo(len(fit.Coef)), fit.Intercept[0])
		support.Near(t, "W", []float64{-r.Objective, sum / 2, w / 2}, []float64{w / 2, w / 2, -r.Objective}, 1e-4)
		support.Near(t, "functional margin", []float64{smallest}, []float64{1}, 1e-4)
	})
}

func at(f []float64, index []int32) []float64 {
	out := make([]float64, len(index))
	for p, i := range index {
		out[p] = f[i]
	}
	return out
}

func upTo(n int) []int32 {
	index := make([]int32, n)
	for i := range index {
		index[i] = int32(i)
	}
	return index
}

// The slack of the 2-norm soft margin is alpha / (2 C_i), and that of the quadratic
// loss of a regression likewise (Cristianini & Shawe-Taylor, Propositions 6.11 and
// 6.20), each class and sample with its own C_i.
func TestSquaredLosses(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y, labels, rng := draw(t, 5)
		weight := make([]float64, x.N)
		for i := range weight {
			weight[i] = 0.5 + rng.Float64()
		}
		c := svm.NewSVC(catalog.Kernel)
		c.C, c.Loss, c.Kernel, c.Tol = rapid.Float64Range(0.1, 20).Draw(t, "C"), "squaredHinge", gauss(0.5), 1e-9
		c.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1, 3}}
		c.FitIntercept = rapid.Bool().Draw(t, "intercept")
		train(t, c, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: labels, Count: 2}, Weight: weight}})
		fit := c.Fitted().(*svm.SVCFit)
		f := decide(t, c, x)
		for v, i := range fit.Indices {
			own := c.C * weight[i] * c.ClassWeight.Weights[labels[i]]
			s := float64(2*labels[i] - 1)
			support.Near(t, "slack", []float64{1 - s*f[i]}, []float64{s * fit.Coef[v] / (2 * own)}, 1e-6)
		}
		r := svm.NewSVR(catalog.Kernel)
		r.C, r.Epsilon, r.Loss, r.Kernel, r.Tol = c.C, 0.05, "squaredEpsilonInsensitive", gauss(0.5), 1e-9
		train(t, r, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: weight}})
		g := predictions(t, r, x)
		tube := r.Fitted().(*svm.SVRFit)
		for v, i := range tube.Indices {
			excess := math.Abs(y[i]-g[i]) - r.Epsilon
			support.Near(t, "excess", []float64{excess}, []float64{math.Abs(tube.Coef[v]) / (2 * r.C * weight[i])}, 1e-6)
		}
	})
}

// The forces of the support vectors on the function balance: sum coef = 0, and for
// a linear machine their torques, sum coef_i x_i x w = 0, because w is their sum.
func TestForcesAndTorquesBalance(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y, labels, _ := draw(t, 5)
		spec := kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}
		c, r := svm.NewSVC(catalog.Kernel), svm.NewSVR(catalog.Kernel)
		c.Kernel, r.Kernel = spec, spec
		train(t, c, model.NewTraining(x, model.Classes{Of: labels, Count: 2}))
		train(t, r, model.NewTraining(x, model.Values(y)))
		for name, coef := range map[string][]float64{"SVC": c.Fitted().(*svm.SVCFit).Coef, "SVR": r.Fitted().(*svm.SVRFit).Coef} {
			var force float64
			for _, a := range coef {
				force += a
			}
			if !(math.Abs(force) <= 1e-9) {
				t.Fatalf("%s: the coefficients sum to %v", name, force)
			}
		}
		// Each support vector pushes the hyperplane along w/|w| at its place: the
		// torques sum to (sum coef_i x_i) x w = w x w.
		fit, w := c.Fitted().(*svm.SVCFit), make([]float64, x.D)
		f := decide(t, c, x)
		for v, i := range fit.Indices {
			for j := range w {
				w[j] += fit.Coef[v] * x.Row(int(i))[j]
			}
		}
		for i := range f {
			var dot float64
			for j := range w {
				dot += w[j] * x.Row(i)[j]
			}
			support.Near(t, "<w,x> + b", []float64{dot + fit.Intercept[0]}, []float64{f[i]}, 1e-9)
		}
	})
}

// Samples that are not support vectors can be removed without a change of the function.
func TestOnlySupportVectorsMatterToRegressions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	x, _ := data(rng, 120, 2, 2)
	y := targets(rng, x)
	base := svm.NewSVR(catalog.Kernel)
	base.Epsilon, base.Kernel, base.Tol = 0.3, gauss(0.5), 1e-9
	train(t, base, model.NewTraining(x, model.Values(y)))
	var rows []int
	var rest []float64
	for _, i := range base.Fitted().(*svm.SVRFit).Indices {
		rows, rest = append(rows, int(i)), append(rest, y[i])
	}
	if len(rows) == 0 || len(rows) > 100 {
		t.Fatalf("%d of 120 samples are support vectors: nothing to test", len(rows))
	}
	again := svm.NewSVR(catalog.Kernel)
	again.SVROptions = base.SVROptions
	train(t, again, model.NewTraining(x.Select(rows), model.Values(rest)))
	support.Near(t, "f", predictions(t, again, x), predictions(t, base, x), 1e-6)
}

// A different tube for every sample: a sample with a wide tube has no influence.
func TestSampleEpsilon(t *testing.T) {
	x := matrix(1, 0, 1, 2, 3)
	y := []float64{0, 1, 5, 3}
	m := svm.NewSVR(catalog.Kernel)
	m.C, m.Kernel.Name, m.Tol = math.Inf(1), "linear", 1e-9
	r := train(t, m, model.Training{Data: model.Data{X: x, Target: model.Values(y), Rows: model.Given{"sampleEpsilon": []float64{0.1, 0.1, 10, 0.1}}}})
	if r.Status != "converged" || len(r.Notes) != 0 {
		t.Fatalf("status %s, notes %v", r.Status, r.Notes)
	}
	support.Near(t, "f", predictions(t, m, x), []float64{0.1, 1 + 0.1/3, 2 - 0.1/3, 2.9}, 1e-6)
	// Without the exception nothing stays within the tube.
	m.Epsilon = 0.1
	r = train(t, m, model.NewTraining(x, model.Values(y)))
	if r.Status != "infeasible" || len(r.Notes) != 1 || r.Notes[0].Code != "WARN_INFEASIBLE" {
		t.Errorf("status %s, notes %v", r.Status, r.Notes)
	}
	// The line x + 1.5 is within 1.5 of all, and no line within less.
	for epsilon, want := range map[float64]run.Status{1.501: run.Converged, 1.499: run.Infeasible} {
		m.Epsilon = epsilon
		if r = train(t, m, model.NewTraining(x, model.Values(y))); r.Status != want {
			t.Errorf("a tube of half-width %v: status %s, want %s", epsilon, r.Status, want)
		}
	}
}

func TestInfeasibleNu(t *testing.T) {
	x := matrix(1, 0, 1, 2, 3, 4, 5, 6, 7)
	m := svm.NewNuSVC(catalog.Kernel)
	m.Nu = 0.6
	_, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 0, 1, 1, 1, 1, 1, 1}, Count: 2}))
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != fault.Option || e.Argument != "nu" || e.Details["largest"] != 0.5 {
		t.Errorf("%v", err)
	}
	m.Nu = 0.5
	if _, err = m.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 0, 1, 1, 1, 1, 1, 1}, Count: 2})); err != nil {
		t.Error(err)
	}
}
