package gram

import (
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
)

// singleColumns are samples in panels of float32.
type singleColumns struct {
	n, d     int
	lengths  []float64 // X of each coordinate; nil beside the source that has them
	scale    float64
	origin   []float64 // nil: zero
	panels   []float32
	norms    []float32 // -|z'|^2/2
	x        []float64 // scratch: a sample
	features []int32   // all
	quads    []singleQuad
	values   []float32 // scratch: of a quad with a chunk
	spare    []float32 // and the part of a row that is not wanted
}

// singleQuad is four samples on the left-hand side, interleaved.
type singleQuad struct {
	x   []float32
	own [lanes.SingleProbes]float32 // -|x'|^2/2
}

func newSingleColumns(set sample.Set, origin []float64, scale float64, n int) *singleColumns {
	d := set.Dim()
	c := &singleColumns{n: n, d: d, scale: scale, origin: origin, x: make([]float64, d), features: make([]int32, d)}
	c.panels, c.norms = make([]float32, lanes.SinglePad(n)*d), make([]float32, lanes.SinglePad(n))
	for j := range c.features {
		c.features[j] = int32(j)
	}
	return c
}

// put stores sample i of a as column p, for which there is memory, and returns its squared norm,
// scaled.
func (c *singleColumns) put(p int, a sample.Set, i int) float64 {
	norm := c.read(a, i)
	lanes.SinglePack(c.panels[:cap(c.panels)], c.x, c.scale, p)
	c.norms[:cap(c.norms)][p] = float32(-norm / 2)
	return norm
}

// read reads sample i of a, centred, and returns its squared norm, scaled.
func (c *singleColumns) read(a sample.Set, i int) float64 {
	a.Dense(c.x, i)
	for j, v := range c.origin {
		c.x[j] -= v
	}
	return c.scale * c.scale * lanes.Sum(c.x, c.x)
}

// keep drops all columns except those at positions, which ascend.
func (c *singleColumns) keep(positions []int) {
	for p, i := range positions {
		lanes.SingleMove(c.panels, c.d, p, i)
		c.norms[p] = c.norms[i]
	}
	c.resize(len(positions))
}

// resize sets the number of columns, within the memory that was allocated.
func (c *singleColumns) resize(n int) {
	c.n, c.panels, c.norms = n, c.panels[:lanes.SinglePad(n)*c.d], c.norms[:lanes.SinglePad(n)]
}

// singleChunk is how many columns are computed at a time: their values with four samples stay in the
// first-level cache.
const singleChunk = 512

// rows sets dst to the values between the samples of a at index and all columns.
func (c *singleColumns) rows(dst [][]float32, a sample.Set, index []int) {
	for r, i := range index {
		q := r % lanes.SingleProbes
		if r/lanes.SingleProbes == len(c.quads) {
			c.quads = append(c.quads, singleQuad{x: make([]float32, lanes.SingleProbes*c.d)})
		}
		quad := &c.quads[r/lanes.SingleProbes]
		quad.own[q] = float32(-c.read(a, i) / 2)
		for j, v := range c.x {
			quad.x[lanes.SingleProbes*j+q] = float32(c.scale * v)
		}
	}
	c.values, c.spare = slices.Grow(c.values[:0], lanes.SingleProbes*singleChunk), slices.Grow(c.spare[:0], singleChunk)
	for from := 0; from < len(c.norms); from += singleChunk {
		to := min(from+singleChunk, len(c.norms))
		values, spare := c.values[:lanes.SingleProbes*(to-from)], c.spare[:to-from]
		for r := 0; r < len(dst); r += lanes.SingleProbes {
			quad, four := &c.quads[r/lanes.SingleProbes], [lanes.SingleProbes][]float32{spare, spare, spare, spare}
			for q, row := range dst[r:min(r+lanes.SingleProbes, len(dst))] {
				four[q] = row[from:to]
			}
			lanes.SingleDots(values, c.panels[from*c.d:to*c.d], c.d, c.features, quad.x, lanes.SingleProbes)
			lanes.SingleGaussRows(&four, values, c.norms[from:to], &quad.own)
		}
	}
}

func (c *singleColumns) len() int { return c.n }

// add appends samples of a as columns.
func (c *singleColumns) add(a sample.Set, samples []int) {
	for q, i := range samples {
		c.put(c.n+q, a, i)
	}
	c.resize(c.n + len(samples))
}

// over returns samples of a as columns.
func (c *singleColumns) over(a sample.Set, samples []int) (other singleSource, stride, together int) {
	o := newSingleColumns(a, c.origin, c.scale, len(samples))
	for q, i := range samples {
		o.put(q, a, i)
	}
	return o, len(o.norms), singleTogether
}

// singleTogether is how many rows are computed at a time over columns that are not kept.
const singleTogether = 16

// eta bounds the sum over i of w_i times the error of y between a sample of norm x and samples of
// norms z_i, from the sums of w_i z_i, of w_i z_i^2 and of w_i.
func (c *singleColumns) eta(x, sum, squares, count float64) float64 {
	const u = 0x1p-24
	return (lanes.SingleDotsError(c.d)+4*u)*x*sum + 2*u*(x*x*count+squares) + 0x1p-100*count
}

// errors sets dst_t to a bound on the sum over i of weights_i |K_it - k_it|.
func (c *singleColumns) errors(dst, weights []float64) {
	var sum, squares, count float64
	for i, w := range weights {
		sum += w * c.lengths[i]
		squares += w * c.lengths[i] * c.lengths[i]
		count += w
	}
	for t, x := range c.lengths {
		dst[t] = singleSlack * (0.7*c.eta(x, sum, squares, count) + (lanes.SingleExpError+0x1p-125)*count)
	}
}
