package check

import (
	"fmt"
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// endings are the rules about fits that fail or end early.
func endings() []check {
	return []check{
		{"ends with a status on degenerate data", degenerate},
		{"survives numbers at the end of their range", hugeNumbers},
		{"keeps the earlier fit when aborted", aborts},
		{"keeps the earlier fit on an error", failures},
		{"stops with something to show, or with the earlier fit", stops},
		{"can be stopped while it answers", stopsAnswers},
		{"keeps to its budgets", budgets},
		{"starts warm from the same samples only", startsWarm},
	}
}

// oddities are degenerate data, rows of two features.
func oddities() map[string][]float64 {
	return map[string][]float64{
		"all samples alike":    {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2},
		"all samples zero":     make([]float64, 12),
		"a constant feature":   {0, 5, 1, 5, 2, 5, 3, 5, 4, 5, 5, 5},
		"contradictory labels": {0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5},
	}
}

// degenerate: whatever the data, a fit ends with a status and finite answers, or
// with a fault that is named.
func degenerate(s subject) {
	for name, x := range oddities() {
		for _, kernel := range s.kernels() {
			t := s.training(6, 2, 2)
			t.X = &sample.Matrix{N: 6, D: 2, X: x}
			if _, err := fit(s.make(option{"kernel", kernel}), t, t.X); err != nil {
				refuse(name+", kernel "+kernel, err, fault.Numeric, fault.Option)
			}
		}
	}
	if s.kind == catalog.Regressor {
		t := s.training(20, 2, 2)
		for i := range t.Values() {
			t.Values()[i] = 3
		}
		_, err := fit(s.New(), t, t.X)
		if _, ranks := t.Target.(model.Groups); ranks {
			refuse("relevances that are all the same", err, fault.Empty)
		} else {
			must("a constant target", err)
		}
	}
}

// hugeNumbers: an overflow is a fault, and no answer is NaN.
func hugeNumbers(s subject) {
	for _, size := range []float64{1e-300, 1e-150, 1e150, 1e300} {
		for _, kernel := range s.kernels() {
			t := s.training(12, 2, 2)
			for i := range dense(t).X {
				dense(t).X[i] *= size
			}
			what := fmt.Sprintf("features of size %v, kernel %s", size, kernel)
			if _, err := fit(s.make(option{"kernel", kernel}), t, t.X); err != nil {
				refuse(what, err, fault.Numeric, fault.Option)
			}
		}
	}
}

// interrupt fits a machine and answers its checkpoint number at, from 1, with
// signal. It returns false when the fit has fewer.
func interrupt(m model.Machine, t model.Training, at int, signal run.Signal) (report model.Report, reached bool, err error) {
	count := 0
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		if math.IsNaN(r.Objective) || r.Iteration < 0 || !(r.Fraction >= 0 && r.Fraction < 1) {
			err = fmt.Errorf("checkpoint %d reports %+v", count, r)
		}
		if count++; count == at {
			return signal
		}
		return run.Continue
	}}.Ctl()
	report, failed := m.Fit(ctl, t)
	if failed != nil {
		err = failed
	}
	return report, count >= at, err
}

// long is the number of samples of a fit that lasts long enough to be ended.
const long = 600

// places are the checkpoints at which fits are ended.
func places() []int { return []int{1, 2, 3, 5, 8, 20, 50, 200} }

// aborts: an abort does not change the machine.
func aborts(s subject) {
	t, other := s.training(long, 3, 3), s.training(40, 3, 2)
	m := s.New()
	before := fitted("a fit", m, other, other.X)
	for _, at := range places() {
		report, reached, err := interrupt(m, t, at, run.Abort)
		must("aborted", err)
		switch {
		case !reached && at == 1:
			fail("a fit to %d samples has no checkpoint: its loops must call ctl.Checkpoint (package run), or functions that are given ctl", long)
		case !reached:
			return
		case report.Status != run.Aborted:
			fail("aborted at checkpoint %d the status is %q", at, report.Status)
		}
		same("after an abort", answered("after an abort", m, other.X), before, 0)
	}
}

// failures: an error does not change the machine.
func failures(s subject) {
	t := s.training(40, 3, 2)
	m := s.New()
	before := fitted("a fit", m, t, t.X)
	bad := t
	bad.Weight = make([]float64, 40)
	if _, err := m.Fit(nil, bad); err == nil {
		fail("a fit without any weight is accepted")
	}
	same("after an error", answered("after an error", m, t.X), before, 0)
}

// stops: a stopped fit leaves a machine that answers. Machines whose unfinished result is useless
// abort instead.
func stops(s subject) {
	t, other := s.training(long, 3, 3), s.training(40, 3, 2)
	for _, at := range places() {
		m := s.New()
		before := fitted("a fit", m, other, other.X)
		report, reached, err := interrupt(m, t, at, run.Stop)
		must("stopped", err)
		if !reached {
			return
		}
		after := answered("stopped", m, other.X)
		switch {
		case report.Status == run.Aborted:
			same("stopped", after, before, 0)
		case report.Status != run.Stopped:
			fail("stopped at checkpoint %d the status is %q", at, report.Status)
		}
	}
}

// stopsAnswers: predictions of many samples have checkpoints, and a stop at the first ends them.
func stopsAnswers(s subject) {
	t := s.training(40, 3, 3)
	m := s.New()
	_, err := m.Fit(nil, t)
	must("a fit", err)
	const rows = 30_000
	index := make([]int, rows)
	for i := range index {
		index[i] = i % 40
	}
	many := t.X.Select(index)
	kinds := map[string]func(ctl *run.Ctl) error{}
	switch m := m.(type) {
	case model.Classifier:
		kinds["predict"] = func(ctl *run.Ctl) error { _, err := m.Predict(ctl, many); return err }
		kinds["decide"] = func(ctl *run.Ctl) error { _, _, err := m.Decision(ctl, many, ""); return err }
		if p, ok := m.(model.Prober); ok {
			if _, err := p.Probabilities(nil, t.X); err == nil {
				kinds["estimate probabilities"] = func(ctl *run.Ctl) error { _, err := p.Probabilities(ctl, many); return err }
			}
		}
	case model.Detector:
		kinds["predict"] = func(ctl *run.Ctl) error { _, err := m.Predict(ctl, many); return err }
	case model.Regressor:
		kinds["predict"] = func(ctl *run.Ctl) error { _, err := m.Predict(ctl, many); return err }
	case model.Transformer:
		kinds["transform"] = func(ctl *run.Ctl) error { _, err := m.Transform(ctl, many); return err }
	}
	for kind, answer := range kinds {
		looks := 0
		err := answer(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { looks++; return run.Stop }}.Ctl())
		if looks != 1 || err != run.ErrAborted {
			fail("%s: %d checkpoints for %d samples, stopped at the first: %v", kind, looks, rows, err)
		}
	}
}

// budgets: one iteration, or a hundredth of a millisecond, end a fit with the right status, or
// suffice.
func budgets(s subject) {
	t := s.training(300, 3, 3)
	for _, b := range []struct {
		option string
		value  float64
		status run.Status
	}{{"maxIter", 1, run.IterationLimit}, {"maxTime", 0.01, run.TimeLimit}} {
		if !s.has(b.option) {
			continue
		}
		m := s.make(option{b.option, b.value}, option{"tol", 1e-12})
		report, err := m.Fit(nil, t)
		must(b.option, err)
		if report.Status != b.status && report.Status != run.Converged {
			fail("%s = %v: the status is %q", b.option, b.value, report.Status)
		}
		answered(b.option, m, t.X)
	}
}

// startsWarm: a start from the same samples leads to the same machine; a start from others is
// refused.
func startsWarm(s subject) {
	if !s.has("warmStart") {
		return
	}
	t := s.training(60, 3, 2)
	m := s.converging(option{"warmStart", true})
	want := fitted("a fit", m, t, t.X)
	again := t
	again.Start = m
	got := fitted("warm start", s.converging(option{"warmStart", true}), again, t.X)
	same("warm start", s.smooth(got, 60), s.smooth(want, 60), 1e-5)
	other := s.training(50, 3, 2)
	other.Start = m
	_, err := s.make(option{"warmStart", true}).Fit(nil, other)
	refuse("a start from 60 samples for 50", err, fault.Option)
}
