package boost

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// learner fits machines of a kind to the same samples with other weights.
type learner struct {
	like  model.Part
	t     model.Training
	total float64 // of the weights that the user gave
}

// prepare does the common work of all fits to the samples. It returns false if ctl ends it.
func (l *learner) prepare(ctl *run.Ctl) bool {
	l.t.Start = nil
	p, ok := l.like.Machine.(model.Preparer)
	if ok {
		l.t.Prepared = p.Prepare(ctl, l.t.X)
	}
	return !ok || l.t.Prepared != nil
}

// fit returns a machine that is fitted to weights with the sum 1, the classes that it predicts for
// the samples, and the end of the fit. The machine gets the weights times the sum of the user's, so
// that options such as C have their usual meaning.
func (l *learner) fit(ctl *run.Ctl, weight []float64) (m model.Machine, said []int32, status run.Status, err error) {
	if m, err = l.like.New(); err != nil {
		return nil, nil, "", err
	}
	t := l.t
	t.Weight = make([]float64, len(weight))
	for i, w := range weight {
		t.Weight[i] = w * l.total
	}
	report, err := m.Fit(ctl, t)
	if err != nil || report.Status == run.Aborted {
		return nil, nil, report.Status, err
	}
	// What was stopped is kept, and its predictions are needed.
	said, err = m.(model.Classifier).Predict(ctl.Finishing(), t.X)
	if errors.Is(err, run.ErrAborted) {
		return nil, nil, run.Aborted, nil
	}
	return m, said, report.Status, err
}

// epsilon returns the weight of the samples that a member gets wrong.
func (l *learner) epsilon(said []int32, weight []float64) (eps float64) {
	for i, c := range l.t.Labels() {
		if said[i] != c {
			eps += weight[i]
		}
	}
	return eps
}

// tooWeak is the error of a first member that is no better than chance.
func (l *learner) tooWeak(eps float64) error {
	return fault.New(fault.Option, "estimator", "the first member, a %s, has the weighted error %.3g, which is no better than chance, so that there is nothing to boost; use a stronger estimator, such as DecisionTreeClassifier({ maxDepth: 3 })", l.like.Name, eps)
}
