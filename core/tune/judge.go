package tune

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/metric"
	"maxmargin/core/model"
)

// Kind returns what a machine of the study predicts; it means nothing for a detector, which has no metric.
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

// judge predicts the samples at rows and compares the predictions with their targets.
func (s *Study) judge(m model.Machine, t model.Training, rows []int) (score float64, labels []int32, values []float64, err error) {
	switch m := m.(type) {
	case model.Classifier:
		if labels, err = m.Predict(nil, t.X); err == nil {
			if s.Metric.Takes == metric.Classes {
				score = s.Metric.OfClasses(t.Labels(), labels, t.Classes())
			} else {
				score, err = s.judgeClasses(m, t, labels)
			}
		}
	case model.Regressor:
		if values, err = m.Predict(nil, t.X); err == nil {
			if _, grouped := t.Target.(model.Groups); !grouped && s.Metric.Takes <= metric.Orders {
				score = s.Metric.OfValues(t.Values(), values)
			} else {
				score = s.judgeLists(t, values, rows)
			}
		}
	case model.Detector:
		labels, err = m.Predict(nil, t.X)
		score = math.NaN()
	}
	return score, labels, values, err
}

// judgeClasses judges a classifier by what it says besides classes, or by the order of these.
func (s *Study) judgeClasses(m model.Classifier, t model.Training, predicted []int32) (float64, error) {
	y, k := t.Labels(), t.Classes()
	switch s.Metric.Takes {
	case metric.Numbers, metric.Orders:
		truth, found := make([]float64, len(y)), make([]float64, len(y))
		for i, c := range y {
			truth[i], found[i] = s.Ranks[c], s.Ranks[predicted[i]]
		}
		return s.Metric.OfValues(truth, found), nil
	case metric.Scores:
		f, cols, err := m.Decision(nil, t.X, "ovr")
		if err != nil {
			return 0, err
		}
		return s.Metric.OfScores(y, f, cols, k)
	}
	prober, ok := m.(model.Prober)
	if !ok {
		return 0, fault.New(fault.Option, "scoring", "%s needs probabilities, which this machine does not give; classifiers with the option probability give some when it is set", s.Metric.Name)
	}
	p, err := prober.Probabilities(nil, t.X)
	if err != nil {
		return 0, err
	}
	return s.Metric.OfProbabilities(y, p, k), nil
}

// judgeLists judges numbers within the queries of a ranker, or the lists of a regression.
func (s *Study) judgeLists(t model.Training, values []float64, rows []int) float64 {
	of, count := make([]int32, len(rows)), 1
	if groups, ok := t.Target.(model.Groups); ok {
		of, count = groups.Of, groups.Count
	} else if s.Lists != nil {
		for p, i := range rows {
			of[p] = s.Lists[i]
			count = max(count, int(of[p])+1)
		}
	}
	return s.Metric.Within(t.Values(), values, of, count)
}
