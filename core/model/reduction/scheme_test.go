package reduction

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		scheme Scheme
		want   []Problem
	}{
		{Scheme{OneVsOne, 3}, []Problem{{0, 0, 1}, {1, 0, 2}, {2, 1, 2}}},
		{Scheme{Graph, 3}, []Problem{{0, 0, 1}, {1, 0, 2}, {2, 1, 2}}},
		{Scheme{OneVsRest, 3}, []Problem{{0, 0, Rest}, {1, 1, Rest}, {2, 2, Rest}}},
		{Scheme{OneVsOne, 2}, []Problem{{0, 1, 0}}},
		{Scheme{OneVsRest, 2}, []Problem{{0, 1, 0}}},
		{Scheme{Graph, 2}, []Problem{{0, 1, 0}}},
	} {
		if got := c.scheme.Problems(); !reflect.DeepEqual(got, c.want) || c.scheme.Count() != len(c.want) {
			t.Errorf("%+v: %v, want %v", c.scheme, got, c.want)
		}
		for number, want := range c.want {
			if got := c.scheme.Problem(number); got != want {
				t.Errorf("%+v: problem %d is %v, want %v", c.scheme, number, got, want)
			}
		}
	}
}

func TestSplit(t *testing.T) {
	y, weight := []int32{2, 0, 1, 2, 0}, []float64{1, 1, 1, 0, 2}
	index, sign := Problem{0, 0, 2}.Split(y, nil)
	if !slices.Equal(index, []int{0, 1, 3, 4}) || !slices.Equal(sign, []float64{-1, 1, -1, 1}) {
		t.Errorf("pair: %v, %v", index, sign)
	}
	index, sign = Problem{2, 2, Rest}.Split(y, weight)
	if !slices.Equal(index, []int{0, 1, 2, 4}) || !slices.Equal(sign, []float64{1, -1, -1, -1}) {
		t.Errorf("rest: %v, %v", index, sign)
	}
}

func TestPairNumbers(t *testing.T) {
	for k := 2; k < 9; k++ {
		Pairs(k, func(pair, i, j int) bool {
			if got := pairNumber(k, i, j); got != pair {
				t.Errorf("k = %d: pair (%d, %d) is %d, want %d", k, i, j, got, pair)
			}
			return true
		})
	}
}

// A class that beats every other one wins the vote and the knock-out.
func TestTheBestOfAllPairsIsElected(t *testing.T) {
	rng := rand.New(rand.NewPCG(91, 1))
	for range 2000 {
		k := 2 + rng.IntN(6)
		best := rng.IntN(k)
		values := make([]float64, PairCount(k))
		Pairs(k, func(pair, i, j int) bool {
			values[pair] = rng.NormFloat64()
			if wins := (values[pair] > 0) == (Positive(k, i, j) == best); (i == best || j == best) && !wins {
				values[pair] = -values[pair]
			}
			return true
		})
		order := make([]int32, k)
		for c, o := range rng.Perm(k) {
			order[c] = int32(o)
		}
		for _, name := range []string{OneVsOne, Graph} {
			if got, certain := (Scheme{name, k}).Election(order).Elect(values); !certain || got != int32(best) {
				t.Fatalf("%s elects %d of %d, but %d wins all its pairs: %v", name, got, k, best, values)
			}
		}
	}
}

// The knock-out among four classes, by hand: 0 and 3 meet first, and the loser drops out.
func TestKnockOut(t *testing.T) {
	// pairs:            01  02  03  12  13  23
	for _, c := range []struct {
		values []float64
		want   int32
	}{
		{[]float64{1, 1, 1, -9, -9, -9}, 0},  // 0 beats 3, 2 and 1
		{[]float64{-1, 1, 1, -9, -9, -9}, 1}, // 0 beats 3 and 2, and loses to 1
		{[]float64{9, 9, -1, 9, -1, 1}, 2},   // 0 loses to 3, 1 to 3, 3 to 2
		{[]float64{9, 9, -1, 9, -1, -1}, 3},
		{[]float64{9, 9, -1, 1, 1, 9}, 1}, // 0 loses to 3, 1 beats 3 and 2
	} {
		if got, certain := (Scheme{Graph, 4}).Election([]int32{0, 1, 2, 3}).Elect(c.values); !certain || got != c.want {
			t.Errorf("%v elects %d, want %d", c.values, got, c.want)
		}
	}
	// The knock-out needs the values of the pairs that meet, and no others.
	for asked, values := range map[bool][]float64{true: {1, 1, math.NaN(), -9, -9, -9}, false: {1, 1, 1, math.NaN(), -9, math.NaN()}} {
		if _, certain := (Scheme{Graph, 4}).Election([]int32{0, 1, 2, 3}).Elect(values); certain == asked {
			t.Errorf("%v: certain %v", values, certain)
		}
	}
	// A value of zero is a win of the later class.
	for want, order := range map[int32][]int32{2: {0, 1, 2}, 0: {2, 1, 0}} {
		if got, certain := (Scheme{Graph, 3}).Election(order).Elect(make([]float64, 3)); !certain || got != want {
			t.Errorf("zeros in the order %v elect %d, want %d", order, got, want)
		}
	}
}

func TestOneVersusRestTakesTheLargestValue(t *testing.T) {
	s := Scheme{OneVsRest, 3}
	for _, c := range []struct {
		values []float64
		order  []int32
		want   int32
	}{
		{[]float64{-3, -1, -2}, []int32{0, 1, 2}, 1},
		{[]float64{1, 2, 2}, []int32{0, 2, 1}, 2},
		{[]float64{1, 2, 2}, []int32{0, 1, 2}, 1},
	} {
		if got, certain := s.Election(c.order).Elect(c.values); !certain || got != c.want {
			t.Errorf("%v in the order %v elect %d, want %d", c.values, c.order, got, c.want)
		}
	}
}

// means is a two-class machine for tests of the schemes: the class with the closer mean
// of one feature wins.
type means struct{ middle, slope []float64 }

func fitMeans(t *testing.T, s Scheme, x *sample.Matrix, y []int32) *means {
	m := &means{make([]float64, s.Count()), make([]float64, s.Count())}
	status, err := s.Each(nil, func(_ *run.Ctl, p Problem) (int, run.Status, error) {
		index, sign := p.Split(y, nil)
		var sum, count [2]float64
		for a, i := range index {
			side := int(1-sign[a]) / 2
			sum[side], count[side] = sum[side]+x.X[i], count[side]+1
		}
		positive, negative := sum[0]/count[0], sum[1]/count[1]
		m.middle[p.Number], m.slope[p.Number] = (positive+negative)/2, positive-negative
		return 1, run.Converged, nil
	})
	if err != nil || status != run.Converged {
		t.Fatalf("%v, %v", status, err)
	}
	return m
}

func (m *means) Each(_ *run.Ctl, x sample.Set, take func(i int, values []float64)) error {
	values, row := make([]float64, len(m.middle)), make([]float64, 1)
	for i := range x.Len() {
		x.Dense(row, i)
		for p := range values {
			values[p] = m.slope[p] * (row[0] - m.middle[p])
		}
		take(i, values)
	}
	return nil
}

// EachSign first reports every third sign as unknown.
func (m *means) EachSign(ctl *run.Ctl, x sample.Set, take func(i int, values []float64) (certain bool)) error {
	return m.Each(ctl, x, func(i int, values []float64) {
		exact := slices.Clone(values)
		for p, f := range values {
			if values[p] = float64(cmp.Compare(f, 0)); (i+p)%3 == 0 {
				values[p] = math.NaN()
			}
		}
		if !take(i, values) {
			take(i, exact)
		}
	})
}

var _ signs = (*means)(nil)

// Three classes on a line. No threshold separates the middle one from the rest, so its
// value is 0 everywhere, which is the largest where the values of the others are negative.
func TestSchemesOnALine(t *testing.T) {
	x, y := &sample.Matrix{N: 30, D: 1}, []int32{}
	for i := range 30 {
		y = append(y, int32(i%3))
		x.X = append(x.X, float64(i%3)*10+0.1*float64(i/3))
	}
	for name, right := range map[string]int{OneVsOne: 30, Graph: 30, OneVsRest: 30} {
		s := Scheme{name, 3}
		m := fitMeans(t, s, x, y)
		classes, err := s.Predict(nil, m, []int32{0, 1, 2}, x)
		if err != nil {
			t.Fatal(err)
		}
		correct := 0
		for i, c := range classes {
			if c == y[i] {
				correct++
			}
		}
		if correct != right {
			t.Errorf("%s: %d of 30 right, want %d", name, correct, right)
		}
		for shape, cols := range map[string]int{"ovr": 3, "ovo": 3} {
			all, got, err := s.Decision(nil, m, shape, x)
			if refused := name == OneVsRest && shape == "ovo"; (err != nil) != refused || err == nil && (got != cols || len(all) != 30*cols) {
				t.Errorf("%s, shape %s: %d values in %d columns, %v", name, shape, len(all), got, err)
			}
		}
		if _, _, err := s.Decision(nil, m, "ovx", x); err == nil {
			t.Errorf("%s: the shape 'ovx' is accepted", name)
		}
	}
}

// Reports count over all problems, and a signal ends them all.
func TestEachReports(t *testing.T) {
	s := Scheme{OneVsRest, 4}
	var phases []string
	last := -1.0
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		phases = append(phases, r.Phase)
		if !(r.Fraction >= last && r.Fraction < 1) || r.Iteration%10 != 3 {
			t.Errorf("report %+v after the fraction %v", r, last)
		}
		last = r.Fraction
		if len(phases) == 5 {
			return run.Abort
		}
		return run.Continue
	}}.Ctl()
	solved := 0
	status, err := s.Each(ctl, func(ctl *run.Ctl, p Problem) (int, run.Status, error) {
		for step := range 2 {
			if ended := ctl.Checkpoint(func() run.Report {
				return run.Report{Phase: "sweep", Iteration: 3, Fraction: float64(step) / 2}
			}); ended != "" {
				return 3, ended, nil
			}
		}
		solved++
		return 10, run.Converged, nil
	})
	if err != nil || status != run.Aborted || solved != 2 {
		t.Errorf("%v, %v after %d problems", status, err, solved)
	}
	if want := "class 2 of 4, sweep"; !slices.Contains(phases, want) {
		t.Errorf("phases %q, want %q among them", phases, want)
	}
	failure := errors.New("no")
	if _, err := s.Each(nil, func(*run.Ctl, Problem) (int, run.Status, error) { return 0, "", failure }); err != failure {
		t.Errorf("a failure becomes %v", err)
	}
}

// TestACutIsNotOverwritten: a problem after the one that was stopped may end by itself, as one
// without a solution does before its first checkpoint.
func TestACutIsNotOverwritten(t *testing.T) {
	for _, c := range []struct {
		ended [3]run.Status
		want  run.Status
	}{
		{[3]run.Status{run.Stopped, run.Infeasible, run.Converged}, run.Stopped},
		{[3]run.Status{run.Infeasible, run.TimeLimit, run.IterationLimit}, run.TimeLimit},
		{[3]run.Status{run.Stopped, run.Aborted, run.Converged}, run.Aborted},
		{[3]run.Status{run.Infeasible, run.Converged, run.Converged}, run.Infeasible},
	} {
		got, err := Scheme{Name: OneVsOne, Classes: 3}.Each(nil, func(_ *run.Ctl, p Problem) (int, run.Status, error) {
			return 1, c.ended[p.Number], nil
		})
		if err != nil || got != c.want {
			t.Errorf("%v: %q, %v, want %q", c.ended, got, err, c.want)
		}
	}
}
