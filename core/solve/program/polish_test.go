package program

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
)

// TestOnlyTheActiveSetOfTheSolutionHolds solves the equations of every active set of small programs
// with bounds, limits and priced limits. Exactly one is that of the solution, which the interior
// point finds without active sets; all others must be refused, also the one that pays for a limit
// that its point keeps.
func TestOnlyTheActiveSetOfTheSolutionHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 1))
	paid := 0
	for trial := range 30 {
		const n, m = 3, 3
		p := Problem{Linear: make([]float64, n), Lower: []float64{0, 0, math.Inf(-1)}, Upper: []float64{1, math.Inf(1), math.Inf(1)},
			Low: []float64{-0.5, math.Inf(-1), math.Inf(-1)}, High: []float64{0.5, 1, -0.2}, Cost: []float64{0.3, math.Inf(1), 0.5}}
		p.Quadratic.Diagonal = make([]float64, n)
		a := make([]float64, n*m)
		for j := range n {
			p.Linear[j], p.Quadratic.Diagonal[j] = 2*rng.NormFloat64(), 0.5+rng.Float64()
		}
		for i := range a {
			a[i] = rng.NormFloat64()
		}
		p.Matrix = NewDense(a, m, n)
		p = p.complete()
		want := Solve(nil, p, Settings{Interior: true})
		if want.Status != run.Converged {
			t.Fatal(want.Status)
		}
		var sets []active
		grow := func(choices func(set active) []active) {
			before := sets
			sets = nil
			for _, set := range before {
				sets = append(sets, choices(set)...)
			}
		}
		with := func(set active, change func(set *active)) active {
			out := active{append([]int8(nil), set.column...), append([]bool(nil), set.tight...), append([]float64(nil), set.limit...), append([]float64(nil), set.loose...)}
			change(&out)
			return out
		}
		s := newSolver(&p, Settings{Tolerance: 1e-9}, nil)
		sets = []active{{make([]int8, n), make([]bool, m), make([]float64, m), make([]float64, m)}}
		for j := range s.at {
			grow(func(set active) []active {
				all := []active{set}
				if !math.IsInf(p.Lower[j], 0) {
					all = append(all, with(set, func(set *active) { set.column[j] = -1 }))
				}
				if !math.IsInf(p.Upper[j], 0) {
					all = append(all, with(set, func(set *active) { set.column[j] = 1 }))
				}
				return all
			})
		}
		for i := range m {
			grow(func(set active) []active {
				all := []active{set}
				for k := range s.sides {
					if v := &s.sides[k]; v.row == i {
						all = append(all, with(set, func(set *active) { set.tight[i], set.limit[i] = true, v.sign*v.limit }))
						if v.priced() {
							all = append(all, with(set, func(set *active) { set.loose[i] = v.sign * v.cost }))
						}
					}
				}
				return all
			})
		}
		held := 0
		for _, set := range sets {
			s := newSolver(&p, Settings{Tolerance: 1e-9}, nil)
			s.begun, s.accuracy = true, 1e-9
			if !s.correct(nil, set, true) {
				continue
			}
			held++
			for j, x := range want.X {
				if got := s.at[j].x * s.column[j]; !(math.Abs(got-x) <= 1e-6) {
					t.Errorf("trial %d: the set %+v holds with x[%d] = %v, and the solution has %v", trial, set, j, got, x)
				}
			}
			for _, v := range set.loose {
				if v != 0 {
					paid++
				}
			}
		}
		if held != 1 {
			t.Errorf("trial %d: %d of %d active sets hold", trial, held, len(sets))
		}
	}
	if paid < 10 {
		t.Errorf("only %d limits are paid for at the solutions", paid)
	}
}
