package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/assess/margin"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func tutorialLoss(loss string, epsilon, sigma, power float64) *svm.ConvexLossSVR {
	m := svm.NewConvexLossSVR(catalog.Kernel)
	m.Loss, m.Epsilon, m.Sigma, m.Power = loss, epsilon, sigma, power
	m.C, m.Tol = 10, 1e-11
	m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 1/(2*1.5*1.5)
	return m
}

// The table of losses in section 15 of the tutorial's specification, as a machine.
func TestTutorialLosses(t *testing.T) {
	training := tutorial()
	for _, c := range []struct {
		machine                *svm.ConvexLossSVR
		objective, norm, b, f0 float64
		vectors                int
	}{
		{tutorialLoss("epsilonInsensitive", 0.1, 1, 2), 0.517337636, 1.0346753, 0.1459843, 0.9855537, 15},
		{tutorialLoss("epsilonInsensitive", 0.05, 1, 2), 9.731549414, 1.5435307, 0.1605989, 0.9715484, 38},
		{tutorialLoss("laplacian", 0, 1, 2), 29.969781743, 4.0702093, 0.1326781, 0.9591855, 60},
		{tutorialLoss("gaussian", 0, 1, 2), 1.901177746, 1.0871668, 0.1398039, 0.9636338, 60},
		{tutorialLoss("huber", 0, 0.1, 2), 13.182010025, 1.6368260, 0.1442938, 0.9650690, 60},
		{tutorialLoss("polynomial", 0, 1, 1.5), 6.523029384, 1.3326335, 0.1437482, 0.9597161, 60},
		{tutorialLoss("polynomial", 0, 1, 3), 0.558526442, 0.8421768, 0.1422372, 0.8910949, 60},
		{tutorialLoss("piecewisePolynomial", 0, 0.1, 1.5), 18.498588972, 2.2005914, 0.1418198, 0.9607578, 60},
		{tutorialLoss("piecewisePolynomial", 0, 0.1, 3), 8.077288776, 1.3167448, 0.1446749, 0.9750424, 60},
	} {
		r := fitted(t, c.machine, training)
		fit := c.machine.Fitted().(*svm.ConvexLossSVRFit)
		f, err := c.machine.Predict(nil, matrix(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, c.machine.Loss, []float64{-r.Objective}, []float64{c.objective}, 6e-10)
		support.Near(t, c.machine.Loss, []float64{fit.Norm/2 + 10*60*fit.Risk}, []float64{c.objective}, 1e-8) // f to 1e-9, in 60 places, at a slope of 10
		support.Near(t, c.machine.Loss, []float64{fit.Norm, fit.Intercept, f[0]}, []float64{c.norm, c.b, c.f0}, 6e-8)
		if len(fit.Coef) != c.vectors || r.Status != run.Converged || !(r.Gap <= 1e-5) {
			t.Errorf("%s: %s with %d support vectors, not %d, and a violation of %g", c.machine.Loss, r.Status, len(fit.Coef), c.vectors, r.Gap)
		}
	}
}

// noisy draws a regression with weights and a tube for every sample.
func noisy(n int, seed uint64) model.Training {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}
	t := model.Training{Data: model.Data{X: x, Target: model.Values(make([]float64, n)), Weight: make([]float64, n), Rows: model.Given{"sampleEpsilon": make([]float64, n)}}}
	for i := range n {
		x.X[2*i], x.X[2*i+1] = rng.NormFloat64(), rng.NormFloat64()
		t.Values()[i] = math.Sin(2*x.X[2*i]) + 0.3*rng.NormFloat64() + 5
		t.Weight[i], t.Rows["sampleEpsilon"][i] = float64(i%4)/2, 0.1*rng.Float64()
	}
	return t
}

// With losses of other machines it gives the functions of these machines.
func TestLossesOfOtherMachines(t *testing.T) {
	data := noisy(60, 5)
	plain := data
	plain.Rows = nil
	for name, c := range map[string]struct {
		ours, other model.Regressor
		data        model.Training
	}{
		"SVR":                {convexLoss("epsilonInsensitive", 3, 1, 2), svr("epsilonInsensitive", 3, 0), data},
		"SVR, squared":       {convexLoss("gaussian", 3, 1, 2), svr("squaredEpsilonInsensitive", 1.5, 0), data},
		"SVR, half squared":  {convexLoss("gaussian", 3, 1, 2), svr("gaussian", 3, 0), data},
		"SVR, Laplacian":     {convexLoss("laplacian", 3, 1, 2), svr("laplacian", 3, 0), plain},
		"squared":            {convexLoss("squaredEpsilonInsensitive", 3, 1, 2), svr("squaredEpsilonInsensitive", 3, 0), data},
		"SVR without a tube": {convexLoss("laplacian", 3, 1, 2), svr("epsilonInsensitive", 3, 0), plain},
		"KernelRidge":        {convexLoss("gaussian", 3, 1, 2), kernelRidge(1. / 3), plain},
		"polynomial":         {convexLoss("polynomial", 3, 1, 2), kernelRidge(1. / 3), plain},
		"Huber, all inside":  {convexLoss("huber", 300, 100, 2), kernelRidge(1. / 3), plain},
		"Huber as piecewise": {convexLoss("huber", 3, 0.2, 2), convexLoss("piecewisePolynomial", 3, 0.2, 2), data},
		"Huber, hardly any":  {convexLoss("huber", 3, 1e-9, 2), convexLoss("laplacian", 3, 1, 2), data},
	} {
		fitted(t, c.ours, c.data)
		fitted(t, c.other, c.data)
		got, err := c.ours.Predict(nil, data.X)
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.other.Predict(nil, data.X)
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, name, got, want, 2e-6)
	}
}

func convexLoss(loss string, c, sigma, power float64) *svm.ConvexLossSVR {
	m := svm.NewConvexLossSVR(catalog.Kernel)
	m.Loss, m.C, m.Sigma, m.Power, m.Tol = loss, c, sigma, power, 1e-12
	return m
}

func svr(loss string, c, epsilon float64) *svm.SVR {
	m := svm.NewSVR(catalog.Kernel)
	m.Loss, m.C, m.Epsilon, m.Tol = loss, c, epsilon, 1e-9
	return m
}

func kernelRidge(alpha float64) *ridge.KernelRidge {
	m := ridge.NewKernelRidge(catalog.Kernel)
	m.Alpha, m.FitIntercept = alpha, true
	return m
}

// Two samples x = -1 and 1 with y = -1 and 1, a linear kernel and the squared loss:
// w = 2C/(1+2C) by hand, b = 0, errors 1 - w.
func TestSquaredLossByHand(t *testing.T) {
	m := convexLoss("gaussian", 2, 1, 2)
	m.Kernel.Name = "linear"
	r := fitted(t, m, model.Training{Data: model.Data{X: matrix(1, -1, 1), Target: model.Values([]float64{-1, 1}), Weight: []float64{1, 1}}})
	fit := m.Fitted().(*svm.ConvexLossSVRFit)
	w := 4. / 5
	loss := (1 - w) * (1 - w) / 2
	support.Near(t, "by hand", []float64{fit.Norm, fit.Intercept, fit.Risk, -r.Objective},
		[]float64{w * w, 0, loss, w*w/2 + 4*loss}, 1e-9)
}

// Bounded influence: the distance of an outlier does not change the function.
func TestRobustLosses(t *testing.T) {
	data := noisy(40, 8)
	data.Weight, data.Rows = nil, nil
	for name, robust := range map[string]bool{"laplacian": true, "huber": true, "piecewisePolynomial": true, "gaussian": false, "polynomial": false} {
		m := convexLoss(name, 1, 0.5, 1.5)
		var f [2][]float64
		for k, far := range []float64{1e3, 1e4} {
			data.Values()[7] = far
			fitted(t, m, data)
			var err error
			if f[k], err = m.Predict(nil, data.X); err != nil {
				t.Fatal(err)
			}
		}
		if change := math.Abs(f[0][3] - f[1][3]); (change < 1e-6) != robust {
			t.Errorf("%s: moving an outlier changes another value by %g", name, change)
		}
	}
}

func TestTooManySamplesForALoss(t *testing.T) {
	n := 4001
	_, err := svm.NewConvexLossSVR(catalog.Kernel).Fit(nil, model.NewTraining(&sample.Matrix{N: n, D: 1, X: make([]float64, n)}, model.Values(make([]float64, n))))
	if !errors.Is(err, fault.New(fault.Memory, "", "")) {
		t.Errorf("%d samples: %v", n, err)
	}
}

// The primal and dual objectives of the solution, computed here from its coefficients and the
// formulas of the losses, differ by tol at most; those of the absolute loss once differed by
// 1e-4 with a tol of 1e-8. The report and the diagnosis give the same difference.
func TestConvexLossKeepsItsTolerance(t *testing.T) {
	for _, loss := range []string{"laplacian", "huber", "gaussian"} {
		for seed := uint64(1); seed <= 3; seed++ {
			for _, c := range []float64{0.1, 10, 100} {
				data := noisy(60, seed)
				data.Weight, data.Rows = nil, nil
				m := svm.NewConvexLossSVR(catalog.Kernel)
				m.Loss, m.C = loss, c
				report := fitted(t, m, data)
				f, err := m.Predict(nil, data.X)
				if err != nil {
					t.Fatal(err)
				}
				fit := m.Fitted().(*svm.ConvexLossSVRFit)
				coef := make([]float64, len(f))
				for at, i := range fit.Indices {
					coef[i] = fit.Coef[at]
				}
				primal, dual := 0.0, 0.0
				for i, y := range data.Values() {
					half := coef[i] * (f[i] - fit.Intercept) / 2
					e, a := math.Abs(y-f[i]), math.Abs(coef[i])
					value, conjugate := e, 0.0
					switch {
					case loss == "gaussian" || loss == "huber" && e <= 1:
						value = e * e / 2
					case loss == "huber":
						value = e - 0.5
					}
					if loss != "laplacian" {
						conjugate = a * a / c / 2
					}
					primal += half + c*value
					dual += y*coef[i] - half - conjugate
					if loss != "gaussian" && !(a <= c*(1+1e-12)) {
						t.Errorf("%s, C = %v: a dual variable of %v", loss, c, a)
					}
				}
				if gap := primal - dual; !(math.Abs(gap) <= 1.1e-8*(primal+1)) {
					t.Errorf("%s, C = %v: objectives %v and %v", loss, c, primal, dual)
				}
				support.Near(t, "objective", []float64{-report.Objective}, []float64{dual}, 1e-10)
				support.Near(t, "gap", fit.DualityGaps, []float64{primal - dual}, 1e-10*primal)
				d, err := m.Dual(0, data)
				if err != nil {
					t.Fatal(err)
				}
				diagnosis := margin.Diagnose(d, f, 1e-3)
				support.Near(t, "diagnosed gap", []float64{diagnosis.Gap}, fit.DualityGaps, 1e-10*primal)
			}
		}
	}
}

// The trace has an entry for each of the first iterations, and it ends at the solution.
func TestConvexLossHasATrace(t *testing.T) {
	for _, limit := range []float64{0, 5, 1000} {
		m := svm.NewConvexLossSVR(catalog.Kernel)
		m.Trace = limit
		report := fitted(t, m, noisy(40, 3))
		fit := m.Fitted().(*svm.ConvexLossSVRFit)
		count := min(int(limit), report.Iterations+1)
		if len(fit.TraceObjective) != count || len(fit.TraceGap) != count || len(fit.TraceMargin) != count || len(fit.TraceSets) != 0 {
			t.Fatalf("%d entries of %d iterations, want %d", len(fit.TraceObjective), report.Iterations, count)
		}
		if last := count - 1; limit == 1000 {
			support.Near(t, "trace", []float64{fit.TraceObjective[last], fit.TraceMargin[last]}, []float64{report.Objective, 1 / math.Sqrt(fit.Norm)}, 1e-12)
		}
	}
}
