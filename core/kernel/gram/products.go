package gram

import (
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// products keeps rows of inner products between all samples of a store. Kernels that need only
// these, such as Gaussians of several widths, compute their rows from them.
type products struct {
	columns *packed // of the last of these kernels, or nil
	rows    [][]float64
	kept    int // rows that are there
}

// serve returns the samples of set, in an order, as columns of k. They share their memory with
// those of an earlier kernel. It returns nil if k needs more than inner products or set is not
// stored densely.
func (p *products) serve(k kernel.Kernel, set sample.Set, order []int, origin []float64) Columns {
	inner, ok := k.(kernel.InnerProduct)
	if !ok || !Packs(set) {
		return nil
	}
	if p.columns == nil || !slices.Equal(p.columns.origin, origin) {
		p.columns = newPacked(inner, set, order, origin)
		p.rows, p.kept = make([][]float64, set.Len()), 0
	}
	p.columns.kernel = inner
	return p.columns
}

// fill sets dst to the rows of the samples of set at index, of the kernel of the last serve. column
// has the column of each sample.
func (p *products) fill(dst [][]float64, set sample.Set, index, column []int) {
	c := p.columns
	var fresh [][]float64
	var from []int
	for _, i := range index {
		if p.rows[i] == nil {
			p.rows[i] = make([]float64, c.Stride())
			p.kept++
			fresh, from = append(fresh, p.rows[i]), append(from, i)
		}
	}
	if len(from) > 0 {
		inner := c.kernel
		c.kernel = kernel.Linear{}
		c.Rows(fresh, set, from)
		c.kernel = inner
	}
	norms := c.stats[0]
	for r, i := range index {
		copy(dst[r], p.rows[i])
		c.kernel.FromDots(dst[r][:c.Stride()], norms[column[i]], norms)
	}
}
