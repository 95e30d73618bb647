package program_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// anyProgram returns a random problem with a positive definite quadratic part in one of four forms,
// or without one, and with rows and bounds of all kinds.
func anyProgram(rng *rand.Rand) program.Problem {
	m, n := 1+rng.IntN(6), 1+rng.IntN(6)
	p := random(rng, m, n)
	q := make([]float64, n*n)
	for i := range q {
		q[i] = rng.NormFloat64()
	}
	switch diagonal := slice(n, 0.1+rng.Float64()); rng.IntN(5) {
	case 0:
		p.Quadratic.Diagonal = diagonal
	case 1:
		p.Quadratic = program.Quadratic{Diagonal: diagonal, Factor: program.NewDense(q[:n], 1, n)}
	case 2:
		square := make([]float64, n*n)
		program.NewDense(q, n, n).AddGram(square, slice(n, 1), nil)
		for i := range n {
			for j := range i {
				square[j*n+i] = square[i*n+j]
			}
			square[i*n+i] += 0.1
		}
		p.Quadratic.Matrix = program.NewDense(square, n, n)
	case 3: // a linear program, whose objective alone is unique
	default:
		p.Terms = program.LogarithmicTerms(diagonal, nil)
	}
	if rng.IntN(2) == 0 {
		clear(p.Linear)
	}
	p.Low, p.Cost = slice(m, math.Inf(-1)), slice(m, math.Inf(1))
	for i := range p.Low {
		if p.Terms != nil { // whose slope is infinite at 0: rows must not leave 0 alone
			p.High[i]++
			continue
		}
		switch rng.IntN(4) {
		case 0:
			p.Low[i] = p.High[i]
		case 1:
			p.Low[i] = p.High[i] - rng.Float64()
			p.Cost[i] = math.Pow(10, 4*rng.Float64()-2)
		case 2:
			p.High[i], p.Cost[i] = p.High[i]-1, math.Pow(10, 4*rng.Float64()-2)
		}
	}
	if rng.IntN(2) == 0 {
		p.Upper = slice(n, 10)
	}
	return p
}

func slice(n int, with float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = with
	}
	return v
}

// inUnits returns a problem whose variables are x / variable, whose rows are multiplied by row
// and whose objective by cost.
func inUnits(p program.Problem, variable, row, cost float64) program.Problem {
	times := func(v []float64, by float64) []float64 {
		if v == nil {
			return nil
		}
		to := append([]float64(nil), v...)
		for i := range to {
			to[i] *= by
		}
		return to
	}
	m, n := p.Matrix.Size()
	to := program.Problem{Linear: times(p.Linear, cost*variable), Matrix: p.Matrix.Scaled(slice(m, row), slice(n, variable)),
		Low: times(p.Low, row), High: times(p.High, row), Cost: times(p.Cost, cost/row), Lower: times(p.Lower, 1/variable), Upper: times(p.Upper, 1/variable)}
	to.Quadratic.Diagonal = times(p.Quadratic.Diagonal, cost*variable*variable)
	if q := p.Quadratic.Matrix; q != nil {
		to.Quadratic.Matrix = q.Scaled(slice(n, cost), slice(n, variable*variable))
	}
	if f := p.Quadratic.Factor; f != nil {
		k, _ := f.Size()
		to.Quadratic.Factor = f.Scaled(slice(k, math.Sqrt(cost)), slice(n, variable))
	}
	if p.Terms != nil {
		to.Terms = func(j int, x float64) (value, slope, curvature float64) {
			value, slope, curvature = p.Terms(j, x*variable)
			return cost * value, cost * variable * slope, cost * variable * variable * curvature
		}
	}
	return to
}

// A program without a linear part had no unit for its prices, one with small variables none for
// its curvature, and both ended at another point or stalled (defect 13). Solutions do not depend
// on units.
func TestSolutionsDoNotDependOnUnits(t *testing.T) {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 13))
		p := anyProgram(rng)
		want := program.Solve(nil, p, program.Settings{})
		if want.Status == run.Infeasible || want.Status == program.Unbounded {
			continue
		}
		if want.Status != run.Converged {
			t.Errorf("seed %d: %s", seed, want.Status)
		}
		size := 0.0
		for _, v := range want.X {
			size = max(size, math.Abs(v))
		}
		unit := func() float64 { return math.Pow(10, 20*rng.Float64()-10) }
		variable, row, cost := unit(), unit(), unit()
		got := program.Solve(nil, inUnits(p, variable, row, cost), program.Settings{})
		off := math.Abs(got.Objective/cost-want.Objective) / max(1e-2, math.Abs(want.Objective))
		curved := p.Quadratic.Diagonal != nil || p.Quadratic.Matrix != nil
		if curved { // then the active set is solved for, and x is as exact as the objective
			for j, v := range got.X {
				off = max(off, math.Abs(v*variable-want.X[j])/max(size, 1e-2))
			}
		}
		if got.Status != run.Converged || !(off <= 1e-5) {
			t.Errorf("seed %d, units of %.0e, %.0e, %.0e: %s after %d steps, %g off", seed, variable, row, cost, got.Status, got.Iterations, off)
		}
	}
}
