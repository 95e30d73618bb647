package check

import (
	"fmt"
	"math"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
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
func degenerate(s subject) string {
	for name, x := range oddities() {
		for _, kernel := range s.kernels() {
			t := s.training(6, 2, 2)
			t.X = &sample.Matrix{N: 6, D: 2, X: x}
			if _, err := fitted(s.make(option{"kernel", kernel}), t, t.X); err != nil {
				if f := refused(name+", kernel "+kernel, err, fault.Numeric, fault.Option); f != "" {
					return f
				}
			}
		}
	}
	if s.kind == catalog.Regressor {
		t := s.training(20, 2, 2)
		for i := range t.Values() {
			t.Values()[i] = 3
		}
		_, err := fitted(s.New(), t, t.X)
		if _, ranks := t.Target.(model.Groups); ranks {
			return refused("relevances that are all the same", err, fault.Empty)
		}
		return wrong("a constant target", err)
	}
	return ""
}

// hugeNumbers: an overflow is a fault, and no answer is NaN.
func hugeNumbers(s subject) string {
	for _, size := range []float64{1e-300, 1e-150, 1e150, 1e300} {
		for _, kernel := range s.kernels() {
			t := s.training(12, 2, 2)
			for i := range dense(t).X {
				dense(t).X[i] *= size
			}
			what := fmt.Sprintf("features of size %v, kernel %s", size, kernel)
			if _, err := fitted(s.make(option{"kernel", kernel}), t, t.X); err != nil {
				if f := refused(what, err, fault.Numeric, fault.Option); f != "" {
					return f
				}
			}
		}
	}
	return ""
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

// long is how many samples make a fit long enough to be ended.
const long = 600

// places are the checkpoints at which fits are ended.
func places() []int { return []int{1, 2, 3, 5, 8, 20, 50, 200} }

// aborts: after an abort the machine is what it was.
func aborts(s subject) string {
	t, other := s.training(long, 3, 3), s.training(40, 3, 2)
	m := s.New()
	before, err := fitted(m, other, other.X)
	if err != nil {
		return err.Error()
	}
	for _, at := range places() {
		report, reached, err := interrupt(m, t, at, run.Abort)
		switch {
		case err != nil:
			return wrong("aborted", err)
		case !reached && at == 1:
			return fmt.Sprintf("a fit to %d samples has no checkpoint: its loops must call ctl.Checkpoint (package run), or functions that are given ctl", long)
		case !reached:
			return ""
		case report.Status != run.Aborted:
			return fmt.Sprintf("aborted at checkpoint %d the status is %q", at, report.Status)
		}
		after, err := answers(m, other.X)
		if f := first(wrong("after an abort", err), differ("after an abort", after, before, 0)); f != "" {
			return f
		}
	}
	return ""
}

// failures: after an error the machine is what it was.
func failures(s subject) string {
	t := s.training(40, 3, 2)
	m := s.New()
	before, err := fitted(m, t, t.X)
	if err != nil {
		return err.Error()
	}
	bad := t
	bad.Weight = make([]float64, 40)
	if _, err := m.Fit(nil, bad); err == nil {
		return "a fit without any weight is accepted"
	}
	after, err := answers(m, t.X)
	return first(wrong("after an error", err), differ("after an error", after, before, 0))
}

// stops: a fit that is stopped leaves a machine that answers. Machines whose unfinished
// result is of no use abort instead.
func stops(s subject) string {
	t, other := s.training(long, 3, 3), s.training(40, 3, 2)
	for _, at := range places() {
		m := s.New()
		before, err := fitted(m, other, other.X)
		if err != nil {
			return err.Error()
		}
		report, reached, err := interrupt(m, t, at, run.Stop)
		if err != nil {
			return wrong("stopped", err)
		}
		if !reached {
			return ""
		}
		after, err := answers(m, other.X)
		switch {
		case err != nil:
			return wrong("stopped", err)
		case report.Status == run.Aborted:
			if f := differ("stopped", after, before, 0); f != "" {
				return f
			}
		case report.Status != run.Stopped:
			return fmt.Sprintf("stopped at checkpoint %d the status is %q", at, report.Status)
		}
	}
	return ""
}

// stopsAnswers: predictions of many samples have checkpoints, and a stop at the first ends them.
func stopsAnswers(s subject) string {
	t := s.training(40, 3, 3)
	m := s.New()
	if _, err := m.Fit(nil, t); err != nil {
		return err.Error()
	}
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
			return fmt.Sprintf("%s: %d checkpoints for %d samples, stopped at the first: %v", kind, looks, rows, err)
		}
	}
	return ""
}

// budgets: one iteration, or a hundredth of a millisecond, end a fit with the
// status that says so, or are enough.
func budgets(s subject) string {
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
		if err != nil {
			return wrong(b.option, err)
		}
		if report.Status != b.status && report.Status != run.Converged {
			return fmt.Sprintf("%s = %v: the status is %q", b.option, b.value, report.Status)
		}
		if _, err := answers(m, t.X); err != nil {
			return wrong(b.option, err)
		}
	}
	return ""
}

// startsWarm: a start from the same samples leads to the same machine, one from
// others is refused.
func startsWarm(s subject) string {
	if !s.has("warmStart") {
		return ""
	}
	t := s.training(60, 3, 2)
	m := s.converging(option{"warmStart", true})
	want, err := fitted(m, t, t.X)
	if err != nil {
		return err.Error()
	}
	again := t
	again.Start = m
	got, err := fitted(s.converging(option{"warmStart", true}), again, t.X)
	if f := first(wrong("warm start", err), differ("warm start", s.smooth(got, 60), s.smooth(want, 60), 1e-5)); f != "" {
		return f
	}
	other := s.training(50, 3, 2)
	other.Start = m
	_, err = s.make(option{"warmStart", true}).Fit(nil, other)
	return refused("a start from 60 samples for 50", err, fault.Option)
}
