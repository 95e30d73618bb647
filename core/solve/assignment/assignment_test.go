package assignment_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/solve/assignment"
)

func TestAssignmentOfEveryPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for r := 1; r <= 7; r++ {
		for range 20 {
			cost := make([]float64, r*r)
			for i := range cost {
				if cost[i] = rng.NormFloat64(); rng.IntN(2) == 0 {
					cost[i] = float64(rng.IntN(3)) // ties
				}
			}
			best := math.Inf(1)
			for _, p := range support.Permutations(r) {
				sum := 0.0
				for i, j := range p {
					sum += cost[i*r+j]
				}
				best = min(best, sum)
			}
			columns, sum, err := assignment.Solve(nil, cost, r, r)
			if err != nil || !(math.Abs(sum-best) <= 1e-12) {
				t.Fatalf("%v: the sum is %v (%v), the least of all permutations %v", cost, sum, err, best)
			}
			seen := map[int32]bool{}
			for _, j := range columns {
				seen[j] = true
			}
			if len(seen) != r {
				t.Fatalf("columns %v are not all different", columns)
			}
		}
	}
}

func TestAssignmentOfScipy(t *testing.T) {
	var golden struct {
		Problems []struct {
			Seed, Rows, Columns, Span int
			Cost                      float64
		}
	}
	facts.Golden(t, "assignment.json", &golden)
	for _, p := range golden.Problems {
		x, cost := p.Seed, make([]float64, p.Rows*p.Columns)
		for i := range cost {
			x = (1103515245*x + 12345) % (1 << 31)
			cost[i] = float64((x >> 16) % p.Span)
		}
		if _, sum, err := assignment.Solve(nil, cost, p.Rows, p.Columns); err != nil || sum != p.Cost {
			t.Errorf("%d x %d: the sum is %v (%v), scipy's is %v", p.Rows, p.Columns, sum, err, p.Cost)
		}
	}
}

func TestAssignmentRefuses(t *testing.T) {
	for _, c := range []struct {
		cost       []float64
		rows, cols int
	}{{nil, 0, 0}, {[]float64{1, 2}, 2, 1}, {[]float64{1, 2, 3}, 2, 2}, {[]float64{1, math.NaN()}, 1, 2}, {[]float64{math.Inf(1)}, 1, 1}} {
		if _, _, err := assignment.Solve(nil, c.cost, c.rows, c.cols); err == nil {
			t.Errorf("costs %v for %d x %d are accepted", c.cost, c.rows, c.cols)
		}
	}
}
