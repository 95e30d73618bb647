// Package order lists indices and sorts by them. Every type of element and of comparison that package slices
// sorts costs a WebAssembly module another 7 to 14 KB of code. All code that sorts indices
// shares one copy.
package order

import "slices"

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
