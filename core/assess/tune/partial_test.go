package tune_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/data/metric"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/model"
)

// TestAFoldMayLackAClass: a split whose training samples lack one of three classes is scored by every
// classifier, which never predicts that class; its decision values are the least, and so are its
// probabilities. Ordered classes keep their ranks. One class alone is refused.
func TestAFoldMayLackAClass(t *testing.T) {
	data, values := cloudsWithValues(90, 3, 3, 0)
	var train, test []int
	for i, c := range data.Labels() {
		if i/3%3 == 0 {
			test = append(test, i)
		} else if c != 1 {
			train = append(train, i)
		}
	}
	for _, entry := range catalog.Machines() {
		if entry.Kind() != catalog.Classifier {
			continue
		}
		s := study(t, data, 3, true)
		s.Data.Target = facts.For(entry.New(), model.NewTraining(nil, facts.Either{Classes: data.Target.(model.Classes), Values: values})).Target
		_, plain := s.Data.Target.(model.Classes)
		if _, ordered := s.Data.Target.(model.Ordered); !plain && !ordered {
			continue // sequences, and sets, of which each has all its classes
		}
		s.Splits = []tune.Split{{Train: train, Test: test}}
		s.Metric, _ = metric.Find("accuracy", metric.OfClasses)
		auc, _ := metric.Find("rocAuc", metric.OfClasses)
		top, _ := metric.Find("topKAccuracy@3", metric.OfClasses)
		if plain {
			s.More = []metric.Metric{auc, top}
		}
		o, err := s.Run(nil, tune.Job{Machines: []model.Machine{entry.New()}, Share: true, Train: true})
		if err != nil || len(o) != 1 || o[0].Err != nil {
			t.Errorf("%s: %v, %+v", entry.Name, err, o)
			continue
		}
		if slices.Contains(o[0].Labels, 1) || slices.Contains(o[0].TrainLabels, 1) {
			t.Errorf("%s predicts a class that it has not seen", entry.Name)
		}
		right := 0
		for i, row := range test {
			if o[0].Labels[i] == s.Data.Labels()[row] {
				right++
			}
		}
		if o[0].Score != float64(right)/float64(len(test)) || !(o[0].TrainScore > 0.6) || plain && (math.IsNaN(o[0].More[0]) || o[0].More[1] != 1) {
			t.Errorf("%s: %v, %d of %d right, %v in training, %v", entry.Name, o[0].Score, right, len(test), o[0].TrainScore, o[0].More)
		}
	}
	s := study(t, data, 3, true)
	s.Splits = []tune.Split{{Train: slices.DeleteFunc(train, func(i int) bool { return data.Labels()[i] != 0 }), Test: test}}
	o, err := s.Run(nil, tune.Job{Machines: []model.Machine{svc(1, 0, 1e-3)}})
	var f *fault.Error
	if err != nil || !errors.As(o[0].Err, &f) || f.Code != fault.OneClass || !strings.Contains(f.Message, "fold 1 have class number 0") {
		t.Errorf("one class alone: %+v, %v", o, err)
	}
}
