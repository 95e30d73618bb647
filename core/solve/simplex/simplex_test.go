package simplex

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

// oracle returns the objective of the program by the interior point method.
func oracle(t *testing.T, s *Solver, only []float64) float64 {
	t.Helper()
	n, width := len(s.f), 2*len(only)+1
	p := program.Problem{Linear: make([]float64, width), Lower: make([]float64, width), Upper: make([]float64, width), Low: s.low, High: s.high, Cost: s.cost}
	data := make([]float64, n*width)
	for j, sign := range only {
		for k, direction := range []float64{1, -1} {
			at := 2*j + k
			p.Linear[at] = 1
			if sign != -direction {
				p.Upper[at] = math.Inf(1)
			}
			for i, v := range s.columns[j+1].values {
				data[i*width+at] = direction * v
			}
		}
	}
	for i := range n {
		data[i*width+width-1] = 1
	}
	p.Lower[width-1], p.Upper[width-1] = math.Inf(-1), math.Inf(1)
	p.Matrix = program.NewDense(data, n, width)
	r := program.Solve(nil, p, program.Settings{})
	if r.Status != run.Converged {
		t.Fatal(r.Status)
	}
	return r.Objective
}

// TestSimplexAgreesWithInteriorPoints solves random programs: with rows that have one limit,
// two, or the same twice, costs that differ, equal rows and columns, whole numbers, which meet
// limits together, and nearly dependent columns. The multipliers prove the objective, too.
func TestSimplexAgreesWithInteriorPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for trial := range 300 {
		n, m := 2+rng.IntN(40), rng.IntN(40)
		low, high, cost := make([]float64, n), make([]float64, n), make([]float64, n)
		whole := trial%3 == 0
		number := func() float64 {
			if whole {
				return float64(rng.IntN(5) - 2)
			}
			return rng.NormFloat64()
		}
		for i := range n {
			low[i], high[i], cost[i] = math.Inf(-1), math.Inf(1), []float64{0.1, 1, 1, 30}[rng.IntN(4)]
			switch kind := rng.IntN(4); kind {
			case 0:
				low[i] = 1
			case 1:
				high[i] = -1
			default:
				low[i] = number()
				high[i] = low[i] + float64(3-kind)*0.3
			}
		}
		s := New(low, high, cost)
		var only []float64
		for range m {
			values := make([]float64, n)
			for i := range values {
				values[i] = number()
			}
			if like := rng.IntN(3); like == 0 && len(only) > 0 {
				for i, v := range s.columns[1+rng.IntN(len(only))].values {
					values[i] = v + 1e-6*float64(trial%2)*rng.NormFloat64()
				}
			}
			copy(values[n/2:], values[:n/4]) // equal rows
			only = append(only, float64(rng.IntN(3)-1))
			s.Add(values, only[len(only)-1])
		}
		for _, size := range []float64{1e-6, 1e-10} {
			s.Shake(size)
			if status := s.Solve(nil, 1e-9); status != run.Converged {
				t.Fatalf("trial %d: %v after %d steps", trial, status, s.steps)
			}
		}
		dual := 0.0
		for i, y := range s.y {
			if y > 0 {
				dual -= y * high[i]
			} else if y < 0 {
				dual -= y * low[i]
			}
		}
		want, got := oracle(t, s, only), s.Objective()
		if !(math.Abs(got-want) <= 1e-7*(1+want)) || !(math.Abs(dual-want) <= 1e-7*(1+want)) {
			t.Errorf("trial %d, %d x %d: objective %.12g, dual %.12g, interior points find %.12g", trial, n, m, got, dual, want)
		}
	}
}

// TestNarrowKernelsTakeFewSteps has functions that are nearly zero at all samples but their
// own, with which every sample may get a coefficient. An interior point method that starts
// again in every round took half a minute for 700 samples.
func TestNarrowKernelsTakeFewSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(43, 44))
	const n, d = 300, 20
	low, high, cost := make([]float64, n), make([]float64, n), make([]float64, n)
	x := make([][d]float64, n)
	for i := range n {
		for j := range x[i] {
			x[i][j] = rng.NormFloat64()
		}
		low[i], high[i], cost[i] = 1, math.Inf(1), 100
		if x[i][0]+rng.NormFloat64() < 0 {
			low[i], high[i] = math.Inf(-1), -1
		}
	}
	for _, gamma := range []float64{0.0025, 0.05, 0.8} {
		s, only := New(low, high, cost), make([]float64, n)
		for j := range n {
			values := make([]float64, n)
			for i := range values {
				square := 0.0
				for k := range d {
					square += (x[i][k] - x[j][k]) * (x[i][k] - x[j][k])
				}
				values[i] = math.Exp(-gamma * square)
			}
			if only[j] = 1; low[j] < 0 {
				only[j] = -1
			}
			s.Add(values, only[j])
		}
		if status := s.Solve(nil, 1e-9); status != run.Converged || s.steps > 10*n {
			t.Errorf("gamma %v: %v after %d steps", gamma, status, s.steps)
		}
		s.Shake(1e-10)
		s.Solve(nil, 1e-9)
		if want := oracle(t, s, only); !(math.Abs(s.Objective()-want) <= 1e-7*want) {
			t.Errorf("gamma %v: objective %.12g, interior points find %.12g", gamma, s.Objective(), want)
		}
		t.Log(gamma, s.steps, s.Objective(), len(s.basic))
	}
}
