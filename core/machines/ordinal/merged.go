package ordinal

import (
	"cmp"
	"slices"

	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// merged is a lesson in which equal samples of the same rank are one sample with the sum of
// their weights, which is the same problem.
type merged struct {
	lesson
	whole *lesson
	of    []int     // for each sample of the whole lesson, its place in this one
	count []float64 // how many samples each one stands for
}

// merge looks for equal samples of x, the training set, unless the kernel is given as a matrix,
// whose rows are not the samples. The merged samples are in the order of the first ones.
func (l *lesson) merge(k kernel.Kernel, x sample.Set) *merged {
	n := len(l.rows)
	m := &merged{lesson: lesson{ranks: l.ranks}, whole: l, of: make([]int, n)}
	first, norm := make([]int, n), make([]float64, n) // the first sample that equals this one
	for i, row := range l.rows {
		if first[i], norm[i] = i, float64(i); !kernel.IsGiven(k) {
			norm[i] = x.SquaredNorm(row)
		}
	}
	like := func(i, j int) int {
		return cmp.Or(cmp.Compare(l.rank[i], l.rank[j]), cmp.Compare(norm[i], norm[j]))
	}
	var firsts []int // those that may equal the next one
	before := 0
	for p, i := range order.Of(n, like) {
		if p == 0 || like(before, i) != 0 {
			firsts = firsts[:0]
		}
		before = i
		at := slices.IndexFunc(firsts, func(j int) bool { return sample.Equal(x, l.rows[j], x, l.rows[i]) })
		if at >= 0 {
			first[i] = firsts[at]
		} else {
			firsts = append(firsts, i)
		}
	}
	for i, j := range first {
		if m.of[i] = m.of[j]; j == i {
			m.of[i] = len(m.rows)
			m.rows, m.rank, m.weight, m.count = append(m.rows, l.rows[i]), append(m.rank, l.rank[i]), append(m.weight, 0), append(m.count, 0)
		}
		m.weight[m.of[i]] += l.weight[i]
		m.count[m.of[i]]++
	}
	return m
}

// apart returns the coefficients of the samples of the whole lesson, whose sums are these.
func (m *merged) apart(sums []float64) []float64 {
	coef := make([]float64, len(m.of))
	for i, at := range m.of {
		coef[i] = sums[at] * (m.whole.weight[i] / m.weight[at])
	}
	return coef
}
