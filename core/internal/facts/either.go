package facts

import "maxmargin/core/model"

// Either is a target for tests that train machines of every kind on the same samples: classes or
// values.
type Either struct {
	model.Classes
	Values model.Values
}

// Select returns the classes and the values of some samples.
func (e Either) Select(rows []int) model.Target {
	return Either{e.Classes.Select(rows).(model.Classes), e.Values.Select(rows).(model.Values)}
}

// For returns a training with the target of Either that a machine learns; other targets stay.
func For(m model.Machine, t model.Training) model.Training {
	e, ok := t.Target.(Either)
	if !ok {
		return t
	}
	switch model.Learns(m).(type) {
	case model.Classes:
		t.Target = e.Classes
	case model.Ordered:
		t.Target = model.Ordered{Classes: e.Classes}
	case model.Values:
		t.Target = e.Values
	case model.Groups:
		t.Target = model.Groups{Of: sixes(len(e.Values)), Count: len(e.Values)/6 + 1, Relevance: e.Values}
	case model.Sets:
		t.Target = model.Sets{Classes: e.Classes, List: sixes(len(e.Of)), Lists: len(e.Of)/6 + 1}
	default:
		t.Target = nil
	}
	return t
}

// sixes puts n samples into groups of six.
func sixes(n int) []int32 {
	of := make([]int32, n)
	for i := range of {
		of[i] = int32(i / 6)
	}
	return of
}
