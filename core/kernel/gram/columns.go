// Package gram computes rows of the kernel matrix. It prepares sets of samples for fast
// rows, caches rows within a limit of bytes, and restricts rows to the active set of a
// solver.
package gram

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Columns are samples on the right-hand side of a kernel, prepared so that a
// row of values against all of them is fast. A Columns holds scratch memory: it
// serves one caller at a time.
type Columns interface {
	// Len returns the number of columns.
	Len() int
	// Rows sets dst[r][j] = k(a_i, x_j) with i = index[r], for every r and every column j,
	// where a has the features of the columns. Several rows in one call take less time each
	// than single rows. Every dst[r] is at least Stride long; its entries from Len on are
	// scratch.
	Rows(dst [][]float64, a sample.Set, index []int)
	// Stride returns the length that a row needs: Len rounded up to whole panels.
	Stride() int
	// Select returns the columns at the positions keep, in that order.
	Select(keep []int) Columns
	// Keep drops all columns except those at the positions keep, which ascend. It works in place
	// and keeps the memory.
	Keep(keep []int)
	// Append adds the samples of a at index if there is enough memory that Keep has left
	// over, and reports whether there was.
	Append(a sample.Set, index []int) bool
}

// packedEntries is the size, in numbers (40 MB), up to which every sparse set is stored densely: a
// row against panels skips the features in which its sample is zero, and takes a quarter of the
// time of gathering from sparse columns (BenchmarkRows). A larger set is stored densely only if its
// share of non-zeros is at least densest.
const (
	packedEntries = 5 << 20
	densest       = 0.2
)

// LargestNorm is the largest squared norm that rows are computed for: a squared distance or
// a curvature is a sum of up to four products, and must not overflow.
const LargestNorm = math.MaxFloat64 / 8

// Prepare returns the samples of set at index, nil for all, as columns of k. origin, from Origin of
// the same kernel, may be nil.
func Prepare(k kernel.Kernel, set sample.Set, index []int, origin []float64) Columns {
	return PrepareAs(Packs(set), k, set, index, origin)
}

// PrepareAs is Prepare for one of several blocks of samples: packs, from Packs of all of them, says
// whether numbers are stored densely. A block of a large sparse set is itself small.
func PrepareAs(packs bool, k kernel.Kernel, set sample.Set, index []int, origin []float64) Columns {
	if index == nil {
		index = order.Between(0, set.Len())
	}
	switch {
	case kernel.IsGiven(k):
		return &given{slices.Clone(index)}
	case kernel.Compares(k) != sample.Numbers:
		return &structured{kernel: k, set: set.Select(index)}
	case !packs:
		return newSparse(k, set.Select(index).(*sample.CSR))
	}
	if inner, bytes := packsBytes(k, set, origin); bytes != nil {
		return newByteColumns(inner, bytes, index)
	}
	return newPacked(k, set, index, origin)
}

// Packs reports whether set is stored densely, as all dense sets are.
func Packs(set sample.Set) bool {
	s, ok := set.(*sample.CSR)
	return !ok || PacksSparse(s.N, s.D, len(s.Value))
}

// PacksSparse reports whether n sparse samples of d features are stored densely.
func PacksSparse(n, d, nonzeros int) bool {
	entries := float64(max(n, 8)) * float64(d) // a panel is never narrower
	return entries <= packedEntries || float64(nonzeros) >= densest*entries
}

// Origin returns the new origin for the columns of a translation-invariant kernel: the mean of the
// samples, if they are so far from zero that |x|^2 + |z|^2 - 2<x,z> would lose more than a digit to
// cancellation. Otherwise it is nil: the zeros of the samples stay zeros, and rows skip them.
func Origin(k kernel.Kernel, set sample.Set) []float64 {
	if !moves(k) {
		return nil
	}
	return Offset(set)
}

// moves reports whether samples that lie far from zero are moved for k.
func moves(k kernel.Kernel) bool {
	_, exact := k.(kernel.Coordinatewise)
	return !exact && kernel.TranslationInvariant(k)
}

// Offset returns the mean of the samples of a set that is stored densely, if they lie far
// from zero in comparison with their spread, and else nil.
func Offset(set sample.Set) []float64 {
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
		norm, shared := []float64{0}, math.NaN() // by all samples, whose distance from themselves is 0
		for i := range dst {
			norm[0] = set.SquaredNorm(i)
			isFinite := norm[0] <= LargestNorm
			if isFinite && !math.IsNaN(shared) {
				dst[i] = shared
				continue
			}
			dst[i] = norm[0]
			k.FromDots(dst[i:i+1], norm[0], norm)
			if isFinite && kernel.TranslationInvariant(k) {
				shared = dst[i]
			}
		}
	default:
		if kernel.Compares(k) != sample.Numbers {
			for i := range dst {
				if paused(set) {
					return
				}
				dst[i] = kernel.StructuredValue(k, set, i, set, i)
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
	stats   [][]float64 // for every sample, after centring if there is an origin: the squared norm, or the stats of the program
	origin  []float64   // nil: zero
	x, y    []float64   // scratch, length d
	pairs   []pair      // scratch
	left    [2]left     // scratch of a program
	all     []int32     // the features, for a program
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

// allocate reserves memory for n columns of d features.
func (c *packed) allocate(n, d int, origin []float64) {
	c.n, c.origin = n, origin
	c.x, c.y = make([]float64, d), make([]float64, d)
	c.panels = make([]float64, lanes.PackedLen(n, d))
	stats := 1
	if c.program != nil {
		stats = len(c.program.stats)
		c.left = [2]left{c.program.newLeft(), c.program.newLeft()}
		c.all = make([]int32, d)
		for j := range c.all {
			c.all[j] = int32(j)
		}
	}
	c.stats = make([][]float64, stats)
	for s := range c.stats {
		c.stats[s] = make([]float64, lanes.Padded(n))
	}
}

// put stores sample i of a as column p.
func (c *packed) put(p int, a sample.Set, i int) {
	if c.program == nil {
		c.stats[0][p] = c.probe(c.x, a, i)
	} else {
		c.read(c.x, a, i)
		c.program.measure(c.left[0].stats, c.x)
		for s, v := range c.left[0].stats {
			c.stats[s][p] = v
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

// probe reads sample i of a into x, centred, and returns its squared norm.
func (c *packed) probe(x []float64, a sample.Set, i int) float64 {
	c.read(x, a, i)
	return lanes.Sum(x, x)
}

func (c *packed) Len() int    { return c.n }
func (c *packed) Stride() int { return len(c.stats[0]) }

// chunkBytes is the size of the part of the panels that all rows are computed against
// before the next part, so that the part stays in the second-level cache.
const chunkBytes = 256 << 10

func (c *packed) Rows(dst [][]float64, a sample.Set, index []int) {
	if c.program != nil {
		c.programRows(dst, a, index)
		return
	}
	if count := (len(index) + 1) / 2; len(c.pairs) < count {
		c.makePairs(count)
	}
	for r := 0; r < len(index); r += 2 {
		c.prepare(&c.pairs[r/2], a, index[r:min(r+2, len(index))])
	}
	d := len(c.x)
	step := max(1, chunkBytes/8/d/lanes.Width()) * lanes.Width()
	for from := 0; from < c.Stride(); from += step {
		to := min(from+step, c.Stride())
		panels, norms := c.panels[from*d:to*d], c.stats[0][from:to]
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

func (c *packed) Select(keep []int) Columns {
	s := &packed{kernel: c.kernel, program: c.program}
	s.allocate(len(keep), len(c.x), c.origin)
	for p, i := range keep {
		lanes.Unpack(s.x, c.panels, i)
		lanes.Pack(s.panels, s.x, p)
		for stat := range c.stats {
			s.stats[stat][p] = c.stats[stat][i]
		}
	}
	return s
}

func (c *packed) Keep(keep []int) {
	for p, i := range keep {
		lanes.Unpack(c.x, c.panels, i)
		lanes.Pack(c.panels, c.x, p) // p <= i, so it overwrites samples that have been read
		for _, stat := range c.stats {
			stat[p] = stat[i]
		}
	}
	c.resize(len(keep))
}

func (c *packed) Append(a sample.Set, index []int) bool {
	n := c.n
	if lanes.Padded(n+len(index)) > cap(c.stats[0]) {
		return false
	}
	c.resize(n + len(index))
	for p, i := range index {
		c.put(n+p, a, i)
	}
	return true
}

// resize sets the number of columns, within the memory that was allocated.
func (c *packed) resize(n int) {
	c.n, c.panels = n, c.panels[:lanes.PackedLen(n, len(c.x))]
	for s, stat := range c.stats {
		c.stats[s] = stat[:lanes.Padded(n)]
	}
}
