package ordinal_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
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
			o.C, o.Kernel.Name, o.Kernel.Gamma, o.Kernel.Coef0, o.Kernel.Degree, o.Tol = 1e6, "poly", kernel.Width{Value: 1}, 1, 2, 1e-3
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

// noisy returns rows whose ranks overlap much.
func noisy(n int) (*sample.Matrix, []int32) {
	return draw(rand.New(rand.NewPCG(171, 1)), n, 4, 5, 1.5)
}

// Ranks that overlap, a kernel of full rank and C = 1: passes over the pairs took minutes. The
// larger set is natively only.
func TestNoisyRanksEnd(t *testing.T) {
	sizes := []int{250, 500}
	if testing.Short() || runtime.GOOS == "js" || !support.Turn(2) {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		x, y := noisy(n)
		for _, c := range []float64{1, 100, 1e4, 1e6} {
			if c > 1 && n == 500 {
				continue
			}
			began := time.Now()
			m, report := ordinalSVC(t, model.NewTraining(x, ranked(5, y...)), func(o *ordinal.OrdinalSVCOptions) {
				o.C, o.Kernel.Gamma, o.Tol = c, kernel.Width{Value: 0.25}, 1e-3
			})
			t.Logf("%d rows, C %v: %v, %d passes, %v of %v pairs", n, c, time.Since(began), report.Iterations, m.Result.SupportPairs, m.Result.Pairs)
			if report.Status != run.Converged {
				t.Errorf("%+v", report)
			}
			primal, f := m.Result.Norm*m.Result.Norm/2, utilities(t, m, x)
			for i := range n {
				for j := range n {
					if y[i] > y[j] {
						primal += c * max(0, 1-f[i]+f[j])
					}
				}
			}
			support.Near(t, "duality", []float64{-report.Objective / primal}, []float64{1}, 1e-3)
		}
	}
}

// Equal rows of the same rank are solved as one. A kernel matrix, whose rows are never merged, has
// the same utilities, and rows that are equal have equal coefficients.
func TestEqualRowsAreSolvedAsOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(172, 1))
	const n = 60
	x, y, weight := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}, make([]int32, n), make([]float64, n)
	for i := range n {
		a, b := rng.IntN(3), rng.IntN(3)
		x.X[2*i], x.X[2*i+1], y[i], weight[i] = float64(a), float64(b), int32(min((a+b+rng.IntN(3))/2, 2)), float64(1+rng.IntN(2))
	}
	for _, c := range []float64{0.1, 10} {
		set := func(o *ordinal.OrdinalSVCOptions) { o.C, o.Kernel.Gamma = c, kernel.Width{Value: 0.5} }
		training := model.NewTraining(x, ranked(3, y...))
		training.Weight = weight
		m, _ := ordinalSVC(t, training, set)
		given := model.NewTraining(&sample.Matrix{N: n, D: n, X: gauss(x, 0.5)}, ranked(3, y...))
		given.Weight = weight
		want, _ := ordinalSVC(t, given, func(o *ordinal.OrdinalSVCOptions) { set(o); o.Kernel.Name = "precomputed" })
		support.Near(t, "utilities", utilities(t, m, x), utilities(t, want, given.X.(*sample.Matrix)), 1e-8)
		if m.Result.Pairs != want.Result.Pairs {
			t.Errorf("%v pairs, want %v", m.Result.Pairs, want.Result.Pairs)
		}
		for _, machine := range []func() model.Classifier{
			func() model.Classifier { return svor("explicit", c, 0.5, 1e-10) },
			func() model.Classifier { return svor("implicit", c, 0.5, 1e-10) },
			func() model.Classifier { return reduced(c, 0.5, 1e-10) },
		} {
			merged, apart := machine(), machine()
			switch o := apart.(type) {
			case *ordinal.SVOR:
				o.Kernel.Name = "precomputed"
			case *ordinal.ReducedOrdinalSVC:
				o.Kernel.Name = "precomputed"
			}
			a, b := converge(t, merged, training), converge(t, apart, given)
			f, _ := answers(t, merged, x)
			g, _ := answers(t, apart, given.X)
			support.Near(t, "objectives", []float64{a.Objective}, []float64{b.Objective}, 1e-8)
			support.Near(t, "utilities", f, g, 1e-7)
		}
		coef := make([]float64, n)
		for at, i := range m.Result.Indices {
			coef[i] = m.Result.Coef[at]
		}
		for i := range n {
			for j := range i {
				if y[i] == y[j] && sample.Equal(x, i, x, j) {
					support.Near(t, "coefficients by weight", []float64{coef[i] / weight[i]}, []float64{coef[j] / weight[j]}, 1e-12)
				}
			}
		}
	}
}

// What a fit of noisy ranks holds at once is no more than the cost that the machine states, which
// had left out the matrices of the steps.
func TestCostOfNoisyRanksIsTrue(t *testing.T) {
	const n = 400
	x, y := noisy(n)
	m := ordinal.NewOrdinalSVC(catalog.Kernel)
	m.Kernel.Gamma = kernel.Width{Value: 0.25}
	cost := m.Cost()
	stated, newton := int64(cost.RowPair*n*n+cost.Row*n+cost.Entry*n*4), false
	most, _ := support.HeapPeak(stated, func(look func()) {
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			newton = newton || r.Phase == "Newton"
			look()
			return run.Continue
		}}.Ctl()
		if _, err := m.Fit(ctl, model.NewTraining(x, ranked(5, y...))); err != nil || !newton {
			t.Fatal(err, newton)
		}
	})
	if t.Logf("%d of %d KB", most>>10, stated>>10); most > stated || most < 30*n*n {
		t.Errorf("the fit held %d bytes, its stated cost is %d", most, stated)
	}
}
