package qp_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/solve/qp"
)

// dense returns the rows of a stored matrix, without a cache: the simplest Rows.
type dense struct {
	k      [][]float64
	active []int
	shrunk int // times Shrink was called
	grown  int
}

func newDense(k [][]float64) *dense {
	d := &dense{k: k}
	for i := range k {
		d.active = append(d.active, i)
	}
	return d
}

func (d *dense) Len() int { return len(d.k) }
func (d *dense) Diagonal(dst []float64) {
	for i := range dst {
		dst[i] = d.k[i][i]
	}
}
func (d *dense) Rows(positions []int) [][]float64 {
	var rows [][]float64
	for _, i := range positions {
		row := make([]float64, len(d.active))
		for p, j := range d.active {
			row[p] = d.k[d.active[i]][j]
		}
		rows = append(rows, row)
	}
	return rows
}
func (d *dense) Shrink(keep []int) {
	d.shrunk++
	var active []int
	for _, p := range keep {
		active = append(active, d.active[p])
	}
	d.active = active
}
func (d *dense) Grow(add []int) {
	d.grown++
	d.active = append(slices.Clone(d.active), add...)
}
func (d *dense) Block(columns []int) (func(dst [][]float64, coordinates []int), int) {
	return func(dst [][]float64, coordinates []int) {
		for r, i := range coordinates {
			for p, j := range columns {
				dst[r][p] = d.k[i][j]
			}
		}
	}, len(columns)
}

// gaussian returns the Gaussian kernel matrix of n points on a line.
func gaussian(x []float64, gamma float64) [][]float64 {
	k := make([][]float64, len(x))
	for i := range k {
		k[i] = make([]float64, len(x))
		for j := range k[i] {
			k[i][j] = math.Exp(-gamma * (x[i] - x[j]) * (x[i] - x[j]))
		}
	}
	return k
}

// classification is a C-SVC problem of n points with noisy labels.
func classification(n int, c float64, seed uint64) qp.Problem {
	rng := rand.New(rand.NewPCG(seed, 7))
	x := make([]float64, n)
	p := qp.Problem{Sign: make([]float64, n), Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n)}
	for i := range n {
		x[i] = 6 * rng.Float64()
		p.Sign[i] = 1
		if math.Sin(2*x[i])+0.7*rng.NormFloat64() < 0 {
			p.Sign[i] = -1
		}
		p.Linear[i], p.Upper[i] = -1, c
	}
	p.K = newDense(gaussian(x, 2))
	return p
}

// check asserts that r solves p: feasible, stationary to within tolerance by the
// KKT conditions evaluated from scratch, and with the objective that it claims.
func check(t rapid.TB, p qp.Problem, r qp.Result, tolerance float64) {
	t.Helper()
	k := p.K.(*dense).k
	n := len(k)
	sign := func(i int) float64 {
		if p.Sign == nil {
			return 1
		}
		return p.Sign[i]
	}
	group := func(i int) int {
		if p.Group == nil {
			return 0
		}
		return p.Group[i]
	}
	balance := map[int]float64{}
	objective := 0.0
	gradient := make([]float64, n) // in b = s a
	for i := range n {
		if r.Alpha[i] < p.Lower[i] || r.Alpha[i] > p.Upper[i] {
			t.Fatalf("a[%d] = %v is outside [%v, %v]", i, r.Alpha[i], p.Lower[i], p.Upper[i])
		}
		start := 0.0
		if p.Start != nil {
			start = p.Start[i]
		}
		balance[group(i)] += sign(i) * (r.Alpha[i] - start)
		gradient[i] = sign(i) * p.Linear[i]
		for j := range n {
			gradient[i] += k[i][j] * sign(j) * r.Alpha[j]
		}
		if p.Shift != nil {
			gradient[i] += p.Shift[i] * sign(i) * r.Alpha[i]
		}
		objective += 0.5 * sign(i) * r.Alpha[i] * (gradient[i] + sign(i)*p.Linear[i])
	}
	delete(balance, -1)
	for g, b := range balance {
		if !(math.Abs(b) <= 1e-9) {
			t.Fatalf("the equality of group %d is off by %g", g, b)
		}
	}
	if !(math.Abs(objective-r.Objective) <= 1e-9*(1+math.Abs(objective))) {
		t.Fatalf("objective %v claimed, %v from the definition", r.Objective, objective)
	}
	up, down := map[int]float64{}, map[int]float64{}
	gap := 0.0
	for i := range n {
		low, high := sign(i)*r.Alpha[i] > min(sign(i)*p.Lower[i], sign(i)*p.Upper[i]), sign(i)*r.Alpha[i] < max(sign(i)*p.Lower[i], sign(i)*p.Upper[i])
		g := group(i)
		if g < 0 {
			if high {
				gap = max(gap, -gradient[i])
			}
			if low {
				gap = max(gap, gradient[i])
			}
			continue
		}
		if _, ok := up[g]; !ok {
			up[g], down[g] = math.Inf(1), math.Inf(-1)
		}
		if high {
			up[g] = min(up[g], gradient[i])
		}
		if low {
			down[g] = max(down[g], gradient[i])
		}
	}
	for g := range up {
		gap = max(gap, down[g]-up[g])
	}
	if !(gap <= tolerance+1e-9) {
		t.Fatalf("the KKT conditions are violated by %g, tolerance %g (claimed %g)", gap, tolerance, r.Gap)
	}
	if !(math.Abs(gap-r.Gap) <= 1e-9) {
		t.Fatalf("a gap of %g is claimed, %g from the definition", r.Gap, gap)
	}
}

func solve(p qp.Problem, s qp.Settings) qp.Result {
	solver := qp.NewSMO(p, s)
	return solver.Result(solver.Run(nil))
}

// TestTwoPoints: x = 0 and 1 with a linear kernel and opposite labels. The hard margin
// solution is a = 2 each, w = 2, objective -2 (W = |w|^2/2 with margin 1/2 on either side);
// with C = 0.5 both are at bound.
func TestTwoPoints(t *testing.T) {
	p := qp.Problem{K: newDense([][]float64{{0, 0}, {0, 1}}), Sign: []float64{-1, 1},
		Linear: []float64{-1, -1}, Lower: []float64{0, 0}, Upper: []float64{100, 100}}
	r := solve(p, qp.Settings{Tolerance: 1e-10})
	check(t, p, r, 1e-10)
	if !(math.Abs(r.Alpha[0]-2) <= 1e-12) || !(math.Abs(r.Objective+2) <= 1e-12) || !(math.Abs(-r.Level[0]+1) <= 1e-12) {
		t.Errorf("a = %v, objective %v, bias %v; want 2, -2, -1", r.Alpha, r.Objective, -r.Level[0])
	}
	p.Upper = []float64{0.5, 0.5}
	r = solve(p, qp.Settings{Tolerance: 1e-10})
	if r.Alpha[0] != 0.5 || r.Alpha[1] != 0.5 || r.LevelLow[0] > r.LevelHigh[0] {
		t.Errorf("at the bound: a = %v, level within [%v, %v]", r.Alpha, r.LevelLow[0], r.LevelHigh[0])
	}
	if want := (r.LevelLow[0] + r.LevelHigh[0]) / 2; r.Level[0] != want {
		t.Errorf("without free coordinates the level is %v, want the middle %v", r.Level[0], want)
	}
}

// random draws a classification: with one equality, without equalities, with one equality
// for each class, or with some coordinates in a group and others in none.
func random(t *rapid.T) qp.Problem {
	n := rapid.IntRange(2, 40).Draw(t, "n")
	seed := rapid.Uint64().Draw(t, "seed")
	p := classification(n, rapid.Float64Range(0.01, 1000).Draw(t, "C"), seed)
	rng := rand.New(rand.NewPCG(seed, 8))
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 1: // no equality at all
		p.Group = make([]int, n)
		for i := range p.Group {
			p.Group[i] = -1
		}
	case 2: // a group a class, from a feasible start, as in nu-SVC
		p.Group, p.GroupCount, p.Start = make([]int, n), 2, make([]float64, n)
		for i := range p.Group {
			if p.Sign[i] < 0 {
				p.Group[i] = 1
			}
			p.Linear[i], p.Start[i] = 0, 0.5*p.Upper[i]
		}
	case 3: // mixed: some coordinates in a group, some alone, own bounds
		p.Group, p.GroupCount = make([]int, n), 1
		for i := range p.Group {
			if rng.IntN(3) == 0 {
				p.Group[i] = -1
			}
			p.Upper[i] *= rng.Float64()
		}
	}
	return p
}

func TestRandomProblemsAreSolved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := random(t)
		for _, shrinking := range []bool{false, true} {
			if d := p.K.(*dense); len(d.active) < d.Len() {
				p.K = newDense(d.k)
			}
			r := solve(p, qp.Settings{Tolerance: 1e-6, Shrinking: shrinking, ShrinkPeriod: 2})
			if r.Status != run.Converged {
				t.Fatalf("status %s", r.Status)
			}
			check(t, p, r, 1e-6)
		}
	})
}

// Shrinking does not change the solution. On these problems rows are shrunk, and some come
// back.
func TestShrinkingGivesTheSameAnswer(t *testing.T) {
	shrunk, grown := 0, 0
	for k, c := range []float64{0.1, 1, 50, 1000, 0.3, 3, 300} {
		p := classification(400, c, uint64(k))
		plain := solve(p, qp.Settings{Tolerance: 1e-7})
		d := p.K.(*dense)
		r := solve(p, qp.Settings{Tolerance: 1e-7, Shrinking: true, ShrinkPeriod: 10})
		shrunk += d.shrunk
		grown += d.grown
		check(t, p, r, 1e-7)
		if !(math.Abs(plain.Objective-r.Objective) <= 1e-7*math.Abs(plain.Objective)) {
			t.Errorf("C=%v: objective %v with shrinking, %v without", c, r.Objective, plain.Objective)
		}
	}
	if shrunk < 3 || grown < 1 {
		t.Errorf("shrunk %d times and grown %d times: the test tests nothing", shrunk, grown)
	}
}

// caching is a matrix with a cache that has room for every row, or not.
type caching struct {
	*dense
	crowded bool
}

func (c caching) Crowded() bool { return c.crowded }

// While there is room for all rows, rows are shrunk only in runs of many sweeps.
func TestShrinkingWaitsForACrowdedCache(t *testing.T) {
	for _, test := range []struct {
		c       float64
		crowded bool
		shrinks bool
	}{{1, true, true}, {1, false, false}, {1000, false, true}} {
		p := classification(400, test.c, 1)
		d := p.K.(*dense)
		p.K = caching{d, test.crowded}
		r := solve(p, qp.Settings{Tolerance: 1e-7, Shrinking: true, ShrinkPeriod: 10})
		if (d.shrunk > 0) != test.shrinks {
			t.Errorf("C=%v, crowded %v: shrunk %d times", test.c, test.crowded, d.shrunk)
		}
		p.K = d
		check(t, p, r, 1e-7)
	}
}

func TestRunContinuesWhereItEnded(t *testing.T) {
	for _, shrinking := range []bool{false, true} {
		p := classification(300, 1, 5)
		whole := solve(p, qp.Settings{Tolerance: 1e-6, Shrinking: shrinking})
		p = classification(300, 1, 5)
		count := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { count++; return run.Stop }}.Ctl()
		solver := qp.NewSMO(p, qp.Settings{Tolerance: 1e-6, Shrinking: shrinking, ShrinkPeriod: 5})
		status := solver.Run(ctl)
		if status != run.Stopped || count != 1 {
			t.Fatalf("status %s after %d observations, want stopped after 1", status, count)
		}
		early := solver.Result(status)
		if early.Objective >= 0 || !(early.Gap > 1e-6) {
			t.Errorf("stopped at objective %v and gap %v: not half way", early.Objective, early.Gap)
		}
		check(t, p, early, early.Gap)
		for range 10000 {
			if status = solver.Run(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Stop }}.Ctl()); status == run.Converged {
				break
			}
		}
		r := solver.Result(status)
		check(t, p, r, 1e-6)
		if !(math.Abs(r.Objective-whole.Objective) <= 1e-6*math.Abs(whole.Objective)) {
			t.Errorf("in pieces %v, in one go %v", r.Objective, whole.Objective)
		}
	}
}

func TestWarmStart(t *testing.T) {
	p := classification(300, 1, 9)
	cold := solve(p, qp.Settings{Tolerance: 1e-6})
	p.Start = cold.Alpha
	warm := solve(p, qp.Settings{Tolerance: 1e-6})
	if warm.Iterations != 0 {
		t.Errorf("from the solution it took %d iterations, want 0", warm.Iterations)
	}
	// Along C: feasible for a larger C, and close to its solution.
	for i := range p.Upper {
		p.Upper[i] = 1.01
	}
	warm = solve(p, qp.Settings{Tolerance: 1e-6})
	check(t, p, warm, 1e-6)
	p.Start = nil
	cold = solve(p, qp.Settings{Tolerance: 1e-6})
	if warm.Iterations >= cold.Iterations {
		t.Errorf("the warm start took %d iterations, the cold one %d", warm.Iterations, cold.Iterations)
	}
}

func TestLimits(t *testing.T) {
	p := classification(300, 1, 11)
	if r := solve(p, qp.Settings{MaxIterations: 7}); r.Status != run.IterationLimit || r.Iterations != 7 {
		t.Errorf("%s after %d iterations, want iterationLimit after 7", r.Status, r.Iterations)
	}
	solver := qp.NewSMO(p, qp.Settings{Tolerance: 1e-9})
	if s := solver.Run((*run.Ctl)(nil).Within(0)); s != run.TimeLimit {
		t.Errorf("past its deadline: %s", s)
	}
	if s := solver.Run(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()); s != run.Aborted {
		t.Errorf("aborted: %s", s)
	}
}

// Degenerate problems end with a status and finite numbers.
func TestDegenerateProblems(t *testing.T) {
	zero := func(n int) [][]float64 {
		k := make([][]float64, n)
		for i := range k {
			k[i] = make([]float64, n)
		}
		return k
	}
	signs := []float64{1, -1, 1, -1}
	indefinite := [][]float64{{-1, 0.5, 2, 0}, {0.5, 1, 0, 3}, {2, 0, -2, 1}, {0, 3, 1, 0.1}}
	for name, k := range map[string][][]float64{
		"zero kernel":    zero(4),
		"all duplicates": {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}},
		"indefinite":     indefinite,
	} {
		for _, shrinking := range []bool{false, true} {
			p := qp.Problem{K: newDense(k), Sign: signs, Linear: []float64{-1, -1, -1, -1},
				Lower: zero(4)[0], Upper: []float64{1, 1, 1, 1}}
			r := solve(p, qp.Settings{Tolerance: 1e-6, Shrinking: shrinking})
			if r.Status != run.Converged || math.IsNaN(r.Objective) || math.IsNaN(r.Level[0]) {
				t.Errorf("%s: status %s, objective %v, level %v", name, r.Status, r.Objective, r.Level[0])
			}
			check(t, p, r, 1e-6)
		}
	}
	// Equal bounds leave nothing to do.
	p := qp.Problem{K: newDense(indefinite), Sign: signs, Linear: []float64{-1, -1, -1, -1}, Lower: zero(4)[0], Upper: zero(4)[0]}
	if r := solve(p, qp.Settings{}); r.Status != run.Converged || r.Iterations != 0 {
		t.Errorf("fixed coordinates: %s after %d iterations", r.Status, r.Iterations)
	}
}

// With a tolerance that floating point cannot reach, a run ends with a status that says so.
func TestATinyToleranceStalls(t *testing.T) {
	p := classification(60, 1000, 13)
	r := solve(p, qp.Settings{Tolerance: 1e-300, MaxIterations: 5_000_000})
	if r.Status != run.Stalled && r.Status != run.Converged {
		t.Errorf("status %s after %d iterations with gap %g", r.Status, r.Iterations, r.Gap)
	}
	if !(r.Gap <= 1e-9) {
		t.Errorf("stalled at a gap of %g", r.Gap)
	}
}
