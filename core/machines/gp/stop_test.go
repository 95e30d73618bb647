package gp_test

import (
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/gp"
	"maxmargin/core/model"
)

// TestAStoppedSearchIsKept: stopped while it looks at all samples, the regressor threw away the
// parameters that the search among some of them had found. An abort is obeyed while it finishes.
func TestAStoppedSearchIsKept(t *testing.T) {
	x, y := wave(3, 1100, 1, 0.3)
	fit := func(phase string, first, then run.Signal) (*gp.GaussianProcessRegressor, model.Report) {
		stopped := false
		g := gp.NewGaussianProcessRegressor(catalog.Kernel)
		report, err := g.Fit(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			switch {
			case stopped:
				return then
			case r.Phase == phase:
				stopped = true
				return first
			}
			return run.Continue
		}}.Ctl(), model.NewTraining(x, model.Values(y)))
		if err != nil {
			t.Fatal(err)
		}
		return g, report
	}
	begun, report := fit("all samples", run.Stop, run.Stop)
	if report.Status != run.Stopped || begun.Result.Parameters[0] == begun.Variance || report.Iterations == 0 {
		t.Errorf("%+v, parameters %v", report, begun.Result.Parameters)
	}
	if given, report := fit("", run.Stop, run.Continue); report.Status != run.Stopped || given.Result.Parameters[0] != given.Variance {
		t.Errorf("stopped at once: %+v, parameters %v", report, given.Result.Parameters)
	}
	if _, report := fit("all samples", run.Stop, run.Abort); report.Status != run.Aborted {
		t.Errorf("aborted while it finishes: %+v", report)
	}
}
