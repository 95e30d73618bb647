package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// expanded returns the equivalent plain problem: a row of K for every coordinate, and the
// shift on the diagonal.
func expanded(p qp.Problem) qp.Problem {
	small := p.K.(*dense).k
	n, count := len(small), len(p.Linear)
	k := make([][]float64, count)
	for c := range k {
		k[c] = make([]float64, count)
		for e := range k[c] {
			k[c][e] = small[c%n][e%n]
		}
		if p.Shift != nil {
			k[c][c] += p.Shift[c]
		}
	}
	p.K, p.Shift = newDense(k), nil
	return p
}

// regression is an eps-SVR problem of n points, or a nu-SVR problem if nu > 0: two
// coordinates for every row of K.
func regression(n int, c, nu float64, seed uint64) qp.Problem {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := qp.Problem{Sign: make([]float64, 2*n), Linear: make([]float64, 2*n), Lower: make([]float64, 2*n), Upper: make([]float64, 2*n)}
	epsilon := 0.2
	if nu > 0 {
		epsilon = 0
		p.Group, p.GroupCount, p.Start = make([]int, 2*n), 2, make([]float64, 2*n)
	}
	x := make([]float64, n)
	for i := range n {
		x[i] = 6 * rng.Float64()
		y := math.Sin(x[i]) + 0.3*rng.NormFloat64()
		p.Sign[i], p.Sign[n+i] = 1, -1
		p.Linear[i], p.Linear[n+i] = epsilon-y, epsilon+y
		p.Upper[i], p.Upper[n+i] = c, c
		if nu > 0 {
			p.Group[n+i] = 1
			p.Start[i], p.Start[n+i] = nu*c/2, nu*c/2
		}
	}
	p.K = newDense(gaussian(x, 2))
	return p
}

// Several coordinates for a row of K, and a diagonal shift, give the solution of the
// equivalent plain problem.
func TestCopiesAndShifts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		c, nu, seed := rapid.Float64Range(0.01, 100).Draw(t, "C"), rapid.SampledFrom([]float64{0, 0.2, 0.7}).Draw(t, "nu"), rapid.Uint64().Draw(t, "seed")
		var p qp.Problem
		if rapid.Bool().Draw(t, "regression") {
			p = regression(n, c, nu, seed)
		} else {
			p = classification(n, c, seed)
		}
		if rapid.Bool().Draw(t, "shift") {
			rng := rand.New(rand.NewPCG(seed, 9))
			p.Shift = make([]float64, len(p.Linear))
			for i := range p.Shift {
				p.Shift[i] = rng.Float64()
				if p.Start == nil {
					p.Upper[i] = math.Inf(1)
				}
			}
		}
		for _, shrinking := range []bool{false, true} {
			if d := p.K.(*dense); len(d.active) < n {
				p.K = newDense(d.k)
			}
			r := solve(p, qp.Settings{Tolerance: 1e-6, Shrinking: shrinking, ShrinkPeriod: 2})
			if r.Status != run.Converged {
				t.Fatalf("status %s", r.Status)
			}
			check(t, expanded(p), r, 1e-6)
		}
	})
}

// The solver shrinks, and grows again, with two coordinates for a row.
func TestCopiesShrink(t *testing.T) {
	shrunk, grown := 0, 0
	for k, nu := range []float64{0, 0.3, 0, 0.6, 0, 0.2, 0, 0.4} {
		p := regression(300, []float64{0.3, 3, 30, 300}[k/2], nu, uint64(k))
		plain := solve(p, qp.Settings{Tolerance: 1e-7})
		d := p.K.(*dense)
		r := solve(p, qp.Settings{Tolerance: 1e-7, Shrinking: true, ShrinkPeriod: 1})
		shrunk += d.shrunk
		grown += d.grown
		check(t, expanded(p), r, 1e-7)
		if !(math.Abs(plain.Objective-r.Objective) <= 1e-7*math.Abs(plain.Objective)) {
			t.Errorf("nu=%v: objective %v with shrinking, %v without", nu, r.Objective, plain.Objective)
		}
	}
	if shrunk < 3 || grown < 1 {
		t.Errorf("shrunk %d times and grown %d times: the test tests nothing", shrunk, grown)
	}
}

// plane is a hard-margin problem: n points of two classes in the plane, whose
// clouds lie 2 apart.
func plane(n int, scatter float64, seed uint64) qp.Problem {
	rng := rand.New(rand.NewPCG(seed, 7))
	p := qp.Problem{Sign: make([]float64, n), Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n)}
	x := make([][2]float64, n)
	for i := range n {
		p.Sign[i], p.Linear[i], p.Upper[i] = float64(2*(i%2)-1), -1, math.Inf(1)
		x[i] = [2]float64{p.Sign[i] + scatter*(2*rng.Float64()-1), 2*rng.Float64() - 1}
	}
	k := make([][]float64, n)
	for i := range k {
		k[i] = make([]float64, n)
		for j := range k[i] {
			k[i][j] = x[i][0]*x[j][0] + x[i][1]*x[j][1]
		}
	}
	p.K = newDense(k)
	return p
}

// With a ceiling, a problem that has a solution is solved as without it, and one without a
// solution ends with a status that says so.
func TestCeiling(t *testing.T) {
	for seed := range uint64(20) {
		for _, shrinking := range []bool{false, true} {
			settings := qp.Settings{Tolerance: 1e-6, Ceiling: 1e10, Shrinking: shrinking, ShrinkPeriod: 5}
			p := plane(60, 0.9, seed)
			r := solve(p, settings)
			if r.Status != run.Converged {
				t.Errorf("separable: status %s", r.Status)
			}
			check(t, p, r, 1e-6)
			p = plane(60, 1.5, seed)
			if r = solve(p, settings); r.Status != run.Infeasible || !(-r.Objective > 1e10) || math.IsInf(r.Objective, 0) {
				t.Errorf("not separable: status %s with objective %v", r.Status, r.Objective)
			}
			if r.Iterations > 100_000 {
				t.Errorf("it took %d iterations to find that out", r.Iterations)
			}
		}
	}
}
