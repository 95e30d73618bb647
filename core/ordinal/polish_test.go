package ordinal_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/ordinal"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// The unit square of Herbrich, Graepel and Obermayer, with noise and C = 1e6: overlapping
// ranks, a kernel of rank 6, and variables of very different sizes. Passes alone did not end
// within seconds.
func TestLargePenaltiesOnOverlappingRanksEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(170, 1))
	for range 10 {
		const n = 45
		x, y := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}, make([]int32, n)
		for i := range n {
			a, b := rng.Float64(), rng.Float64()
			x.X[2*i], x.X[2*i+1] = a, b
			for _, theta := range []float64{-1, -0.1, 0.25, 1} {
				if 10*(a-0.5)*(b-0.5)+0.125*rng.NormFloat64() > theta {
					y[i]++
				}
			}
		}
		m, report := ordinalSVC(t, model.NewTraining(x, ranked(5, y...)), func(o *ordinal.OrdinalSVCOptions) {
			o.C, o.Kernel.Name, o.Kernel.Gamma, o.Kernel.Coef0, o.Kernel.Degree, o.Tol, o.MaxTime = 1e6, "poly", kernel.Width{Value: 1}, 1, 2, 1e-3, 20_000
		})
		if report.Status != run.Converged {
			t.Errorf("%+v", report)
		}
		// The objective equals the primal one: 1/2 |w|^2 + C times the slacks.
		primal, f := m.Result.Norm*m.Result.Norm/2, utilities(t, m, x)
		for i := range n {
			for j := range n {
				if y[i] > y[j] {
					primal += 1e6 * max(0, 1-f[i]+f[j])
				}
			}
		}
		support.Near(t, "duality", []float64{-report.Objective}, []float64{primal}, 1e-3)
	}
}
