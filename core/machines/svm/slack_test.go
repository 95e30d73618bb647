package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/assess/margin"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// softBox maximises the dual of the mixed slack machine that follows from Exercise 6.4.3,
//
//	sum a - 1/2 sum a_i a_j y_i y_j k_ij - 1/(2 C2) sum max(0, a - C1/2)^2,  a >= 0
//
// one variable at a time, without an intercept. It returns sum of a_j y_j k_ij.
func softBox(k [][]float64, y []float64, c1, c2 float64) []float64 {
	n := len(y)
	a, f := make([]float64, n), make([]float64, n)
	for range 20000 {
		most := 0.0
		for i := range a {
			// In one variable the objective is a parabola up to C1/2, and a narrower one beyond.
			rest := 1 - y[i]*f[i] + a[i]*k[i][i]
			next := max(0, rest/k[i][i])
			if next > c1/2 {
				next = max(c1/2, (rest+c1/2/c2)/(k[i][i]+1/c2))
			}
			step := next - a[i]
			most = max(most, math.Abs(step))
			a[i] = next
			for j := range f {
				f[j] += step * y[i] * k[i][j]
			}
		}
		if most < 1e-13 {
			break
		}
	}
	return f
}

func TestMixedSlackAgainstTheDualOfTheExercise(t *testing.T) {
	for seed := range uint64(6) {
		rng := rand.New(rand.NewPCG(seed, 3))
		x, labels := data(rng, 10+5*int(seed), 3, 2)
		c1, c2 := 0.1+4*rng.Float64(), 0.1+4*rng.Float64()
		y, k := make([]float64, x.N), make([][]float64, x.N)
		for i := range y {
			y[i] = 1 - 2*float64(labels[i])
			k[i] = make([]float64, x.N)
			for j := range k[i] {
				distance := 0.0
				for l, v := range x.Row(i) {
					distance += (v - x.Row(j)[l]) * (v - x.Row(j)[l])
				}
				k[i][j] = math.Exp(-2 * distance)
			}
		}
		m := svm.NewSVC(catalog.Kernel)
		m.Loss, m.C, m.SquaredC, m.FitIntercept, m.Kernel, m.Tol = "mixed", c1/2, c2/2, false, gauss(2), 1e-10
		training := model.NewTraining(x, model.Classes{Of: labels, Count: 2})
		train(t, m, training)
		f, _, err := m.Decision(nil, x, "ovr")
		if err != nil {
			t.Fatal(err)
		}
		want := softBox(k, y, c1, c2)
		for i := range want {
			want[i] = -want[i] // positive means class 1
		}
		support.Near(t, "f", f, want, 1e-8)
		dual, err := m.Dual(0, training)
		if err != nil {
			t.Fatal(err)
		}
		values, err := m.Values(nil, 0, x.Select(dual.Rows))
		if err != nil {
			t.Fatal(err)
		}
		r := margin.Diagnose(dual, values, 1e-6)
		if !(math.Abs(r.Gap) <= 1e-7*(1+r.Primal)) || !(slices.Max(r.Residual) <= 1e-8) {
			t.Fatalf("gap %v, residual %v", r.Gap, slices.Max(r.Residual))
		}
	}
}

// If one penalty is almost zero, the machine is that of the other penalty.
func TestMixedSlackHasBothSoftMargins(t *testing.T) {
	data := noisy(60, 11)
	classes := data
	classes.Target = model.Classes{Of: make([]int32, 60), Count: 2}
	for i, v := range data.Values() {
		if v > 5 {
			classes.Labels()[i] = 1
		}
	}
	for _, c := range []struct {
		c, squared float64
		svr, svc   string
	}{{2, 1e-10, "epsilonInsensitive", "hinge"}, {1e-10, 2, "squaredEpsilonInsensitive", "squaredHinge"}} {
		regressions, classifiers := [2]*svm.SVR{}, [2]*svm.SVC{}
		for k := range 2 {
			regressions[k], classifiers[k] = svm.NewSVR(catalog.Kernel), svm.NewSVC(catalog.Kernel)
			r, s := regressions[k], classifiers[k]
			r.Loss, r.C, r.SquaredC, r.Tol = "mixed", c.c, c.squared, 1e-9
			s.Loss, s.C, s.SquaredC, s.Tol = "mixed", c.c, c.squared, 1e-9
			if k == 1 {
				r.Loss, s.Loss, r.C, s.C = c.svr, c.svc, 2, 2
			}
			fitted(t, r, data)
			fitted(t, s, classes)
		}
		support.Near(t, c.svr, predictions(t, regressions[0], data.X), predictions(t, regressions[1], data.X), 1e-6)
		got, _, _ := classifiers[0].Decision(nil, data.X, "ovr")
		want, _, _ := classifiers[1].Decision(nil, data.X, "ovr")
		support.Near(t, c.svc, got, want, 1e-6)
	}
}

// The study solvers also solve the mixed machines, or refuse them.
func TestMixedSlackByOtherSolvers(t *testing.T) {
	data := noisy(40, 12)
	data.Weight = nil
	m := svm.NewSVR(catalog.Kernel)
	m.Loss, m.C, m.SquaredC, m.Tol = "mixed", 0.5, 0.7, 1e-7
	fitted(t, m, data)
	want := predictions(t, m, data.X)
	solved := 0
	for _, name := range []string{"smoPlatt", "smoQuadrants", "decomposition", "chunking", "ascent", "interiorPoint"} {
		m.Solver = name
		r, err := m.Fit(nil, data)
		if errors.Is(err, fault.New(fault.Option, "", "")) {
			continue
		}
		if err != nil || r.Status != run.Converged {
			t.Errorf("%s: %s, %v", name, r.Status, err)
			continue
		}
		solved++
		support.Near(t, name, predictions(t, m, data.X), want, 1e-4)
	}
	if solved != 3 {
		t.Errorf("%d solvers solve it", solved)
	}
	c := svm.NewSVC(catalog.Kernel)
	c.Loss = "mixed"
	for _, c.Solver = range []string{"smoPlatt", "smoQuadrants"} {
		_, err := c.Fit(nil, model.NewTraining(matrix(1, -1, 1), model.Classes{Of: []int32{0, 1}, Count: 2}))
		if !errors.Is(err, fault.New(fault.Option, "", "")) {
			t.Errorf("%s: %v", c.Solver, err)
		}
	}
}

// asymmetric draws a regression with widths and weights of either side for every sample.
func asymmetric(n int, seed uint64) model.Training {
	t := noisy(n, seed)
	widths, weights := make([]float64, n), make([]float64, n)
	for i := range n {
		widths[i], weights[i] = 0.3*t.Rows["sampleEpsilon"][n-1-i], 0.2+float64(i%5)
	}
	t.Rows["sampleEpsilonBelow"], t.Rows["sampleWeightBelow"] = widths, weights
	return t
}

// Two machines, two solvers, one problem.
func TestAsymmetricTubes(t *testing.T) {
	data := asymmetric(60, 5)
	for name, c := range map[string][2]string{"size": {"epsilonInsensitive", "epsilonInsensitive"}, "square": {"gaussian", "squaredEpsilonInsensitive"}} {
		one, other := convexLoss(c[0], 2, 1, 2), svr(c[1], 2, 0)
		if name == "square" {
			one.C = 4 // of half the square
		}
		one.WeightBelow, other.WeightBelow = 1.5, 1.5
		fitted(t, one, data)
		report := fitted(t, other, data)
		support.Near(t, name, predictions(t, other, data.X), predictions(t, one, data.X), 2e-6)
		for _, m := range []model.DualMachine{one, other} {
			r := diagnosis(t, m, data, 1e-6)
			// Of objectives that are equal to some eight digits.
			support.Near(t, name+": primal", []float64{r.Primal, r.Dual}, []float64{-report.Objective, -report.Objective}, 1e-5)
			if worst := slices.Max(r.Residual); !(worst <= 1e-5) {
				t.Errorf("%s: residual %v", name, worst)
			}
		}
	}
}

// A weight of a sample below the function took the place of its weight, where the option weightBelow is
// a factor of it: C 0.01 times 3 times 2 is the bound that both give.
func TestSampleWeightBelowIsTheOptionForEachRow(t *testing.T) {
	x, _ := sample.NewMatrix([]float64{0, 1, 2, 3}, 4, 1)
	data := model.Training{Data: model.Data{X: x, Target: model.Values{0, 5, -5, 0}, Weight: []float64{3, 3, 3, 3}}}
	byOption, byRow := svr("epsilonInsensitive", 0.01, 0), svr("epsilonInsensitive", 0.01, 0)
	byOption.WeightBelow = 2
	byRow.WeightBelow = 7 // which the rows replace
	fitted(t, byOption, data)
	data.Rows = model.Given{"sampleWeightBelow": {2, 2, 2, 2}}
	fitted(t, byRow, data)
	if least := slices.Min(byOption.Result.Coef); !(math.Abs(least+0.06) <= 1e-12) || !slices.Equal(byOption.Result.Coef, byRow.Result.Coef) {
		t.Errorf("coefficients %v by the option, %v by rows", byOption.Result.Coef, byRow.Result.Coef)
	}
}

// With equal sides the machine equals the symmetric one, bit for bit.
func TestEqualSidesGiveTheSymmetricTube(t *testing.T) {
	data := noisy(60, 6)
	both := data
	below := slices.Repeat([]float64{1}, 60)
	both.Rows = model.Given{"sampleEpsilon": data.Rows["sampleEpsilon"], "sampleEpsilonBelow": data.Rows["sampleEpsilon"], "sampleWeightBelow": below}
	for _, loss := range []string{"epsilonInsensitive", "squaredEpsilonInsensitive", "mixed"} {
		a, b, c := svr(loss, 2, 0.1), svr(loss, 2, 0.1), svr(loss, 2, 0.1)
		fitted(t, a, data)
		fitted(t, b, both)
		if !slices.Equal(predictions(t, a, data.X), predictions(t, b, data.X)) {
			t.Errorf("%s: two functions", loss)
		}
		data.Rows = nil
		a.Epsilon, c.Epsilon, c.EpsilonBelow = 0.2, 0.2, svm.BelowWidth{Value: 0.2}
		fitted(t, a, data)
		fitted(t, c, data)
		if !slices.Equal(predictions(t, a, data.X), predictions(t, c, data.X)) {
			t.Errorf("%s: two functions of the options", loss)
		}
		data.Rows = model.Given{"sampleEpsilon": both.Rows["sampleEpsilon"]}
	}
}

// If errors below cost (1-q)/q times those above, and the tube has width 0, at most a
// share q lies below the function and at most 1 - q above it (Koenker and Bassett);
// otherwise a change of the constant would lower the objective.
func TestQuantiles(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y, _, _ := draw(t, 10)
		q := rapid.Float64Range(0.05, 0.95).Draw(t, "q")
		m := svr("epsilonInsensitive", rapid.Float64Range(0.1, 3).Draw(t, "C"), 0)
		m.Kernel, m.WeightBelow = gauss(0.5), (1-q)/q
		train(t, m, model.NewTraining(x, model.Values(y)))
		below, above := 0.0, 0.0
		for i, f := range predictions(t, m, x) {
			if y[i] < f-1e-6 {
				below++
			} else if y[i] > f+1e-6 {
				above++
			}
		}
		n := float64(x.N)
		if !(below <= q*n+1e-6) || !(above <= (1-q)*n+1e-6) {
			t.Fatalf("q = %v: %v below and %v above of %v", q, below, above, n)
		}
	})
}

// If all samples have equal features, the function is the quantile itself.
func TestQuantileOfNumbers(t *testing.T) {
	m := svr("epsilonInsensitive", 1, 0)
	m.Kernel, m.WeightBelow = kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}, 4 // q = 1/5
	fitted(t, m, model.NewTraining(&sample.Matrix{N: 7, D: 1, X: make([]float64, 7)}, model.Values([]float64{3, 9, 1, 4, 8, 2, 5})))
	support.Near(t, "second smallest", predictions(t, m, matrix(1, 0)), []float64{2}, 1e-6)
}
