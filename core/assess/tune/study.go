package tune

import (
	"errors"
	"math"
	"strconv"
	"time"

	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/metric"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// Study is a data set with its splits, over which candidates are compared. It
// serves one caller at a time.
type Study struct {
	Data   model.Data   // all samples
	Memory *gram.Memory // for the fits; if nil, each takes its own
	Gram   bool         // X is a Gram matrix: a split takes columns as well as rows
	Splits []Split
	Metric metric.Metric   // not used by detectors
	More   []metric.Metric // judge the same predictions as Metric
	Ranks  []float64       // number of each class, for a metric of values, or nil
	Lists  []int32         // list of each sample, for a metric of lists; nil for one list
	Store  *gram.Store     // kernel rows that the fits share, or nil
	Device gram.Device     // computes kernel rows of the fits, which share none then; or nil
}

// Job is some candidates that are fitted to the same split, one after another.
type Job struct {
	Split    int
	Machines []model.Machine
	Warm     bool // each starts from the last solution; the machines are of one kind, in ascending order of freedom
	Share    bool // kernel rows are taken from the store: other fits have the same kernel
	Train    bool // score the training samples, too
}

// Outcome is the result of one candidate on one split.
type Outcome struct {
	Err        error     // why it could not be fitted
	Score      float64   // NaN without a metric
	TrainScore float64   // NaN unless asked for
	More       []float64 // scores by the metrics of More
	TrainMore  []float64
	Report     model.Report
	FitTime    time.Duration
	ScoreTime  time.Duration
	Labels     []int32   // predicted for the samples that judge, by a classifier or detector
	Values     []float64 // the same by a regressor

	TrainLabels []int32 // predicted for the training samples, where these are scored, too
	TrainValues []float64
}

// Run fits the candidates of a job and scores them. If a candidate cannot be fitted, its outcome
// has the reason. A stop leaves the outcomes of the finished candidates; an abort returns
// run.ErrAborted.
func (s *Study) Run(ctl *run.Ctl, job Job) ([]Outcome, error) {
	split := s.Splits[job.Split]
	train, test := s.part(split.Train, split.Train), s.part(split.Test, split.Train)
	if job.Share && s.Store != nil {
		train.Part = &gram.Part{Store: s.Store, Set: train.X, Index: split.Train, Judge: &gram.Part{Store: s.Store, Set: test.X, Index: split.Test}}
	}
	target := train.Target
	classes, absent := s.present(job.Split, &train)
	machines := job.Machines
	if job.Warm && absent == nil {
		if absent = s.goAhead(ctl, &machines, &train, &test); errors.Is(absent, run.ErrAborted) {
			return nil, absent
		}
	}
	outcomes, stages := make([]Outcome, 0, len(machines)), ctl.Stages(len(machines))
	for i, m := range machines {
		if absent != nil {
			outcomes = append(outcomes, failed(absent))
			continue
		}
		own := stages.Share("fit " + strconv.Itoa(i+1) + " of " + strconv.Itoa(len(machines)))
		o, err := s.try(own, m, train, test, split, job.Train, target, classes)
		// A quick fit may have ended before the observer was asked.
		if wanted := own.Wanted(func() run.Report { return run.Report{Fraction: 1} }); err != nil || !wanted {
			if ctl.Ended() == run.Stopped {
				return outcomes, nil
			}
			return nil, run.ErrAborted
		}
		outcomes = append(outcomes, o)
		if train.Start = nil; job.Warm && o.Err == nil {
			train.Start = m
		}
	}
	return outcomes, nil
}

// goAhead transforms the samples once for pipelines that differ only in their last part, as in a
// warm job, and replaces each pipeline by its last part. Other jobs cannot use the kernel rows of
// the transformed samples.
func (s *Study) goAhead(ctl *run.Ctl, machines *[]model.Machine, train, test *model.Training) error {
	first, ok := (*machines)[0].(model.Chain)
	if !ok || model.TakesGram(first) {
		return nil
	}
	before, _ := first.Steps()
	for _, t := range before {
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
		index := order.Between(0, train.X.Len())
		store := gram.NewStore(train.X, s.Store.Limit)
		if train.Labels() != nil {
			store.Sort(train.Labels())
		}
		train.Part = &gram.Part{Store: store, Set: train.X, Index: index}
	}
	return nil
}

// errStopped is the error of a stopped fit.
var errStopped = errors.New("stopped")

// try fits one candidate and scores it. target is that of the training samples with all classes;
// the candidate learns those in classes, nil for all. Its errors are those of signals.
func (s *Study) try(ctl *run.Ctl, m model.Machine, train, test model.Training, split Split, scoreTrain bool, target model.Target, classes []int32) (Outcome, error) {
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
	m, train.Target = s.whole(m, classes), target
	if o.Score, o.More, o.Labels, o.Values, err = s.judge(ctl, m, test, split.Test); err == nil {
		o.ScoreTime = time.Since(fitted)
		if scoreTrain {
			o.TrainScore, o.TrainMore, o.TrainLabels, o.TrainValues, err = s.judge(ctl, m, train, split.Train)
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

// part returns the samples at rows; columns are the training samples, for a Gram matrix.
func (s *Study) part(rows, columns []int) model.Training {
	if !s.Gram {
		columns = nil
	}
	return model.Training{Data: s.Data.Select(rows, columns), Resources: model.Resources{Memory: s.Memory, Device: s.Device}}
}
