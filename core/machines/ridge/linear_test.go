package ridge_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

func leastSquares(t rapid.TB, training model.Training, set func(*ridge.LinearRegressionOptions)) (*ridge.LinearRegression, *ridge.LinearRegressionFit, model.Report) {
	t.Helper()
	m := ridge.NewLinearRegression()
	if set != nil {
		set(&m.LinearRegressionOptions)
	}
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m, m.Fitted().(*ridge.LinearRegressionFit), report
}

func linearRidge(t rapid.TB, training model.Training, set func(*ridge.RidgeOptions)) (*ridge.Ridge, *ridge.RidgeFit, model.Report) {
	t.Helper()
	m := ridge.NewRidge()
	set(&m.RidgeOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return m, m.Fitted().(*ridge.RidgeFit), report
}

func line() model.Training {
	return model.NewTraining(&sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 2, 3}}, model.Values{1, 3, 4, 4})
}

// x = 0, 1, 2, 3 and y = 1, 3, 4, 4: w = 1, b = 3/2 and SSE = 1 (C2-28). With lambda = 5 and
// a constant w = 1/2, b = 9/4; without one w = 23/19 (C2-31 and C2-32, with the dual
// variables).
func TestVectorsOfTheText(t *testing.T) {
	_, f, report := leastSquares(t, line(), nil)
	support.Within(t, "least squares", []float64{f.Weights[0], f.Bias[0], f.SumOfSquares, report.Objective, float64(f.Rank)}, []float64{1, 1.5, 1, 1, 1}, 1e-14)
	support.Within(t, "residuals", f.Residuals, []float64{-0.5, 0.5, 0.5, -0.5}, 1e-14)
	for _, form := range []string{"primal", "dual"} {
		for _, c := range []struct {
			constant bool
			w, b     float64
			a        []float64
		}{
			{true, 0.5, 2.25, []float64{-0.25, 0.05, 0.15, 0.05}},
			{false, 23. / 19, 0, []float64{0.2, 34. / 95, 6. / 19, 7. / 95}},
		} {
			_, f, report := linearRidge(t, line(), func(o *ridge.RidgeOptions) { o.Alpha, o.FitIntercept, o.Form = 5, c.constant, form })
			support.Within(t, form, []float64{f.Weights[0], f.Bias[0]}, []float64{c.w, c.b}, 1e-14)
			support.Within(t, form+": loss", []float64{f.Penalized, report.Objective}, []float64{f.SumOfSquares + 5*c.w*c.w, f.Penalized}, 1e-13)
			for i, residual := range f.Residuals {
				support.WithinNumber(t, form+": residual is lambda a", residual, 5*c.a[i], 1e-13)
			}
			if form == "dual" {
				support.Within(t, "dual variables", f.Coef, c.a, 1e-14)
			} else if f.Coef != nil {
				t.Errorf("dual variables %v in primal form", f.Coef)
			}
		}
	}
}

// Gravitation, f = C m1 m2 / r^2: the logarithms have the weights 1, 1 and -2, and the
// constant ln C (example 3.1, C3-02).
func TestLogarithmsOfGravitation(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	const c = 6.674e-11
	x, y := make([]float64, 60), make([]float64, 20)
	for i := range y {
		m1, m2, r := math.Exp(10*rng.NormFloat64()), math.Exp(10*rng.NormFloat64()), math.Exp(5*rng.NormFloat64())
		x[3*i], x[3*i+1], x[3*i+2] = math.Log(m1), math.Log(m2), math.Log(r)
		y[i] = math.Log(c * m1 * m2 / (r * r))
	}
	_, f, _ := leastSquares(t, model.NewTraining(&sample.Matrix{N: 20, D: 3, X: x}, model.Values(y)), nil)
	support.Within(t, "weights and ln C", append(f.Weights, f.Bias[0]), []float64{1, 1, -2, math.Log(c)}, 1e-12)
	support.WithinNumber(t, "SSE", f.SumOfSquares, 0, 1e-20)
}

// golden is core/internal/golden/leastsquares.py's file.
type golden struct {
	Tolerance float64
	Linear    []struct {
		Data, Weights, Features string
		Alpha                   float64
		Intercept               bool
		Coef                    []float64
		Constant, SSE           float64
		Rank                    int
	}
	Classifiers []struct {
		Data, Weights               string
		C, Gamma                    float64
		Intercept                   bool
		DualCoef, Values, LooValues []float64
		Constant, Objective         float64
	}
}

func readGolden(t *testing.T) (g golden) {
	facts.Golden(t, "leastsquares.json", &g)
	return g
}

// TestLinearAsScikitLearn compares with scikit-learn's LinearRegression and Ridge on real
// data.
func TestLinearAsScikitLearn(t *testing.T) {
	g := readGolden(t)
	for _, c := range g.Linear {
		x, y := facts.Libsvm(t, c.Data)
		m := &sample.Matrix{N: x.Len(), D: x.Dim(), X: make([]float64, x.Len()*x.Dim())}
		for i := range x.Len() {
			x.Dense(m.Row(i), i)
		}
		if c.Features == "twice" {
			wide := &sample.Matrix{N: m.N, D: 2 * m.D, X: make([]float64, 2*m.N*m.D)}
			for i := range m.N {
				for j, v := range m.Row(i) {
					wide.Row(i)[j], wide.Row(i)[m.D+j] = v, 3*v
				}
			}
			m = wide
		}
		for _, set := range []sample.Set{m, support.Sparse(m)} {
			training := model.Training{Data: model.Data{X: set, Target: model.Values(y), Weight: weight(c.Weights, m.N)}}
			if c.Alpha == 0 {
				_, f, report := leastSquares(t, training, func(o *ridge.LinearRegressionOptions) { o.FitIntercept = c.Intercept })
				support.Near(t, c.Data, append(f.Weights, f.Bias[0], f.SumOfSquares), append(c.Coef, c.Constant, c.SSE), g.Tolerance)
				if f.Rank != c.Rank || (len(report.Notes) == 1) != (c.Rank < m.D) {
					t.Errorf("%s: rank %d, want %d, notes %v", c.Data, f.Rank, c.Rank, report.Notes)
				}
			}
			for _, form := range []string{"primal", "dual", "auto"} {
				if c.Alpha == 0 && form != "auto" {
					continue
				}
				_, f, report := linearRidge(t, training, func(o *ridge.RidgeOptions) {
					o.Alpha, o.FitIntercept, o.Form = c.Alpha, c.Intercept, form
				})
				support.Near(t, c.Data+" "+form, append(f.Weights, f.Bias[0], f.SumOfSquares), append(c.Coef, c.Constant, c.SSE), g.Tolerance)
				if c.Alpha > 0 && len(report.Notes) > 0 {
					t.Errorf("%s: notes %v", c.Data, report.Notes)
				}
			}
		}
	}
}

// Both forms give the same function, for any shape and weights, and a weight of 2 equals the
// sample twice; where there are more features than samples, LinearRegression goes through
// the samples with the shortest weights, to which those of Ridge tend.
func TestFormsOfRidgeAgree(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		n, d := rapid.IntRange(2, 20).Draw(t, "n"), rapid.IntRange(1, 20).Draw(t, "d")
		x, y := wave(rng, n, d)
		w, twice := make([]float64, n), []int{}
		for i := range w {
			w[i] = float64(i % 3)
			for range i % 3 {
				twice = append(twice, i)
			}
		}
		training := model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}
		repeated := model.NewTraining(x.Select(twice), model.Values(pick(y, twice)))
		constant := rapid.Bool().Draw(t, "constant")
		set := func(form string, alpha float64) func(o *ridge.RidgeOptions) {
			return func(o *ridge.RidgeOptions) { o.Form, o.Alpha, o.FitIntercept = form, alpha, constant }
		}
		_, primal, _ := linearRidge(t, training, set("primal", 0.3))
		_, dual, _ := linearRidge(t, training, set("dual", 0.3))
		_, again, _ := linearRidge(t, repeated, set("auto", 0.3))
		want := append(primal.Weights, primal.Bias[0])
		support.Near(t, "dual", append(dual.Weights, dual.Bias[0]), want, 1e-9)
		support.Near(t, "weights", append(again.Weights, again.Bias[0]), want, 1e-9)
		support.NearNumber(t, "loss", dual.Penalized, primal.Penalized, 1e-10)

		if d > n {
			_, shortest, _ := leastSquares(t, model.NewTraining(x, model.Values(y)), func(o *ridge.LinearRegressionOptions) { o.FitIntercept = constant })
			_, tiny, _ := linearRidge(t, model.NewTraining(x, model.Values(y)), set("dual", 1e-9))
			support.Near(t, "shortest", shortest.Weights, tiny.Weights, 1e-5)
			support.WithinNumber(t, "SSE", shortest.SumOfSquares, 0, 1e-16)
		}
	})
}

// More features than a block has rows: the penalty reaches each of them in both forms.
func TestFormsOfRidgeAgreeForManyFeatures(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(9, 9)), 12, 300)
	training := model.NewTraining(x, model.Values(y))
	form := func(name string) func(o *ridge.RidgeOptions) {
		return func(o *ridge.RidgeOptions) { o.Form, o.Alpha = name, 20 }
	}
	_, primal, _ := linearRidge(t, training, form("primal"))
	_, dual, _ := linearRidge(t, training, form("dual"))
	support.Near(t, "weights", append(dual.Weights, dual.Bias[0]), append(primal.Weights, primal.Bias[0]), 1e-9)
}

// Rows whose leading features are zero were lost where there were no more rows than features: the
// weights were [0, 0] for any alpha.
func TestRidgeKeepsRowsThatBeginWithZeros(t *testing.T) {
	training := model.NewTraining(&sample.Matrix{N: 2, D: 2, X: []float64{0, 2.6, 0, 0}}, model.Values{2, 0})
	training.Weight = []float64{1, 0}
	_, f, _ := linearRidge(t, training, func(o *ridge.RidgeOptions) { o.Alpha, o.FitIntercept, o.Form = 1, false, "primal" })
	support.Within(t, "weights", f.Weights, []float64{0, 2.6 * 2 / (2.6*2.6 + 1)}, 1e-14)
	_, g, _ := leastSquares(t, training, func(o *ridge.LinearRegressionOptions) { o.FitIntercept = false })
	support.Within(t, "weights without a penalty", g.Weights, []float64{0, 2 / 2.6}, 1e-14)
}

// Without a penalty Ridge is LinearRegression, also where there are more features than samples: it
// says that the weights are the shortest of many.
func TestRidgeWithoutAPenaltyIsLinearRegression(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(9, 1)), 4, 7)
	training := model.NewTraining(x, model.Values(y))
	_, want, _ := leastSquares(t, training, nil)
	_, got, report := linearRidge(t, training, func(o *ridge.RidgeOptions) { o.Alpha = 0 })
	support.Near(t, "weights", append(got.Weights, got.Bias[0]), append(want.Weights, want.Bias[0]), 1e-12)
	if got.Rank != want.Rank || len(got.Coef) > 0 || len(report.Notes) != 1 || report.Notes[0].Code != "WARN_SINGULAR" {
		t.Errorf("rank %d, not %d; %d dual coefficients, notes %v", got.Rank, want.Rank, len(got.Coef), report.Notes)
	}
}

func TestLinearRefusals(t *testing.T) {
	wide := &sample.CSR{N: 30000, D: 30000, Ptr: make([]int32, 30001)}
	huge := model.NewTraining(wide, make(model.Values, 30000))
	for name, c := range map[string]struct {
		machine  string
		training model.Training
		code     fault.Code
		argument string
	}{
		"wide":     {"LinearRegression", huge, fault.Memory, "X"},
		"wide too": {"Ridge", huge, fault.Memory, "X"},
		"weights":  {"Ridge", model.Training{Data: model.Data{X: line().X, Target: line().Target, Weight: make([]float64, 4)}}, fault.Weight, "sampleWeight"},
		"overflow": {"LinearRegression", model.NewTraining(line().X, model.Values{1e308, -1e308, 1e308, 1e308}), fault.Numeric, "X"},
	} {
		m, err := catalog.NewMachine(c.machine)
		if err != nil {
			t.Fatal(err)
		}
		_, err = m.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bug: a feature of numbers of 1e-170 counted as zeros, of rank 0. Powers of two round nothing.
func TestLeastSquaresInTinyUnits(t *testing.T) {
	_, want, _ := leastSquares(t, line(), nil)
	scaled := line()
	for i, v := range scaled.X.(*sample.Matrix).X {
		scaled.X.(*sample.Matrix).X[i] = v * 0x1p-560
	}
	_, got, report := leastSquares(t, scaled, nil)
	support.Within(t, "function", []float64{got.Weights[0] * 0x1p-560, got.Bias[0], float64(got.Rank)}, []float64{want.Weights[0], want.Bias[0], 1}, 0)
	if len(report.Notes) > 0 {
		t.Errorf("notes %v", report.Notes)
	}
}
