package qp_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"maxmargin/core/qp"
	"maxmargin/core/run"
)

// methods are the study solvers, by name; of each what it may be told.
func methods() map[string]func(*qp.Settings) qp.Method {
	to := func(m qp.Method, change func(*qp.Settings)) func(*qp.Settings) qp.Method {
		return func(s *qp.Settings) qp.Method {
			if change != nil {
				change(s)
			}
			return m
		}
	}
	return map[string]func(*qp.Settings) qp.Method{
		"smo-platt":                to(qp.NewPlatt, nil),
		"smo-quadrants":            to(qp.NewQuadrants, nil),
		"decomposition":            to(qp.NewDecomposition, nil),
		"decomposition, 4, room":   to(qp.NewDecomposition, func(s *qp.Settings) { s.SetSize, s.Score = 4, qp.ScoreRoom }),
		"decomposition, violation": to(qp.NewDecomposition, func(s *qp.Settings) { s.Score, s.Shrinking = qp.ScoreViolation, true }),
		"chunking":                 to(qp.NewChunking, func(s *qp.Settings) { s.Shrinking = true }),
		"ascent":                   to(qp.NewAscent, nil),
		"ascent, random, 1.5":      to(qp.NewAscent, func(s *qp.Settings) { s.Order, s.Relaxation = qp.OrderRandom, 1.5 }),
		"ascent, free":             to(qp.NewAscent, func(s *qp.Settings) { s.Order = qp.OrderFree }),
		"ascent, ascending":        to(qp.NewAscent, func(s *qp.Settings) { s.Order = qp.OrderAscending }),
		"ascent, simultaneous":     to(qp.NewAscent, func(s *qp.Settings) { s.Simultaneous, s.Relaxation = true, 1.9 }),
	}
}

// posed returns problems of every kind.
func posed(n int, c float64, seed uint64) map[string]qp.Problem {
	alone := classification(n, c, seed)
	alone.Group = slices.Repeat([]int{-1}, n)
	classes := classification(n, c, seed)
	classes.Group, classes.GroupCount, classes.Start = make([]int, n), 2, make([]float64, n)
	for i := range classes.Group {
		if classes.Sign[i] < 0 {
			classes.Group[i] = 1
		}
		classes.Linear[i], classes.Start[i] = 0, 0.5*c
	}
	square := classification(n, math.Inf(1), seed)
	square.Shift = slices.Repeat([]float64{1 / (2 * c)}, n)
	squareTube := regression(n, math.Inf(1), 0, seed)
	squareTube.Shift = slices.Repeat([]float64{1 / (2 * c)}, 2*n)
	region := classification(n, c, seed)
	region.Sign, region.Linear, region.Start = nil, make([]float64, n), slices.Repeat([]float64{0.3 * c}, n)
	tubeAlone := regression(n, c, 0, seed)
	tubeAlone.Group = slices.Repeat([]int{-1}, 2*n)
	return map[string]qp.Problem{
		"C-SVC": classification(n, c, seed), "no bias": alone, "nu-SVC": classes, "2-norm": square, "one class": region,
		"eps-SVR": regression(n, c, 0, seed), "nu-SVR": regression(n, c, 0.4, seed), "squared SVR": squareTube, "SVR, no bias": tubeAlone,
	}
}

// Every study solver solves what it does not refuse to solve, to the conditions and
// the objective of the production solver.
func TestStudySolversAgree(t *testing.T) {
	solved := map[string]int{}
	for seed := range uint64(3) {
		for kind, p := range posed(24, []float64{0.5, 2, 10}[seed], seed) {
			k := p.K.(*dense).k
			want := solve(p, qp.Settings{Tolerance: 1e-9})
			for name, method := range methods() {
				p.K = newDense(k)
				settings := qp.Settings{Tolerance: 1e-4, Seed: seed, MaxIterations: 2_000_000}
				s, err := method(&settings)(p, settings)
				if err != nil {
					continue
				}
				solved[name]++
				r := s.Result(s.Run(nil))
				if r.Status != run.Converged {
					t.Errorf("%s of %s, seed %d: %s after %d iterations with a gap of %g", name, kind, seed, r.Status, r.Iterations, r.Gap)
				}
				check(t, expanded(p), r, 2e-4)
				// By weak duality the objective is off by the duality gap at most.
				if off := r.Objective - want.Objective; !(off > -1e-8*math.Abs(want.Objective) && off <= r.DualityGap+1e-9) || off > 1e-3*math.Abs(want.Objective) {
					t.Errorf("%s of %s, seed %d: objective %v with a duality gap of %g, production has %v", name, kind, seed, r.Objective, r.DualityGap, want.Objective)
				}
			}
		}
	}
	for name, least := range map[string]int{"smo-platt": 9, "smo-quadrants": 6, "decomposition": 27, "chunking": 27, "ascent": 6} {
		if solved[name] != least {
			t.Errorf("%s solved %d problems, want %d: it should refuse the others", name, solved[name], least)
		}
	}
}

var _ = rapid.Check
var _ = time.Now
