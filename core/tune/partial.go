package tune

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// partial is a classifier that learnt from samples of some of the classes, as a classifier of all
// k. It predicts none of the others: their decision values are -Inf, and their probabilities 0.
type partial struct {
	model.Classifier
	classes []int32 // the number of each class that was learnt, ascending
	k       int
}

// whole returns a fitted machine as one of all classes of the study; classes are those that it
// learnt, nil for all.
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

// spread returns rows of a number for each class, from such of the classes that were learnt.
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

// present numbers the classes that have a sample to learn from anew, from 0, where others have none,
// and returns them; nil where all have one, and of ordered classes, which keep their ranks. It
// fails when there is one alone.
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
