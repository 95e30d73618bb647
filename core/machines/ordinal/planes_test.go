package ordinal_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
)

// On more rows than are solved by pairs, cutting planes find what the pairs of the same rows
// give with weights: each row comes three times.
func TestPlanesAgreeWithPairs(t *testing.T) {
	for _, which := range []string{"all", "adjacent"} {
		rng := rand.New(rand.NewPCG(168, 1))
		const n, times = 700, 3
		x, y := draw(rng, n, 4, 5, 2)
		weighted := model.NewTraining(x, ranked(5, y...))
		many := &sample.Matrix{N: times * n, D: 4}
		var labels []int32
		for i := range n {
			weighted.Weight = append(weighted.Weight, times)
			for range times {
				many.X, labels = append(many.X, x.Row(i)...), append(labels, y[i])
			}
		}
		set := func(o *ordinal.OrdinalSVCOptions) { o.Kernel.Name, o.C, o.Tol, o.Pairs = "linear", 1e-5, 1e-9, which }
		a, exact := ordinalSVC(t, weighted, set)
		b, report := ordinalSVC(t, model.NewTraining(many, ranked(5, labels...)), set)
		if report.Status != run.Converged || b.Result.Pairs != times*times*a.Result.Pairs {
			t.Errorf("%+v, %v pairs and %v", report, b.Result.Pairs, a.Result.Pairs)
		}
		support.Near(t, "objective", []float64{report.Objective}, []float64{exact.Objective}, 1e-8)
		support.Near(t, "utilities", utilities(t, b, x), utilities(t, a, x), 2e-4)
		support.Near(t, "norm", []float64{b.Result.Norm}, []float64{a.Result.Norm}, 1e-4)
	}
}

// A linear function of a hundred thousand rows, of some four billion pairs; in WebAssembly, where
// the arithmetic is the same and slower, and when it is not its turn, of a tenth of the rows and a
// hundredth of the pairs.
func TestOrdinalSVCOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("a timing")
	}
	rng := rand.New(rand.NewPCG(169, 1))
	n := 100_000
	if runtime.GOOS == "js" || !support.Turn(0) {
		n = 10_000
	}
	x, y := draw(rng, n, 10, 5, 3)
	began := time.Now()
	m, report := ordinalSVC(t, model.NewTraining(x, ranked(5, y...)), func(o *ordinal.OrdinalSVCOptions) {
		o.Kernel.Name, o.C, o.Tol = "linear", 1e4/float64(n)/float64(n), 1e-2
	})
	t.Logf("%v, %d planes, gap %v, %v pairs, thresholds %v", time.Since(began), report.Iterations, report.Gap, m.Result.Pairs, m.Result.Thresholds)
	if report.Status != run.Converged {
		t.Errorf("%+v", report)
	}
}

// A pair on the margin but for rounding counted for the higher one of its rows and not for the
// lower one, by which the sum of the slacks was wrong by its C.
func TestSlackOfPairsOnTheMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(170, 1))
	for range 200 {
		n := 30
		f, y, weight := make([]float64, n), make([]int32, n), make([]float64, n)
		for i := range n {
			y[i], weight[i] = int32(rng.IntN(4)), 0.5+rng.Float64()
			if f[i] = 10 * rng.Float64(); i > 0 && rng.IntN(2) == 0 {
				f[i] = f[rng.IntN(i)] + float64(rng.IntN(3)-1)
			}
		}
		risk, coef := ordinal.Slack(f, y, weight)
		want, sum := 0.0, 0.0
		for i := range n {
			for j := range n {
				if y[i] > y[j] {
					want += weight[i] * weight[j] * max(0, 1-f[i]+f[j])
				}
			}
		}
		for _, c := range coef {
			sum += c
		}
		support.Near(t, "slack", []float64{risk}, []float64{want}, 1e-10*(1+want))
		support.Near(t, "sum of coefficients", []float64{sum}, []float64{0}, 1e-9)
	}
}
