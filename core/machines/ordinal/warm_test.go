package ordinal_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model"
)

// Along a path in C each fit starts from the last one. It ends at what a cold fit ends at, after
// fewer iterations in all; passes over pairs are not of equal length, and are not counted.
func TestWarmStartsAlongAPath(t *testing.T) {
	rng := rand.New(rand.NewPCG(172, 1))
	path := []float64{0.01, 0.02, 0.04, 0.08, 0.16, 0.32}
	type start struct {
		name  string
		n     int
		scale float64 // of C
		near  float64 // of utilities
		make  func(c float64) model.Classifier
	}
	pairs := func(linear bool, norm, tol float64) func(c float64) model.Classifier {
		return func(c float64) model.Classifier {
			m := ordinal.NewOrdinalSVC(catalog.Kernel)
			m.C, m.Kernel.Gamma, m.WarmStart, m.Norm, m.Tol = c, kernel.Width{Value: 0.2}, true, norm, tol
			if linear {
				m.Kernel.Name = "linear"
			}
			return m
		}
	}
	levels := func(constraints string) func(c float64) model.Classifier {
		return func(c float64) model.Classifier {
			m := svor(constraints, c, 0.2, 1e-6)
			m.WarmStart = true
			return m
		}
	}
	for _, s := range []start{
		{"pairs", 150, 0.01, 1e-4, pairs(false, 2, 1e-6)},
		{"norm 1", 300, 0.01, 0.05, pairs(true, 1, 1e-6)},
		{"norm Infinity", 300, 0.01, 0.05, pairs(true, math.Inf(1), 1e-6)},
		{"implicit", 200, 10, 1e-4, levels("implicit")},
		{"explicit", 200, 10, 1e-4, levels("explicit")},
		{"reduced", 200, 10, 1e-4, func(c float64) model.Classifier {
			m := reduced(c, 0.2, 1e-6)
			m.WarmStart = true
			return m
		}},
	} {
		x, y := draw(rng, s.n, 4, 4, 1.5)
		training := model.NewTraining(x, ranked(4, y...))
		cold, warm := 0, 0
		var last model.Classifier
		for _, c := range path {
			from, to := s.make(s.scale*c), s.make(s.scale*c)
			report := converge(t, from, training)
			objective := report.Objective
			cold += report.Iterations
			next := training
			if last != nil {
				next.Start = last
			}
			report = converge(t, to, next)
			warm += report.Iterations
			want := utilities(t, from, x)
			support.Near(t, fmt.Sprintf("%s, C %v: objective", s.name, c), []float64{report.Objective}, []float64{objective}, 1e-5*math.Abs(objective))
			support.Near(t, fmt.Sprintf("%s, C %v: utilities", s.name, c), utilities(t, to, x), want, s.near*largest(want))
			last = to
		}
		t.Logf("%s: %d iterations cold, %d warm", s.name, cold, warm)
		if warm >= cold && s.name != "pairs" {
			t.Errorf("%s: %d iterations cold, %d warm", s.name, cold, warm)
		}
	}
}

func largest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}

// A start whose weights of samples were others is feasible, too: it ends at the same solution.
func TestWarmStartsFromOtherWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(173, 1))
	x, y := draw(rng, 80, 3, 4, 1)
	plain, weighted := model.NewTraining(x, ranked(4, y...)), model.NewTraining(x, ranked(4, y...))
	for range y {
		weighted.Weight = append(weighted.Weight, 0.5+float64(rng.IntN(3)))
	}
	for name, of := range map[string]func() model.Classifier{
		"OrdinalSVC": func() model.Classifier {
			m := ordinal.NewOrdinalSVC(catalog.Kernel)
			m.C, m.Kernel.Gamma, m.WarmStart, m.Tol = 0.01, kernel.Width{Value: 0.2}, true, 1e-8
			return m
		},
		"SVOR": func() model.Classifier { m := svor("implicit", 1, 0.2, 1e-8); m.WarmStart = true; return m },
		"explicit": func() model.Classifier {
			m := svor("explicit", 1, 0.2, 1e-8)
			m.WarmStart = true
			return m
		},
		"ReducedOrdinalSVC": func() model.Classifier { m := reduced(1, 0.2, 1e-8); m.WarmStart = true; return m },
	} {
		from, cold, warm := of(), of(), of()
		converge(t, from, plain)
		converge(t, cold, weighted)
		next := weighted
		next.Start = from
		converge(t, warm, next)
		want := utilities(t, cold, x)
		support.Near(t, name, utilities(t, warm, x), want, 1e-5*largest(want))
		// Other samples, and other ranks, are refused.
		short, _ := draw(rng, 79, 3, 4, 1)
		other := model.NewTraining(short, ranked(4, y[:79]...))
		other.Start = from
		if _, err := of().Fit(nil, other); err == nil {
			t.Errorf("%s: a start from 80 samples for 79", name)
		}
		more := model.NewTraining(sample.Set(x), ranked(5, y...))
		more.Start = from
		if _, err := of().Fit(nil, more); err == nil {
			t.Errorf("%s: a start from 4 ranks for 5", name)
		}
		// A fit that kept nothing is no start, and no error.
		if report, err := of().Fit(nil, func() model.Training { n := plain; n.Start = of(); return n }()); err != nil || report.Status != run.Converged {
			t.Errorf("%s: %v %+v", name, err, report)
		}
	}
}
