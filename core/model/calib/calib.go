// Package calib turns decision values into probabilities: by a sigmoid, a step
// function or a temperature, fitted to values for samples that the machine has not
// seen.
package calib

import (
	"errors"
	"fmt"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// The ways to make a probability of a decision value.
const (
	None        = "none"
	Sigmoid     = "sigmoid"
	Isotonic    = "isotonic"
	Temperature = "temperature"
)

// Probabilities are the options of a classifier that is to give probabilities. They
// are part of its options struct.
type Probabilities struct {
	Method string `js:"method" option:"probability" default:"none" choices:"none,sigmoid,isotonic,temperature" doc:"How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). All except 'none' fit the machine again for each of probabilityFolds."`
	Folds  int    `js:"folds" option:"probabilityFolds" group:"study" default:"5" range:"[2,1000]" doc:"Number of folds: probabilities are learnt from the decision values of each fold, from a machine that was fitted to the other folds."`
}

// Calibration returns p; it marks options that have it. Both are pointers: with values every
// struct of options had its own copy of the method, 8 KB in all.
func (p *Probabilities) Calibration() *Probabilities { return p }

// Of returns the options of a machine, to which options points, about probabilities; their method is None if the
// machine has none.
func Of(options any) Probabilities {
	if o, ok := options.(interface{ Calibration() *Probabilities }); ok {
		return *o.Calibration()
	}
	return Probabilities{Method: None}
}

// train fits the classifier, and then learns how its decision values become
// probabilities. seed is that of the division into folds. The Fit is nil, with a note, when
// training stopped or ran out of time before.
func (c *Calibrated) train(ctl *run.Ctl, t model.Training, options Probabilities, seed uint64) (model.Report, *Fit, error) {
	fail := func(err error) (model.Report, *Fit, error) { return model.Report{}, nil, err }
	if err := schema.Check(options); err != nil { // the machine checks its options only in Fit
		return fail(err)
	}
	f := &folds{training: t, stages: ctl.Stages(options.Folds + 1)}
	if err := f.divide(options.Folds, seed); err != nil {
		return fail(err)
	}
	report, err := c.classifier.Fit(f.stages.Next(""), t)
	if err != nil || report.Status == run.Aborted {
		return report, nil, err
	}
	if f.empty != nil {
		return fail(f.empty)
	}
	f.stages.Took(report.Iterations)
	status := report.Status
	if !status.Cut() {
		if status, err = f.hold(ctl, options.Folds, c.part.New); err != nil {
			return fail(err)
		}
	}
	switch status {
	case run.Aborted:
		return model.Report{Status: run.Aborted}, nil, nil
	case run.Stopped:
		report.Status = run.Stopped
		report.Notes = append(report.Notes, none("training was stopped", "Fit it to the end to have some"))
		return report, nil, nil
	case run.TimeLimit:
		report.Status = run.TimeLimit
		report.Notes = append(report.Notes, none("maxTime was over", "Raise maxTime, which covers the fit and one more for each fold, or lower study.probabilityFolds, to have some"))
		return report, nil, nil
	}
	learnt, err := learn(options.Method, f.pairs, t.Classes(), f.held, f.values, f.cols)
	report.Notes = append(report.Notes, f.few(options.Method)...)
	return report, learnt, err
}

// none returns the note for a model without probabilities; what is the reason.
func none(what, advice string) model.Note {
	return model.Note{Code: "WARN_NO_PROBABILITY",
		Message: what + " before there were decision values to learn probabilities from; this model has none. " + advice}
}

// folds are a division of the samples, and the decision values of those held out so far.
type folds struct {
	stages   *run.Stages // the fit to all samples, and one without each fold
	training model.Training
	fold     []int // of each sample; -1 without weight
	least    int   // samples in the smallest class
	members  int   // samples with weight
	empty    error // about a class without samples, of which a fit can say more; nil: there is none

	pairs  bool // there is a value for each pair of classes, not for each class
	cols   int
	held   []observation
	values []float64 // of the held ones, cols each
}

// observation is a sample that was held out: its class, and what it weighs.
type observation struct {
	class  int32
	weight float64
}

// divide deals the samples of each class, in random order, to the folds.
func (f *folds) divide(count int, seed uint64) error {
	t := f.training
	byClass := make([][]int32, t.Classes())
	f.fold = make([]int, t.X.Len())
	for i, c := range t.Labels() {
		if f.fold[i] = -1; t.Weight == nil || t.Weight[i] > 0 {
			byClass[c] = append(byClass[c], int32(i))
			f.members++
		}
	}
	stream, next := rng.New(seed), 0
	f.least = f.members
	for c, index := range byClass {
		if len(index) < 2 {
			few := fault.New(fault.Option, "probability", "probabilities need at least two samples of every class, one to learn from and one to judge by, but class number %d has %d; add samples, or set probability to 'none'", c, len(index)).
				With("class", c)
			if len(index) == 1 {
				return few
			}
			f.empty = few
		}
		f.least = min(f.least, len(index))
		stream.Shuffle(index)
		for _, i := range index {
			f.fold[i] = next % count
			next++
		}
	}
	return nil
}

// hold fits a machine without each fold in turn, and collects its decision values for
// that fold. If the time runs out in one of these fits, its decision values would
// mislead, so hold returns TimeLimit and no probabilities are learnt.
func (f *folds) hold(ctl *run.Ctl, count int, again func() (model.Machine, error)) (run.Status, error) {
	for fold := range count {
		name := fmt.Sprintf("fold %d of %d", fold+1, count)
		status, iterations, err := f.one(f.stages.Share(name), fold, again)
		f.stages.Took(iterations)
		if errors.Is(err, run.ErrAborted) || err == nil && status == run.Aborted {
			if ctl.Ended() == run.Stopped { // some machines abort when they are told to stop
				return run.Stopped, nil
			}
			return run.Aborted, nil
		}
		if known := fault.Of(err); known != nil {
			said := *known
			said.Message = "probabilities, " + name + ": " + known.Message
			return "", &said
		}
		if err != nil || status.Cut() {
			return status, err
		}
	}
	return run.Converged, nil
}

// one fits a machine without one fold and collects its decision values for the fold. The
// status is that of the fit.
func (f *folds) one(ctl *run.Ctl, fold int, again func() (model.Machine, error)) (status run.Status, iterations int, err error) {
	var in, out []int
	for i, own := range f.fold {
		switch own {
		case fold:
			out = append(out, i)
		case -1:
		default:
			in = append(in, i)
		}
	}
	if len(out) == 0 {
		return run.Converged, 0, nil
	}
	machine, err := again()
	if err != nil {
		return "", 0, err
	}
	m := model.Unwrapped(machine).(model.Classifier)
	t := f.training
	columns := in
	if !model.TakesGram(m) {
		columns = nil
	}
	part := model.Training{Data: t.Select(in, columns), Resources: model.Resources{Memory: t.Memory}}
	rest := t.Select(out, columns)
	report, err := m.Fit(ctl, part)
	if err != nil || report.Status.Cut() {
		return report.Status, 0, err
	}
	pairs, err := m.Outputs(reduction.OneVsOne)
	f.pairs = err == nil && pairs == reduction.PairCount(t.Classes())
	values, cols, err := m.Decision(ctl, rest.X, shapeOf(f.pairs))
	if err != nil {
		return "", 0, err
	}
	f.values, f.cols = append(f.values, values...), cols
	for i, class := range rest.Labels() {
		f.held = append(f.held, observation{class, model.WeightAt(rest.Weight, i)})
	}
	return report.Status, report.Iterations, nil
}

func shapeOf(pairs bool) string {
	if pairs {
		return reduction.OneVsOne
	}
	return reduction.OneVsRest
}

// Below these numbers of samples probabilities are rough. The first is for methods that
// learn one or two numbers, and counts the samples of a class; the second is for a method
// that learns a function, and counts all samples.
const (
	fewOfAClass  = 50
	fewForSteps  = 1000
	stepsAdvised = "isotonic regression needs about a thousand; 'sigmoid' does with fewer"
)

// few returns a note when there is little to learn from.
func (f *folds) few(method string) []model.Note {
	switch {
	case method == Isotonic && f.members < fewForSteps:
		return []model.Note{{Code: "WARN_FEW_FOR_PROBABILITY", Message: fmt.Sprintf(
			"probabilities were learnt from %d samples and are rough: %s. Add samples, or choose it", f.members, stepsAdvised)}}
	case f.least < fewOfAClass:
		return []model.Note{{Code: "WARN_FEW_FOR_PROBABILITY", Message: fmt.Sprintf(
			"probabilities were learnt from only %d samples of the smallest class and are inaccurate. Add samples, or set probability to 'none'", f.least)}}
	}
	return nil
}
