package prep

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// sorted is the numbers of a column in ascending order, without missing ones.
type sorted struct {
	value []float64
	sum   []float64 // of the weights up to each number; nil if all are 1
}

// quantile returns the number below which a share part/whole of the others lies, as numpy's
// default: interpolated linearly between two numbers. A number of weight w counts as w numbers
// (Hmisc's wtd.quantile).
func (s sorted) quantile(part, whole float64) float64 {
	last := len(s.value) - 1
	total := float64(last + 1)
	if s.sum != nil {
		total = s.sum[last]
	}
	h := part * max(total-1, 0) / whole // exact where it is a whole number
	p := math.Floor(h)
	low, high := s.at(p), s.at(p+1)
	if low == high {
		return low
	}
	return low + float64((h-p)*(high-low))
}

// at returns the number at a place, where a number of weight w is at w places.
func (s sorted) at(place float64) float64 {
	last := len(s.value) - 1
	if s.sum == nil {
		return s.value[min(int(place), last)]
	}
	return s.value[sort.Search(last, func(i int) bool { return s.sum[i] >= place+1 })]
}

// eachColumn calls visit with the sorted numbers of every column of x, including the zeros of a
// sparse set; visit must not keep them. weight has the weight of each sample, nil for 1. If the
// weights sum to less than the number of samples, they are scaled up to it.
func eachColumn(ctl *run.Ctl, x sample.Set, weight []float64, visit func(j int, c sorted)) run.Status {
	n, d := x.Len(), x.Dim()
	total, factor := float64(n), 1.0
	if weight != nil {
		total = 0
		for _, w := range weight {
			total += w
		}
		factor = max(1, float64(n)/total)
	}
	matrix, dense := x.(*sample.Matrix)
	var turned *sample.CSR
	if !dense {
		turned = x.(*sample.CSR).Transposed()
	}
	var value, weights []float64
	of := func(i int) {
		if weight != nil {
			weights = append(weights, factor*weight[i])
		} else if !dense {
			weights = append(weights, 1)
		}
	}
	block := max(1, min(period/n, d/4))
	for j := range d {
		if j%block == 0 && !ctl.Wanted(func() run.Report { return run.Report{Fraction: float64(j) / float64(d)} }) {
			return ctl.Ended()
		}
		value, weights = value[:0], weights[:0]
		if dense {
			for i := range n {
				if v := matrix.X[i*d+j]; v == v {
					value = append(value, v)
					of(i)
				}
			}
		} else {
			index, stored := turned.Row(j)
			value = append(value, stored...)
			zeros := factor * total
			for p, i := range index {
				of(int(i))
				zeros -= weights[p]
			}
			if len(value) < n {
				value, weights = append(value, 0), append(weights, max(zeros, 0))
			}
		}
		visit(j, sortedBy(value, weights))
	}
	return ""
}

// sortedBy sorts numbers, in place if they have no weights.
func sortedBy(value, weight []float64) sorted {
	if len(weight) == 0 {
		slices.Sort(value)
		return sorted{value: value}
	}
	s, sum := sorted{}, 0.0
	for _, p := range order.Of(len(value), func(p, q int) int { return cmp.Compare(value[p], value[q]) }) {
		sum += weight[p]
		s.value, s.sum = append(s.value, value[p]), append(s.sum, sum)
	}
	for i := range s.sum {
		s.sum[i] = whole(s.sum[i], sum)
	}
	return s
}

// rounding is the share of all weights by which a sum of some may differ from the exact one.
const rounding = 1e-10

// whole returns a sum of some of the weights of total, or the whole number that it was to be
// without rounding: where sums are whole numbers the quantiles jump.
func whole(sum, total float64) float64 {
	if n := math.Round(sum); math.Abs(sum-n) <= float64(rounding*total) {
		return n
	}
	return sum
}
