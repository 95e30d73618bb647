package svm_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func matrix(d int, x ...float64) *sample.Matrix {
	return &sample.Matrix{N: len(x) / d, D: d, X: x}
}

func fitted(t rapid.TB, m model.Machine, training model.Training) model.Report {
	t.Helper()
	r, err := m.Fit(nil, facts.For(m, training))
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != run.Converged {
		t.Fatalf("status %s, gap %g, of %T with the options %+v", r.Status, r.Gap, m, m.Options())
	}
	return r
}

// norm returns |w|^2 = sum of coef_i coef_j k(x_i, x_j), from f = K coef + b at the
// support vectors.
func norm(t rapid.TB, f []float64, coef []float64, indices []int32, b float64) float64 {
	t.Helper()
	var sum float64
	for v, i := range indices {
		sum += coef[v] * (f[i] - b)
	}
	return sum
}

// The golden vectors that the specification derives from Cristianini &
// Shawe-Taylor, chapter 6 (section 12: G1, G2, G3, G5).
func TestGoldenClassifiers(t *testing.T) {
	line := model.NewTraining(matrix(1, 1, -1), model.Classes{Of: []int32{1, 0}, Count: 2})
	corners := model.NewTraining(matrix(2, 1, 1, -1, -1, 1, -1, -1, 1), model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2})
	linear, quadratic := kernel.Spec{Name: "linear", Gamma: kernel.Width{Value: 1}}, kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1}, Degree: 2, Coef0: 1}
	for _, c := range []struct {
		name                   string
		training               model.Training
		kernel                 kernel.Spec
		C                      float64
		loss                   string
		alpha, margin, b, dual float64
	}{
		{"G1 hard margin", line, linear, math.Inf(1), "hinge", 0.5, 1, 0, 0.5},
		// C = 1 of the source multiplies half the squares, so C is 0.5 here.
		{"G2 2-norm", line, linear, 0.5, "squaredHinge", 1. / 3, 1.5, 0, 1. / 3},
		{"G3 XOR", corners, quadratic, math.Inf(1), "hinge", 0.125, math.Sqrt2, 0, 0.25},
		{"G5 1-norm at the bound", line, linear, 0.25, "hinge", 0.25, 2, 0, 0.375},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := svm.NewSVC(catalog.Kernel)
			m.C, m.Loss, m.Kernel, m.Tol = c.C, c.loss, c.kernel, 1e-9
			r := fitted(t, m, c.training)
			fit := m.Fitted().(*svm.SVCFit)
			if len(fit.Coef) != c.training.X.Len() {
				t.Fatalf("%d support vectors", len(fit.Coef))
			}
			for v, coef := range fit.Coef {
				y := float64(2*c.training.Labels()[fit.Indices[v]] - 1)
				if !(math.Abs(y*coef-c.alpha) <= 1e-7) {
					t.Errorf("alpha is %v, want %v", y*coef, c.alpha)
				}
			}
			f, _, err := m.Decision(nil, c.training.X, "")
			if err != nil {
				t.Fatal(err)
			}
			b := fit.Intercept[0]
			if margin := 1 / math.Sqrt(norm(t, f, fit.Coef, fit.Indices, b)); !(math.Abs(margin-c.margin) <= 1e-7) || !(math.Abs(b-c.b) <= 1e-7) {
				t.Errorf("margin %v, b %v; want %v, %v", margin, b, c.margin, c.b)
			}
			if !(math.Abs(-r.Objective-c.dual) <= 1e-7) {
				t.Errorf("W = %v, want %v", -r.Objective, c.dual)
			}
		})
	}
}

// G4 of the specification: f(x) = 0.9 x.
func TestGoldenRegression(t *testing.T) {
	m := svm.NewSVR(catalog.Kernel)
	m.C, m.Epsilon, m.Kernel.Name, m.Tol = 10, 0.1, "linear", 1e-9
	x := matrix(1, 1, -1)
	fitted(t, m, model.NewTraining(x, model.Values([]float64{1, -1})))
	fit := m.Fitted().(*svm.SVRFit)
	support.Near(t, "alpha", fit.Coef, []float64{0.45, -0.45}, 1e-8)
	support.Near(t, "b", []float64{fit.Intercept}, []float64{0}, 1e-8)
	f, err := m.Predict(nil, matrix(1, 2, -3))
	if err != nil {
		t.Fatal(err)
	}
	support.Near(t, "f", f, []float64{1.8, -2.7}, 1e-8)
}

// tutorial is the data of section 15 of the specification of Smola & Schoelkopf's
// tutorial: 60 points of a noisy sinc.
func tutorial() model.Training {
	x, y := matrix(1, make([]float64, 60)...), make([]float64, 60)
	for i := range 60 {
		x.X[i] = -10 + 20*float64(i)/59
		y[i] = math.Sin(x.X[i])/x.X[i] + 0.1*math.Sin(float64(7*i*i))
	}
	return model.NewTraining(x, model.Values(y))
}

// The table for eps-SVR and the quadratic loss with eps = 0, which is the
// "Gaussian" row with C/2, computed for the specification by an interior point
// method: objective, |w|^2, b, f(0), support vectors.
func TestTutorialTable(t *testing.T) {
	training := tutorial()
	for _, c := range []struct {
		loss                   string
		C, epsilon             float64
		objective, norm, b, f0 float64
		vectors                int
	}{
		{"epsilonInsensitive", 10, 0.1, 0.517337636, 1.0346753, 0.1459843, 0.9855537, 15},
		{"epsilonInsensitive", 10, 0.05, 9.731549414, 1.5435307, 0.1605989, 0.9715484, 38},
		{"epsilonInsensitive", 10, 0, 29.969781743, 4.0702093, 0.1326781, 0.9591855, 60},
		{"squaredEpsilonInsensitive", 5, 0, 1.901177746, 1.0871668, 0.1398039, 0.9636338, 60},
	} {
		m := svm.NewSVR(catalog.Kernel)
		m.C, m.Epsilon, m.Loss, m.Tol = c.C, c.epsilon, c.loss, 1e-9
		m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 1/(2*1.5*1.5)
		r := fitted(t, m, training)
		fit := m.Fitted().(*svm.SVRFit)
		f, err := m.Predict(nil, training.X)
		if err != nil {
			t.Fatal(err)
		}
		at0, err := m.Predict(nil, matrix(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		got := []float64{-r.Objective, norm(t, f, fit.Coef, fit.Indices, fit.Intercept), fit.Intercept, at0[0]}
		support.Near(t, c.loss, got, []float64{c.objective, c.norm, c.b, c.f0}, 1e-6)
		if len(fit.Coef) != c.vectors {
			t.Errorf("eps = %v: %d support vectors, want %d", c.epsilon, len(fit.Coef), c.vectors)
		}
	}
}

// The nu-SVR table of the same section.
func TestTutorialNuTable(t *testing.T) {
	training := tutorial()
	for _, c := range []struct{ nu, epsilon, objective, errors, support float64 }{
		{0.1, 0.09582477, 6.3229285, 0.033, 0.333},
		{0.3, 0.07952404, 17.2254215, 0.183, 0.500},
		{0.5, 0.04893947, 24.7277584, 0.317, 0.650},
		{0.8, 0.01236702, 29.5004992, 0.633, 0.917},
	} {
		m := svm.NewNuSVR(catalog.Kernel)
		m.C, m.Nu, m.Tol = 10, c.nu, 1e-9
		m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 1/(2*1.5*1.5)
		r := fitted(t, m, training)
		fit := m.Fitted().(*svm.NuSVRFit)
		support.Near(t, "eps and objective", []float64{fit.Epsilon, -r.Objective}, []float64{c.epsilon, c.objective}, 1e-6)
		support.Near(t, "fractions", []float64{fit.Errors, fit.Support}, []float64{c.errors, c.support}, 5e-4)
		if fit.Errors > c.nu || fit.Support < c.nu {
			t.Errorf("nu = %v is not between the errors %v and the support vectors %v", c.nu, fit.Errors, fit.Support)
		}
	}
}

// The smallest ball around the corners of a square, and around points of which
// one lies inside.
func TestSmallestEnclosingBall(t *testing.T) {
	for _, c := range []struct {
		x      *sample.Matrix
		radius float64
		center []float64
	}{
		{matrix(2, 1, 1, -1, 1, 1, -1, -1, -1), math.Sqrt2, []float64{0, 0}},
		{matrix(2, 0, 0, 4, 0, 2, 0.5, 1, -1), 2, []float64{2, 0}},
		{matrix(2, 7, 3), 0, []float64{7, 3}},
	} {
		m := svm.NewSVDD(catalog.Kernel)
		m.Nu, m.Kernel.Name, m.Tol = 0, "linear", 1e-10
		r := fitted(t, m, model.NewTraining(c.x, nil))
		fit := m.Fitted().(*svm.SVDDFit)
		center := []float64{0, 0}
		for v, i := range fit.Indices {
			for j := range center {
				center[j] += fit.Coef[v] / 2 * c.x.Row(int(i))[j]
			}
		}
		support.Near(t, "radius", []float64{fit.Radius, -r.Objective}, []float64{c.radius, c.radius * c.radius}, 1e-7)
		support.Near(t, "center", center, c.center, 1e-7)
		f, err := m.Decision(nil, matrix(2, c.center...))
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "f at the centre", f, []float64{c.radius * c.radius}, 1e-7)
		inside, _ := m.Predict(nil, c.x)
		if !(math.Abs(fit.Errors) <= 0) {
			t.Errorf("%v of the samples lie outside: %v", fit.Errors, inside)
		}
	}
}
