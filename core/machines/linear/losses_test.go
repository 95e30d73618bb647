package linear_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// The weights of logistic regression are LIBLINEAR's, by both of its solvers, to 1e-6:
// see core/internal/golden/logistic.py.
func TestLogisticRegressionOfLiblinear(t *testing.T) {
	var answers []struct {
		Set, Tool, Command string
		C, Bias            float64
		Labels             []float64
		Weights            [][]float64
	}
	facts.Golden(t, "logistic.json", &answers)
	for _, a := range answers {
		t.Run(a.Command, func(t *testing.T) {
			x, labels := facts.Libsvm(t, a.Set)
			y, k := classes(labels)
			m := linear.NewLinearSVC()
			m.Loss, m.C, m.Tol, m.MaxIter = "logistic", a.C, 1e-9, 1e5
			m.FitIntercept, m.InterceptScaling = a.Bias > 0, max(a.Bias, 1)
			report := converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: k}))
			fit, d := m.Fitted().(*linear.LinearSVCFit), x.Dim()
			for row, want := range a.Weights {
				// Two classes have one function, which is positive for the label first in
				// the file of LIBLINEAR, and for the larger label here.
				own, sign := 0, 1.0
				if k > 2 {
					own, _ = slices.BinarySearch(slices.Sorted(slices.Values(a.Labels)), a.Labels[row])
				} else if a.Labels[0] < a.Labels[1] {
					sign = -1
				}
				got := slices.Clone(fit.Weights[own*d : (own+1)*d])
				if a.Bias > 0 {
					got = append(got, fit.Bias[own]/a.Bias)
				}
				for j := range got {
					got[j] *= sign
				}
				support.Near(t, "weights", got, want, 1e-6)
			}
			if primal := logisticObjective(t, m, model.NewTraining(x, model.Classes{Of: y, Count: k})); !(math.Abs(primal+report.Objective) <= 1e-9*primal) {
				t.Errorf("primal objective %v, dual %v", primal, -report.Objective)
			}
		})
	}
}

// logisticObjective returns the primal objective of logistic regression from decision
// values alone.
func logisticObjective(t *testing.T, m *linear.LinearSVC, training model.Training) float64 {
	t.Helper()
	values, cols, err := m.Decision(nil, training.X, "ovr")
	if err != nil {
		t.Fatal(err)
	}
	fit, sum := m.Fitted().(*linear.LinearSVCFit), 0.0
	for _, w := range fit.Weights {
		sum += w * w / 2
	}
	for _, b := range fit.Bias {
		sum += b / m.InterceptScaling * b / m.InterceptScaling / 2
	}
	for i, class := range training.Labels() {
		for c := range cols {
			f := values[i*cols+c]
			if cols == 1 && class == 1 || cols > 1 && c == int(class) {
				f = -f
			}
			sum += m.C * math.Log1p(math.Exp(f))
		}
	}
	return sum
}

// At the minimum of a smooth loss the gradient is zero, with weights of samples and
// classes, with a penalty on the bias and without one. The test has its own formulas for
// the derivatives of the losses, from their definitions.
func TestGradientsOfMarginLossesVanish(t *testing.T) {
	slopes := map[string]func(margin float64) float64{
		"logistic":     func(t float64) float64 { return -1 / (1 + math.Exp(t)) },
		"squaredHinge": func(t float64) float64 { return -2 * max(0, 1-t) },
		"modifiedHuber": func(t float64) float64 {
			if t < -1 {
				return -4
			}
			return -2 * max(0, 1-t)
		},
	}
	rng := rand.New(rand.NewPCG(11, 2))
	x, y, _ := clouds(rng, 90, 5, 2)
	weight := make([]float64, 90)
	for i := range weight {
		weight[i] = float64(i % 4)
		if i%9 == 0 {
			y[i] = 1 - y[i] // outliers, for the line of modifiedHuber
		}
	}
	for name, slope := range slopes {
		for _, penalty := range []bool{true, false} {
			m := linear.NewLinearSVC()
			m.Loss, m.C, m.Tol, m.MaxIter, m.InterceptPenalty, m.InterceptScaling = name, 0.7, 1e-10, 1e6, penalty, 2
			m.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{0.5, 3}}
			training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
			training.Weight = weight
			converge(t, m, training)
			values, _, err := m.Decision(nil, x, "")
			if err != nil {
				t.Fatal(err)
			}
			fit := m.Fitted().(*linear.LinearSVCFit)
			gradient := slices.Clone(fit.Weights)
			bias := 0.0
			if penalty {
				bias = fit.Bias[0] / 4
			}
			for i, f := range values {
				sign := float64(2*y[i] - 1)
				pull := 0.7 * weight[i] * m.ClassWeight.Weights[y[i]] * sign * slope(sign*f)
				for j, v := range x.Row(i) {
					gradient[j] += pull * v
				}
				bias += pull
			}
			support.Near(t, name, append(gradient, bias), make([]float64, 6), 1e-6)
		}
	}
}

// With the losses that ConvexLossSVR has, too, LinearSVR gives the function that
// ConvexLossSVR finds by an interior point method.
func TestResidualLossesOfConvexLossSVR(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 2))
	x, _, target := clouds(rng, 60, 4, 3)
	target[5] += 40
	epsilon := make([]float64, 60)
	for i := range epsilon {
		epsilon[i] = 0.3 * rng.Float64()
	}
	training := model.NewTraining(x, model.Values(target))
	training.Rows, training.Weight = model.Given{"sampleEpsilon": epsilon}, make([]float64, 60)
	for i := range training.Weight {
		training.Weight[i] = float64(i%3) + 0.5
	}
	for _, loss := range []string{"gaussian", "huber", "laplacian", "epsilonInsensitive", "squaredEpsilonInsensitive"} {
		m := linear.NewLinearSVR()
		m.Loss, m.C, m.Sigma, m.Tol, m.MaxIter, m.InterceptPenalty = loss, 0.4, 0.8, 1e-9, 1e6, false
		converge(t, m, training)
		other := svm.NewConvexLossSVR(catalog.Kernel)
		other.Loss, other.C, other.Sigma, other.Kernel.Name, other.Tol = loss, 0.4, 0.8, "linear", 1e-13
		if _, err := other.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		got, err := m.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := other.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, loss, got, want, 1e-5)
	}
}

// SVC with the loss modifiedHuber and a linear kernel equals LinearSVC without a penalty on
// the bias.
func TestModifiedHuberOfSVC(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(13, 2)), 80, 4, 2)
	for i := 0; i < 80; i += 7 {
		y[i] = 1 - y[i]
	}
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	m := linear.NewLinearSVC()
	m.Loss, m.C, m.Tol, m.MaxIter, m.InterceptPenalty = "modifiedHuber", 0.3, 1e-10, 1e6, false
	converge(t, m, training)
	other := svm.NewSVC(catalog.Kernel)
	other.Loss, other.C, other.Kernel.Name, other.Tol = "modifiedHuber", 0.3, "linear", 1e-9
	if r, err := other.Fit(nil, training); err != nil || r.Status != run.Converged {
		t.Fatal(r.Status, err)
	}
	got, _, err := m.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := other.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	support.Near(t, "decision values", got, want, 1e-6)
}

// A stopped fit of logistic regression can be continued, and a fit can start from the
// previous one: both give the same solution.
func TestLogisticRegressionStartsFromTheFitBefore(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(14, 2)), 200, 6, 2)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	m := linear.NewLinearSVC()
	m.Loss, m.Tol, m.WarmStart = "logistic", 1e-9, true
	first := converge(t, m, training)
	training.Start = m
	again := linear.NewLinearSVC()
	again.Loss, again.Tol, again.WarmStart = "logistic", 1e-9, true
	second := converge(t, again, training)
	if second.Iterations > 3 || first.Iterations <= 3 {
		t.Errorf("%d passes, and from the solution %d", first.Iterations, second.Iterations)
	}
	support.Near(t, "weights", again.Fitted().(*linear.LinearSVCFit).Weights, m.Fitted().(*linear.LinearSVCFit).Weights, 1e-8)
}

// With every loss the objective of SGDClassifier approaches the optimum from above, which
// LinearSVC finds with C = 1/(alpha n). After 256 passes the mean of all steps and the last
// step are within 1 % of it. With alpha = 1e-4 the first steps are 10,000 long: an explicit
// step along the squared hinge loss overflows, and the mean of the implicit ones is within
// 20 %.
func TestSGDApproachesTheOptimumOfEveryLoss(t *testing.T) {
	x, labels := facts.Libsvm(t, "heart_scale")
	y, _ := classes(labels)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	for _, name := range []string{"hinge", "squaredHinge", "modifiedHuber", "logistic"} {
		for _, alpha := range []float64{1e-4, 0.03} {
			exact := linear.NewLinearSVC()
			exact.Loss, exact.C, exact.Tol, exact.MaxIter = name, 1/(alpha*float64(x.N)), 1e-6, 1e6
			best := -converge(t, exact, training).Objective * alpha
			for _, average := range []bool{true, false} {
				_, fit := sgd(t, training, func(o *linear.SGDOptions) {
					o.Loss, o.Alpha, o.Average, o.Tol, o.MaxIter = name, alpha, average, 0, 256
				})
				last := fit.CurveObjective[len(fit.CurveObjective)-1]
				t.Logf("%s, alpha %v, average %v: optimum %.6f, reached %.6f", name, alpha, average, best, last)
				within := 1.01
				if alpha < 1e-3 {
					if within = 1.2; name == "hinge" || !average {
						continue // explicit steps; the noise of a single step
					}
				}
				if !(last >= best-1e-9 && last <= within*best) {
					t.Errorf("%s, alpha %v, average %v: the objective is %v, the optimum %v", name, alpha, average, last, best)
				}
			}
		}
	}
}
