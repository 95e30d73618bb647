package check

import (
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// weights are the rules about the weights of samples and classes.
func weights() []check {
	return []check{
		{"takes weights of one for none", weightsOfOne},
		{"takes a weight of zero for absence", weightsOfZero},
		{"takes a weight of two for two samples", weightsOfTwo},
		{"needs weights", needsWeights},
		{"follows class weights", classWeights},
		{"takes an option for each row as for all", rowsAsOption},
	}
}

// compare ends the rule unless two trainings have the same results.
func (s subject) compare(what string, got, want model.Training, tolerance float64) {
	g := fitted(what, s.converging(), got, want.X)
	w := fitted(what, s.converging(), want, want.X)
	n := want.X.Len()
	same(what, s.smooth(g, n), s.smooth(w, n), tolerance)
}

func weightsOfOne(s subject) {
	t := s.training(60, 3, 2)
	weighted := t
	weighted.Weight = slices.Repeat([]float64{1}, 60)
	s.compare("weights of 1", weighted, t, 0)
}

func weightsOfZero(s subject) {
	t := s.training(60, 3, 3)
	t.Weight = make([]float64, 60)
	var kept []int
	for i := range t.Weight {
		if i%7 != 3 {
			kept, t.Weight[i] = append(kept, i), 1
		}
	}
	rest := pick(t, kept)
	rest.Weight = nil
	s.compare("weights of 0", t, rest, 1e-5)
}

func weightsOfTwo(s subject) {
	t := s.training(60, 3, 3)
	t.Weight = make([]float64, 60)
	var twice []int
	for i := range t.Weight {
		t.Weight[i] = float64(1 + i/3%2)
		for range 1 + i/3%2 {
			twice = append(twice, i)
		}
	}
	double := pick(t, twice)
	double.Weight = nil
	s.compare("weights of 2", t, double, 1e-5)
}

// needsWeights: a fit fails when all weights are zero, and a classifier also when those
// of one class are; of ordered classes, when those of all but one are.
func needsWeights(s subject) {
	t := s.training(30, 3, 3)
	t.Weight = make([]float64, 30)
	_, err := s.New().Fit(nil, t)
	refuse("no weight at all", err, fault.Weight, fault.OneClass)
	if s.kind != catalog.Classifier {
		return
	}
	if s.ordered() {
		t.Weight[0], t.Weight[3] = 1, 1
		_, err = s.New().Fit(nil, t)
		refuse("a single class with weight", err, fault.OneClass)
		return
	}
	for i, c := range t.Labels() {
		t.Weight[i] = float64(min(c, 1))
	}
	_, err = s.New().Fit(nil, t)
	refuse("a class without weight", err, fault.Weight)
}

// classWeights: when one class weighs much more than the other, almost all predictions
// are that class.
func classWeights(s subject) {
	if !s.has("classWeight") {
		return
	}
	t := s.training(100, 2, 2)
	for i := range dense(t).X {
		dense(t).X[i] *= 0.2 // overlapping classes
	}
	m := s.make(option{"classWeight", model.ClassWeight{Name: "map", Weights: []float64{1000, 1e-4}}})
	f := fitted("a fit", m, t, t.X)
	zeros := 0
	for _, c := range f[:100] {
		if c == 0 {
			zeros++
		}
	}
	if zeros <= 87 {
		fail("few samples are taken for the class that weighs 1e7 times as much")
	}
}

// rowsAsOption: the same value of an option for each row is that value for all rows.
func rowsAsOption(s subject) {
	for _, o := range s.schema() {
		if o.Row == "" {
			continue
		}
		t := s.training(40, 2, 2)
		const value = 0.25
		want := fitted(o.Name, s.converging(option{o.Name, value}), t, t.X)
		t.Rows = model.Given{o.Row: slices.Repeat([]float64{value}, 40)}
		got := fitted(o.Row, s.converging(), t, t.X)
		without := t
		without.Rows = nil
		other := fitted("without "+o.Row, s.converging(), without, t.X)
		if slices.Equal(got, other) {
			fail("%s changes nothing", o.Row)
		}
		same(o.Row, got, want, 1e-9)
	}
}
