package model

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/model/schema"
)

// Target is what is to be learnt of n samples. A kind of target is a type of this
// package in a file of its own; a machine says which kind it learns, see Learns.
type Target interface {
	// Len returns n.
	Len() int
	// Select returns the target of the samples at rows.
	Select(rows []int) Target
	// Check returns an error about the first entry that cannot be learnt.
	Check() error
	// Kind names what is learnt, for messages.
	Kind() string
}

// Classes is the class of each sample.
type Classes struct {
	Of    []int32 // 0 to Count-1
	Count int     // k
}

// Len returns the number of samples.
func (c Classes) Len() int { return len(c.Of) }

// Select returns the classes of some samples, out of as many classes as before.
func (c Classes) Select(rows []int) Target { return Classes{pick(c.Of, rows), c.Count} }

// Check returns an error unless there are two classes or more and every sample is in
// one of them.
func (c Classes) Check() error {
	if c.Count < 2 {
		return fault.New(fault.OneClass, "y", "a classifier needs at least two classes, but y has %d; add samples of another class", c.Count).With("classes", c.Count)
	}
	for i, class := range c.Of {
		if class < 0 || int(class) >= c.Count {
			return fault.New(fault.Internal, "y", "class %d of row %d is not one of %d", class, i, c.Count)
		}
	}
	return nil
}

// Kind returns "classes".
func (Classes) Kind() string { return "classes" }

// Values is the number to be predicted for each sample.
type Values []float64

// Len returns the number of samples.
func (v Values) Len() int { return len(v) }

// Select returns the values of some samples.
func (v Values) Select(rows []int) Target { return Values(pick([]float64(v), rows)) }

// Check returns an error unless every value is finite.
func (v Values) Check() error {
	for i, y := range v {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return fault.New(fault.NonFinite, "y", "y[%d] is %v; values must be finite", i, y).With("row", i)
		}
	}
	return nil
}

// Kind returns "values".
func (Values) Kind() string { return "values" }

// classesOf returns the classes of a target that has some.
func classesOf(t Target) Classes {
	switch t := t.(type) {
	case Classes:
		return t
	case Tags:
		return t.Classes
	case Ordered:
		return t.Classes
	case Sets:
		return t.Classes
	}
	return Classes{}
}

// Learner is a machine whose target does not follow from what it predicts.
type Learner interface {
	// Learns returns an empty target of the kind that Fit needs.
	Learns() Target
}

// Learns returns an empty target of the kind that a machine needs: classes for a
// Classifier, values for a Regressor, nil for a machine that needs the samples alone;
// a Learner says so itself, and of a Chain it is what its last part needs.
func Learns(m Machine) Target {
	switch m := m.(type) {
	case Chain:
		_, last := m.Steps()
		return Learns(last)
	case Learner:
		return m.Learns()
	case Classifier:
		return Classes{}
	case Regressor:
		return Values{}
	}
	return nil
}

// Accept returns an error unless the options of a machine are valid and t has the kind
// of target that it learns. Every Fit begins with it. Ordered classes are classes to a
// machine that does not ask for their order.
func Accept(m Machine, t Training) error {
	if err := schema.Check(m.Options()); err != nil {
		return err
	}
	wants := Learns(m)
	if wants == nil {
		return nil
	}
	got := "none"
	if ordered, ok := t.Target.(Ordered); ok && wants.Kind() == ordered.Kind() {
		return ordered.checkRanks(t.Weight)
	}
	if t.Target != nil {
		if got = t.Target.Kind(); got == wants.Kind() {
			return nil
		}
		if _, ordered := t.Target.(Ordered); ordered && wants.Kind() == (Classes{}).Kind() {
			return nil
		}
	}
	return fault.New(fault.Type, "y", "this machine learns %s, but the target it was given is: %s", wants.Kind(), got).
		With("expected", wants.Kind()).With("got", got)
}
