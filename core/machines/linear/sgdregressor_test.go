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
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
)

func corrected(t rapid.TB, training model.Training, set func(*linear.SGDRegressorOptions)) (*linear.SGDRegressor, *linear.SGDRegressorFit, model.Report) {
	t.Helper()
	m := linear.NewSGDRegressor()
	set(&m.SGDRegressorOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m, m.Fitted().(*linear.SGDRegressorFit), report
}

func eta(value float64) linear.Eta { return linear.Eta{Value: value} }

// TestSGDRegressorAsScikitLearn compares the weights after some passes with those of
// scikit-learn, which goes the same steps; see core/internal/golden/sgd.py.
func TestSGDRegressorAsScikitLearn(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			Data, Rate, Weights   string
			Eta0, Alpha, Constant float64
			Intercept, Average    bool
			Passes                float64
			Coef                  []float64
		}
	}
	facts.Golden(t, "sgd.json", &golden)
	for _, c := range golden.Cases {
		x, y := facts.Libsvm(t, c.Data)
		var w []float64
		if c.Weights == "steps" {
			for i := range y {
				w = append(w, 0.5+0.5*float64(i%5))
			}
		}
		_, f, _ := corrected(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}, func(o *linear.SGDRegressorOptions) {
			o.LearningRate, o.Eta0, o.Alpha, o.FitIntercept, o.Average, o.MaxIter, o.Tol = c.Rate, eta(c.Eta0), c.Alpha, c.Intercept, c.Average, c.Passes, 0
		})
		support.Near(t, c.Data, append(f.Weights, f.Bias[0]), append(c.Coef, c.Constant), golden.Tolerance)
	}
}

// planes returns n samples of d features with targets that are linear in them.
func planes(rng *rand.Rand, n, d int) (*sample.Matrix, []float64, []float64) {
	x, w := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]float64, d+1)
	for j := range w {
		w[j] = rng.NormFloat64()
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = w[d]
		for j := range d {
			x.Row(i)[j] = rng.NormFloat64()
			y[i] += w[j] * x.Row(i)[j]
		}
	}
	return x, y, w
}

// Both forms are those of the text, step by step (Table 2.3 and exercise 2.4.1), and where
// the targets are linear they reach the function itself.
func TestWidrowAndHoff(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d := rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		x, y, _ := planes(rng, n, d)
		const rate = 0.05
		w, b, alpha := make([]float64, d), 0.0, make([]float64, n)
		for range 5 {
			for i := range n {
				e := b - y[i]
				for j, v := range x.Row(i) {
					e += w[j] * v
				}
				for j, v := range x.Row(i) {
					w[j] -= rate * e * v
				}
				b -= rate * e
				alpha[i] -= rate * e
			}
		}
		training := model.NewTraining(x, model.Values(y))
		for _, form := range []string{"primal", "dual"} {
			_, f, _ := corrected(t, training, func(o *linear.SGDRegressorOptions) {
				o.Form, o.Eta0, o.MaxIter, o.Tol = form, eta(rate), 5, 0
			})
			support.Near(t, form, append(f.Weights, f.Bias[0]), append(w, b), 1e-12)
			if form == "dual" {
				support.Near(t, "alpha", f.Coef, alpha, 1e-12)
			} else if f.Coef != nil {
				t.Fatal("coefficients in primal form")
			}
		}
	})
	x, y, w := planes(rand.New(rand.NewPCG(3, 3)), 30, 3)
	for _, form := range []string{"primal", "dual"} {
		_, f, report := corrected(t, model.NewTraining(x, model.Values(y)), func(o *linear.SGDRegressorOptions) { o.Form, o.MaxIter, o.Tol = form, 3000, 0 })
		support.Near(t, "the function", append(f.Weights, f.Bias[0]), w, 1e-9)
		if len(report.Notes) > 0 || f.Eta != f.Limit/2 {
			t.Errorf("step %v of %v, notes %v", f.Eta, f.Limit, report.Notes)
		}
	}
}

// With a penalty both forms approach ridge regression with lambda = alpha n (C2-33): data
// and solution of C2-31, where lambda = 5.
func TestPenalisedStepsApproachRidge(t *testing.T) {
	line := model.NewTraining(&sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 2, 3}}, model.Values{1, 3, 4, 4})
	for _, c := range []struct {
		form      string
		constant  bool
		w, b      float64
		tolerance float64
	}{{"primal", true, 0.5, 2.25, 0.01}, {"primal", false, 23. / 19, 0, 0.01}, {"dual", true, 0.5, 2.25, 0.01}, {"dual", false, 23. / 19, 0, 1e-9}} {
		_, f, _ := corrected(t, line, func(o *linear.SGDRegressorOptions) {
			o.Form, o.FitIntercept, o.Alpha, o.MaxIter, o.Tol = c.form, c.constant, 1.25, 20000, 0
			if o.Eta0 = eta(0.001); !c.constant && c.form == "dual" {
				o.Eta0 = eta(0.05)
			}
		})
		support.Within(t, c.form, []float64{f.Weights[0], f.Bias[0]}, []float64{c.w, c.b}, c.tolerance)
		if c.form == "dual" && c.constant {
			support.Within(t, "alpha", f.Coef, []float64{-0.25, 0.05, 0.15, 0.05}, 0.01)
		}
	}
}

// From eta0 = 2/(|x|^2 + 1) of the longest sample on there is a warning. With a single
// sample the limit is exact: below it the error vanishes, above it grows without bound, and
// what overflows is a fault with a remedy.
func TestStepsThatAreTooLong(t *testing.T) {
	one := model.NewTraining(&sample.Matrix{N: 1, D: 2, X: []float64{1, 1}}, model.Values{1})
	const limit = 2. / 3
	for _, c := range []struct {
		eta, constant float64
		warns         bool
	}{{limit * 0.999, 1, false}, {limit, 1, true}, {limit * 1.001, 1, true}, {0.999, 0, false}, {1, 0, true}} {
		_, f, report := corrected(t, one, func(o *linear.SGDRegressorOptions) {
			o.Eta0, o.MaxIter, o.Tol, o.FitIntercept = eta(c.eta), 1<<15, 0, c.constant == 1
		})
		if warns := len(report.Notes) == 1 && report.Notes[0].Code == "WARN_STEP_LENGTH"; warns != c.warns {
			t.Errorf("eta0 = %v: notes %v", c.eta, report.Notes)
		}
		first, last := f.CurveObjective[0], f.CurveObjective[len(f.CurveObjective)-1]
		if c.eta < f.Limit && !(last < 1e-9*first) || c.eta > f.Limit && !(last > 1e9*first) {
			t.Errorf("eta0 = %v: the objective went from %v to %v", c.eta, first, last)
		}
	}
	m := linear.NewSGDRegressor()
	m.Eta0, m.Tol = eta(10), 0
	_, err := m.Fit(nil, one)
	var e *fault.Error
	if !errors.As(err, &e) || e.Code != fault.Numeric || e.Argument != "eta0" || !(math.Abs(e.Details["limit"].(float64)-limit) <= 1e-12) {
		t.Errorf("a diverging fit: %v", err)
	}
	m.Alpha = 0.2
	if _, err := m.Fit(nil, one); !errors.As(err, &e) || e.Code != fault.Option || e.Argument != "eta0" {
		t.Errorf("a step that takes all of the weights away: %v", err)
	}
}

// Updates in parts, saved and loaded in between, equal one update; weights of 0 leave samples
// out; shuffled passes visit every sample; and one rate cannot follow another.
func TestSGDRegressorGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	x, y, _ := planes(rng, 40, 3)
	for i := range y {
		y[i] += 0.1 * rng.NormFloat64()
	}
	part := func(from, to int) model.Training {
		return model.NewTraining(&sample.Matrix{N: to - from, D: 3, X: x.X[3*from : 3*to]}, model.Values(y[from:to]))
	}
	for _, form := range []string{"primal", "dual"} {
		set := func(m *linear.SGDRegressor) {
			m.Form, m.Average, m.LearningRate, m.Eta0, m.Shuffle = form, true, "sqrt", eta(0.1), true
			if form == "primal" {
				m.Alpha = 3
			}
		}
		one, two := linear.NewSGDRegressor(), linear.NewSGDRegressor()
		set(one)
		set(two)
		if _, err := one.Update(nil, part(0, 40)); err != nil {
			t.Fatal(err)
		}
		if _, err := two.Update(nil, part(0, 13)); err != nil {
			t.Fatal(err)
		}
		bytes, err := codec.Encode(codec.Model{Name: "SGDRegressor", Report: model.Report{Status: run.Converged}, Machine: two})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := again.Machine.(model.Updatable).Update(nil, part(13, 40)); err != nil {
			t.Fatal(err)
		}
		a, b := one.Result, again.Machine.Fitted().(*linear.SGDRegressorFit)
		if !slices.Equal(a.Weights, b.Weights) || a.Bias[0] != b.Bias[0] || !slices.Equal(a.Coef, b.Coef) || a.Steps != b.Steps {
			t.Fatalf("%s: in two parts %v, in one %v", form, b.Weights, a.Weights)
		}
		one.LearningRate = "constant"
		var e *fault.Error
		if _, err := one.Update(nil, part(0, 5)); !errors.As(err, &e) || e.Argument != "learningRate" {
			t.Errorf("another rate: %v", err)
		}
	}
	left := part(0, 40)
	left.Weight = make([]float64, 40)
	for i := range 10 {
		left.Weight[i] = 1
	}
	_, f, _ := corrected(t, left, func(o *linear.SGDRegressorOptions) { o.Eta0 = eta(0.1) })
	_, want, _ := corrected(t, part(0, 10), func(o *linear.SGDRegressorOptions) { o.Eta0 = eta(0.1) })
	support.Near(t, "weights of 0", f.Weights, want.Weights, 1e-12)
	_, shuffled, _ := corrected(t, part(0, 40), func(o *linear.SGDRegressorOptions) { o.Shuffle, o.MaxIter, o.Tol, o.Form = true, 1, 0, "dual" })
	for i, a := range shuffled.Coef {
		if a == 0 {
			t.Errorf("sample %d was not visited", i)
		}
	}
}
