package bundle

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/lanes"
	"maxmargin/core/solve/program"
)

// vectors returns a bundle of random planes, without the number that is left out.
func vectors(rng *rand.Rand, mass float64, count, d, without int) (b *Bundle, g [][]float64) {
	b, g = New(mass), [][]float64{make([]float64, d)}
	for k := 1; k < count; k++ {
		v := make([]float64, d)
		for j := range v {
			v[j] = rng.NormFloat64()
		}
		offset := 0.1 + rng.Float64()
		if k != without {
			g = append(g, v)
			b.Add(offset, offset, func(l int) float64 { return lanes.Sum(v, g[l]) })
			b.Refresh()
		}
	}
	return b, g
}

// The dual problem is a quadratic program, whose solver shares no code with this one.
func TestSolutionsAreThoseOfAQuadraticProgram(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for range 30 {
		m := 2 + rng.IntN(12)
		b, g := vectors(rng, 0.1+3*rng.Float64(), m, 5, -1)
		p := program.Problem{Linear: make([]float64, m), Lower: make([]float64, m), Low: []float64{b.Shares[0]}, High: []float64{b.Shares[0]}}
		ones, factor := make([]float64, m), make([]float64, 5*m)
		for k := range m {
			p.Linear[k], ones[k] = -b.Offsets[k], 1
			for j, v := range g[k] {
				factor[j*m+k] = v
			}
		}
		p.Matrix, p.Quadratic.Factor = program.NewDense(ones, 1, m), program.NewDense(factor, 5, m)
		want := -program.Solve(nil, p, program.Settings{}).Objective
		b.Solve(nil, 1e-12)
		total := 0.0
		for _, a := range b.Shares {
			total += a
		}
		if got := b.Refresh(); !(math.Abs(got-want) <= 1e-9*(1+want)) || !(math.Abs(total-p.Low[0]) <= 1e-12) {
			t.Errorf("objective %v, want %v; mass %v, want %v", got, want, total, p.Low[0])
		}
	}
}

// Planes without one of them are those that never had it.
func TestForgottenPlanesAreGone(t *testing.T) {
	for seed := range uint64(20) {
		all, _ := vectors(rand.New(rand.NewPCG(3, seed)), 1, 7, 4, -1)
		rest, _ := vectors(rand.New(rand.NewPCG(3, seed)), 1, 7, 4, 2)
		all.idle[0], all.idle[2] = 9, 9 // plane 0 stays
		kept := all.Forget(8)
		if len(kept) != 6 || kept[1] != 1 || kept[2] != 3 || len(all.Shares) != 6 {
			t.Fatalf("kept %v of 7", kept)
		}
		all.Solve(nil, 1e-12)
		rest.Solve(nil, 1e-12)
		if a, b := all.Refresh(), rest.Refresh(); !(math.Abs(a-b) <= 1e-12) {
			t.Errorf("the objective is %g, not %g", a, b)
		}
		for k, a := range all.Shares {
			if !(math.Abs(a-rest.Shares[k]) <= 1e-9) {
				t.Errorf("shares %v, not %v", all.Shares, rest.Shares)
				break
			}
		}
	}
}

// A plane that has had no share in so many calls in turn is dropped; one that gets a share anew
// is not.
func TestIdlePlanesAreForgotten(t *testing.T) {
	b := New(1)
	b.Add(1, 1, func(k int) float64 { return float64(k) })       // g = 1: a = 1 at w = 1
	b.Add(-5, -5, func(k int) float64 { return float64(k * k) }) // never the highest
	b.Solve(nil, 1e-9)
	for turn := range 5 {
		if turn == 2 {
			b.Shares[1], b.Shares[2] = 0.5, 0.5
		} else {
			b.Shares[1], b.Shares[2] = 1, 0
		}
		if kept := b.Forget(2); len(kept) != 3 {
			t.Fatalf("kept %v after %d calls", kept, turn)
		}
	}
	if kept := b.Forget(2); len(kept) != 2 || kept[1] != 1 {
		t.Errorf("kept %v, want planes 0 and 1", kept)
	}
}
