package gram

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// sparse holds columns in CSR. The sample of a row is scattered into a dense vector once, and every
// column gathers from it: no lists of indices are merged, and nothing branches on the data.
type sparse struct {
	kernel  kernel.InnerProduct // nil: the kernel is a
	program *program
	set     *sample.CSR
	stats   [][]float64 // the numbers kept of every sample: the squared norm, or the stats of the program
	x       []float64   // scratch, length d

	left  left // scratch of a program
	z     []float64
	where []int32
}

func newSparse(k kernel.Kernel, set *sample.CSR) *sparse {
	c := &sparse{}
	inner, ok := k.(kernel.InnerProduct)
	if ok {
		c.kernel = inner
	} else {
		c.program = newProgram(k, set.D)
	}
	c.hold(set)
	return c
}

// hold stores the columns.
func (c *sparse) hold(set *sample.CSR) {
	c.set, c.x = set, make([]float64, set.D)
	stats := 1
	if c.program != nil {
		stats = len(c.program.stats)
		c.left = c.program.newLeft()
	}
	c.stats = make([][]float64, stats)
	for j := range set.N {
		c.measure(set, j)
	}
}

// measure appends the numbers that are kept of sample i of a.
func (c *sparse) measure(a *sample.CSR, i int) {
	if c.program == nil {
		c.stats[0] = append(c.stats[0], a.SquaredNorm(i))
		return
	}
	a.Dense(c.x, i)
	c.program.measure(c.left.stats, c.x)
	for s, v := range c.left.stats {
		c.stats[s] = append(c.stats[s], v)
	}
}

func (c *sparse) Len() int    { return c.set.N }
func (c *sparse) Stride() int { return c.set.N }

func (c *sparse) Rows(dst [][]float64, a sample.Set, index []int) {
	for r, i := range index {
		c.row(dst[r], a, i)
	}
}

func (c *sparse) row(dst []float64, a sample.Set, i int) {
	if c.program != nil {
		c.programRow(dst, a, i)
		return
	}
	a.Dense(c.x, i)
	c.gather(dst)
	c.kernel.FromDots(dst[:c.set.N], a.SquaredNorm(i), c.stats[0])
}

// gather sets dst to the inner products of c.x with the columns.
func (c *sparse) gather(dst []float64) {
	for j := range c.set.N {
		index, value := c.set.Row(j)
		var dot float64
		for p, f := range index {
			dot += float64(value[p] * c.x[f])
		}
		dst[j] = dot
	}
}

func (c *sparse) Select(keep []int) Columns {
	s := &sparse{kernel: c.kernel, program: c.program}
	s.hold(c.set.Select(keep).(*sample.CSR))
	return s
}

func (c *sparse) Keep(keep []int) {
	s := c.set
	end := int32(0)
	for p, i := range keep {
		from, to := s.Ptr[i], s.Ptr[i+1] // not below p and end, so overwritten entries have been read
		copy(s.Index[end:], s.Index[from:to])
		copy(s.Value[end:], s.Value[from:to])
		s.Ptr[p] = end
		end += to - from
		for _, stat := range c.stats {
			stat[p] = stat[i]
		}
	}
	n := len(keep)
	s.Ptr[n] = end
	for k, stat := range c.stats {
		c.stats[k] = stat[:n]
	}
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
		c.measure(from, i)
	}
	s.N += len(index)
	return true
}
