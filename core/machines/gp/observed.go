package gp

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// observed are the samples that a log marginal likelihood is about.
type observed struct {
	kernel  kernel.Kernel
	set     sample.Set
	rows    []int // samples of the set with a positive weight, length m
	used    sample.Set
	weights []float64 // of the rows
	total   float64   // sum of the weights
}

func observe(k kernel.Kernel, set sample.Set, rows []int, weights []float64) observed {
	o := observed{kernel: k, set: set, rows: rows, weights: weights, used: set}
	for _, w := range weights {
		o.total += w
	}
	if len(rows) < set.Len() && !kernel.IsGiven(k) {
		o.used = set.Select(rows)
	}
	return o
}

// of returns the values of the rows, from values of the whole set.
func (o *observed) of(values []float64) []float64 {
	own := make([]float64, len(o.rows))
	for p, i := range o.rows {
		own[p] = values[i]
	}
	return own
}

// size returns the number of samples, and the sum of their weights.
func (o *observed) size() (samples int, total float64) { return len(o.rows), o.total }

// picked returns some of the rows, with their weights.
func (o *observed) picked(chosen []int) (rows []int, weights []float64) {
	for _, c := range chosen {
		rows, weights = append(rows, o.rows[c]), append(weights, o.weights[c])
	}
	return rows, weights
}
