package gram

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// sparse are columns in CSR: the row's sample is scattered into a dense vector
// once, and every column gathers from it, so that nothing is merged and nothing
// branches on the data.
type sparse struct {
	kernel kernel.InnerProduct
	set    *sample.CSR
	norms  []float64
	x      []float64 // scratch, length d
}

func newSparse(k kernel.InnerProduct, set *sample.CSR) *sparse {
	c := &sparse{kernel: k, set: set, norms: make([]float64, set.N), x: make([]float64, set.D)}
	for i := range c.norms {
		c.norms[i] = set.SquaredNorm(i)
	}
	return c
}

func (c *sparse) Len() int    { return c.set.N }
func (c *sparse) Stride() int { return c.set.N }

func (c *sparse) Rows(dst [][]float64, a sample.Set, index []int) {
	for r, i := range index {
		c.row(dst[r], a, i)
	}
}

func (c *sparse) row(dst []float64, a sample.Set, i int) {
	a.Dense(c.x, i)
	for j := range c.set.N {
		index, value := c.set.Row(j)
		var dot float64
		for p, f := range index {
			dot += float64(value[p] * c.x[f])
		}
		dst[j] = dot
	}
	c.kernel.FromDots(dst[:c.set.N], a.SquaredNorm(i), c.norms)
}

func (c *sparse) Select(keep []int) Columns {
	return newSparse(c.kernel, c.set.Select(keep).(*sample.CSR))
}

func (c *sparse) Keep(keep []int) {
	s := c.set
	end := int32(0)
	for p, i := range keep {
		from, to := s.Ptr[i], s.Ptr[i+1] // not below p and end: what is overwritten has been read
		copy(s.Index[end:], s.Index[from:to])
		copy(s.Value[end:], s.Value[from:to])
		s.Ptr[p] = end
		end += to - from
		c.norms[p] = c.norms[i]
	}
	n := len(keep)
	s.Ptr[n] = end
	c.norms = c.norms[:n]
	c.set = &sample.CSR{N: n, D: s.D, Ptr: s.Ptr[:n+1], Index: s.Index[:end], Value: s.Value[:end]}
}

func (c *sparse) Append(a sample.Set, index []int) bool {
	from, ok := a.(*sample.CSR)
	if !ok {
		return false
	}
	s := c.set
	entries := len(s.Value)
	for _, i := range index {
		entries += int(from.Ptr[i+1] - from.Ptr[i])
	}
	if entries > min(cap(s.Value), cap(s.Index)) || s.N+len(index) >= cap(s.Ptr) {
		return false
	}
	for _, i := range index {
		columns, values := from.Row(i)
		s.Index, s.Value = append(s.Index, columns...), append(s.Value, values...)
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
		c.norms = append(c.norms, from.SquaredNorm(i))
	}
	s.N += len(index)
	return true
}
