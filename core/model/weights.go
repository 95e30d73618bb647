package model

import (
	"math"

	"maxmargin/core/base/fault"
)

// ClassWeight is the option of that name: "none", "balanced" for weights
// n/(k n_c), or "map" with one weight per class in the order of the classes.
type ClassWeight struct {
	Name    string    `js:"name"`
	Weights []float64 `js:"weights"`
}

// Costs returns what an error at each sample costs a classifier: c times the weight of
// the sample, 1 unless t has any, times that of its class. It fails when a finite c leads
// to a cost that overflows, when there are not as many class weights as classes, and when
// a class has no sample of positive weight.
func (w ClassWeight) Costs(c float64, t Training) ([]float64, error) {
	costs, err := w.Factors(c, t)
	if err != nil {
		return nil, err
	}
	left := make([]int, t.Classes())
	for i, class := range t.Labels() {
		if costs[i] > 0 {
			left[class]++
		}
	}
	return costs, checkClasses(left)
}

// Factors is Costs for the samples of an update, which may lack a class.
func (w ClassWeight) Factors(c float64, t Training) ([]float64, error) {
	if w.Name == "map" && len(w.Weights) != t.Classes() {
		return nil, fault.New(fault.Option, "classWeight", "classWeight has %d weights for %d classes", len(w.Weights), t.Classes())
	}
	n, count := t.X.Len(), make([]float64, t.Classes())
	for _, class := range t.Labels() {
		count[class]++
	}
	costs := make([]float64, n)
	for i, class := range t.Labels() {
		weight := 1.0
		switch w.Name {
		case "balanced":
			weight = float64(n) / (float64(t.Classes()) * count[class])
		case "map":
			weight = w.Weights[class]
		}
		if weight *= WeightAt(t.Weight, i); weight == 0 {
			continue // Inf * 0 is to be 0 here, not NaN
		}
		if costs[i] = c * weight; !(costs[i] <= max(c, math.MaxFloat64)) {
			return nil, fault.New(fault.Weight, "sampleWeight", "the weights of row %d, times C where there is one, overflow; scale them down", i).With("row", i)
		}
	}
	return costs, nil
}

// Spread returns the weights of the classes of samples that are held in chunks. It fails as Costs
// does.
func (w ClassWeight) Spread(of Spread) ([]float64, error) {
	k := len(of.Counts)
	if w.Name == "map" && len(w.Weights) != k {
		return nil, fault.New(fault.Option, "classWeight", "classWeight has %d weights for %d classes", len(w.Weights), k)
	}
	factors, left := make([]float64, k), make([]int, k)
	for class := range factors {
		factors[class] = 1
		switch w.Name {
		case "balanced":
			factors[class] = float64(of.Samples) / (float64(k) * of.Counts[class])
		case "map":
			factors[class] = w.Weights[class]
		}
		if factors[class] > 0 {
			left[class] = int(of.Left[class])
		}
	}
	return factors, checkClasses(left)
}

// Weighing is Costs or Factors of a ClassWeight.
type Weighing func(c float64, t Training) ([]float64, error)

// Weighed is Accept and then the weights of the samples.
func Weighed(m Machine, t Training, weigh Weighing) ([]float64, error) {
	if err := Accept(m, t); err != nil {
		return nil, err
	}
	return weigh(1, t)
}

// checkClasses fails unless there are two classes and none is without samples.
func checkClasses(left []int) error {
	remaining, missing := 0, -1
	for c, l := range left {
		if l > 0 {
			remaining++
		} else {
			missing = c
		}
	}
	if remaining == 0 {
		return weightless()
	}
	if remaining < 2 {
		return fault.New(fault.OneClass, "y", "a classifier needs samples of at least two classes with a positive weight, but one class alone has any").
			With("classes", remaining)
	}
	if missing >= 0 {
		return fault.New(fault.Weight, "sampleWeight", "every sample of class number %d has weight zero; remove the class from the data or give it a weight", missing).With("class", missing)
	}
	return nil
}

func weightless() error {
	return fault.New(fault.Weight, "sampleWeight", "every sample has weight zero; give at least one a positive weight")
}

// WeightAt returns the weight of a sample; nil weights are all 1.
func WeightAt(weight []float64, i int) float64 {
	if weight == nil {
		return 1
	}
	return weight[i]
}

// Positive returns the rows of a training set whose weights are positive, these
// weights and their sum; nil weights are all 1. It fails when there are none, and when
// the sum overflows.
func Positive(weight []float64, n int) (rows []int, positive []float64, total float64, err error) {
	rows, positive = make([]int, 0, n), make([]float64, 0, n)
	for i := range n {
		if w := WeightAt(weight, i); w > 0 {
			rows, positive = append(rows, i), append(positive, w)
			total += w
		}
	}
	switch {
	case len(rows) == 0:
		err = weightless()
	case math.IsInf(total, 0):
		err = fault.New(fault.Weight, "sampleWeight", "the sum of the weights overflows; scale them down")
	}
	return rows, positive, total, err
}
