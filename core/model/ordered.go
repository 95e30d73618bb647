package model

import "maxmargin/core/base/fault"

// Ordered is the class of each sample, where class 0 comes before class 1, and so on:
// grades, or stages of a disease. A class may be without samples.
type Ordered struct{ Classes }

// Select returns the classes of some samples, out of as many classes as before.
func (o Ordered) Select(rows []int) Target { return Ordered{o.Classes.Select(rows).(Classes)} }

// Kind returns "ordered classes".
func (Ordered) Kind() string { return "ordered classes" }

// Ranks is the option of a machine that learns ordered classes which says what their order
// is. Classes come to the machine in this order, so that it need not look: the option is
// kept for those who read a model, whose classes stand in this order, too.
type Ranks struct {
	Order string `js:"order" type:"classOrder" default:"ascending" choices:"ascending,given" doc:"The classes in ascending order, such as ['poor', 'fair', 'good']; null: numbers in ascending order, false before true. Labels that are texts need it. A class that no sample has keeps its rank."`
}

// Learns returns ordered classes, for the machine with this option.
func (Ranks) Learns() Target { return Ordered{} }

// checkRanks returns an error unless two classes or more have a sample of positive weight.
func (o Ordered) checkRanks(weight []float64) error {
	first := int32(-1)
	for i, class := range o.Of {
		switch {
		case weight != nil && weight[i] == 0:
		case first < 0:
			first = class
		case class != first:
			return nil
		}
	}
	return fault.New(fault.OneClass, "y", "a machine of ordered classes needs samples of at least two of them with a positive weight")
}
