package run_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"maxmargin/core/base/run"
)

// clock advances by a millisecond each time it is read.
func clock() func() run.Instant {
	at := run.Instant(0)
	return func() run.Instant {
		at = at.Add(time.Millisecond)
		return at
	}
}

func nothing() run.Report { return run.Report{} }

func TestNilRunsToTheEnd(t *testing.T) {
	var c *run.Ctl
	report := func() run.Report { t.Error("nobody observes"); return run.Report{} }
	if s := c.Checkpoint(report); s != "" {
		t.Errorf("status %q", s)
	}
	if !c.Wanted(report) || c.Ended() != "" {
		t.Error("the work is not wanted any more")
	}
	stages := c.Stages(2)
	if c.Within(math.Inf(1)) != nil || c.Telling(func(r run.Report) run.Report { return r }) != nil || stages.Next("a") != nil || stages.Share("b") != nil {
		t.Error("what is derived from nil without a limit is not nil")
	}
	for _, c := range []*run.Ctl{nil, {}} {
		if c.Checkpoint(report) != "" || !c.Wanted(report) || c.Ended() != "" || c.Stages(2).Share("a").Checkpoint(report) != "" {
			t.Errorf("%v ends", c)
		}
		if s := c.Within(0).Checkpoint(report); s != run.TimeLimit {
			t.Errorf("%v within no time: %q", c, s)
		}
	}
}

// A signal ends all derived Ctls, whichever of them calls Observe, and Observe is called
// only once.
func TestASignalLasts(t *testing.T) {
	for signal, want := range map[run.Signal]run.Status{run.Stop: run.Stopped, run.Abort: run.Aborted} {
		for _, derive := range []func(c *run.Ctl) *run.Ctl{
			func(c *run.Ctl) *run.Ctl { return c },
			func(c *run.Ctl) *run.Ctl { return c.Within(1e6) },
			func(c *run.Ctl) *run.Ctl { return c.Within(1e6).Stages(3).Share("a").Stages(2).Next("b") },
		} {
			calls := 0
			c := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
				calls++
				if r.Iteration != 7 {
					t.Errorf("report %+v", r)
				}
				return signal
			}}.Ctl()
			sibling, child := c.Within(1e6), derive(c)
			report := func() run.Report { return run.Report{Iteration: 7} }
			var last run.Status
			for range 1000 {
				if last = child.Checkpoint(report); last != "" {
					break
				}
			}
			if last != want || c.Checkpoint(report) != want || sibling.Checkpoint(report) != want || sibling.Ended() != want || c.Wanted(report) || calls != 1 {
				t.Errorf("signal %v gives %q after %d calls, want %q after 1", signal, last, calls, want)
			}
		}
	}
}

// Derived Ctls share the clock of slices: deriving a Ctl for every stage does not call
// Observe more often.
// A clock that stands still, as the browser's does for up to a tenth of a millisecond,
// hides no checkpoint from an observer that asked for each.
func TestEveryCheckpointIsObservedWithinOneTick(t *testing.T) {
	calls := 0
	c := run.Watcher{Slice: run.EveryCheckpoint, Now: func() run.Instant { return 7 }, Observe: func(run.Report) run.Signal { calls++; return run.Continue }}.Ctl()
	for range 5 {
		c.Checkpoint(func() run.Report { return run.Report{} })
	}
	if calls != 4 {
		t.Errorf("%d calls at five checkpoints, want one at each but the first", calls)
	}
}

func TestObserveIsCalledOncePerSlice(t *testing.T) {
	calls := 0
	c := run.Watcher{Slice: 10 * time.Millisecond, Now: clock(), Observe: func(run.Report) run.Signal { calls++; return run.Continue }}.Ctl()
	stages := c.Stages(100)
	for range 100 {
		stage := stages.Next("stage")
		for range 3 {
			stage.Checkpoint(nothing)
		}
	}
	// 300 looks at the clock, and one more after each call.
	if calls < 27 || calls > 30 {
		t.Errorf("%d calls in 300 ms, of slices of 10 ms", calls)
	}
}

func TestWithin(t *testing.T) {
	c := run.Watcher{Now: clock()}.Ctl()
	short := c.Within(10)
	looks := 0
	for short.Checkpoint(nothing) == "" {
		looks++
	}
	if looks != 9 {
		t.Errorf("10 ms are over after %d looks at a clock of ms", looks)
	}
	if s := short.Checkpoint(nothing); s != run.TimeLimit {
		t.Errorf("a limit that is over is %q later", s)
	}
	if s := c.Checkpoint(nothing); s != "" {
		t.Errorf("the caller's Ctl has the status %q of a derived one", s)
	}
	if s := short.Within(1e9).Checkpoint(nothing); s != run.TimeLimit {
		t.Errorf("a longer limit within a shorter one: %q", s)
	}
	if !short.Wanted(nothing) || short.Ended() != "" {
		t.Error("work of which half is of no use is ended by a limit of time")
	}
	if s := c.Within(1e300).Checkpoint(nothing); s != "" {
		t.Errorf("a limit beyond all calendars: %q", s)
	}
}

// Reports are about the whole work; Share divides the time that is left.
func TestStages(t *testing.T) {
	var told []run.Report
	c := run.Watcher{Slice: 1, Now: clock(), Observe: func(r run.Report) run.Signal { told = append(told, r); return run.Continue }}.Ctl()
	c.Checkpoint(nothing)
	stages := c.Stages(4)
	first := stages.Next("")
	first.Checkpoint(func() run.Report { return run.Report{Phase: "pair 1 of 3", Iteration: 5, Fraction: 0.5} })
	stages.Took(8)
	second := stages.Next("fold 1 of 3")
	inner := second.Stages(2)
	inner.Next("pair 1 of 2")
	inner.Took(20)
	inner.Next("pair 2 of 2").Checkpoint(func() run.Report { return run.Report{Iteration: 1} })
	want := []run.Report{
		{Phase: "pair 1 of 3", Iteration: 5, Fraction: 0.125},
		{Phase: "fold 1 of 3, pair 2 of 2", Iteration: 29, Fraction: 0.375},
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %+v, want %+v", told, want)
	}
}

func TestShare(t *testing.T) {
	c := run.Watcher{Now: clock()}.Ctl().Within(100)
	looks := func(c *run.Ctl) (count int) {
		for c.Checkpoint(nothing) == "" {
			count++
		}
		return count
	}
	stages := c.Stages(3)
	if n := looks(stages.Share("a")); n < 30 || n > 33 {
		t.Errorf("the first of three stages has %d of 100 ms", n)
	}
	quick := stages.Share("b")
	quick.Checkpoint(nothing)
	if n := looks(stages.Share("c")); n < 58 || n > 66 {
		t.Errorf("the last stage has %d ms, where 33 of 100 are gone", n)
	}
	if n := looks(c.Stages(2).Share("d")); n != 0 {
		t.Errorf("a share of nothing lasts %d ms", n)
	}
}

func TestTelling(t *testing.T) {
	var told run.Report
	c := run.Watcher{Slice: 1, Now: clock(), Observe: func(r run.Report) run.Signal { told = r; return run.Continue }}.Ctl()
	d := c.Stages(2).Next("a").Telling(func(r run.Report) run.Report { return run.Report{Phase: "b", Iteration: 2 * r.Iteration} })
	for range 2 {
		d.Checkpoint(func() run.Report { return run.Report{Phase: "c", Iteration: 4} })
	}
	if want := (run.Report{Phase: "a, b", Iteration: 8}); told != want {
		t.Errorf("told %+v, want %+v", told, want)
	}
}

func TestPhasesHaveNoDeadline(t *testing.T) {
	p := run.NewPhases((*run.Ctl)(nil).Within(0), 2)
	p.Begin("factorisation")
	if !p.Watch(0.5) {
		t.Error("a factorisation is thrown away because its time is over")
	}
}

func BenchmarkCheckpoint(b *testing.B) {
	plain := run.Watcher{Observe: func(run.Report) run.Signal { return run.Continue }}.Ctl()
	for name, c := range map[string]*run.Ctl{"nil": nil, "plain": plain,
		"derived": plain.Within(1e9).Stages(3).Share("a").Within(1e8).Stages(4).Share("b")} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				c.Checkpoint(nothing)
			}
		})
	}
}

// What finishes is observed on, and only an abort ends it; signals reach the Ctl that it is of.
func TestFinishing(t *testing.T) {
	answers := []run.Signal{run.Stop, run.Continue, run.Stop, run.Abort}
	c := run.Watcher{Slice: run.EveryCheckpoint, Now: clock(), Observe: func(r run.Report) run.Signal {
		if r.Phase != "whole" {
			t.Errorf("the report is %+v", r)
		}
		answer := answers[0]
		answers = answers[1:]
		return answer
	}}.Ctl().Within(3).Telling(func(r run.Report) run.Report { r.Phase = "whole"; return r })
	for range 5 {
		c.Checkpoint(nothing)
	}
	f := c.Finishing()
	for range 3 {
		if s := f.Checkpoint(nothing); s != "" || c.Ended() != run.Stopped {
			t.Errorf("status %q, that of the whole %q", s, c.Ended())
		}
	}
	if s := f.Checkpoint(nothing); s != run.Aborted || c.Ended() != run.Aborted {
		t.Errorf("after an abort: %q, that of the whole %q", s, c.Ended())
	}
	if (*run.Ctl)(nil).Finishing() != nil || (*run.Ctl)(nil).Within(0).Finishing() != nil {
		t.Error("work that nobody observes has limits")
	}
}

// What cuts a computation is neither its end nor its failure.
func TestCut(t *testing.T) {
	for _, s := range []run.Status{run.Converged, run.IterationLimit, run.TimeLimit, run.Stopped, run.Aborted, run.Stalled, run.Infeasible, run.Perfect, run.Exhausted} {
		if want := s == run.TimeLimit || s == run.Stopped || s == run.Aborted; s.Cut() != want || s.Cut() && s.Complete() {
			t.Errorf("%q.Cut() is %v", s, s.Cut())
		}
	}
}

// Nobody is told NaN.
func TestOverflowIsTheLargestNumber(t *testing.T) {
	var told run.Report
	c := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal { told = r; return run.Continue }}.Ctl()
	for range 2 {
		c.Checkpoint(func() run.Report { return run.Report{Objective: math.NaN(), Gap: math.NaN()} })
	}
	if told.Objective != math.MaxFloat64 || told.Gap != math.MaxFloat64 {
		t.Errorf("told %+v", told)
	}
}
