// Package calib turns decision values into probabilities: by a sigmoid, a step
// function or a temperature, fitted to values for samples that the machine has not
// seen.
package calib

import (
	"errors"
	"fmt"
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/rng"
	"maxmargin/core/run"
	"maxmargin/core/sample"
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
	Method string `js:"method" option:"probability" default:"none" choices:"none,sigmoid,isotonic,temperature" doc:"How decision values become probabilities, for predictProba: not at all, by a sigmoid (Platt), by a monotone function (isotonic regression), or by one factor for all (temperature). Any but 'none' fits the machine again for each of probabilityFolds."`
	Folds  int    `js:"folds" option:"probabilityFolds" default:"5" range:"[2,1000]" doc:"Parts into which the samples are divided: probabilities are fitted to decision values for each part, of a machine that was fitted to the others."`
	Seed   int    `js:"seed" option:"probabilitySeed" default:"0" range:"[0,2147483647]" doc:"Seed of that division."`
}

// Calibration returns p; it marks options that have it.
func (p Probabilities) Calibration() Probabilities { return p }

// Of returns what the options of a machine say of probabilities; those of one that
// knows none say None.
func Of(options any) Probabilities {
	if o, ok := options.(interface{ Calibration() Probabilities }); ok {
		return o.Calibration()
	}
	return Probabilities{Method: None}
}

// Train fits a classifier by fit, and then, when its options ask for it, learns how
// its decision values become probabilities. again returns an unfitted machine with
// the same options. A Fit is nil when none was asked for, or when the caller stopped
// before there was one; a note says so.
func Train(ctl *run.Ctl, t model.Training, options Probabilities,
	fit func(*run.Ctl, model.Training) (model.Report, error), again func() (model.Machine, error)) (model.Report, *Fit, error) {
	if options.Method == None {
		report, err := fit(ctl, t)
		return report, nil, err
	}
	fail := func(err error) (model.Report, *Fit, error) { return model.Report{}, nil, err }
	if err := model.Check(options); err != nil { // the machine checks its own only when it is fitted
		return fail(err)
	}
	f := &folds{training: t, stages: stages{ctl: ctl, count: options.Folds + 1}}
	if f.ctl == nil {
		f.ctl = &run.Ctl{}
	}
	if err := f.divide(options); err != nil {
		return fail(err)
	}
	var report model.Report
	err := f.stage(0, "", func() (err error) {
		report, err = fit(f.ctl, t)
		return err
	})
	if err != nil || report.Status == run.Aborted {
		return report, nil, err
	}
	status := report.Status
	if status != run.Stopped {
		if status, err = f.hold(options.Folds, again); err != nil {
			return fail(err)
		}
	}
	switch status {
	case run.Aborted:
		return model.Report{Status: run.Aborted}, nil, nil
	case run.Stopped:
		report.Status = run.Stopped
		report.Notes = append(report.Notes, model.Note{Code: "WARN_NO_PROBABILITY",
			Message: "training was stopped before there were decision values to learn probabilities from; this model has none. Fit it to the end to have some"})
		return report, nil, nil
	}
	learnt, err := learn(options.Method, f.pairs, t.Classes, f.held, f.values, f.cols)
	report.Notes = append(report.Notes, f.few(options.Method)...)
	return report, learnt, err
}

// folds are a division of the samples, and the decision values that are known of
// those held out.
type folds struct {
	stages
	training model.Training
	fold     []int // of each sample; -1 without weight
	least    int   // samples in the smallest class
	members  int   // samples with weight

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
func (f *folds) divide(options Probabilities) error {
	t := f.training
	byClass := make([][]int32, t.Classes)
	f.fold = make([]int, t.X.Len())
	for i, c := range t.Y {
		if f.fold[i] = -1; t.Weight == nil || t.Weight[i] > 0 {
			byClass[c] = append(byClass[c], int32(i))
			f.members++
		}
	}
	stream, next := rng.New(uint64(options.Seed)), 0
	f.least = f.members
	for c, index := range byClass {
		if len(index) < 2 {
			return fault.New(fault.Option, "probability", "probabilities need at least two samples of every class, one to learn from and one to judge by, but class number %d has %d; add samples, or set probability to 'none'", c, len(index)).
				With("class", c)
		}
		f.least = min(f.least, len(index))
		stream.Shuffle(index)
		for _, i := range index {
			f.fold[i] = next % options.Folds
			next++
		}
	}
	return nil
}

// hold fits a machine without each fold, and takes its decision values for it.
func (f *folds) hold(count int, again func() (model.Machine, error)) (status run.Status, err error) {
	for fold := range count {
		name := fmt.Sprintf("fold %d of %d", fold+1, count)
		err := f.stage(fold+1, name, func() (err error) {
			status, err = f.one(fold, again)
			return err
		})
		if errors.Is(err, run.ErrAborted) || err == nil && status == run.Aborted {
			if f.stopped { // where half a result is of no use
				return run.Stopped, nil
			}
			return run.Aborted, nil
		}
		var known *fault.Error
		if errors.As(err, &known) {
			said := *known
			said.Message = "probabilities, " + name + ": " + known.Message
			return "", &said
		}
		if err != nil || status == run.Stopped {
			return status, err
		}
	}
	return run.Converged, nil
}

func (f *folds) one(fold int, again func() (model.Machine, error)) (run.Status, error) {
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
		return run.Converged, nil
	}
	machine, err := again()
	if err != nil {
		return "", err
	}
	m, ok := machine.(model.Classifier)
	if !ok {
		return "", fault.New(fault.Internal, "probability", "only classifiers have probabilities")
	}
	t := f.training
	columns := in
	if !model.Precomputed(model.Core(m).Options()) {
		columns = nil
	}
	part := model.Training{X: pick(t.X, in, columns), Classes: t.Classes, Memory: t.Memory}
	for _, i := range in {
		part.Y = append(part.Y, t.Y[i])
		if t.Weight != nil {
			part.Weight = append(part.Weight, t.Weight[i])
		}
	}
	report, err := m.Fit(f.ctl, part)
	if err != nil || report.Status == run.Aborted || report.Status == run.Stopped {
		return report.Status, err
	}
	f.pairs = hasPairs(m, part.X.Dim(), t.Classes)
	values, cols, err := m.Decision(f.ctl, pick(t.X, out, columns), shapeOf(f.pairs))
	if err != nil {
		return "", err
	}
	f.values, f.cols = append(f.values, values...), cols
	for _, i := range out {
		o := observation{t.Y[i], 1}
		if t.Weight != nil {
			o.weight = t.Weight[i]
		}
		f.held = append(f.held, o)
	}
	return run.Converged, nil
}

// pick returns the rows of x, and of a Gram matrix the columns; nil: all.
func pick(x sample.Set, index, columns []int) sample.Set {
	if columns == nil {
		return x.Select(index)
	}
	row := make([]float64, x.Dim())
	made := &sample.Matrix{N: len(index), D: len(columns), X: make([]float64, len(index)*len(columns))}
	for r, i := range index {
		x.Dense(row, i)
		for c, j := range columns {
			made.Row(r)[c] = row[j]
		}
	}
	return made
}

// hasPairs reports whether a machine has a decision value for each pair of classes.
func hasPairs(m model.Classifier, d, k int) bool {
	_, cols, err := m.Decision(nil, &sample.Matrix{D: d}, multi.OneVsOne)
	return err == nil && cols == multi.PairCount(k)
}

func shapeOf(pairs bool) string {
	if pairs {
		return multi.OneVsOne
	}
	return multi.OneVsRest
}

// Below these numbers of samples probabilities are rough: for two or one number to
// be learnt from each class, and for a whole function from all of them.
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
			"probabilities were learnt from only %d samples of the smallest class and are rough; they can contradict what other samples show. Add samples, or do without probabilities", f.least)}}
	}
	return nil
}

// stages lets one Ctl watch several fits in turn as parts of one.
type stages struct {
	ctl     *run.Ctl
	count   int
	before  int  // iterations of the stages that ended
	stopped bool // the caller wants to keep what there is
}

// stage runs work as stage number at, called name in reports.
func (s *stages) stage(at int, name string, work func() error) error {
	observe, last := s.ctl.Observe, 0
	if observe != nil {
		s.ctl.Observe = func(r run.Report) run.Signal {
			last = r.Iteration
			r.Iteration += s.before
			r.Fraction = (float64(at) + r.Fraction) / float64(s.count)
			r.Phase = joined(name, r.Phase)
			signal := observe(r)
			s.stopped = signal == run.Stop
			return signal
		}
		defer func() { s.ctl.Observe = observe }()
	}
	err := work()
	s.before += last
	return err
}

func joined(names ...string) string {
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	return names[0] + ", " + names[1]
}
