package ordinal

import (
	"cmp"

	"maxmargin/core/order"
	"maxmargin/core/sample"
)

// merged is a lesson in which equal samples of the same rank are one sample with the sum of
// their weights, which is the same problem over pairs.
type merged struct {
	lesson
	of    []int     // for each sample of the whole lesson, its place in this one
	count []float64 // how many samples each one stands for
}

// merge looks for equal samples of x, the training set; unless wanted, each sample stays alone.
func (l *lesson) merge(x sample.Set, wanted bool) *merged {
	m := &merged{lesson: lesson{ranks: l.ranks}, of: make([]int, len(l.rows))}
	norm := make([]float64, len(l.rows))
	for i, row := range l.rows {
		if norm[i] = float64(i); wanted {
			norm[i] = x.SquaredNorm(row)
		}
	}
	like := func(i, j int) int {
		return cmp.Or(cmp.Compare(l.rank[i], l.rank[j]), cmp.Compare(norm[i], norm[j]))
	}
	first := 0 // of the merged samples that may be equal to this one
	sorted := order.Of(len(l.rows), like)
	for p, i := range sorted {
		if p > 0 && like(sorted[p-1], i) != 0 {
			first = len(m.rows)
		}
		at := first
		for at < len(m.rows) && !sample.Equal(x, m.rows[at], x, l.rows[i]) {
			at++
		}
		if at == len(m.rows) {
			m.rows, m.rank, m.weight, m.count = append(m.rows, l.rows[i]), append(m.rank, l.rank[i]), append(m.weight, 0), append(m.count, 0)
		}
		m.of[i] = at
		m.weight[at] += l.weight[i]
		m.count[at]++
	}
	return m
}
