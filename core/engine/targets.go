package engine

import (
	"math"

	"maxmargin/core/catalog"
	"maxmargin/core/fault"
	"maxmargin/core/loss"
	"maxmargin/core/model"
	"maxmargin/core/sample"
)

// Targets are what the samples of a fit are to be learnt for.
type Targets struct {
	Labels  []int32   // of a classifier: class of each row, 0 to k-1
	Values  []float64 // of a regressor
	Weight  []float64 // of each row; nil: all 1
	Epsilon []float64 // half-width of the tube of each row; nil: as the options say

	// Of targets below the function; nil: as above it, or as the options say.
	EpsilonBelow, WeightBelow []float64

	// A loss for errors above and below the function: excesses, ascending from 0, and
	// its derivative there; the facade has checked them.
	Losses [2]Curve
}

// Curve is a function by its values at some places.
type Curve struct{ At, Values []float64 }

// training is what a machine learns from them.
func (y Targets) training(x sample.Set, classes int) model.Training {
	t := model.Training{X: x, Y: y.Labels, Classes: classes, Target: y.Values, Weight: y.Weight,
		Epsilon: y.Epsilon, EpsilonBelow: y.EpsilonBelow, WeightBelow: y.WeightBelow}
	for side, c := range y.Losses {
		if l, ok := loss.NewTable(c.At, c.Values); ok {
			t.Losses[side] = l
		}
	}
	return t
}

// check checks the targets of n samples for a machine of a kind.
func (y Targets) check(kind string, n, k int) error {
	switch kind {
	case catalog.Classifier:
		if err := checkLabels(y.Labels, n, k); err != nil {
			return err
		}
	case catalog.Regressor:
		if err := checkNumbers("y", y.Values, n, math.Inf(-1), fault.NonFinite, "values must be finite"); err != nil {
			return err
		}
	}
	if y.Weight != nil {
		if err := checkNumbers("sampleWeight", y.Weight, n, 0, fault.Weight, "weights must be finite numbers >= 0"); err != nil {
			return err
		}
	}
	if y.WeightBelow != nil {
		if err := checkNumbers("sampleWeightBelow", y.WeightBelow, n, math.SmallestNonzeroFloat64, fault.Weight, "weights below the function must be finite numbers > 0"); err != nil {
			return err
		}
	}
	if y.EpsilonBelow != nil {
		if err := checkNumbers("sampleEpsilonBelow", y.EpsilonBelow, n, 0, fault.Option, "widths must be finite numbers >= 0"); err != nil {
			return err
		}
	}
	if y.Epsilon != nil {
		return checkNumbers("sampleEpsilon", y.Epsilon, n, 0, fault.Option, "half-widths must be finite numbers >= 0")
	}
	return nil
}

// checkLabels checks y against n samples and k classes.
func checkLabels(y []int32, n, k int) error {
	if len(y) != n {
		return wrongLength("y", len(y), n)
	}
	if k < 2 {
		return fault.New(fault.OneClass, "y", "a classifier needs at least two classes, but y has %d; add samples of another class", k).With("classes", k)
	}
	for i, c := range y {
		if c < 0 || int(c) >= k {
			return fault.New(fault.Internal, "y", "class %d of row %d is not one of %d", c, i, k)
		}
	}
	return nil
}

// checkNumbers checks that there is a finite number of at least low for each of
// n samples.
func checkNumbers(argument string, v []float64, n int, low float64, code fault.Code, rule string) error {
	if len(v) != n {
		return wrongLength(argument, len(v), n)
	}
	for i, x := range v {
		if !(x >= low && math.Abs(x) <= math.MaxFloat64) {
			return fault.New(code, argument, "%s[%d] is %v; %s", argument, i, x, rule).With("row", i)
		}
	}
	return nil
}

func wrongLength(argument string, got, want int) error {
	return fault.New(fault.Shape, argument, "%s has %d entries, but X has %d rows; they must be as many", argument, got, want).
		With("expected", want).With("got", got)
}
