package model

import "maxmargin/core/fault"

// Costs is what each class costs at each sample, were it predicted there: n x Count
// numbers, row by row.
type Costs struct {
	Of    []float64
	Count int // classes
}

// Len returns the number of samples.
func (c Costs) Len() int { return len(c.Of) / max(c.Count, 1) }

// Select returns the costs of some samples.
func (c Costs) Select(rows []int) Target {
	to := make([]float64, 0, len(rows)*c.Count)
	for _, i := range rows {
		to = append(to, c.Of[i*c.Count:(i+1)*c.Count]...)
	}
	return Costs{to, c.Count}
}

// Check returns an error unless there are two classes or more, a cost for each at every
// sample, and all costs are finite.
func (c Costs) Check() error {
	if c.Count < 2 {
		return fault.New(fault.OneClass, "y", "costs need at least two classes, but there are %d", c.Count).With("classes", c.Count)
	}
	if len(c.Of)%c.Count != 0 {
		return fault.New(fault.Shape, "y", "%d costs are not the same number for each of %d classes", len(c.Of), c.Count)
	}
	return Values(c.Of).Check()
}

// Kind returns "costs".
func (Costs) Kind() string { return "costs" }
