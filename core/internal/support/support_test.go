package support

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
)

// failing records a failure.
type failing struct{ message string }

func (*failing) Helper()                          {}
func (f *failing) Fatalf(format string, a ...any) { f.message = fmt.Sprintf(format, a...); panic(f) }

func TestNear(t *testing.T) {
	for _, c := range []struct {
		got, want []float64
		fails     bool
	}{
		{[]float64{1, 1001}, []float64{1, 1000}, false},
		{[]float64{1.01}, []float64{1}, true},
		{[]float64{math.NaN()}, []float64{0}, true},
		{[]float64{0}, []float64{math.NaN()}, true},
		{[]float64{0}, nil, true},
	} {
		f := &failing{}
		func() {
			defer func() { _ = recover() }()
			Near(f, "x", c.got, c.want, 1e-3)
		}()
		if (f.message != "") != c.fails {
			t.Errorf("%v near %v: %q", c.got, c.want, f.message)
		}
	}
}

func TestSparse(t *testing.T) {
	s := Sparse(&sample.Matrix{N: 2, D: 3, X: []float64{0, 2, 0, 0, 0, 5}})
	if !slices.Equal(s.Ptr, []int32{0, 1, 2}) || !slices.Equal(s.Index, []int32{1, 2}) || !slices.Equal(s.Value, []float64{2, 5}) {
		t.Errorf("%+v", s)
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		got, want []float64
		fails     bool
	}{
		{[]float64{1, 1000.0009}, []float64{1, 1000}, false},
		{[]float64{1001}, []float64{1000}, true},
		{[]float64{math.NaN()}, []float64{0}, true},
		{[]float64{0}, nil, true},
	} {
		f := &failing{}
		func() {
			defer func() { _ = recover() }()
			Within(f, "x", c.got, c.want, 1e-3)
		}()
		if (f.message != "") != c.fails {
			t.Errorf("%v within 1e-3 of %v: %q", c.got, c.want, f.message)
		}
	}
}

func TestTurn(t *testing.T) {
	for part := range 9 {
		times := 0
		for _, number := range []string{"1001", "1002", "1003", "1004"} {
			t.Setenv("MAXMARGIN_DRAW", number)
			if Turn(part) {
				times++
			}
		}
		if times != 1 {
			t.Errorf("four commits in a row run part %d %d times", part, times)
		}
		t.Setenv("MAXMARGIN_DRAW", "")
		if !Turn(part) {
			t.Errorf("part %d does not run where nothing is drawn", part)
		}
	}
}

// Check once left its quarter of the cases to every later test of the package, and a test that
// counts what it met among a hundred cases met too little.
func TestCheckLeavesTheNumberOfCasesToOtherTests(t *testing.T) {
	cases := 0
	count := func(*rapid.T) { cases++ }
	taken := func() (since int) {
		since, cases = cases, 0
		return since
	}
	rapid.Check(t, count)
	all := taken()
	t.Setenv("MAXMARGIN_DRAW", "0")
	Check(t, count)
	part := taken()
	rapid.Check(t, count)
	if after := taken(); part != 100/parts || after != all {
		t.Errorf("%d cases in a part, and %d after it, where %d were before", part, after, all)
	}
}
