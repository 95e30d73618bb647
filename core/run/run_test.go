package run_test

import (
	"math"
	"testing"
	"time"

	"maxmargin/core/run"
)

func TestNilRunsToTheEnd(t *testing.T) {
	var c *run.Ctl
	if s := c.Checkpoint(func() run.Report { t.Error("nobody observes"); return run.Report{} }); s != "" {
		t.Errorf("status %q", s)
	}
}

func TestASignalLasts(t *testing.T) {
	for signal, want := range map[run.Signal]run.Status{run.Stop: run.Stopped, run.Abort: run.Aborted} {
		calls := 0
		c := &run.Ctl{Slice: time.Nanosecond, Observe: func(r run.Report) run.Signal {
			calls++
			if r.Iteration != 7 {
				t.Errorf("report %+v", r)
			}
			return signal
		}}
		report := func() run.Report { return run.Report{Iteration: 7} }
		var last run.Status
		for range 1000 {
			if last = c.Checkpoint(report); last != "" {
				break
			}
		}
		if last != want || c.Checkpoint(report) != want || calls != 1 {
			t.Errorf("signal %v gives %q after %d calls, want %q after 1", signal, last, calls, want)
		}
	}
}

func TestObserveIsCalledOncePerSlice(t *testing.T) {
	calls := 0
	c := &run.Ctl{Slice: 5 * time.Millisecond, Observe: func(run.Report) run.Signal { calls++; return run.Continue }}
	began := time.Now()
	for time.Since(began) < 50*time.Millisecond {
		c.Checkpoint(func() run.Report { return run.Report{} })
	}
	if most := int(time.Since(began)/(5*time.Millisecond)) + 1; calls < 1 || calls > most {
		t.Errorf("%d calls in %v, at most %d slices", calls, time.Since(began), most)
	}
}

func TestDeadline(t *testing.T) {
	c := &run.Ctl{Deadline: run.Now().Add(time.Hour)}
	if s := c.Checkpoint(nil); s != "" {
		t.Errorf("an hour before the deadline: %q", s)
	}
	c.Deadline = run.Now()
	if s := c.Checkpoint(nil); s != run.TimeLimit {
		t.Errorf("at the deadline: %q", s)
	}
}

func TestAfter(t *testing.T) {
	if at := run.After(math.Inf(1)); !at.IsZero() {
		t.Errorf("the end of unlimited time is %v from now", at.Sub(run.Now()))
	}
	for _, milliseconds := range []float64{0, 1000, 1e300} {
		before, at, after := run.Now(), run.After(milliseconds), run.Now()
		ahead := time.Duration(min(milliseconds, 1e12) * float64(time.Millisecond))
		if at.IsZero() || at.Before(before.Add(ahead)) || after.Add(ahead).Before(at) {
			t.Errorf("%v ms end %v from now", milliseconds, at.Sub(before))
		}
	}
}
