package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/loss"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// logCosh is a loss that a contributor could write: sigma log cosh(z / sigma), z > 0. Its slope
// tanh(z / sigma) tends to 1, where the slope of the conjugate is infinite.
type logCosh struct {
	loss.Loss
	sigma float64
}

func (l logCosh) Value(z float64) float64 {
	return max(0, z) + l.sigma*(math.Log1p(math.Exp(-2*max(0, z)/l.sigma))-math.Ln2)
}
func (l logCosh) Slope(z float64) float64 { return math.Tanh(max(0, z) / l.sigma) }
func (logCosh) Steepest() float64         { return 1 }
func (l logCosh) Conjugate(s float64) (value, slope, curvature float64) {
	if s >= 1 {
		return l.sigma * math.Ln2, math.Inf(1), math.Inf(1)
	}
	return l.sigma * ((1+s)*math.Log1p(s) + (1-s)*math.Log1p(-s)) / 2, l.sigma * math.Atanh(s), l.sigma / (1 - s*s)
}

// TestLossesOfErrorsOfEverySize fits errors of 1e-3 to 1e3 sigma. The primal and the dual
// objective of the function, computed here, differ by little: it is the optimum. A loss whose
// slope only tends to its end gave the zero function beyond 19 sigma (defect 17).
func TestLossesOfErrorsOfEverySize(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 17))
	n := 40
	x, noise := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], noise[i] = 6*rng.Float64()-3, rng.NormFloat64()*math.Exp(rng.NormFloat64())
	}
	losses := map[string]func(sigma float64) loss.Loss{"log_cosh": func(sigma float64) loss.Loss { return logCosh{sigma: sigma} }}
	for _, name := range loss.Names("residual", false, func(parameter string) bool { return parameter == "sigma" || parameter == "power" }) {
		losses[name] = func(sigma float64) loss.Loss { return loss.New(name, loss.Parameters{Sigma: sigma, Power: 1.5}) }
	}
	for name, at := range losses {
		for _, size := range []float64{1e-3, 1e-2, 0.1, 1, 10, 30, 100, 1e3} {
			for _, c := range []float64{0.1, 10} {
				for _, sigma := range []float64{1e-6, 1, 1e6} {
					l := at(sigma)
					y := make([]float64, n)
					for i := range y {
						y[i] = sigma * size * (math.Sin(x[i]) + noise[i])
					}
					what := fmt.Sprintf("%s, errors of %g sigma, sigma %g, C %g", name, size, sigma, c)
					m := svm.NewConvexLossSVR(catalog.Kernel)
					m.C, m.Kernel.Gamma = c*sigma, kernel.Width{Value: 0.5}
					if err := lossFits(m, l, x, y); err != "" {
						t.Errorf("%s: %s", what, err)
					}
				}
			}
		}
	}
}

// lossFits says what is wrong with a fit.
func lossFits(m *svm.ConvexLossSVR, l loss.Loss, x, y []float64) string {
	n := len(y)
	report, err := m.FitLoss(model.NewTraining(&sample.Matrix{N: n, D: 1, X: x}, model.Values(y)), l)
	if err != nil {
		return err.Error()
	}
	fit := m.Fitted().(*svm.ConvexLossSVRFit)
	coef := make([]float64, n)
	for k, row := range fit.Indices {
		coef[row] = fit.Coef[k]
	}
	primal, dual := 0.0, 0.0
	for i, b := range coef {
		f := 0.0
		for j, a := range coef {
			f += a * math.Exp(-0.5*(x[i]-x[j])*(x[i]-x[j]))
		}
		value, _, _ := l.Conjugate(math.Abs(b) / m.C)
		primal += b*f/2 + m.C*l.Value(math.Abs(y[i]-f-fit.Intercept))
		dual += b*y[i] - b*f/2 - m.C*value
	}
	if report.Status != run.Converged || !(primal-dual <= 1e-7*primal) {
		return fmt.Sprintf("%s after %d iterations, objectives %g and %g", report.Status, report.Iterations, primal, dual)
	}
	return ""
}

// An offset of the targets moves the function, and no digit of the gap: with 1e6 the gap was 5e-6
// of the objective (defect 22).
func TestAnOffsetOfTheTargetsCostsNoGap(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	n := 60
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 6*rng.Float64() - 3
		y[i] = math.Sin(x[i]) + 0.2*rng.NormFloat64()
	}
	for _, name := range []string{"huber", "gaussian", "laplacian", "polynomial", "piecewisePolynomial"} {
		first := 0.0
		for _, offset := range []float64{0, 1e3, -1e6, 1e8} {
			moved := make([]float64, n)
			for i, v := range y {
				moved[i] = v + offset
			}
			m := svm.NewConvexLossSVR(catalog.Kernel)
			m.Loss, m.C = name, 10
			r, err := m.Fit(nil, model.NewTraining(&sample.Matrix{N: n, D: 1, X: x}, model.Values(moved)))
			if err != nil {
				t.Fatal(err)
			}
			if offset == 0 {
				first = r.Objective
			}
			rounding := 1e-16 * math.Abs(offset) // of the targets themselves
			if fit := m.Fitted().(*svm.ConvexLossSVRFit); r.Status != run.Converged || !(math.Abs(r.Objective-first) <= 1e-7*math.Abs(first)+1e3*rounding) || !(math.Abs(fit.Intercept-offset) <= 2) {
				t.Errorf("%s, offset %g: %s after %d iterations, objective %.10g, not %.10g, intercept %g", name, offset, r.Status, r.Iterations, r.Objective, first, fit.Intercept)
			}
		}
	}
}
