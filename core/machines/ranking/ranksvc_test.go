package ranking_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/ranking"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// queries returns n rows of d features in count queries, with relevances 0 to 3 that follow a
// linear function with noise. The rows of a query are not next to each other.
func queries(n, d, count int, seed uint64) model.Training {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	g := model.Groups{Of: make([]int32, n), Count: count, Relevance: make([]float64, n)}
	for i := range n {
		sum := 0.0
		for j := range d {
			v := rng.NormFloat64()
			x.X[i*d+j] = v
			sum += v * float64(j+1) / float64(d)
		}
		g.Of[i] = int32(i % count)
		g.Relevance[i] = math.Floor(max(0, min(3, 1.5+sum+0.5*rng.NormFloat64())))
	}
	return model.NewTraining(x, g)
}

func fitted(t *testing.T, m model.Machine, data model.Training) model.Report {
	t.Helper()
	r, err := m.Fit(nil, data)
	if err != nil || r.Status != run.Converged {
		t.Fatal(r, err)
	}
	return r
}

// least returns the w that minimises 1/2 |w|² + sum of c_q xi_q, where xi_q >= constant_k +
// <w, a_k> for every cut k of q: the primal problem itself, by package program.
func least(t *testing.T, d int, cost []float64, of []int, constant []float64, cuts [][]float64) (w []float64, objective float64) {
	t.Helper()
	cols := d + len(cost)
	p := program.Problem{Linear: append(make([]float64, d), cost...)}
	diagonal := make([]float64, cols)
	for j := range d {
		diagonal[j] = 1
	}
	p.Quadratic = program.Quadratic{Diagonal: diagonal}
	var table []float64
	for k, a := range cuts {
		row := make([]float64, cols)
		for j, v := range a {
			row[j] = -v
		}
		row[d+of[k]] = 1
		table = append(table, row...)
		p.Low, p.High = append(p.Low, constant[k]), append(p.High, math.Inf(1))
	}
	p.Lower, p.Upper = make([]float64, cols), make([]float64, cols)
	for j := range cols {
		p.Upper[j] = math.Inf(1)
		if j < d {
			p.Lower[j] = math.Inf(-1)
		}
	}
	p.Matrix = program.NewDense(table, len(cuts), cols)
	r := program.Solve(nil, p, program.Settings{})
	if r.Status != run.Converged {
		t.Fatal(r.Status)
	}
	return r.X[:d], r.Objective
}

// difference returns x_i - x_j.
func difference(x *sample.Matrix, i, j int) []float64 {
	d := make([]float64, x.D)
	for c := range d {
		d[c] = x.Row(i)[c] - x.Row(j)[c]
	}
	return d
}

// TestRankSVCIsTheProgramOfItsPairs compares with the quadratic program that has a slack for
// each pair, for linear functions and for the same ones by a kernel matrix.
func TestRankSVCIsTheProgramOfItsPairs(t *testing.T) {
	data := queries(40, 3, 5, 7)
	g, x := data.Target.(model.Groups), data.X.(*sample.Matrix)
	for _, normalize := range []bool{true, false} {
		const c = 0.7
		pairs, cost, of, constant, cuts := make([]float64, g.Count), []float64{}, []int{}, []float64{}, [][]float64{}
		var query []int32
		for i, y := range g.Relevance {
			for j := range g.Relevance {
				if y > g.Relevance[j] && g.Of[i] == g.Of[j] {
					pairs[g.Of[i]]++
					query, of = append(query, g.Of[i]), append(of, len(of))
					constant, cuts = append(constant, 1), append(cuts, difference(x, j, i))
				}
			}
		}
		for _, q := range query {
			if cost = append(cost, c); normalize {
				cost[len(cost)-1] /= pairs[q]
			}
		}
		w, objective := least(t, 3, cost, of, constant, cuts)
		for _, name := range []string{"linear", "poly"} {
			m := ranking.NewRankSVC(catalog.Kernel)
			m.C, m.Normalize, m.Tol, m.MaxIter = c, normalize, 1e-9, 1e6
			if m.Kernel.Name = name; name == "poly" {
				m.Kernel.Degree, m.Kernel.Coef0 = 1, 0
				m.Kernel.Gamma.Name, m.Kernel.Gamma.Value = "", 1
			}
			r := fitted(t, m, data)
			f, err := m.Predict(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range f {
				want := 0.0
				for j, v := range x.Row(i) {
					want += v * w[j]
				}
				if !(math.Abs(f[i]-want) <= 1e-6) {
					t.Fatalf("%s, normalize %v: row %d has the utility %v, the program's is %v", name, normalize, i, f[i], want)
				}
			}
			if !(math.Abs(r.Objective-objective) <= 1e-6*objective) {
				t.Errorf("%s, normalize %v: objective %v, want %v", name, normalize, r.Objective, objective)
			}
		}
	}
}

// TestNDCGIsTheProgramOfItsPermutations has a constraint for each permutation of each query.
func TestNDCGIsTheProgramOfItsPermutations(t *testing.T) {
	data := queries(16, 2, 4, 9)
	g, x := data.Target.(model.Groups), data.X.(*sample.Matrix)
	m := ranking.NewRankSVC(catalog.Kernel)
	m.Kernel.Name, m.Surrogate, m.K, m.Gain, m.C, m.Tol, m.MaxIter = "linear", "ndcg", 2, "exponential", 0.5, 1e-9, 1e6
	r := fitted(t, m, data)
	discount := []float64{0, 0, 1 / math.Log2(3), 1} // of positions 1 to 4
	var cost []float64
	var of []int
	var constant []float64
	var cuts [][]float64
	for q := range g.Count {
		var rows []int
		for i, own := range g.Of {
			if int(own) == q {
				rows = append(rows, i)
			}
		}
		// Positions of ascending relevance; those of equals share their mean.
		best, position, share := 0.0, make([]float64, 4), make([]float64, 4)
		for a, i := range rows {
			lower, equal := 0, 0
			for _, j := range rows {
				if g.Relevance[j] < g.Relevance[i] {
					lower++
				} else if g.Relevance[j] == g.Relevance[i] {
					equal++
				}
			}
			position[a] = float64(lower) + float64(equal+1)/2
			share[a] = math.Exp2(g.Relevance[i]) - 1
		}
		orders := support.Permutations(4)
		for _, p := range orders {
			sum := 0.0
			for a, at := range p {
				sum += discount[at] * share[a]
			}
			best = max(best, sum)
		}
		if best == 0 {
			continue
		}
		cost = append(cost, m.C)
		for _, p := range orders {
			delta, a := 1.0, make([]float64, 2)
			for b, at := range p {
				delta -= discount[at] * share[b] / best
				for c, v := range x.Row(rows[b]) {
					a[c] += (float64(at+1) - position[b]) * v
				}
			}
			of, constant, cuts = append(of, len(cost)-1), append(constant, delta), append(cuts, a)
		}
	}
	w, objective := least(t, 2, cost, of, constant, cuts)
	f, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f {
		if want := w[0]*x.Row(i)[0] + w[1]*x.Row(i)[1]; !(math.Abs(f[i]-want) <= 1e-6) {
			t.Fatalf("row %d has the utility %v, the program's is %v", i, f[i], want)
		}
	}
	if !(math.Abs(r.Objective-objective) <= 1e-6) || m.Result.Queries != len(cost) {
		t.Errorf("objective %v of %d queries, want %v of %d", r.Objective, m.Result.Queries, objective, len(cost))
	}
}

// TestQueriesWithoutPairsChangeNothing: queries of one row, of one relevance, and rows without
// weight leave the function as it is; without any pair there is nothing to learn.
func TestQueriesWithoutPairsChangeNothing(t *testing.T) {
	data := queries(30, 2, 3, 11)
	for _, surrogate := range []string{"kendall", "ndcg"} {
		t.Run(surrogate, func(t *testing.T) { withoutPairs(t, data, surrogate) })
	}
}

func withoutPairs(t *testing.T, data model.Training, surrogate string) {
	m, other := ranking.NewRankSVC(catalog.Kernel), ranking.NewRankSVC(catalog.Kernel)
	m.Surrogate, other.Surrogate = surrogate, surrogate
	fitted(t, m, data)
	g, x := data.Target.(model.Groups), data.X.(*sample.Matrix)
	more := model.Groups{Of: append(append([]int32{}, g.Of...), 3, 4, 4, 0), Count: 6, Relevance: append(append([]float64{}, g.Relevance...), 3, 2, 2, 3)}
	wider := model.NewTraining(&sample.Matrix{N: 34, D: 2, X: append(append([]float64{}, x.X...), 1, 2, 3, 4, 5, 6, 7, 8)}, more)
	wider.Weight = make([]float64, 34)
	for i := range 33 {
		wider.Weight[i] = 1
	}
	other.Kernel.Gamma.Name, other.Kernel.Gamma.Value = "", m.Result.Widths[0]
	fitted(t, other, wider)
	a, err1 := m.Predict(nil, x)
	b, err2 := other.Predict(nil, x)
	for i := range a {
		if err1 != nil || err2 != nil || !(math.Abs(a[i]-b[i]) <= 1e-9) {
			t.Fatal(a[i], b[i], err1, err2)
		}
	}
	if m.Result.Queries != 3 || other.Result.Queries != 3 {
		t.Errorf("%d and %d queries, want 3", m.Result.Queries, other.Result.Queries)
	}
	data.Target = model.Groups{Of: g.Of, Count: 3, Relevance: slices.Repeat([]float64{1}, 30)}
	var f *fault.Error
	if _, err := m.Fit(nil, data); !errors.As(err, &f) || f.Code != fault.Empty {
		t.Error("a fit without a pair:", err)
	}
	m.Surrogate = "ndcg"
	data.Target.(model.Groups).Relevance[3] = -1
	if _, err := m.Fit(nil, data); !errors.As(err, &f) || f.Code != fault.Option {
		t.Error("a relevance below zero:", err)
	}
}

// TestRankSVCRefusesWhatOverflows: products of weights, and gains, must be numbers.
func TestRankSVCRefusesWhatOverflows(t *testing.T) {
	for _, c := range []struct {
		surrogate, gain   string
		weight, relevance float64
		code              fault.Code
	}{
		{"kendall", "linear", 1e200, 1, fault.Weight},
		{"kendall", "linear", 1e-200, 1, fault.Weight},
		{"ndcg", "linear", 1e200, 1e200, fault.Numeric},
		{"ndcg", "exponential", 1, 2000, fault.Numeric},
	} {
		data := model.NewTraining(&sample.Matrix{N: 3, D: 1, X: []float64{0, 1, 2}}, model.Groups{Of: make([]int32, 3), Count: 1, Relevance: []float64{0, c.relevance, c.relevance}})
		data.Weight = []float64{c.weight, c.weight, c.weight}
		m := ranking.NewRankSVC(catalog.Kernel)
		m.Surrogate, m.Gain = c.surrogate, c.gain
		var f *fault.Error
		if _, err := m.Fit(nil, data); !errors.As(err, &f) || f.Code != c.code {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestManyRowsInOneQuery: the pairs of 100,000 rows, five billion, are never formed.
func TestManyRowsInOneQuery(t *testing.T) {
	m := ranking.NewRankSVC(catalog.Kernel)
	m.Kernel.Name, m.C, m.Tol = "linear", 10, 0.01
	data := queries(100_000, 5, 1, 13)
	r := fitted(t, m, data)
	if r.Gap > 0.01 || m.Result.Loss > 0.6 {
		t.Errorf("gap %v, loss %v", r.Gap, m.Result.Loss)
	}
}
