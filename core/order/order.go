// Package order lists indices and sorts by them. Every type of element and of comparison that package slices
// sorts costs a WebAssembly module another 7 to 14 KB of code. All code that sorts indices
// shares one copy.
package order

import (
	"cmp"
	"slices"
)

// Of returns the indices 0 to n-1, ascending by compare; equals keep their order.
func Of(n int, compare func(i, j int) int) []int {
	order := Between(0, n)
	slices.SortStableFunc(order, compare)
	return order
}

// Between returns from, from+1, ..., to-1.
func Between(from, to int) []int {
	index := make([]int, to-from)
	for p := range index {
		index[p] = from + p
	}
	return index
}

// Level lowers each sum to the one before it in ascending order if they differ by at most this much.
// Sums of equal terms are then equal, in whatever order the terms were added.
func Level(sums []float64, by float64) {
	least := 0.0
	for p, i := range Of(len(sums), func(i, j int) int { return cmp.Compare(sums[i], sums[j]) }) {
		if p > 0 && sums[i]-least <= by {
			sums[i] = least
		}
		least = sums[i]
	}
}

// Top raises each sum to the largest one if they differ by at most this much.
func Top(sums []float64, by float64) {
	most := slices.Max(sums)
	for i, sum := range sums {
		if sum >= most-by {
			sums[i] = most
		}
	}
}
