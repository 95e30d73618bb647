package gram

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// byteColumns are bytes in panels. Their inner products with other bytes are whole numbers, so
// they are exact, and computed without any float64 of the samples.
type byteColumns struct {
	kernel kernel.InnerProduct
	n, d   int
	scale  float64 // of the samples
	panels []byte
	norms  []float64 // squared, of every sample
	probes []lanes.ByteProbe
	values []int32 // scratch
	x      []byte  // scratch, length d

	wide *packed // the same columns as numbers, for rows of samples that are not such bytes; nil before they are needed
}

// packsBytes returns the samples as bytes if they are bytes and the kernel needs only their inner
// products.
func packsBytes(k kernel.Kernel, set sample.Set, origin []float64) (kernel.InnerProduct, *sample.Bytes) {
	b, isBytes := set.(*sample.Bytes)
	inner, isInner := k.(kernel.InnerProduct)
	if !isBytes || !isInner || origin != nil || b.D > lanes.LargestByteDim {
		return nil, nil
	}
	return inner, b
}

func newByteColumns(k kernel.InnerProduct, set *sample.Bytes, index []int) *byteColumns {
	c := &byteColumns{kernel: k, d: set.D, scale: set.Scale}
	c.allocate(len(index))
	for p, i := range index {
		c.put(p, set, i)
	}
	return c
}

func (c *byteColumns) allocate(n int) {
	c.n, c.x = n, make([]byte, c.d)
	c.panels, c.norms = make([]byte, lanes.BytePackedLen(n, c.d)), make([]float64, lanes.BytePad(n))
}

// put stores sample i of a as column p.
func (c *byteColumns) put(p int, a *sample.Bytes, i int) {
	lanes.BytePack(c.panels, a.Row(i), p)
	c.norms[p] = a.SquaredNorm(i)
}

func (c *byteColumns) Len() int    { return c.n }
func (c *byteColumns) Stride() int { return lanes.Padded(c.n) } // enough for numbers, too

func (c *byteColumns) Rows(dst [][]float64, a sample.Set, index []int) {
	set, ok := a.(*sample.Bytes)
	if !ok || set.Scale != c.scale {
		c.numbers().Rows(dst, a, index)
		return
	}
	for r := 0; r < len(index); r += lanes.ByteProbes {
		if r/lanes.ByteProbes == len(c.probes) {
			c.probes = append(c.probes, lanes.ByteProbe{})
		}
		var rows [lanes.ByteProbes][]byte
		four := index[r:min(r+lanes.ByteProbes, len(index))]
		for q, i := range four {
			rows[q] = set.Row(i)
		}
		c.probes[r/lanes.ByteProbes].Set(rows[:len(four)]...)
	}
	d := c.d + c.d%2
	step := max(1, chunkBytes/d/lanes.ByteWidth) * lanes.ByteWidth
	square := c.scale * c.scale
	for from := 0; from < len(c.norms); from += step {
		to := min(from+step, len(c.norms))
		c.values = slices.Grow(c.values[:0], lanes.ByteProbes*(to-from))[:lanes.ByteProbes*(to-from)]
		for r, i := range index {
			q := r % lanes.ByteProbes
			if q == 0 {
				lanes.ByteDots(c.values, c.panels[from*d:to*d], d, &c.probes[r/lanes.ByteProbes])
			}
			row := dst[r][from:to]
			lanes.ByteRow(row, c.values, q, square)
			c.kernel.FromDots(row, set.SquaredNorm(i), c.norms[from:to])
		}
	}
}

// numbers returns the columns as numbers.
func (c *byteColumns) numbers() *packed {
	if c.wide == nil {
		all := &sample.Bytes{N: c.n, D: c.d, X: make([]byte, c.n*c.d), Scale: c.scale}
		index := make([]int, c.n)
		for i := range index {
			index[i] = i
			lanes.ByteUnpack(all.Row(i), c.panels, i)
		}
		c.wide = newPacked(c.kernel, all, index, nil)
	}
	return c.wide
}

func (c *byteColumns) Select(keep []int) Columns {
	s := &byteColumns{kernel: c.kernel, d: c.d, scale: c.scale}
	s.allocate(len(keep))
	for p, i := range keep {
		lanes.ByteUnpack(s.x, c.panels, i)
		lanes.BytePack(s.panels, s.x, p)
		s.norms[p] = c.norms[i]
	}
	return s
}

func (c *byteColumns) Keep(keep []int) {
	for p, i := range keep {
		lanes.ByteUnpack(c.x, c.panels, i)
		lanes.BytePack(c.panels, c.x, p) // p <= i, so it overwrites samples that have been read
		c.norms[p] = c.norms[i]
	}
	c.resize(len(keep))
}

func (c *byteColumns) Append(a sample.Set, index []int) bool {
	set, ok := a.(*sample.Bytes)
	n := c.n
	if !ok || set.Scale != c.scale || lanes.BytePad(n+len(index)) > cap(c.norms) {
		return false
	}
	c.resize(n + len(index))
	for p, i := range index {
		c.put(n+p, set, i)
	}
	return true
}

// resize sets the number of columns, within the memory that was allocated.
func (c *byteColumns) resize(n int) {
	c.n, c.wide = n, nil
	c.panels, c.norms = c.panels[:lanes.BytePackedLen(n, c.d)], c.norms[:lanes.BytePad(n)]
}
