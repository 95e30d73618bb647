package tune

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/metric"
	"maxmargin/core/model"
)

// Kind returns the kind of predictions in the study; detectors have no metric, so they have none.
func (s *Study) Kind() metric.Kind {
	switch s.Data.Target.(type) {
	case model.Groups:
		return metric.OfGroups
	case model.Values:
		return metric.OfValues
	}
	if s.Ranks != nil {
		return metric.OfRanks
	}
	return metric.OfClasses
}

// judge predicts the samples at rows and compares the predictions with their targets, by Metric and
// More.
func (s *Study) judge(ctl *run.Ctl, m model.Machine, t model.Training, rows []int) (score float64, more []float64, labels []int32, values []float64, err error) {
	var tell told
	switch m := m.(type) {
	case model.Classifier:
		if labels, err = m.Predict(ctl, t.X); err == nil {
			if s.Metric.Takes == metric.Classes {
				score = s.Metric.OfClasses(t.Labels(), labels, t.Classes())
			} else {
				score, err = s.judgeClasses(ctl, s.Metric, m, t, labels, &tell)
			}
		}
	case model.Regressor:
		if values, err = m.Predict(ctl, t.X); err == nil {
			if _, grouped := t.Target.(model.Groups); !grouped && s.Metric.Takes <= metric.Orders {
				score = s.Metric.OfValues(t.Values(), values) // everyday programs do without the second file
			} else {
				score = s.judgeValues(s.Metric, t, values, rows)
			}
		}
	case model.Detector:
		labels, err = m.Predict(ctl, t.X)
		return math.NaN(), nil, labels, nil, err
	}
	if err == nil && len(s.More) > 0 {
		more, err = s.judgeMore(ctl, m, t, rows, labels, values, &tell)
	}
	return score, more, labels, values, err
}

// judgeMore compares predictions with their targets by the metrics of More.
func (s *Study) judgeMore(ctl *run.Ctl, m model.Machine, t model.Training, rows []int, labels []int32, values []float64, tell *told) ([]float64, error) {
	more := make([]float64, len(s.More))
	for i, by := range s.More {
		c, classifies := m.(model.Classifier)
		switch {
		case !classifies:
			more[i] = s.judgeValues(by, t, values, rows)
		case by.Takes == metric.Classes:
			more[i] = by.OfClasses(t.Labels(), labels, t.Classes())
		default:
			var err error
			if more[i], err = s.judgeClasses(ctl, by, c, t, labels, tell); err != nil {
				return nil, err
			}
		}
	}
	return more, nil
}

// told has the answers of a classifier other than classes, for several metrics.
type told struct {
	decision      []float64
	columns       int
	probabilities []float64
}

// judgeClasses judges a classifier by its answers other than classes, or by the order of the
// classes.
func (s *Study) judgeClasses(ctl *run.Ctl, by metric.Metric, m model.Classifier, t model.Training, predicted []int32, tell *told) (float64, error) {
	return OfClasses(by, s.Ranks, t.Labels(), predicted, t.Classes(), func() (_ []float64, _ int, err error) {
		if tell.decision == nil {
			tell.decision, tell.columns, err = m.Decision(ctl, t.X, "ovr")
		}
		return tell.decision, tell.columns, err
	}, func() (_ []float64, err error) {
		prober, ok := m.(model.Prober)
		if some, part := m.(partial); part {
			_, ok = some.Classifier.(model.Prober)
		}
		if !ok {
			return nil, fault.New(fault.Option, "scoring", "%s needs probabilities, which this machine does not give; classifiers with the option probability give some when it is set", by.Name)
		}
		if tell.probabilities == nil {
			tell.probabilities, err = prober.Probabilities(ctl, t.X)
		}
		return tell.probabilities, err
	})
}

// OfClasses compares the classes of samples, 0 to k-1, with the answers of a classifier, by a
// metric. ranks are the numbers of the classes, for metrics of numbers and orders. It asks for
// decision values and probabilities only if the metric takes them.
func OfClasses(by metric.Metric, ranks []float64, y, predicted []int32, k int, decision func() ([]float64, int, error), probabilities func() ([]float64, error)) (float64, error) {
	switch by.Takes {
	case metric.Classes:
		return by.OfClasses(y, predicted, k), nil
	case metric.Numbers, metric.Orders:
		truth, found := make([]float64, len(y)), make([]float64, len(y))
		for i, c := range y {
			truth[i], found[i] = ranks[c], ranks[predicted[i]]
		}
		return by.OfValues(truth, found), nil
	case metric.Scores:
		f, cols, err := decision()
		if err != nil {
			return 0, err
		}
		return by.OfScores(y, f, cols, k)
	}
	p, err := probabilities()
	if err != nil {
		return 0, err
	}
	return by.OfProbabilities(y, p, k), nil
}

// judgeValues judges predicted numbers.
func (s *Study) judgeValues(by metric.Metric, t model.Training, values []float64, rows []int) float64 {
	if _, grouped := t.Target.(model.Groups); !grouped && by.Takes <= metric.Orders {
		return by.OfValues(t.Values(), values)
	}
	return s.judgeLists(by, t, values, rows)
}

// judgeLists judges numbers within the queries of a ranker, or the lists of a regression.
func (s *Study) judgeLists(by metric.Metric, t model.Training, values []float64, rows []int) float64 {
	of, count := make([]int32, len(rows)), 1
	if groups, ok := t.Target.(model.Groups); ok {
		of, count = groups.Of, groups.Count
	} else if s.Lists != nil {
		for p, i := range rows {
			of[p] = s.Lists[i]
			count = max(count, int(of[p])+1)
		}
	}
	return by.Within(t.Values(), values, of, count)
}
