// Package metric measures how good predictions are. Every metric is one file and one line
// in the list.
package metric

import "maxmargin/core/fault"

// Metric is one line of the list. It compares classes or numbers.
type Metric struct {
	Name    string
	Doc     string
	Greater bool // greater is better

	// Classes compares the classes of n samples, 0 to k-1, with those predicted;
	// nil for a metric about numbers.
	Classes func(y, predicted []int32, k int) float64
	// Values compares the values of n samples with those predicted; nil for a
	// metric about classes.
	Values func(y, predicted []float64) float64
	// Groups compares numbers within groups; nil for a metric that knows no groups.
	Groups func(y, predicted []float64, of []int32, count int) float64
}

// All returns every metric. Scores use the first about classes and the first about numbers.
func All() []Metric {
	return []Metric{
		{Name: "accuracy", Doc: "share of the samples whose class is right", Greater: true, Classes: Accuracy},
		{Name: "balancedAccuracy", Doc: "mean over the classes of the share that is right", Greater: true, Classes: BalancedAccuracy},
		{Name: "f1Macro", Doc: "mean over the classes of the harmonic mean of precision and recall", Greater: true, Classes: F1Macro},
		{Name: "r2", Doc: "share of the variance that is explained", Greater: true, Values: R2},
		{Name: "meanSquaredError", Doc: "mean of the squared errors", Values: MeanSquaredError},
		{Name: "meanAbsoluteError", Doc: "mean of the absolute errors", Values: MeanAbsoluteError},
		{Name: "concordance", Doc: "share of the pairs of a query that are in order", Greater: true, Groups: Concordance},
	}
}

// Find returns the metric of this name, or for "" the first about classes or about numbers, the
// latter within groups or not. It fails when there is no such metric.
func Find(name string, classes, groups bool) (Metric, error) {
	var names []string
	for _, m := range All() {
		if (m.Classes != nil) != classes || (m.Groups != nil) != groups {
			continue
		}
		if name == "" || m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	err := fault.New(fault.Option, "scoring", "scoring must be one of %v here, or a function, got %q", names, name)
	if near := fault.Nearest(name, names); near != "" {
		err.With("nearest", near)
	}
	return Metric{}, err
}
