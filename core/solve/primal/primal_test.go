package primal_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/solve/primal"
)

func random(rng *rand.Rand, n, d int) *sample.Matrix {
	x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range x.X {
		x.X[i] = rng.NormFloat64()
	}
	return x
}

// regression is a dual with everything that a problem can have: an insensitive part, a
// ridge, and bounds of all kinds.
func regression(rng *rand.Rand, n, d int) (p primal.Dual, x *sample.Matrix) {
	x = random(rng, n, d)
	samples, err := primal.NewSamples(x)
	if err != nil {
		panic(err)
	}
	p = primal.Dual{X: samples, Constant: 0.7}
	for range n {
		p.Target = append(p.Target, rng.NormFloat64())
		p.Insensitive = append(p.Insensitive, 0.3*rng.Float64())
		p.Ridge = append(p.Ridge, 0.2+rng.Float64())
		p.Lower = append(p.Lower, -[]float64{0, 0.1, 1, math.Inf(1)}[rng.IntN(4)])
		p.Upper = append(p.Upper, []float64{0, 0.1, 1, math.Inf(1)}[rng.IntN(4)])
	}
	return p, x
}

// The solution satisfies the optimality conditions, worked out from the dual
// variables alone.
func TestOptimality(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, free := range []bool{false, true} {
		for _, shrinking := range []bool{false, true} {
			p, x := regression(rng, 80, 5)
			p.Free = free
			c := primal.NewCoordinate(p, primal.Settings{Tolerance: 1e-9, Shrinking: shrinking, Seed: 3})
			status := c.Run(nil)
			r := c.Result(status)
			if status != run.Converged || !(r.Gap <= 1e-9) {
				t.Fatal(status, r.Gap)
			}
			w, sum := make([]float64, 5), 0.0
			for i, b := range r.Dual {
				sum += b
				for j, v := range x.Row(i) {
					w[j] += b * v
				}
			}
			bias := p.Constant * p.Constant * sum
			if free {
				if !(math.Abs(sum) <= 1e-8) {
					t.Errorf("the dual variables sum to %v", sum)
				}
				bias = r.Bias
			}
			for j := range w {
				if !(math.Abs(w[j]-r.Weights[j]) <= 1e-10) {
					t.Errorf("w = %v, want %v", r.Weights, w)
				}
			}
			if !(math.Abs(bias-r.Bias) <= 1e-10) {
				t.Errorf("bias %v, want %v", r.Bias, bias)
			}
			for i, b := range r.Dual {
				g := bias - p.Target[i] + p.Ridge[i]*b
				for j, v := range x.Row(i) {
					g += w[j] * v
				}
				right, left := g+p.Insensitive[i], g-p.Insensitive[i]
				if b > 0 {
					left = right
				} else if b < 0 {
					right = left
				}
				if b < p.Lower[i] || b > p.Upper[i] || b < p.Upper[i] && !(right >= -1e-8) || b > p.Lower[i] && !(left <= 1e-8) {
					t.Errorf("b_%d = %v in [%v, %v] with slopes %v and %v", i, b, p.Lower[i], p.Upper[i], left, right)
				}
			}
		}
	}
}

// A run that is stopped at every checkpoint and continued equals a run without stops,
// bit for bit.
func TestContinues(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	p, _ := regression(rng, 3000, 20)
	settings := primal.Settings{Tolerance: 1e-6, Shrinking: true}
	whole := primal.NewCoordinate(p, settings)
	want := whole.Result(whole.Run(nil))
	parts, status, stops := primal.NewCoordinate(p, settings), run.Stopped, 0
	for ; status == run.Stopped; stops++ {
		seen := 0
		status = parts.Run(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if seen++; seen == 2 {
				return run.Stop
			}
			return run.Continue
		}}.Ctl())
	}
	got := parts.Result(status)
	if stops < 10 || !slices.Equal(got.Dual, want.Dual) || got.Iterations != want.Iterations {
		t.Errorf("after %d stops %d passes and %v, in one go %d and %v", stops, got.Iterations, got.Objective, want.Iterations, want.Objective)
	}
}

// A start is clipped to the bounds, and a run from the solution needs few passes.
func TestStart(t *testing.T) {
	p, _ := regression(rand.New(rand.NewPCG(3, 3)), 60, 4)
	settings := primal.Settings{Tolerance: 1e-8}
	first := primal.NewCoordinate(p, settings)
	solution := first.Result(first.Run(nil))
	p.Start = slices.Clone(solution.Dual)
	again := primal.NewCoordinate(p, settings)
	if r := again.Result(again.Run(nil)); r.Iterations > solution.Iterations/4 {
		t.Errorf("%d passes from the solution, %d from nothing", r.Iterations, solution.Iterations)
	}
	for i := range p.Start {
		p.Start[i] = 1e9
	}
	far := primal.NewCoordinate(p, primal.Settings{Tolerance: 1e-8, MaxIterations: 1})
	status := far.Run(nil)
	for i, b := range far.Result(status).Dual {
		if b < p.Lower[i] || b > p.Upper[i] {
			t.Errorf("b_%d = %v, outside [%v, %v]", i, b, p.Lower[i], p.Upper[i])
		}
	}
	if status != run.IterationLimit {
		t.Error(status)
	}
}

// With a tolerance that floating point cannot reach, a run ends as stalled, or converges by
// chance; it always ends.
func TestUnreachableTolerance(t *testing.T) {
	p, _ := regression(rand.New(rand.NewPCG(4, 4)), 40, 3)
	c := primal.NewCoordinate(p, primal.Settings{Tolerance: 1e-300, MaxIterations: 100000})
	if status := c.Run(nil); status == run.IterationLimit {
		t.Errorf("%d passes, and no end: %+v", c.Result(status).Iterations, c.Result(status).Gap)
	}
}

// Few and many functions of dense and of sparse samples equal plain inner products; and an
// overflow is an error.
func TestFunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	x := random(rng, 37, 6)
	csr := &sample.CSR{N: 37, D: 6, Ptr: []int32{0}, Value: x.X}
	for range 37 {
		csr.Index = append(csr.Index, 0, 1, 2, 3, 4, 5)
		csr.Ptr = append(csr.Ptr, int32(len(csr.Index)))
	}
	for _, q := range []int{1, 3, 4, 11} {
		f := primal.Functions{Weights: random(rng, q, 6).X, Bias: random(rng, 1, q).X}
		for _, set := range []sample.Set{x, csr} {
			seen := 0
			err := f.Each(nil, set, func(i int, values []float64) {
				if i != seen || len(values) != q {
					t.Fatalf("sample %d after %d, %d values", i, seen, len(values))
				}
				seen++
				for p, v := range values {
					want := f.Bias[p]
					for j, z := range x.Row(i) {
						want += z * f.Weights[p*6+j]
					}
					if !(math.Abs(v-want) <= 1e-13) {
						t.Errorf("function %d of %d, sample %d: %v, want %v", p, q, i, v, want)
					}
				}
			})
			if err != nil || seen != 37 {
				t.Errorf("%d samples, %v", seen, err)
			}
		}
		huge := &sample.Matrix{N: 1, D: 6, X: []float64{1e308, -1e308, 1e308, 1e308, 1e308, 1e308}}
		for j := range f.Weights {
			f.Weights[j] = 10
		}
		fresh := primal.Functions{Weights: f.Weights, Bias: f.Bias}
		var e *fault.Error
		if err := fresh.Each(nil, huge, func(int, []float64) {}); !errors.As(err, &e) || e.Code != fault.Numeric {
			t.Errorf("decision values that overflow: %v", err)
		}
	}
	stop := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Stop }}.Ctl()
	f := primal.Functions{Weights: make([]float64, 6), Bias: make([]float64, 1)}
	if err := f.Each(stop, x, func(int, []float64) {}); err != run.ErrAborted {
		t.Errorf("stopped: %v", err)
	}
}

// Samples are drawn in proportion to their weights, never those of weight zero.
func TestDraw(t *testing.T) {
	d, count := primal.NewDraw(1, 4, []float64{1, 0, 2.5, 0.5}), [4]int{}
	const draws = 40000
	for range draws {
		count[d.Next()]++
	}
	for i, share := range []float64{0.25, 0, 0.625, 0.125} {
		if !(math.Abs(float64(count[i])-share*draws) <= 5*math.Sqrt(share*draws)) {
			t.Errorf("sample %d was drawn %d times of %d", i, count[i], draws)
		}
	}
}
