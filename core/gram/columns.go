// Package gram serves rows of the kernel matrix: sets prepared for fast rows, a
// cache with a byte budget, and the restriction to the coordinates that a
// solver still works on.
package gram

import (
	"math"
	"slices"

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
	// Rows sets dst[r][j] = k(a_i, x_j) with i = index[r], for every r and every
	// column j, where a has the features of the columns. Several rows at a time
	// take less time each than one. Every dst[r] is at least Stride long; what it
	// holds from Len on is scratch afterwards.
	Rows(dst [][]float64, a sample.Set, index []int)
	// Stride returns the length that Row needs: Len rounded up to whole panels.
	Stride() int
	// Select returns the columns at the positions keep, in that order.
	Select(keep []int) Columns
	// Keep drops all columns but those at the positions keep, ascending. It
	// works in place and keeps the memory of the others.
	Keep(keep []int)
	// Append adds the samples of a at index, if the memory that Keep left
	// suffices, and reports whether it did.
	Append(a sample.Set, index []int) bool
}

// packedEntries is the size, in numbers, up to which a sparse set is stored
// densely (40 MB) whatever its zeros: a row against panels skips the features
// where its sample is zero, and takes a quarter of the time of gathering from
// sparse columns (BenchmarkRows). Above that size only sets with a share of at
// least densest non-zeros are.
const (
	packedEntries = 5 << 20
	densest       = 0.2
)

// LargestNorm is the largest squared norm that rows are computed for: it leaves
// room for the sums of four products that a squared distance or a curvature is
// made of.
const LargestNorm = math.MaxFloat64 / 8

// Prepare returns the samples of set at index (nil: all) as columns of k.
// origin, from Origin of the same kernel, may be nil.
func Prepare(k kernel.Kernel, set sample.Set, index []int, origin []float64) Columns {
	if index == nil {
		index = all(set.Len())
	}
	_, isGiven := k.(kernel.Given)
	switch {
	case isGiven:
		return &given{slices.Clone(index)}
	case kernel.OfSequences(k):
		return &sequences{kernel: k, set: sequencesOf(sequencesOf(set).Select(index))}
	case !Packs(set):
		return newSparse(k, set.Select(index).(*sample.CSR))
	default:
		return newPacked(k, set, index, origin)
	}
}

// Packs reports whether set is stored densely, as all dense sets are.
func Packs(set sample.Set) bool {
	s, ok := set.(*sample.CSR)
	if !ok {
		return true
	}
	entries := float64(s.N) * float64(s.D)
	return entries <= packedEntries || float64(len(s.Value)) >= densest*entries
}

// Origin returns the point to move the columns of a translation-invariant kernel
// to: the mean of the samples, if they lie so far from zero that |x|^2 + |z|^2 -
// 2<x,z> would lose more than a digit to cancellation. Otherwise it is nil, and
// the zeros of the samples stay zeros, which rows skip.
func Origin(k kernel.Kernel, set sample.Set) []float64 {
	if _, exact := k.(kernel.Coordinatewise); exact || !kernel.TranslationInvariant(k) {
		return nil
	}
	if !Packs(set) {
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
	var offset, spread float64 // squared distances of the mean from zero, and of the samples from the mean
	for i := range n {
		set.Dense(x, i)
		for j, v := range x {
			spread += (v - mean[j]) * (v - mean[j]) / float64(n)
		}
	}
	for _, m := range mean {
		offset += m * m
	}
	if offset <= 10*spread {
		return nil
	}
	return mean
}

// Diagonal sets dst_i = k(x_i, x_i) for the samples of set, len(dst) of them.
func Diagonal(dst []float64, k kernel.Kernel, set sample.Set) {
	switch k := k.(type) {
	case kernel.Given:
		x := make([]float64, set.Dim())
		for i := range dst {
			set.Dense(x, i)
			dst[i] = x[i]
		}
	case kernel.InnerProduct:
		norm := []float64{0}
		for i := range dst {
			norm[0] = set.SquaredNorm(i)
			dst[i] = norm[0]
			k.FromDots(dst[i:i+1], norm[0], norm)
		}
	default:
		if kernel.OfSequences(k) {
			s := sequencesOf(set)
			for i := range dst {
				if s.Paused() {
					return
				}
				dst[i] = kernel.SequenceValue(k, s.Row(i), s.Row(i))
			}
			return
		}
		if isAnchored(k) {
			newProgram(k, set.Dim()).diagonal(dst, set)
			return
		}
		s, isSparse := set.(*sample.CSR)
		skips := isSparse && kernel.SkipsZeros(k)
		dense := make([]float64, set.Dim())
		for i := range dst {
			x := dense
			if skips {
				_, x = s.Row(i)
			} else {
				set.Dense(x, i)
			}
			dst[i] = kernel.Value(k, x, x)
		}
	}
}

// packed are dense columns in panels.
type packed struct {
	kernel  kernel.InnerProduct // nil: the kernel is a
	program *program
	n       int
	panels  []float64
	sides   [][]float64 // what is kept of every sample, centred if there is an origin: the squared norm, or what the program asks for
	origin  []float64   // nil: zero
	x, y    []float64   // scratch, length d
	pairs   []pair      // scratch
	left    [2]left     // scratch of a program
	all     []int32     // the features, for a program
}

// pair is one or two samples on the left-hand side: their squared norms, and
// their values where either is not zero, interleaved.
type pair struct {
	norm0, norm1 float64
	features     []int32
	values       []float64
}

func newPacked(k kernel.Kernel, set sample.Set, index []int, origin []float64) *packed {
	c := &packed{}
	inner, ok := k.(kernel.InnerProduct)
	if ok {
		c.kernel = inner
	} else {
		c.program = newProgram(k, set.Dim())
	}
	c.allocate(len(index), set.Dim(), origin)
	for p, i := range index {
		c.put(p, set, i)
	}
	return c
}

// allocate makes the memory for n columns of d features.
func (c *packed) allocate(n, d int, origin []float64) {
	c.n, c.origin = n, origin
	c.x, c.y = make([]float64, d), make([]float64, d)
	c.panels = make([]float64, lanes.PackedLen(n, d))
	sides := 1
	if c.program != nil {
		sides = len(c.program.sides)
		c.left = [2]left{c.program.newLeft(), c.program.newLeft()}
		c.all = make([]int32, d)
		for j := range c.all {
			c.all[j] = int32(j)
		}
	}
	c.sides = make([][]float64, sides)
	for s := range c.sides {
		c.sides[s] = make([]float64, lanes.Padded(n))
	}
}

// put makes sample i of a column p.
func (c *packed) put(p int, a sample.Set, i int) {
	if c.program == nil {
		c.sides[0][p] = c.probe(c.x, a, i)
	} else {
		c.read(c.x, a, i)
		c.program.measure(c.left[0].sides, c.x)
		for s, v := range c.left[0].sides {
			c.sides[s][p] = v
		}
	}
	lanes.Pack(c.panels, c.x, p)
}

// read reads sample i of a into x, centred.
func (c *packed) read(x []float64, a sample.Set, i int) {
	a.Dense(x, i)
	for j, v := range c.origin {
		x[j] -= v
	}
}

// probe is read, and returns the squared norm.
func (c *packed) probe(x []float64, a sample.Set, i int) float64 {
	c.read(x, a, i)
	return lanes.Sum(x, x)
}

func (c *packed) Len() int    { return c.n }
func (c *packed) Stride() int { return len(c.sides[0]) }

// chunkBytes is how much of the panels is worked on at a time: for all rows
// before the next part, so that it is read from the second-level cache.
const chunkBytes = 256 << 10

func (c *packed) Rows(dst [][]float64, a sample.Set, index []int) {
	if c.program != nil {
		c.programRows(dst, a, index)
		return
	}
	for len(c.pairs) < (len(index)+1)/2 {
		c.pairs = append(c.pairs, pair{})
	}
	for r := 0; r < len(index); r += 2 {
		c.prepare(&c.pairs[r/2], a, index[r:min(r+2, len(index))])
	}
	d := len(c.x)
	step := max(1, chunkBytes/8/d/lanes.Width()) * lanes.Width()
	for from := 0; from < c.Stride(); from += step {
		to := min(from+step, c.Stride())
		panels, norms := c.panels[from*d:to*d], c.sides[0][from:to]
		for r := range dst {
			p, row := &c.pairs[r/2], dst[r][from:to]
			switch {
			case r%2 == 1:
				c.kernel.FromDots(row, p.norm1, norms)
			case r+1 < len(dst):
				lanes.Dots2(row, dst[r+1][from:to], panels, d, p.features, p.values)
				c.kernel.FromDots(row, p.norm0, norms)
			default:
				lanes.Dots(row, panels, d, p.features, p.values)
				c.kernel.FromDots(row, p.norm0, norms)
			}
		}
	}
}

// prepare reads one or two samples of a into p.
func (c *packed) prepare(p *pair, a sample.Set, index []int) {
	p.norm0 = c.probe(c.x, a, index[0])
	if len(index) == 2 {
		p.norm1 = c.probe(c.y, a, index[1])
	}
	p.interleave(c.x, c.y, len(index))
}

// interleave takes over the values of one sample, x, or of two.
func (p *pair) interleave(x, y []float64, count int) {
	p.features, p.values = p.features[:0], p.values[:0]
	if count == 1 {
		for f, v := range x {
			if v != 0 {
				p.features, p.values = append(p.features, int32(f)), append(p.values, v)
			}
		}
		return
	}
	for f, v := range x {
		if w := y[f]; v != 0 || w != 0 {
			p.features, p.values = append(p.features, int32(f)), append(p.values, v, w)
		}
	}
}

func (c *packed) Select(keep []int) Columns {
	s := &packed{kernel: c.kernel, program: c.program}
	s.allocate(len(keep), len(c.x), c.origin)
	for p, i := range keep {
		lanes.Unpack(s.x, c.panels, i)
		lanes.Pack(s.panels, s.x, p)
		for side := range c.sides {
			s.sides[side][p] = c.sides[side][i]
		}
	}
	return s
}

func (c *packed) Keep(keep []int) {
	for p, i := range keep {
		lanes.Unpack(c.x, c.panels, i)
		lanes.Pack(c.panels, c.x, p) // p <= i: what it overwrites has been read
		for _, side := range c.sides {
			side[p] = side[i]
		}
	}
	c.resize(len(keep))
}

func (c *packed) Append(a sample.Set, index []int) bool {
	n := c.n
	if lanes.Padded(n+len(index)) > cap(c.sides[0]) {
		return false
	}
	c.resize(n + len(index))
	for p, i := range index {
		c.put(n+p, a, i)
	}
	return true
}

// resize sets the number of columns, within the memory there is.
func (c *packed) resize(n int) {
	c.n, c.panels = n, c.panels[:lanes.PackedLen(n, len(c.x))]
	for s, side := range c.sides {
		c.sides[s] = side[:lanes.Padded(n)]
	}
}

var (
	_ Columns = (*packed)(nil)
	_ Columns = (*sparse)(nil)
	_ Columns = (*given)(nil)
)
