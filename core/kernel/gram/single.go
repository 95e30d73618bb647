package gram

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// # Rows in float32
//
// Single is a View of Gaussians whose rows are computed and cached in float32, in half the time and
// memory. The value between two samples has the same bits wherever it is computed: no features are
// left out, and sums do not depend on what else is computed.
//
// With u = 2^-24 and s^2 = 2 gamma log2(e), samples are scaled to x' = s x in float64, so that
//
//	k(x, z) = 2^y,  y = <x',z'> - |x'|^2/2 - |z'|^2/2.
//
// Let X and Z be the norms of x' and z', and e lanes.SingleDotsError. Rounding the entries costs
// 2u X Z and their inner product e X Z; rounding the two halves u (X^2 + Z^2)/2; adding them
// u (X Z + Z^2/2) and u (X + Z)^2/2. Together
//
//	|error of y| <= eta = (e + 4u) X Z + 2u (X^2 + Z^2) + 2^-100.
//
// While eta < 2^-7, the relative error of k is at most 0.7 eta + lanes.SingleExpError. Values below
// 2^-125 become zero. The factor singleSlack covers terms of second order, and the errors of the
// float64 values that these are compared with.
type Single struct {
	*View   // the cache counts in float64, two numbers of a row each
	columns *singleColumns
	norms   []float64 // X of each coordinate
	bytes   int
	singles [][]float32
	wide    [][]float64
}

const (
	singleSlack = 1.1
	largestEta  = 1.0 / (1 << 7)
)

// LeastSingle is the least number of samples for which rows in float32 pay.
const LeastSingle = 10_000

// Single returns the view over samples that no other view shares, with rows in float32, or nil if
// there are no such rows: of other kernels than Gaussians, of samples that are not dense numbers, of
// a store, or of numbers for which float32 is too coarse.
func (m *Matrix) Single(memory *Memory, bytes int, samples []int) *Single {
	gamma, ok := kernel.GaussianWidth(m.kernel)
	set, dense := m.set.(*sample.Matrix)
	if !ok || !dense || m.part != nil {
		return nil
	}
	c := newSingleColumns(set, m.origin, math.Sqrt(2*math.Log2E*gamma), len(samples))
	s := &Single{columns: c, norms: make([]float64, len(samples)), bytes: bytes}
	largest := 0.0
	for p, i := range samples {
		s.norms[p] = math.Sqrt(c.put(p, set, i))
		largest = max(largest, s.norms[p])
	}
	if !(c.eta(largest, largest, largest*largest, 1) < largestEta) {
		return nil
	}
	s.View = m.newView(memory, bytes, len(samples))
	s.add(piece{}, samples)
	s.pieces = nil
	s.whole = (singleNumbers(len(samples)) + mostRows - 1) / mostRows * mostRows
	s.measure()
	s.begin()
	return s
}

// singleNumbers returns how many float64 a row of n numbers in float32 takes.
func singleNumbers(n int) int { return lanes.SinglePad(n+lanes.SingleSpare) / 2 }

// eta bounds the sum over i of w_i times the error of y between a sample of norm x and samples of
// norms z_i, from the sums of w_i z_i, of w_i z_i^2 and of w_i.
func (c *singleColumns) eta(x, sum, squares, count float64) float64 {
	const u = 0x1p-24
	return (lanes.SingleDotsError(c.d)+4*u)*x*sum + 2*u*(x*x*count+squares) + 0x1p-100*count
}

// Errors sets dst_t to a bound on the sum over i of weights_i |K_it - k_it|, where K has the values
// in float32 and k those in float64.
func (s *Single) Errors(dst, weights []float64) {
	var sum, squares, count float64
	for i, w := range weights {
		sum += w * s.norms[i]
		squares += w * s.norms[i] * s.norms[i]
		count += w
	}
	for t, x := range s.norms {
		dst[t] = singleSlack * (0.7*s.columns.eta(x, sum, squares, count) + (lanes.SingleExpError+0x1p-125)*count)
	}
}

// Crowded reports whether the budget is too small for all rows that the solver has asked for.
func (s *Single) Crowded() bool { return s.wanted*singleNumbers(len(s.samples)) > s.limit }

// measure fits the slots to the length that a row needs.
func (s *Single) measure() {
	s.stride = singleNumbers(len(s.active))
	s.fit()
}

// Singles returns, for every position in the active set, the values between that coordinate and the
// active set. They stay valid until the next call.
func (s *Single) Singles(positions []int) [][]float32 {
	v := s.View
	v.least = max(v.least, len(positions))
	missing := v.missing[:0]
	for _, p := range positions {
		c := v.active[p]
		if !v.asked[c] {
			v.asked[c] = true
			v.wanted++
		}
		if at := v.slotOf[c]; at >= 0 {
			v.hits++
			v.unlink(at)
			v.link(at)
		} else {
			missing = append(missing, c)
		}
	}
	v.missing, s.singles = missing, s.singles[:0]
	if len(missing) > 0 {
		for _, c := range missing {
			s.singles = append(s.singles, lanes.Singles(v.slots[v.take(c)].row))
		}
		s.fill(s.columns, s.singles, missing)
		s.singles = s.singles[:0]
	}
	for _, p := range positions {
		s.singles = append(s.singles, lanes.Singles(v.slots[v.slotOf[v.active[p]]].row)[:len(v.active)])
	}
	return s.singles
}

// fill sets dst to the rows of coordinates over columns.
func (s *Single) fill(columns *singleColumns, dst [][]float32, coordinates []int) {
	s.from = s.from[:0]
	for _, c := range coordinates {
		s.from = append(s.from, s.samples[c])
	}
	columns.rows(dst, s.matrix.set, s.from)
	s.values += len(dst) * columns.n
}

// Rows returns the numbers of Singles as float64.
func (s *Single) Rows(positions []int) [][]float64 {
	for r, row := range s.Singles(positions) {
		if r == len(s.wide) {
			s.wide = append(s.wide, nil)
		}
		s.wide[r] = slices.Grow(s.wide[r][:0], len(row))[:len(row)]
		for i, v := range row {
			s.wide[r][i] = float64(v)
		}
	}
	return s.wide[:len(positions)]
}

// Shrink keeps the positions keep, which ascend, in the active set and drops all others.
func (s *Single) Shrink(keep []int) {
	v := s.View
	for at, t := range v.keepSlots(keep) {
		if t {
			row := lanes.Singles(v.slots[at].row)
			for q, p := range keep {
				row[q] = row[p]
			}
		}
	}
	s.columns.keep(keep)
	s.measure()
}

// Grow appends coordinates to the active set, and completes cached rows.
func (s *Single) Grow(add []int) {
	v, length := s.View, len(s.active)
	for q, c := range add {
		s.columns.put(length+q, v.matrix.set, v.samples[c])
	}
	s.columns.resize(length + len(add))
	v.active = append(slices.Clone(v.active), add...)
	s.measure()
	for from := length; from < len(v.active); from += growColumns {
		to := min(from+growColumns, len(v.active))
		rows, stride := s.SingleBlock(v.active[from:to])
		row := [][]float32{make([]float32, stride)}
		for _, slot := range v.slots {
			if slot.coordinate >= 0 {
				rows(row, []int{slot.coordinate})
				copy(lanes.Singles(slot.row)[from:to], row[0])
			}
		}
	}
}

// over returns the samples of coordinates as columns.
func (s *Single) over(coordinates []int) *singleColumns {
	c := newSingleColumns(s.matrix.set, s.matrix.origin, s.columns.scale, len(coordinates))
	for q, i := range coordinates {
		c.put(q, s.matrix.set, s.samples[i])
	}
	return c
}

// SingleBlock is the Block of View in float32. That of View itself, in float64, does not change.
func (s *Single) SingleBlock(columns []int) (rows func(dst [][]float32, coordinates []int), stride int) {
	c := s.over(columns)
	return func(dst [][]float32, coordinates []int) { s.fill(c, dst, coordinates) }, len(c.norms)
}

// Product returns the product of the matrix over some coordinates, in float64, with b; nil if watch
// ends it.
func (s *Single) Product(coordinates []int, b []float64, watch func() bool) []float64 {
	sums, index, m := make([]float64, len(b)), s.samplesOf(coordinates), s.matrix
	if !blocks(m.origin, m.kernel, m.set, index, m.set, index, func(first int) int { return first }, func(i, first int, row []float64) {
		addSegment(sums, b, row[:min(len(row), i-first+1)], first, i)
		s.values += len(row)
	}, func(_, _ int) bool { return watch() }) {
		return nil
	}
	return sums
}

// Double returns the view with rows in float64, which gets the memory of this one.
func (s *Single) Double() *View {
	s.columns, s.wide = nil, nil // their memory is free for those in float64
	return s.matrix.ViewOf(s.memory, s.bytes, s.samples)
}

// singleColumns are samples in panels of float32.
type singleColumns struct {
	n, d     int
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
			lanes.SingleDots(values, c.panels[from*c.d:to*c.d], c.d, c.features, quad.x)
			lanes.SingleGaussRows(&four, values, c.norms[from:to], &quad.own)
		}
	}
}
