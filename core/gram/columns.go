// Package gram serves rows of the kernel matrix: sets prepared for fast rows, a
// cache with a byte budget, and the restriction to the coordinates that a
// solver still works on.
package gram

import (
	"maxmargin/core/kernel"
	"maxmargin/core/lanes"
	"maxmargin/core/sample"
)

// Columns are samples on the right-hand side of a kernel, prepared so that a
// row of values against all of them is fast. A Columns holds scratch memory: it
// serves one caller at a time.
type Columns interface {
	// Len returns the number of columns.
	Len() int
	// Row sets dst_j = k(a_i, x_j) for every column j, where a has the features
	// of the columns. dst is at least Stride long; what it holds from Len on is
	// scratch afterwards.
	Row(dst []float64, a sample.Set, i int)
	// Stride returns the length that Row needs: Len rounded up to whole panels.
	Stride() int
	// Select returns the columns at the positions keep, in that order.
	Select(keep []int) Columns
}

// densest is the share of non-zeros above which a sparse set is packed densely:
// reading a packed entry costs about a fifth of gathering a sparse one.
const densest = 0.2

// Prepare returns the samples of set at index (nil: all) as columns of k.
// origin, from Origin of the same kernel, may be nil.
func Prepare(k kernel.Kernel, set sample.Set, index []int, origin []float64) Columns {
	if index == nil {
		index = make([]int, set.Len())
		for i := range index {
			index[i] = i
		}
	}
	switch k := k.(type) {
	case kernel.Given:
		return &given{index}
	case kernel.InnerProduct:
		if s, ok := set.(*sample.CSR); ok && !packs(s) {
			return newSparse(k, s.Select(index).(*sample.CSR))
		}
		return newPacked(k, set, index, origin)
	}
	panic("gram: kernel " + k.Name() + " is of no known kind")
}

// packs reports whether s is dense enough to be stored densely.
func packs(s *sample.CSR) bool {
	return float64(len(s.Value)) > densest*float64(s.N)*float64(s.D)
}

// Origin returns the point that the columns of a translation-invariant kernel
// are centred at: the mean of the samples, or nil when k is not of that kind or
// the set stays sparse. It keeps |x|^2 + |z|^2 - 2<x,z> from cancelling when the
// data lie far from zero.
func Origin(k kernel.Kernel, set sample.Set) []float64 {
	inner, ok := k.(kernel.InnerProduct)
	if !ok || !inner.TranslationInvariant() {
		return nil
	}
	if s, ok := set.(*sample.CSR); ok && !packs(s) {
		return nil
	}
	n, d := set.Len(), set.Dim()
	mean, x := make([]float64, d), make([]float64, d)
	for i := range n {
		set.Dense(x, i)
		for j, v := range x {
			mean[j] += v / float64(n)
		}
	}
	return mean
}

// Diagonal sets dst_i = k(x_i, x_i) for the samples of set at index.
func Diagonal(dst []float64, k kernel.Kernel, set sample.Set, index []int) {
	switch k := k.(type) {
	case kernel.Given:
		x := make([]float64, set.Dim())
		for p, i := range index {
			set.Dense(x, i)
			dst[p] = x[i]
		}
	case kernel.InnerProduct:
		for p, i := range index {
			norm := set.SquaredNorm(i)
			dst[p] = norm
			k.FromDots(dst[p:p+1], norm, []float64{norm})
		}
	}
}

// packed are dense columns in panels.
type packed struct {
	kernel kernel.InnerProduct
	n      int
	panels []float64
	norms  []float64 // squared norms, of the centred samples if there is an origin
	origin []float64 // nil: zero
	x      []float64 // scratch, length d
}

func newPacked(k kernel.InnerProduct, set sample.Set, index []int, origin []float64) *packed {
	n, d := len(index), set.Dim()
	c := &packed{kernel: k, n: n, origin: origin, x: make([]float64, d),
		panels: make([]float64, lanes.PackedLen(n, d)), norms: make([]float64, lanes.Padded(n))}
	for p, i := range index {
		c.norms[p] = c.probe(set, i)
		lanes.Pack(c.panels, c.x, p)
	}
	return c
}

// probe reads sample i of a into c.x, centred, and returns its squared norm.
func (c *packed) probe(a sample.Set, i int) float64 {
	a.Dense(c.x, i)
	for j, v := range c.origin {
		c.x[j] -= v
	}
	var norm float64
	for _, v := range c.x {
		norm += float64(v * v)
	}
	return norm
}

func (c *packed) Len() int    { return c.n }
func (c *packed) Stride() int { return len(c.norms) }

func (c *packed) Row(dst []float64, a sample.Set, i int) {
	norm := c.probe(a, i)
	lanes.Dots(dst[:len(c.norms)], c.panels, c.x)
	c.kernel.FromDots(dst[:c.n], norm, c.norms[:c.n])
}

func (c *packed) Select(keep []int) Columns {
	n, d := len(keep), len(c.x)
	s := &packed{kernel: c.kernel, n: n, origin: c.origin, x: make([]float64, d),
		panels: make([]float64, lanes.PackedLen(n, d)), norms: make([]float64, lanes.Padded(n))}
	for p, i := range keep {
		lanes.Unpack(s.x, c.panels, i)
		lanes.Pack(s.panels, s.x, p)
		s.norms[p] = c.norms[i]
	}
	return s
}

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

func (c *sparse) Row(dst []float64, a sample.Set, i int) {
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

// given are columns of a matrix of kernel values.
type given struct{ index []int }

func (c *given) Len() int    { return len(c.index) }
func (c *given) Stride() int { return len(c.index) }

func (c *given) Row(dst []float64, a sample.Set, i int) {
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

var (
	_ Columns = (*packed)(nil)
	_ Columns = (*sparse)(nil)
	_ Columns = (*given)(nil)
)
