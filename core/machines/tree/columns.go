package tree

import (
	"cmp"

	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Columns are samples in ascending order of each feature. They do not depend on weights
// or classes, so that all rounds of a booster share them.
type Columns struct {
	x   sample.Set
	all []column
}

// column is one feature of the samples. A sparse set leaves out zeros.
type column struct {
	index []int32   // of the samples, ascending by value
	value []float64 // of these samples
	zeros int       // the place of the zeros that are left out; -1: none are
}

// sorted returns the samples in ascending order of each feature, and nil when ctl ends the
// work. It takes O(e log n) for e stored entries.
func sorted(ctl *run.Ctl, x sample.Set) *Columns {
	c := &Columns{x: x, all: make([]column, x.Dim())}
	if s, ok := x.(*sample.CSR); ok {
		c.split(s)
	} else {
		c.transpose(x)
	}
	for j := range c.all {
		done := float64(j) / float64(len(c.all))
		if !ctl.Wanted(func() run.Report { return run.Report{Phase: "sorting", Fraction: done} }) {
			return nil
		}
		c.all[j].sort()
	}
	return c
}

// prepared returns the sorted columns, for model.Preparer.
func prepared(ctl *run.Ctl, x sample.Set) any {
	if c := sorted(ctl, x); c != nil {
		return c
	}
	return nil
}

// transpose takes the columns of dense samples.
func (c *Columns) transpose(x sample.Set) {
	row, n := make([]float64, x.Dim()), x.Len()
	for j := range c.all {
		c.all[j] = column{make([]int32, n), make([]float64, n), -1}
	}
	for i := range n {
		x.Dense(row, i)
		for j, v := range row {
			c.all[j].index[i], c.all[j].value[i] = int32(i), v
		}
	}
}

// split takes the columns of sparse samples, without their zeros.
func (c *Columns) split(s *sample.CSR) {
	for i := range s.N {
		index, value := s.Row(i)
		for p, j := range index {
			if v := value[p]; v != 0 {
				of := &c.all[j]
				of.index, of.value = append(of.index, int32(i)), append(of.value, v)
			}
		}
	}
}

// sort brings the entries into ascending order.
func (c *column) sort() {
	at := order.Of(len(c.value), func(p, q int) int { return cmp.Compare(c.value[p], c.value[q]) })
	index, value := make([]int32, len(at)), make([]float64, len(at))
	sparse, zeros := c.zeros >= 0, 0
	for to, from := range at {
		index[to], value[to] = c.index[from], c.value[from]
		if value[to] < 0 {
			zeros++
		}
	}
	if c.index, c.value = index, value; sparse {
		c.zeros = zeros
	}
}

// only returns the columns without the samples that are in no open node.
func (c *Columns) only(at []int32) *Columns {
	rest := &Columns{x: c.x, all: make([]column, len(c.all))}
	for j, of := range c.all {
		kept := column{zeros: -1}
		for p, i := range of.index {
			if p == of.zeros {
				kept.zeros = len(kept.index)
			}
			if at[i] >= 0 {
				kept.index, kept.value = append(kept.index, i), append(kept.value, of.value[p])
			}
		}
		if of.zeros == len(of.index) {
			kept.zeros = len(kept.index)
		}
		rest.all[j] = kept
	}
	return rest
}

// entries returns how many entries are stored.
func (c *Columns) entries() (sum int) {
	for _, of := range c.all {
		sum += len(of.index)
	}
	return sum
}
