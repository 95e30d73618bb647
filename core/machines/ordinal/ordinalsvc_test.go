package ordinal_test

import (
	"math"
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
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func ordinalSVC(t testing.TB, training model.Training, change func(o *ordinal.OrdinalSVCOptions)) (*ordinal.OrdinalSVC, model.Report) {
	t.Helper()
	m := ordinal.NewOrdinalSVC(catalog.Kernel)
	m.Tol = 1e-10
	change(&m.OrdinalSVCOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m, report
}

func gauss(x *sample.Matrix, gamma float64) []float64 {
	k := make([]float64, x.N*x.N)
	for i := range x.N {
		for j := range x.N {
			s := 0.0
			for c, v := range x.Row(i) {
				s += (v - x.Row(j)[c]) * (v - x.Row(j)[c])
			}
			k[i*x.N+j] = math.Exp(-gamma * s)
		}
	}
	return k
}

// SVC over the pairs in both orientations, with their kernel as a matrix, C / 2 and no
// constant, has the same function.
func TestOrdinalSVCIsSVCOverPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(165, 1))
	const n = 16
	for _, c := range []float64{0.05, 1, 30, math.Inf(1)} {
		for _, adjacent := range []bool{false, true} {
			x, y := draw(rng, n, 2, 3, 0.7)
			k := gauss(x, 0.5)
			type pair struct{ i, j int }
			var pairs []pair
			for i := range n {
				for j := range n {
					if d := y[i] - y[j]; d != 0 && (!adjacent || d == 1 || d == -1) {
						pairs = append(pairs, pair{i, j})
					}
				}
			}
			g := &sample.Matrix{N: len(pairs), D: len(pairs), X: make([]float64, len(pairs)*len(pairs))}
			labels := make([]int32, len(pairs))
			for p, a := range pairs {
				if y[a.i] > y[a.j] {
					labels[p] = 1
				}
				for q, b := range pairs {
					g.X[p*g.D+q] = k[a.i*n+b.i] - k[a.i*n+b.j] - k[a.j*n+b.i] + k[a.j*n+b.j]
				}
			}
			s := svm.NewSVC(catalog.Kernel)
			s.Kernel.Name, s.C, s.FitIntercept, s.Tol = "precomputed", c/2, false, 1e-11
			if _, err := s.Fit(nil, model.NewTraining(g, model.Classes{Of: labels, Count: 2})); err != nil {
				t.Fatal(err)
			}
			want := make([]float64, n)
			for p, a := range s.Result.Coef {
				at := pairs[s.Result.Indices[p]]
				for r := range want {
					want[r] += a * (k[at.i*n+r] - k[at.j*n+r])
				}
			}
			m, report := ordinalSVC(t, model.NewTraining(x, ranked(3, y...)), func(o *ordinal.OrdinalSVCOptions) {
				o.C, o.Kernel.Gamma = c, kernel.Width{Value: 0.5}
				if adjacent {
					o.Pairs = "adjacent"
				}
			})
			if report.Status != run.Converged || m.Result.Pairs != float64(len(pairs)/2) {
				t.Errorf("C %v: %+v, %v pairs", c, report, m.Result.Pairs)
			}
			support.Near(t, "utilities", utilities(t, m, x), want, 3e-9)
		}
	}
}

// On a line, with a hard margin: the closest pair of neighbouring ranks differs by 1, and the
// boundary of the other ranks lies in the middle of their closest pair.
func TestOrdinalSVCByHand(t *testing.T) {
	x, y := matrix(1, 0, 1, 3, 4, 10, 12), []int32{0, 0, 1, 1, 2, 2}
	m, _ := ordinalSVC(t, model.NewTraining(x, ranked(3, y...)), func(o *ordinal.OrdinalSVCOptions) {
		o.C, o.Kernel.Name = math.Inf(1), "linear"
	})
	support.Near(t, "w", utilities(t, m, matrix(1, 1)), []float64{0.5}, 1e-9)
	fit := m.Result
	support.Near(t, "boundaries", fit.Thresholds, []float64{1, 3.5}, 1e-8)
	support.Near(t, "margins", fit.Margins, []float64{2, 6}, 1e-8)
	if fit.Source[0] != 0 || fit.Source[1] != 1 || fit.SupportPairs != 1 || fit.Pairs != 12 {
		t.Errorf("sources %v, %v of %v pairs", fit.Source, fit.SupportPairs, fit.Pairs)
	}
	m, _ = ordinalSVC(t, model.NewTraining(x, ranked(3, y...)), func(o *ordinal.OrdinalSVCOptions) {
		o.C, o.Kernel.Name, o.Pairs = math.Inf(1), "linear", "adjacent"
	})
	if m.Result.Pairs != 8 {
		t.Errorf("%v adjacent pairs, want 8", m.Result.Pairs)
	}
}

// Ranks that no utility can order have no hard margin, and the machine says so.
func TestOrdinalSVCWithoutAHardMargin(t *testing.T) {
	for _, x := range []*sample.Matrix{matrix(1, 0, 1, 2, 3), matrix(1, 0, 1, 1, 2)} {
		_, report := ordinalSVC(t, model.NewTraining(x, ranked(2, 0, 1, 0, 1)), func(o *ordinal.OrdinalSVCOptions) {
			o.C, o.Kernel.Name, o.Tol = math.Inf(1), "linear", 1e-3
		})
		if report.Status != run.Infeasible || len(report.Notes) != 1 || report.Notes[0].Code != "WARN_NOT_SEPARABLE" {
			t.Errorf("%+v", report)
		}
	}
}

// A weight of 2 is a row that comes twice, so that pairs have the products of the weights.
func TestOrdinalSVCWeighsPairsByProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(166, 1))
	x, y := draw(rng, 30, 2, 4, 1.5)
	weighted := model.NewTraining(x, ranked(4, y...))
	twice := &sample.Matrix{D: 2}
	var labels []int32
	for i := range 30 {
		weighted.Weight = append(weighted.Weight, float64(i%3))
		for range i % 3 {
			twice.N, twice.X, labels = twice.N+1, append(twice.X, x.Row(i)...), append(labels, y[i])
		}
	}
	set := func(o *ordinal.OrdinalSVCOptions) { o.C, o.Kernel.Gamma = 0.3, kernel.Width{Value: 0.5} }
	a, _ := ordinalSVC(t, weighted, set)
	b, _ := ordinalSVC(t, model.NewTraining(twice, ranked(4, labels...)), set)
	support.Near(t, "utilities", utilities(t, a, x), utilities(t, b, x), 1e-8)
	support.Near(t, "boundaries", a.Result.Thresholds, b.Result.Thresholds, 1e-6)
}

// A thousand rows, each with a rank of its own, have 499,500 pairs. In WebAssembly, where the
// arithmetic is the same and slower, there are 300 rows.
func TestOrdinalSVCOfAThousandRanks(t *testing.T) {
	if testing.Short() {
		t.Skip("a long fit")
	}
	rng := rand.New(rand.NewPCG(167, 1))
	n := 1000
	if runtime.GOOS == "js" || !support.Turn(1) {
		n = 300
	}
	x, y := &sample.Matrix{N: n, D: 5, X: make([]float64, 5*n)}, make([]int32, n)
	for i := range x.X {
		x.X[i] = rng.NormFloat64()
	}
	utility := make([]float64, n)
	for i := range utility {
		utility[i] = math.Pow(x.Row(i)[0]+0.5*x.Row(i)[1], 3) + 0.5*rng.NormFloat64()
	}
	for i := range y {
		for j := range y {
			if utility[j] < utility[i] {
				y[i]++
			}
		}
	}
	began := time.Now()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, c := range []float64{1e-4, 1e-3} {
		m, report := ordinalSVC(t, model.NewTraining(x, ranked(n, y...)), func(o *ordinal.OrdinalSVCOptions) {
			o.C, o.Kernel.Gamma, o.Tol = c, kernel.Width{Value: 0.1}, 1e-3
		})
		t.Logf("C %v: %v, %d passes, %v of %v pairs, gap %v", c, time.Since(began), report.Iterations, m.Result.SupportPairs, m.Result.Pairs, report.Gap)
		if report.Status != run.Converged || int(m.Result.Pairs) != n*(n-1)/2 {
			t.Errorf("%+v", report)
		}
	}
	// All memory that was ever taken, by both fits.
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<30 {
		t.Errorf("the fits took %d MB", taken>>20)
	}
}
