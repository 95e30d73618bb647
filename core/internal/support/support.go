// Package support holds helpers that tests of several packages share: comparisons and small
// sets. Data and the answers of other programs are in package facts.
package support

import (
	"math"
	"time"

	"maxmargin/core/run"
	"maxmargin/core/sample"
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
func Sparse(m *sample.Matrix) *sample.CSR {
	s := &sample.CSR{N: m.N, D: m.D, Ptr: make([]int32, 1)}
	for i := range m.N {
		for j, v := range m.Row(i) {
			if v != 0 {
				s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return s
}

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
