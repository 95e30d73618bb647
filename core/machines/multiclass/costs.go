package multiclass

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/model"
)

// tableOf returns the costs of errors between k classes, row by row: those of the option costs, or
// 1 for every error.
func tableOf(costs model.ClassWeight, k int) ([]float64, error) {
	if costs.Name == "none" {
		table := make([]float64, k*k)
		for at := range table {
			if at%(k+1) != 0 {
				table[at] = 1
			}
		}
		return table, nil
	}
	if len(costs.Weights) != k*k {
		return nil, fault.New(fault.Option, "costs", "costs has %d numbers, but %d classes need a table of %d x %d", len(costs.Weights), k, k, k)
	}
	for at, x := range costs.Weights {
		if !(x >= 0 && x <= math.MaxFloat64) || at%(k+1) == 0 && x != 0 {
			return nil, fault.New(fault.Option, "costs", "the cost of class number %d where %d is true must be a number >= 0, and 0 where both are the same, got %v", at%k, at/k, x)
		}
	}
	return costs.Weights, nil
}
