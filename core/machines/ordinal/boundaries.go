package ordinal

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/order"
)

// The rules by which a boundary is found, in the order in which they are tried.
const (
	byMargin   int32 = iota // the pairs of neighbouring ranks on the margin
	byNeighbor              // the closest pair of neighbouring ranks in the right order
	byClosest               // the closest pair across the boundary in the right order
	byErrors                // the least number of samples on the wrong side
	byAbsence               // there are no samples on one side
)

// Bounds is the part of a result that says where the boundaries come from.
type Bounds struct {
	Source []int32 `field:"threshold.source" shape:"k-1" range:"[0,4]" js:"thresholdSource" doc:"Where each boundary comes from: the mean of the middles of the pairs of neighbouring ranks on the margin (0), else the middle of the closest pair of neighbouring ranks in the right order (1), else of the closest pair of any ranks below and above it in the right order (2), else the least number of samples on the wrong side (3), or no samples on one side, whose ranks are then never predicted (4)."`
}

// boundaries finds the boundaries of the utilities f of n samples of k ranks, of positive
// weights. Pairs whose utilities differ by 1, up to tol, are on the margin; where tol is 0 there
// is no margin. It tries the rules above in turn (Herbrich, Graepel & Obermayer 2000, equations
// 2.26 to 2.28, which print the farthest pair and have no rule for a boundary without a pair in
// the right order). In the end the boundaries are sorted: on ranks that overlap they can come
// out in another order. The rule 'auto' tries them only where the ranks on the two sides of a
// boundary do not overlap, and else takes the least number of samples on the wrong side: on
// ranks that overlap a pair in the right order is no evidence of where most samples are. It
// takes O((n + k) log n).
func boundaries(f []float64, rank []int32, weight []float64, k int, rule string, tol float64) (thresholds []float64, b Bounds) {
	l := line{f: f, rank: rank, weight: weight, ascending: ascendingBy(f), at: make([][]int, k)}
	for _, i := range l.ascending {
		l.at[rank[i]] = append(l.at[rank[i]], i)
	}
	thresholds, b.Source = make([]float64, k-1), make([]int32, k-1)
	lowest, highest := int(slices.Min(rank)), int(slices.Max(rank))
	for r := range thresholds {
		middle, source := math.NaN(), byMargin
		switch {
		case r < lowest:
			middle, source = -math.MaxFloat64, byAbsence
		case r >= highest:
			middle, source = math.MaxFloat64, byAbsence
		case rule == "errors" || rule == "auto" && l.overlaps(r):
			middle, source = l.fewest(r), byErrors
		case tol > 0:
			middle = l.onMargin(r, tol)
		}
		if math.IsNaN(middle) {
			middle, source = l.neighbors(r), byNeighbor
		}
		if math.IsNaN(middle) {
			middle, source = l.closest(r), byClosest
		}
		if math.IsNaN(middle) {
			middle, source = l.fewest(r), byErrors
		}
		thresholds[r], b.Source[r] = middle, source
	}
	return b.sorted(thresholds)
}

// sorted returns the boundaries in ascending order, each with its source.
func (b Bounds) sorted(thresholds []float64) ([]float64, Bounds) {
	ascending, source := make([]float64, len(thresholds)), make([]int32, len(thresholds))
	for to, from := range ascendingBy(thresholds) {
		ascending[to], source[to] = thresholds[from], b.Source[from]
	}
	return ascending, Bounds{source}
}

// ascendingBy returns the indices of values in ascending order of these.
func ascendingBy(values []float64) []int {
	return order.Of(len(values), func(i, j int) int { return cmp.Compare(values[i], values[j]) })
}

// between returns a number in [low, high), the middle if there is one.
func between(low, high float64) float64 {
	if middle := low + (high-low)/2; middle < high {
		return middle
	}
	return low
}
