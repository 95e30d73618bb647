package counterfactual

import (
	"math"

	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Target is the wanted prediction of a machine.
type Target struct {
	Class       int     // its number; of a detector 1 or -1
	Least, Most float64 // of a regressor: the prediction is to be within these
}

// Condition is a function that is positive if the target wins against another class: a value of the
// machine less another one, or less a boundary between ranks, times the sign.
type Condition struct {
	First, Second int // Second < 0: none
	Sign          float64
	Boundary      float64
}

// Conditions returns conditions that are positive if a machine with this many classes and values
// predicts the target: with a value for each pair of classes the target wins all of its pairs; with
// ordered classes the utility is between its boundaries. It reports false for a machine without
// such values.
func Conditions(m model.Machine, classes, cols int, target Target) (all []Condition, ok bool) {
	k, t := classes, target.Class
	single := func(positive bool) Condition {
		if positive {
			return Condition{0, -1, 1, 0}
		}
		return Condition{0, -1, -1, 0}
	}
	if ranks, ok := model.Core(m).Fitted().(interface{ Boundaries() []float64 }); ok && cols == 1 {
		boundaries := ranks.Boundaries()
		least, most := math.Inf(-1), math.Inf(1)
		if t > 0 {
			least = boundaries[t-1]
		}
		if t < len(boundaries) {
			most = boundaries[t]
		}
		return between(least, most), true
	}
	switch m := m.(type) {
	case model.Regressor:
		return between(target.Least, target.Most), cols == 1
	case model.Detector:
		return []Condition{single(t > 0)}, cols == 1
	case model.Classifier:
		_, err := m.Outputs(reduction.OneVsOne)
		switch {
		case k == 2 && cols == 1:
			return []Condition{single(t == reduction.Positive(2, 0, 1))}, true
		case k > 2 && cols == reduction.PairCount(k) && err == nil:
			reduction.Pairs(k, func(pair, i, j int) bool {
				if i == t || j == t {
					won := single(t == reduction.Positive(k, i, j))
					won.First = pair
					all = append(all, won)
				}
				return true
			})
			return all, true
		case k > 2 && cols == k:
			for c := range k {
				if c != t {
					all = append(all, Condition{t, c, 1, 0})
				}
			}
			return all, true
		}
	}
	return nil, false
}

// between returns the conditions for the only value to be within limits that may be infinite.
func between(least, most float64) (all []Condition) {
	if least > math.Inf(-1) {
		all = append(all, Condition{0, -1, 1, least})
	}
	if most < math.Inf(1) {
		all = append(all, Condition{0, -1, -1, most})
	}
	return all
}

// At returns the function at a sample of these values, and sets gradient to its gradient: slopes
// has one row for each value.
func (c Condition) At(values, slopes, gradient []float64) float64 {
	d := len(gradient)
	value := c.Sign * (values[c.First] - c.Boundary)
	for j := range d {
		gradient[j] = c.Sign * slopes[c.First*d+j]
	}
	if c.Second >= 0 {
		value -= values[c.Second]
		for j := range d {
			gradient[j] -= slopes[c.Second*d+j]
		}
	}
	return value
}
