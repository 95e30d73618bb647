package program_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/program"
)

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	for i, w := range want {
		if len(got) != len(want) || !(math.Abs(got[i]-w) <= tolerance) {
			t.Errorf("%s: %v, not %v", what, got, want)
			return
		}
	}
}

// optimal solves a problem and checks the conditions of Karush, Kuhn and Tucker.
func optimal(t *testing.T, p program.Problem) program.Result {
	t.Helper()
	r := program.Solve(nil, p, program.Settings{})
	size := max(1, math.Abs(r.Objective))
	if e := r.Residuals; r.Status != run.Converged || !(max(e.Primal, e.Dual, e.Stationarity, e.Complementarity, math.Abs(r.Gap())) <= 1e-8*size) {
		t.Fatalf("%s after %d iterations: %+v, objective %g, gap %g", r.Status, r.Iterations, e, r.Objective, r.Gap())
	}
	return r
}

// TestDualOfAQuadraticProgram is Example 5.24 of Cristianini & Shawe-Taylor with the
// specification's numbers (C5-19).
func TestDualOfAQuadraticProgram(t *testing.T) {
	r := optimal(t, program.Problem{Linear: []float64{-2, -4}, Quadratic: program.Quadratic{Diagonal: []float64{2, 2}},
		Matrix: program.NewDense([]float64{1, 1}, 1, 2), High: []float64{2}})
	near(t, "w", r.X, []float64{0.5, 1.5}, 1e-14)
	near(t, "alpha", r.Y, []float64{1}, 1e-14)
	near(t, "values", []float64{r.Objective, r.Dual}, []float64{-4.5, -4.5}, 1e-14)
}

// TestMaximumEntropy is Example 5.10: the uniform distribution, with the multiplier
// log2 n - log2 e (C5-07).
func TestMaximumEntropy(t *testing.T) {
	n := 5
	ones := make([]float64, n)
	for j := range ones {
		ones[j] = 1
	}
	r := program.Solve(nil, program.Problem{Linear: make([]float64, n), Lower: make([]float64, n), Matrix: program.NewDense(ones, 1, n), Low: []float64{1}, High: []float64{1},
		Terms: func(_ int, x float64) (value, slope, curvature float64) {
			return x * math.Log2(x), math.Log2(x) + math.Log2E, math.Log2E / x
		}}, program.Settings{})
	near(t, "p", r.X, []float64{0.2, 0.2, 0.2, 0.2, 0.2}, 1e-9)
	near(t, "beta", r.Y, []float64{math.Log2(5) - math.Log2E}, 1e-7)
}

// TestSensitivities compares the multipliers with the change of the optimal value
// (Remark 5.11, with the sign corrected).
func TestSensitivities(t *testing.T) {
	make := func(shift [4]float64) program.Problem {
		return program.Problem{Linear: []float64{-3, -5, 1}, Quadratic: program.Quadratic{Diagonal: []float64{0, 1, 2}},
			Matrix: program.NewDense([]float64{1, 0, 1, 0, 2, 1, 3, 2, 0}, 3, 3), Low: []float64{-9, -9, 17 + shift[2]}, High: []float64{4 + shift[0], 12 + shift[1], 17 + shift[2]},
			Lower: []float64{0, 0, 0.25 + shift[3]}}
	}
	r := optimal(t, make([4]float64{}))
	const h = 1e-5
	for k, multiplier := range []float64{-r.Y[0], -r.Y[1], -r.Y[2], r.Z[2]} {
		var up, down [4]float64
		up[k], down[k] = h, -h
		slope := (optimal(t, make(up)).Objective - optimal(t, make(down)).Objective) / (2 * h)
		if !(math.Abs(slope-multiplier) <= 1e-6) {
			t.Errorf("the value changes by %g with limit %d, and its multiplier is %g", slope, k, multiplier)
		}
	}
}

// random returns a feasible and bounded problem of m rows and n columns.
func random(rng *rand.Rand, m, n int) program.Problem {
	a, x, y := make([]float64, m*n), make([]float64, n), make([]float64, m)
	p := program.Problem{Linear: make([]float64, n), Lower: make([]float64, n), High: make([]float64, m)}
	for i := range a {
		a[i] = rng.NormFloat64()
	}
	for j := range x {
		x[j] = max(0, rng.NormFloat64())
		p.Linear[j] = max(0, rng.NormFloat64())
	}
	p.Matrix = program.NewDense(a, m, n)
	p.Matrix.Multiply(p.High, x)
	for i := range y {
		y[i] = max(0, rng.NormFloat64())
		p.High[i] += max(0, rng.NormFloat64())
	}
	slope := make([]float64, n)
	p.Matrix.Transposed(slope, y)
	for j := range slope {
		p.Linear[j] -= slope[j]
	}
	return p
}

// TestPricedRowsAreRowsWithSlackVariables compares a finite cost with the same problem that
// has a variable for each violation.
func TestPricedRowsAreRowsWithSlackVariables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		m, n := 1+rng.IntN(12), 1+rng.IntN(12)
		p := random(rng, m, n)
		p.Cost = make([]float64, m)
		for i := range p.Cost {
			p.Cost[i] = rng.Float64()
			p.High[i] -= 1
			if rng.IntN(3) == 0 {
				p.Cost[i] = math.Inf(1)
				p.High[i] += 2
			}
		}
		for j := range p.Linear {
			p.Linear[j] = math.Abs(p.Linear[j]) // bounded whatever the costs
		}
		p.Low = make([]float64, m)
		for i := range p.Low {
			p.Low[i] = p.High[i] - rng.Float64()
			if rng.IntN(2) == 0 || math.IsInf(p.Cost[i], 1) {
				p.Low[i] = math.Inf(-1)
			}
		}
		wide := program.Problem{Linear: append(append(append([]float64(nil), p.Linear...), p.Cost...), p.Cost...), High: p.High, Low: p.Low, Lower: make([]float64, n+2*m)}
		data := make([]float64, m*(n+2*m))
		for i := range m {
			row := data[i*(n+2*m) : (i+1)*(n+2*m)]
			p.Matrix.Row(row[:n], i)
			if math.IsInf(p.Cost[i], 1) {
				wide.Linear[n+i], wide.Linear[n+m+i] = 1, 1
				continue
			}
			row[n+i], row[n+m+i] = -1, 1
		}
		wide.Matrix = program.NewDense(data, m, n+2*m)
		if got, want := optimal(t, p), optimal(t, wide); !(math.Abs(got.Objective-want.Objective) <= 1e-9*max(1, math.Abs(want.Objective))) {
			t.Errorf("%d x %d: %.12g, with slack variables %.12g", m, n, got.Objective, want.Objective)
		}
	}
}

// TestFactorIsTheMatrix compares F'F with the matrix that it is.
func TestFactorIsTheMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		m, n, k := 1+rng.IntN(12), 2+rng.IntN(12), 1+rng.IntN(5)
		p := random(rng, m, n)
		f := make([]float64, k*n)
		for i := range f {
			f[i] = rng.NormFloat64()
		}
		diagonal := make([]float64, n)
		for j := range diagonal {
			diagonal[j] = rng.Float64()
		}
		q := make([]float64, n*n)
		for i := range n {
			q[i*n+i] += diagonal[i]
			for j := range n {
				for r := range k {
					q[i*n+j] += f[r*n+i] * f[r*n+j]
				}
			}
		}
		p.Quadratic = program.Quadratic{Diagonal: diagonal, Factor: program.NewDense(f, k, n)}
		thin := optimal(t, p)
		p.Quadratic = program.Quadratic{Matrix: program.NewDense(q, n, n)}
		near(t, "x", thin.X, optimal(t, p).X, 1e-8)
	}
}

// TestVertices checks that the solution of a linear program has no more free columns than
// tight rows, even where many points are solutions.
func TestVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		m, n := 2+rng.IntN(15), 2+rng.IntN(15)
		p := random(rng, m, n)
		p.Upper = make([]float64, n)
		for j := range p.Upper {
			p.Upper[j] = 5
		}
		p.Linear = make([]float64, n)
		for j := range p.Linear {
			p.Linear[j] = float64(rng.IntN(2)) // and often 0: every point is a solution
		}
		r := optimal(t, p)
		free, tight := 0, 0
		for j, x := range r.X {
			if x != 0 && x != p.Upper[j] {
				free++
			}
		}
		along := make([]float64, m)
		p.Matrix.Multiply(along, r.X)
		for i, v := range along {
			if math.Abs(v-p.High[i]) < 1e-9 {
				tight++
			}
		}
		if free > tight {
			t.Errorf("%d free columns and %d tight rows in %v", free, tight, r.X)
		}
	}
}

// TestVerticesOfDependentRows looks for vertices where tight rows are sums of others, and where
// they nearly are: a row that depends on others takes no column from the free ones, and one that
// differs from them by a thousandth takes one.
func TestVerticesOfDependentRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 2))
	for trial := range 60 {
		m, n := 2+rng.IntN(4), 8+rng.IntN(6)
		a, x := make([]float64, m*n), make([]float64, n)
		for i := range a {
			a[i] = rng.NormFloat64()
		}
		for j := range x {
			x[j] = 1 + rng.Float64()
		}
		for k := range m { // equalities that follow from the others
			row := make([]float64, n)
			for i := range m {
				factor := rng.NormFloat64()
				for j := range row {
					row[j] += factor * a[i*n+j]
				}
			}
			if trial%2 == 1 && k == 0 { // but for a thousandth
				for j := range row {
					row[j] += 1e-3 * rng.NormFloat64()
				}
			}
			a = append(a, row...)
		}
		independent := m + trial%2
		p := program.Problem{Linear: make([]float64, n), Lower: make([]float64, n), Upper: slice(n, 3), Matrix: program.NewDense(a, 2*m, n), Low: make([]float64, 2*m)}
		p.Matrix.Multiply(p.Low, x)
		p.High = p.Low
		r := optimal(t, p) // every feasible point is a solution
		free := 0
		for _, v := range r.X {
			if v != 0 && v != 3 {
				free++
			}
		}
		if !r.Polished || free > independent {
			t.Errorf("trial %d: polished %v, with %d free columns and %d independent equalities", trial, r.Polished, free, independent)
		}
	}
}

// TestLarge solves larger problems, by rows and by columns.
func TestLarge(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, size := range [][2]int{{300, 100}, {100, 300}, {200, 200}} {
		p := random(rng, size[0], size[1])
		began := time.Now()
		r := optimal(t, p)
		t.Logf("%d x %d: %d iterations, %v, polished %v", size[0], size[1], r.Iterations, time.Since(began), r.Polished)
		if !r.Polished {
			t.Errorf("%v: not polished", size)
		}
	}
}

// TestStops ends a run at its first checkpoint.
func TestStops(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	p := random(rng, 30, 30)
	for signal, want := range map[run.Signal]run.Status{run.Stop: run.Stopped, run.Abort: run.Aborted} {
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return signal }}.Ctl()
		if r := program.Solve(ctl, p, program.Settings{}); r.Status != want {
			t.Errorf("%s, not %s", r.Status, want)
		}
	}
	if r := program.Solve((*run.Ctl)(nil).Within(0), p, program.Settings{}); r.Status != run.TimeLimit {
		t.Errorf("%s at the limit of time", r.Status)
	}
}

// counted is a matrix that counts the systems it was put into, those of its copies included.
type counted struct {
	*program.Dense
	systems *int
}

func (c counted) Scaled(left, right []float64) program.Matrix {
	return counted{c.Dense.Scaled(left, right).(*program.Dense), c.systems}
}

func (c counted) AddGram(dst, e []float64, watch linalg.Watch) bool {
	*c.systems++
	return c.Dense.AddGram(dst, e, watch)
}

func (c counted) AddOuter(dst, d []float64, watch linalg.Watch) bool {
	*c.systems++
	return c.Dense.AddOuter(dst, d, watch)
}

// A solver that may take 4 steps once went on to look for a proof that there is no solution,
// which took it 20 times as long.
func TestAFewIterationsAreNoMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 20 {
		systems := 0
		p := random(rng, 30, 20)
		p.Matrix = counted{p.Matrix.(*program.Dense), &systems}
		r := program.Solve(nil, p, program.Settings{MaxIterations: 4})
		if r.Status != run.IterationLimit || systems > 4+1 {
			t.Errorf("%s after %d systems", r.Status, systems)
		}
	}
}
