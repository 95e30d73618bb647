// Package order lists and sorts indices. All code that sorts indices shares it, because package
// slices compiles 7 to 14 KB of WebAssembly for every type of element and comparison.
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

// Level replaces a sum by the next lower one if they differ by at most this much, so that sums of
// equal terms are equal in whatever order the terms were added.
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
