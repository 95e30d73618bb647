package ordinal_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// objective returns |w|_p plus the slacks of all pairs, from their definition.
func objective(x sample.Set, y []int32, weight []float64, w []float64, c, p float64, adjacent bool) (sum float64) {
	n, d := x.Len(), x.Dim()
	f, row, there := make([]float64, n), make([]float64, d), map[int32]bool{}
	for i := range n {
		x.Dense(row, i)
		for j, v := range row {
			f[i] += v * w[j]
		}
		there[y[i]] = there[y[i]] || weight == nil || weight[i] > 0
	}
	for _, v := range w {
		if p == 1 {
			sum += math.Abs(v)
		} else {
			sum = max(sum, math.Abs(v))
		}
	}
	for i := range n {
		for j := range n {
			neighbours := true
			for r := y[j] + 1; r < y[i]; r++ {
				neighbours = neighbours && !there[r]
			}
			if y[i] <= y[j] || adjacent && !neighbours {
				continue
			}
			own := c
			if weight != nil {
				own *= weight[i] * weight[j]
			}
			if slack := 1 - f[i] + f[j]; slack > 0 && own > 0 {
				sum += own * slack
			}
		}
	}
	return sum
}

// HiGHS solves the same linear programs over explicit pairs.
func TestNormsAgreeWithHiGHS(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			N, D, Ranks      int
			X, Weight, Coef  []float64
			Y                []int32
			C, Norm          float64
			Infinite, Unique bool
			Adjacent         bool
			Status           int
			Pairs, Objective float64
		}
	}
	facts.Golden(t, "norms.json", &golden)
	for at, c := range golden.Cases {
		if c.Norm == 0 {
			c.Norm = math.Inf(1)
		}
		if c.Infinite {
			c.C = math.Inf(1)
		}
		training := model.NewTraining(matrix(c.D, c.X...), ranked(c.Ranks, c.Y...))
		training.Weight = c.Weight
		m, report := ordinalSVC(t, training, func(o *ordinal.OrdinalSVCOptions) {
			o.C, o.Kernel.Name, o.Norm, o.Tol = c.C, "linear", c.Norm, 1e-8
			if c.Adjacent {
				o.Pairs = "adjacent"
			}
		})
		if m.Result.Pairs != c.Pairs {
			t.Errorf("case %d: %v pairs, want %v", at, m.Result.Pairs, c.Pairs)
		}
		if c.Status == 2 {
			if report.Status != run.Infeasible || len(report.Notes) != 1 {
				t.Errorf("case %d: %+v, want infeasible", at, report)
			}
			continue
		}
		if report.Status != run.Converged || len(report.Notes) > 0 {
			t.Errorf("case %d: %+v", at, report)
		}
		slack := c.C
		if c.Infinite {
			slack = 1e6 // what violates a pair shows
		}
		got := objective(training.X, c.Y, c.Weight, m.Result.Weights, slack, c.Norm, c.Adjacent)
		if !(math.Abs(got-c.Objective) <= golden.Tolerance*c.Objective) || !(math.Abs(report.Objective-c.Objective) <= golden.Tolerance*c.Objective) {
			t.Errorf("case %d: objective %v, reported as %v, want %v", at, got, report.Objective, c.Objective)
		}
		if c.Unique {
			support.Near(t, "weights", m.Result.Weights, c.Coef, 1e-5*(1+c.Objective))
		}
	}
}

// A program has planes instead of the pairs. Its solution is that of the program over all pairs,
// which is posed here.
func TestNormsOfManyPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(168, 1))
	for _, c := range []struct {
		n, d, k  int
		noise, c float64
		coarse   bool
	}{{120, 4, 5, 0.7, 1e-4, false}, {120, 4, 5, 0.7, 0.1, false}, {120, 4, 5, 0.7, 0.1, true}, {120, 4, 5, 0.05, math.Inf(1), false}, {90, 12, 90, 0.7, 0.01, false}} {
		x, y := draw(rng, c.n, c.d, min(c.k, 5), c.noise)
		if c.coarse {
			for i, v := range x.X {
				x.X[i] = math.Round(v)
			}
		}
		if c.k > 5 {
			for i, at := range rng.Perm(c.n) {
				y[at] = int32(i)
			}
		}
		for _, p := range []float64{1, math.Inf(1)} {
			m, report := ordinalSVC(t, model.NewTraining(x, ranked(c.k, y...)), func(o *ordinal.OrdinalSVCOptions) {
				o.C, o.Kernel.Name, o.Norm, o.Tol = c.c, "linear", p, 1e-6
			})
			t.Logf("%+v, p %v: %v programs, gap %v, %v of %v pairs", c, p, report.Iterations, report.Gap, m.Result.SupportPairs, m.Result.Pairs)
			if report.Status != run.Converged {
				t.Errorf("%+v, p %v: %+v", c, p, report)
			}
			want := everyPair(x, y, c.c, p)
			slack := c.c
			if math.IsInf(slack, 1) {
				slack = 1e6
			}
			if got := objective(x, y, nil, m.Result.Weights, slack, p, false); !(math.Abs(got-want) <= 2e-6*want) {
				t.Errorf("%+v, p %v: objective %v, want %v", c, p, got, want)
			}
		}
	}
}

// everyPair returns the objective of the linear program over all pairs, in the variables
// w = u - v for p = 1 and t - w, t for p = infinity.
func everyPair(x *sample.Matrix, y []int32, c, p float64) float64 {
	width := 2 * x.D
	if p != 1 {
		width = x.D + 1
	}
	var rows, cost []float64
	for i := range x.N {
		for j := range x.N {
			if y[i] <= y[j] {
				continue
			}
			row := make([]float64, width)
			for a := range x.D {
				diff := x.Row(i)[a] - x.Row(j)[a]
				if p == 1 {
					row[a], row[x.D+a] = diff, -diff
				} else { // w = 2 t s - t with the share s written as s t
					row[a] = 2 * diff
					row[x.D] -= diff
				}
			}
			rows, cost = append(rows, row...), append(cost, c)
		}
	}
	m := len(cost)
	q := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Low: make([]float64, m), Cost: cost}
	for i := range q.Low {
		q.Low[i] = 1
	}
	for j := range q.Linear {
		if p == 1 || j == x.D {
			q.Linear[j] = 1
		}
	}
	if p != 1 { // s t <= t
		for a := range x.D {
			row := make([]float64, width)
			row[a], row[x.D] = -1, 1
			rows, q.Low, q.Cost = append(rows, row...), append(q.Low, 0), append(q.Cost, math.Inf(1))
		}
	}
	q.Matrix = program.NewDense(rows, len(q.Low), width)
	return program.Solve(nil, q, program.Settings{}).Objective
}

// A fit by linear programs holds no more than its cost says, but for the 3 MB that every fit may,
// and not far less.
func TestCostOfNormsIsTrue(t *testing.T) {
	const others = 3 << 20
	for _, shape := range [][2]int{{400, 4}, {1500, 60}, {4000, 4}} {
		n, d := shape[0], shape[1]
		x, y := draw(rand.New(rand.NewPCG(171, 1)), n, d, 5, 2)
		m := ordinal.NewOrdinalSVC(catalog.Kernel)
		m.Kernel.Name, m.Norm, m.C = "linear", 1, 30/float64(n)/float64(n)
		cost := m.Cost()
		stated := int64(cost.ColumnPair)*int64(d*d) + int64(cost.Column)*int64(d) + int64(cost.Row)*int64(n) + int64(cost.Entry)*int64(n*d)
		most, _ := support.HeapPeak(stated, func(look func()) {
			ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
				look()
				return run.Continue
			}}.Ctl()
			if _, err := m.Fit(ctl, model.NewTraining(x, ranked(5, y...))); err != nil {
				t.Fatal(err)
			}
		})
		if t.Logf("%v: %d of %d KB", shape, most>>10, stated>>10); most > stated+others || 8*most < stated {
			t.Errorf("%v: the fit held %d bytes, its stated cost is %d", shape, most, stated)
		}
	}
}
