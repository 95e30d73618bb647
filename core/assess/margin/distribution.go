package margin

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/order"
)

// Percentiles returns the values below which the given percentages of the
// margins lie, interpolated between neighbours (as numpy does). No margin gives
// NaN.
func Percentiles(margins, percentages []float64) []float64 {
	sorted := slices.Sorted(slices.Values(margins))
	result := make([]float64, len(percentages))
	for i, q := range percentages {
		if len(sorted) == 0 {
			result[i] = math.NaN()
			continue
		}
		at := q / 100 * float64(len(sorted)-1)
		low := int(at)
		high := min(low+1, len(sorted)-1)
		share := at - float64(low)
		result[i] = float64(sorted[low]*(1-share)) + float64(sorted[high]*share)
	}
	return result
}

// Ranking returns the samples in the order in which to look for errors in the data: by dual
// variable, the largest first, and for equal ones, as at the bound, by margin, the smallest first
// (Cristianini & Shawe-Taylor, section 6.1.1). Without dual variables the margins alone decide.
func Ranking(alpha, margins []float64) []int32 {
	ranked := order.Of(len(margins), func(i, j int) int {
		if alpha != nil {
			if c := cmp.Compare(alpha[j], alpha[i]); c != 0 {
				return c
			}
		}
		return cmp.Compare(margins[i], margins[j])
	})
	rows := make([]int32, len(ranked))
	for rank, i := range ranked {
		rows[rank] = int32(i)
	}
	return rows
}

// Overlap returns how many support vectors, given as rows of the same training set, two
// models share, and how many different ones they have together.
func Overlap(a, b []int32) (shared, either int) {
	in := map[int32]int{}
	for _, i := range a {
		in[i] |= 1
	}
	for _, i := range b {
		in[i] |= 2
	}
	for _, who := range in {
		if who == 3 {
			shared++
		}
	}
	return shared, len(in)
}
