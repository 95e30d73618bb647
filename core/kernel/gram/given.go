package gram

import "maxmargin/core/data/sample"

// given are columns of a matrix of kernel values.
type given struct{ index []int }

func (c *given) Len() int    { return len(c.index) }
func (c *given) Stride() int { return len(c.index) }

func (c *given) Rows(dst [][]float64, a sample.Set, index []int) {
	for r, i := range index {
		c.row(dst[r], a, i)
	}
}

func (c *given) row(dst []float64, a sample.Set, i int) {
	if m, ok := a.(*sample.Matrix); ok {
		row := m.Row(i)
		for p, j := range c.index {
			dst[p] = row[j]
		}
		return
	}
	row := make([]float64, a.Dim())
	a.Dense(row, i)
	for p, j := range c.index {
		dst[p] = row[j]
	}
}

func (c *given) Select(keep []int) Columns {
	index := make([]int, len(keep))
	for p, i := range keep {
		index[p] = c.index[i]
	}
	return &given{index}
}

func (c *given) Keep(keep []int) {
	for p, i := range keep {
		c.index[p] = c.index[i]
	}
	c.index = c.index[:len(keep)]
}

func (c *given) Append(_ sample.Set, index []int) bool {
	c.index = append(c.index, index...)
	return true
}
