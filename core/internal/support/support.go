// Package support holds helpers that tests of several packages share: comparisons and small
// sets. Data and the answers of other programs are in package facts.
package support

import (
	"flag"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// T is the part of testing.T that this package needs; tests of rapid have it too.
type T interface {
	Helper()
	Fatalf(format string, a ...any)
}

// Near ends a test unless every number differs from the wanted one by at most tolerance (1
// + |want|).
func Near(t T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	compare(t, what, got, want, func(w float64) float64 { return tolerance * (1 + math.Abs(w)) })
}

// NearNumber is Near for one number.
func NearNumber(t T, what string, got, want, tolerance float64) {
	t.Helper()
	Near(t, what, []float64{got}, []float64{want}, tolerance)
}

// Within ends a test unless every number differs from the wanted one by at most tolerance.
func Within(t T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	compare(t, what, got, want, func(float64) float64 { return tolerance })
}

// WithinNumber is Within for one number.
func WithinNumber(t T, what string, got, want, tolerance float64) {
	t.Helper()
	Within(t, what, []float64{got}, []float64{want}, tolerance)
}

func compare(t T, what string, got, want []float64, most func(want float64) float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= most(want[i])) {
			t.Fatalf("%s: value %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// Sparse returns the samples of m without their zeros.
func Sparse(m *sample.Matrix) *sample.CSR { return m.Sparse() }

// Ticking returns a Ctl whose clock advances by a millisecond each time it is read: a limit of
// time then counts checkpoints, whatever the speed of the computer.
func Ticking() *run.Ctl {
	at := run.Instant(0)
	return run.Watcher{Now: func() run.Instant {
		at = at.Add(time.Millisecond)
		return at
	}}.Ctl()
}

// Counting returns a Ctl, and the number of checkpoints that it has seen after the first one: a
// measure of work, whatever the speed of the computer.
func Counting() (ctl *run.Ctl, checkpoints func() int) {
	count := 0
	ctl = run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
		count++
		return run.Continue
	}}.Ctl()
	return ctl, func() int { return count }
}

// Permutations returns all permutations of 0 to r-1.
func Permutations(r int) (all [][]int) {
	if r == 0 {
		return [][]int{{}}
	}
	for _, p := range Permutations(r - 1) {
		for at := range r {
			all = append(all, append(append(append([]int{}, p[:at]...), r-1), p[at:]...))
		}
	}
	return all
}

// parts is how many commits in a row take all parts of a long test, as in js/tools/draw.mjs.
const parts = 4

// Turn reports whether a part of a long test runs. Make test chooses by the number of the commit,
// in MAXMARGIN_DRAW; without a number every part runs, as in make test-all.
func Turn(part int) bool {
	number, err := strconv.Atoi(os.Getenv("MAXMARGIN_DRAW"))
	return err != nil || (part+number)%parts == 0
}

// InTurn skips a long test in WebAssembly when it is not its turn. Natively it always runs.
func InTurn(t testing.TB, place int) {
	t.Helper()
	if runtime.GOOS == "js" && !Turn(place) {
		t.Skip("not its turn; make test-wasm runs it")
	}
}

// Check is rapid.Check. Every run draws new cases; where parts are drawn, it is a part of the cases.
// Tests that count what they met call rapid.Check itself, which takes all cases: the flag that rapid
// reads gets its value back, because it holds for every test of the package.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	if os.Getenv("MAXMARGIN_DRAW") != "" {
		checks := flag.Lookup("rapid.checks").Value
		all := checks.String()
		set := func(number string) {
			if err := checks.Set(number); err != nil {
				t.Fatal(err)
			}
		}
		defer set(all)
		set(strconv.Itoa(100 / parts))
	}
	rapid.Check(t, property)
}

// HeapPeak returns the most bytes by which the heap grew during work, measured at its end and
// whenever work calls look, and how many bytes were allocated in all. Garbage is collected often,
// but on a busy machine the collector is late: a heap above the limit counts only after its garbage
// was collected.
func HeapPeak(limit int64, work func(look func())) (most, allocated int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	var m runtime.MemStats
	heap := func() int64 {
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	collect := func() {
		runtime.GC()
		runtime.GC() // a pool keeps its contents for one collection
	}
	collect()
	before, earlier := heap(), m.TotalAlloc
	look := func() {
		took := heap() - before
		if took > max(limit, most) {
			collect()
			took = heap() - before
		}
		most = max(most, took)
	}
	work(look)
	look()
	return most, int64(m.TotalAlloc - earlier)
}
