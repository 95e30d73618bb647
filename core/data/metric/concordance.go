package metric

import (
	"cmp"
	"math"

	"maxmargin/core/base/order"
)

// Concordance returns the share of correctly ordered pairs among the pairs of samples with
// different y: the mean over the groups with such pairs, or NaN if there are none. A NaN prediction
// is in no order with another one. It takes O(n log n).
func Concordance(y, predicted []float64, of []int32, count int) float64 {
	groups := make([][]int, count)
	for i, g := range of {
		groups[g] = append(groups[g], i)
	}
	sum, judged := 0.0, 0.0
	for _, rows := range groups {
		if right, pairs := concordant(rows, y, predicted); pairs > 0 {
			sum += float64(right) / float64(pairs)
			judged++
		}
	}
	return sum / judged
}

// concordant counts the pairs of rows with different y, and the pairs that both lists order alike.
func concordant(rows []int, y, predicted []float64) (right, pairs int) {
	place, lower := make([]int, len(rows)), 0 // places of y, 1 for the smallest
	sorted := order.Of(len(rows), func(a, b int) int { return cmp.Compare(y[rows[a]], y[rows[b]]) })
	for p, a := range sorted {
		if p > 0 && y[rows[a]] != y[rows[sorted[p-1]]] {
			lower = p
		}
		place[a] = lower + 1
		pairs += lower
	}
	met := make([]int, len(rows)+1) // rows of lower predictions, counted by their places: a Fenwick tree
	sorted = order.Of(len(rows), func(a, b int) int { return cmp.Compare(predicted[rows[a]], predicted[rows[b]]) })
	for len(sorted) > 0 && math.IsNaN(predicted[rows[sorted[0]]]) {
		sorted = sorted[1:]
	}
	for from := 0; from < len(sorted); {
		to := from
		for ; to < len(sorted) && predicted[rows[sorted[to]]] == predicted[rows[sorted[from]]]; to++ {
			for at := place[sorted[to]] - 1; at > 0; at -= at & -at {
				right += met[at]
			}
		}
		for _, a := range sorted[from:to] {
			for at := place[a]; at < len(met); at += at & -at {
				met[at]++
			}
		}
		from = to
	}
	return right, pairs
}
