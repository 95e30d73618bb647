package boost

import (
	"math"
	"slices"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// bins are samples with the number of an interval in place of each value: bin b of a feature has the
// values above threshold b-1 and up to threshold b. Missing values have a bin of their own, behind
// the others. The intervals are those of scikit-learn: with at most maxBins different values the
// thresholds are the middles between them, otherwise quantiles.
type bins struct {
	thresholds [][]float64
	gaps       []bool    // whether training samples lack values of a feature
	of         [][]uint8 // of each feature the bins of all samples
}

// quantileRows is how many samples the quantiles are taken of; of more samples, as many are drawn.
const quantileRows = 200_000

// newBins returns the bins of samples, of which the first train are trained on: they make the
// intervals. It returns nil when ctl ends the work.
func newBins(ctl *run.Ctl, x sample.Set, rows []int32, train, most, seed int) *bins {
	d := x.Dim()
	b := &bins{make([][]float64, d), make([]bool, d), make([][]uint8, d)}
	drawn := rows[:train]
	if train > quantileRows {
		drawn = slices.Clone(drawn)
		rng.New(uint64(seed)).Shuffle(drawn)
		drawn = drawn[:quantileRows]
	}
	fill, column, sorted := filler(x), make([]float64, x.Len()), make([]float64, 0, len(drawn))
	for j := range d {
		if !ctl.Wanted(func() run.Report {
			return run.Report{Phase: "sorting", Fraction: sorting * float64(j) / float64(d)}
		}) {
			return nil
		}
		fill(column, j)
		sorted = sorted[:0]
		for _, i := range drawn {
			if v := column[i]; v == v {
				sorted = append(sorted, v)
			}
		}
		slices.Sort(sorted)
		b.thresholds[j] = thresholds(sorted, most)
		b.of[j] = make([]uint8, len(rows))
		for p, i := range rows {
			b.of[j][p] = binOf(column[i], b.thresholds[j])
			b.gaps[j] = b.gaps[j] || p < train && column[i] != column[i]
		}
	}
	return b
}

// gap returns the bin of the missing values of a feature.
func (b *bins) gap(feature int) int { return len(b.thresholds[feature]) + 1 }

// sorting is the share of a fit that sorting is reported to take.
const sorting = 0.05

// filler returns a function that copies a column of x.
func filler(x sample.Set) func(to []float64, j int) {
	s, ok := x.(*sample.CSR)
	if !ok {
		m := x.(*sample.Matrix)
		return func(to []float64, j int) {
			for i := range to {
				to[i] = m.X[i*m.D+j]
			}
		}
	}
	ends := make([]int32, s.D+1)
	for _, j := range s.Index {
		ends[j]++
	}
	for j := 1; j <= s.D; j++ {
		ends[j] += ends[j-1]
	}
	index, value := make([]int32, len(s.Index)), make([]float64, len(s.Index))
	for i := s.N - 1; i >= 0; i-- {
		columns, values := s.Row(i)
		for p, j := range columns {
			ends[j]--
			index[ends[j]], value[ends[j]] = int32(i), values[p]
		}
	}
	return func(to []float64, j int) {
		clear(to)
		for p := ends[j]; p < ends[j+1]; p++ {
			to[index[p]] = value[p]
		}
	}
}

// thresholds returns the ends of all bins of a feature but the last one.
func thresholds(sorted []float64, most int) []float64 {
	different := 0
	for i, v := range sorted {
		if i == 0 || v > sorted[i-1] {
			different++
		}
	}
	if different <= most {
		ends := make([]float64, 0, max(different-1, 0))
		for i := 1; i < len(sorted); i++ {
			if a, b := sorted[i-1], sorted[i]; a < b {
				ends = append(ends, between(a, b))
			}
		}
		return ends
	}
	ends := make([]float64, 0, most-1)
	for i := 1; i < most; i++ {
		place := float64(i) * (100 / float64(most)) / 100 * float64(len(sorted)-1) // rounded as in numpy
		end := sorted[int(place)]
		if place != math.Floor(place) {
			end = between(end, sorted[int(place)+1])
		}
		if len(ends) == 0 || end > ends[len(ends)-1] {
			ends = append(ends, end)
		}
	}
	return ends
}

// between returns a threshold that a does not exceed and a larger b does: their middle, if it is a
// number between them.
func between(a, b float64) float64 {
	if middle := a/2 + b/2; a <= middle && middle < b {
		return middle
	}
	return a
}

// binOf returns the bin of a value.
func binOf(v float64, thresholds []float64) uint8 {
	if math.IsNaN(v) {
		return uint8(len(thresholds) + 1)
	}
	low, high := 0, len(thresholds)
	for low < high {
		if middle := (low + high) / 2; v <= thresholds[middle] {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return uint8(low)
}
