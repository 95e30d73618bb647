package tune

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// partial presents a classifier that learnt some of the classes as a classifier of all k. It
// predicts none of the others: their decision values are -Inf, and their probabilities 0.
type partial struct {
	model.Classifier
	classes []int32 // the numbers of the learnt classes, ascending
	k       int
}

// whole returns a fitted machine as one of all classes of the study; classes are the learnt ones,
// nil for all.
func (s *Study) whole(m model.Machine, classes []int32) model.Machine {
	if classes == nil {
		return m
	}
	return partial{m.(model.Classifier), classes, s.Data.Classes()}
}

func (p partial) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	labels, err := p.Classifier.Predict(ctl, x)
	for i, c := range labels {
		labels[i] = p.classes[c]
	}
	return labels, err
}

func (p partial) Decision(ctl *run.Ctl, x sample.Set, shape string) ([]float64, int, error) {
	f, cols, err := p.Classifier.Decision(ctl, x, shape)
	if err != nil {
		return nil, 0, err
	}
	if cols == 1 { // positive for the second of two
		both := make([]float64, 0, 2*len(f))
		for _, v := range f {
			both = append(both, -v, v)
		}
		f = both
	}
	return p.spread(f, math.Inf(-1)), p.k, nil
}

func (p partial) Probabilities(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	known, err := p.Classifier.(model.Prober).Probabilities(ctl, x)
	return p.spread(known, 0), err
}

// spread returns rows with a number for each class, from rows for the learnt classes.
func (p partial) spread(known []float64, other float64) []float64 {
	n := len(known) / len(p.classes)
	all := make([]float64, n*p.k)
	for i := range all {
		all[i] = other
	}
	for i, v := range known {
		all[i/len(p.classes)*p.k+int(p.classes[i%len(p.classes)])] = v
	}
	return all
}

// present renumbers the classes with training samples from 0 if others have none, and returns them.
// It returns nil if all have some, and for ordered classes, which keep their ranks. A single class
// is an error.
func (s *Study) present(split int, train *model.Training) ([]int32, error) {
	place := make([]int32, s.Data.Classes())
	for _, c := range train.Labels() {
		place[c] = 1
	}
	var classes []int32
	for c, there := range place {
		if there > 0 {
			place[c] = int32(len(classes))
			classes = append(classes, int32(c))
		}
	}
	if len(classes) == 1 {
		return nil, fault.New(fault.OneClass, "folds", "the training rows of fold %d have class number %d alone; use stratified folds, or add samples of other classes", split+1, classes[0]).
			With("fold", split).With("class", int(classes[0]))
	}
	if _, plain := train.Target.(model.Classes); !plain || len(classes) == len(place) {
		return nil, nil
	}
	of := make([]int32, len(train.Labels()))
	for i, c := range train.Labels() {
		of[i] = place[c]
	}
	train.Target = model.Classes{Of: of, Count: len(classes)}
	return classes, nil
}
