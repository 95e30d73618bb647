package tune

import (
	"errors"
	"math"
	"strconv"
	"time"

	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/metric"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Study is a data set with its splits, over which candidates are compared. It
// serves one caller at a time.
type Study struct {
	Data   model.Training // all samples, and memory for fits; Start and Part are not used
	Gram   bool           // X is a Gram matrix: a split takes columns as well as rows
	Splits []Split
	Metric metric.Metric // not used by detectors
	Store  *gram.Store   // kernel rows that the fits share; nil: none
}

// Job is some candidates that are fitted to the same split, one after the other.
type Job struct {
	Split    int
	Machines []model.Machine
	Warm     bool // each starts from what the one before found; the same kind of machine, with more freedom
	Share    bool // kernel rows are taken from the store: other fits have the same kernel
	Train    bool // score what was learnt from, too
}

// Outcome is what came of one candidate on one split.
type Outcome struct {
	Err        error   // why it could not be fitted
	Score      float64 // NaN without a metric
	TrainScore float64 // NaN unless asked for
	Report     model.Report
	FitTime    time.Duration
	ScoreTime  time.Duration
	Labels     []int32   // predicted for the samples that judge, by a classifier or detector
	Values     []float64 // the same by a regressor
}

// Run fits the candidates of a job and scores them. A candidate that cannot be
// fitted has an outcome that says why. When ctl stops, the outcomes are those of
// the candidates that were done before; when it aborts, the error is
// run.ErrAborted.
func (s *Study) Run(ctl *run.Ctl, job Job) ([]Outcome, error) {
	split := s.Splits[job.Split]
	train, test := s.part(split.Train, split.Train), s.part(split.Test, split.Train)
	train.Memory = s.Data.Memory
	if job.Share && s.Store != nil {
		train.Part = &gram.Part{Store: s.Store, Set: train.X, Index: split.Train}
	}
	absent := s.absent(job.Split, train)
	machines := job.Machines
	if job.Warm && absent == nil {
		if absent = s.goAhead(ctl, &machines, &train, &test); errors.Is(absent, run.ErrAborted) {
			return nil, absent
		}
	}
	outcomes := make([]Outcome, 0, len(machines))
	for i, m := range machines {
		if absent != nil {
			outcomes = append(outcomes, failed(absent))
			continue
		}
		watch := stretch{ctl: ctl, done: i, count: len(machines)}
		o, err := s.try(watch.part(), m, train, test, job.Train)
		if status := watch.checkpoint(); err != nil || status != "" {
			if errors.Is(err, run.ErrAborted) || status == run.Aborted {
				return nil, run.ErrAborted
			}
			return outcomes, nil
		}
		outcomes = append(outcomes, o)
		if train.Start = nil; job.Warm && o.Err == nil {
			train.Start = m
		}
	}
	return outcomes, nil
}

// goAhead sends samples through the transformers of pipelines that differ in their
// last part alone, as those of a warm job do, and leaves these parts. Their kernel
// rows are then of samples that no other job has.
func (s *Study) goAhead(ctl *run.Ctl, machines *[]model.Machine, train, test *model.Training) error {
	first, ok := (*machines)[0].(model.Composite)
	if !ok || model.Precomputed(model.Core(first).Options()) {
		return nil
	}
	parts := first.Parts()
	for _, part := range parts[:len(parts)-1] {
		t := part.Machine.(model.Transformer)
		report, err := t.Fit(ctl, *train)
		if err == nil && report.Status == run.Aborted {
			err = run.ErrAborted
		}
		if err != nil {
			return err
		}
		if train.X, err = t.Transform(ctl, train.X); err != nil {
			return err
		}
		if test.X, err = t.Transform(ctl, test.X); err != nil {
			return err
		}
	}
	own := make([]model.Machine, len(*machines))
	for i, m := range *machines {
		own[i] = model.Core(m)
	}
	*machines = own
	if s.Store != nil {
		index := make([]int, train.X.Len())
		for i := range index {
			index[i] = i
		}
		train.Part = &gram.Part{Store: gram.NewStore(train.X, s.Store.Limit), Set: train.X, Index: index}
	}
	return nil
}

// errStopped is what a fit ends with that was told to stop.
var errStopped = errors.New("stopped")

// try fits one candidate and scores it. Its errors are those of signals.
func (s *Study) try(ctl *run.Ctl, m model.Machine, train, test model.Training, scoreTrain bool) (Outcome, error) {
	began := time.Now()
	report, err := m.Fit(ctl, train)
	switch {
	case report.Status == run.Aborted || errors.Is(err, run.ErrAborted):
		return Outcome{}, run.ErrAborted
	case err != nil:
		return failed(err), nil
	case report.Status == run.Stopped:
		return Outcome{}, errStopped
	}
	fitted := time.Now()
	o := Outcome{TrainScore: math.NaN(), Report: report, FitTime: fitted.Sub(began)}
	if o.Score, o.Labels, o.Values, err = s.judge(m, test); err == nil {
		o.ScoreTime = time.Since(fitted)
		if scoreTrain {
			o.TrainScore, _, _, err = s.judge(m, train)
		}
	}
	switch {
	case errors.Is(err, run.ErrAborted):
		return Outcome{}, err
	case err != nil:
		return failed(err), nil
	}
	return o, nil
}

func failed(err error) Outcome {
	return Outcome{Err: err, Score: math.NaN(), TrainScore: math.NaN()}
}

// judge predicts samples and compares that with what is known of them.
func (s *Study) judge(m model.Machine, t model.Training) (score float64, labels []int32, values []float64, err error) {
	switch m := m.(type) {
	case model.Classifier:
		if labels, err = m.Predict(nil, t.X); err == nil {
			score = s.Metric.Classes(t.Y, labels, t.Classes)
		}
	case model.Regressor:
		if values, err = m.Predict(nil, t.X); err == nil {
			score = s.Metric.Values(t.Target, values)
		}
	case model.Detector:
		labels, err = m.Predict(nil, t.X)
		score = math.NaN()
	}
	return score, labels, values, err
}

// part returns the samples at rows; columns are the samples learnt from, of a
// Gram matrix.
func (s *Study) part(rows, columns []int) model.Training {
	t := model.Training{X: s.Data.X.Select(rows), Classes: s.Data.Classes,
		Y: pick(s.Data.Y, rows), Target: pick(s.Data.Target, rows),
		Weight: pick(s.Data.Weight, rows), Epsilon: pick(s.Data.Epsilon, rows),
		EpsilonBelow: pick(s.Data.EpsilonBelow, rows), WeightBelow: pick(s.Data.WeightBelow, rows)}
	if s.Gram {
		x, row := make([]float64, 0, len(rows)*len(columns)), make([]float64, s.Data.X.Dim())
		for i := range rows {
			t.X.Dense(row, i)
			x = append(x, pick(row, columns)...)
		}
		t.X = &sample.Matrix{N: len(rows), D: len(columns), X: x}
	}
	return t
}

func pick[T any](from []T, rows []int) []T {
	if from == nil {
		return nil
	}
	to := make([]T, len(rows))
	for p, i := range rows {
		to[p] = from[i]
	}
	return to
}

// absent returns an error when a class has no sample to learn from.
func (s *Study) absent(split int, train model.Training) error {
	if s.Data.Y == nil {
		return nil
	}
	seen := make([]bool, s.Data.Classes)
	for _, c := range train.Y {
		seen[c] = true
	}
	for c, there := range seen {
		if !there {
			return fault.New(fault.OneClass, "folds", "the rows that fold %d learns from have none of class number %d; use stratified folds, or add samples of that class", split+1, c).
				With("fold", split).With("class", c)
		}
	}
	return nil
}

// stretch is the part of a job's time that one candidate takes.
type stretch struct {
	ctl         *run.Ctl
	done, count int
}

// part returns what the candidate is run under: it reports to the job's observer,
// and has a deadline of its own.
func (w stretch) part() *run.Ctl {
	if w.ctl == nil || w.ctl.Observe == nil {
		return nil
	}
	return &run.Ctl{Slice: w.ctl.Slice, Observe: func(r run.Report) run.Signal { return w.ctl.Observe(w.within(r)) }}
}

// within says of a candidate's report where in the job it stands.
func (w stretch) within(r run.Report) run.Report {
	r.Fraction = (float64(w.done) + r.Fraction) / float64(w.count)
	r.Phase = "fit " + strconv.Itoa(w.done+1) + " of " + strconv.Itoa(w.count)
	return r
}

// checkpoint lets the observer look after a candidate, which may have been too
// quick to do so itself.
func (w stretch) checkpoint() run.Status {
	return w.ctl.Checkpoint(func() run.Report { return w.within(run.Report{Fraction: 1}) })
}
