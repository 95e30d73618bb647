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
	columns singleSource
	device  Device // that computes rows, or nil
	bytes   int
	singles [][]float32
	wide    [][]float64
}

// singleSource computes rows in float32. Its columns are samples of a set, by their numbers there.
type singleSource interface {
	// rows sets dst to the values between samples and all columns.
	rows(dst [][]float32, set sample.Set, samples []int)
	// len returns the number of columns.
	len() int
	// keep drops all columns except those at positions, which ascend.
	keep(positions []int)
	// add appends columns, of which there are no more than at the start.
	add(set sample.Set, samples []int)
	// over returns another source, with the length that its rows need. It is best asked for so many
	// rows at a time.
	over(set sample.Set, samples []int) (c singleSource, stride, together int)
	// errors sets dst_t to a bound on the sum over i of weights_i times the error of the value between
	// t and i, of all coordinates.
	errors(dst, weights []float64)
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
	c.lengths = make([]float64, len(samples))
	largest := 0.0
	for p, i := range samples {
		c.lengths[p] = math.Sqrt(c.put(p, set, i))
		largest = max(largest, c.lengths[p])
	}
	if !(c.eta(largest, largest, largest*largest, 1) < largestEta) {
		return nil
	}
	return m.singleOf(memory, bytes, samples, c)
}

// singleOf returns the view over samples whose rows come from a source.
func (m *Matrix) singleOf(memory *Memory, bytes int, samples []int, c singleSource) *Single {
	s := &Single{View: m.newView(memory, bytes, len(samples)), columns: c, bytes: bytes}
	s.add(piece{}, samples)
	s.pieces = nil
	s.whole = (singleNumbers(len(samples)) + mostRows - 1) / mostRows * mostRows
	s.measure()
	s.begin()
	return s
}

// singleNumbers returns how many float64 a row of n numbers in float32 takes.
func singleNumbers(n int) int { return lanes.SinglePad(n+lanes.SingleSpare) / 2 }

// Errors sets dst_t to a bound on the sum over i of weights_i |K_it - k_it|, where K has the values
// in float32 and k those in float64.
func (s *Single) Errors(dst, weights []float64) { s.columns.errors(dst, weights) }

// Crowded reports whether the budget is too small for all rows that the solver has asked for.
func (s *Single) Crowded() bool { return s.wanted*singleNumbers(len(s.samples)) > s.limit }

// measure fits the slots to the length that a row needs.
func (s *Single) measure() {
	s.stride = singleNumbers(len(s.active))
	s.fit()
}

// Singles returns, for every position in the active set, the values between that coordinate and the
// active set. They stay valid until the next call. Where a device is asked for rows, it also computes
// those of ahead, for which the cache has room: the most wanted positions that will be asked for soon.
func (s *Single) Singles(positions []int, ahead func(most int, wanted func(position int) bool) []int) [][]float32 {
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
		if s.device != nil {
			missing = s.fetch(missing, ahead)
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
func (s *Single) fill(columns singleSource, dst [][]float32, coordinates []int) {
	s.from = s.from[:0]
	for _, c := range coordinates {
		s.from = append(s.from, s.samples[c])
	}
	columns.rows(dst, s.matrix.set, s.from)
	s.values += len(dst) * columns.len()
}

// Rows returns the numbers of Singles as float64.
func (s *Single) Rows(positions []int) [][]float64 {
	for r, row := range s.Singles(positions, nil) {
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
	s.columns.add(v.matrix.set, v.samplesOf(add))
	v.active = append(slices.Clone(v.active), add...)
	s.measure()
	var cached []int
	for _, slot := range v.slots {
		if slot.coordinate >= 0 {
			cached = append(cached, slot.coordinate)
		}
	}
	for from := length; from < len(v.active); from += growColumns {
		to := min(from+growColumns, len(v.active))
		rows, stride, together := s.SingleBlock(v.active[from:to])
		part := make([][]float32, min(together, len(cached)))
		for r := range part {
			part[r] = make([]float32, stride)
		}
		for own := range slices.Chunk(cached, together) {
			rows(part[:len(own)], own)
			for r, c := range own {
				copy(lanes.Singles(v.slots[v.slotOf[c]].row)[from:to], part[r])
			}
		}
	}
}

// SingleBlock is the Block of View in float32, which is best asked for so many rows at a time. That of
// View, in float64, does not change.
func (s *Single) SingleBlock(columns []int) (rows func(dst [][]float32, coordinates []int), stride, together int) {
	c, stride, together := s.columns.over(s.matrix.set, s.samplesOf(columns))
	return func(dst [][]float32, coordinates []int) { s.fill(c, dst, coordinates) }, stride, together
}

// Product returns the product of the matrix over some coordinates, in float64, with b; nil if watch
// ends it.
func (s *Single) Product(coordinates []int, b []float64, watch func() bool) []float64 {
	sums, index, m := make([]float64, len(b)), s.samplesOf(coordinates), s.matrix
	s.certify(coordinates)
	if !blocks(m.origin, m.kernel, m.set, index, m.set, index, func(first int) int { return first }, func(i, first int, row []float64) {
		addSegment(sums, b, row[:min(len(row), i-first+1)], first, i)
		s.values += len(row)
	}, func(_, _ int) bool { return watch() }) {
		return nil
	}
	return sums
}

// Block is that of View, in float64.
func (s *Single) Block(columns []int) (rows func(dst [][]float64, coordinates []int), stride int) {
	s.certify(columns)
	return s.View.Block(columns)
}

// certify tells the device that the gradient of coordinates is computed in float64.
func (s *Single) certify(coordinates []int) {
	if s.device != nil {
		s.device.Certify(len(coordinates))
	}
}

// Double returns the view with rows in float64, which gets the memory of this one.
func (s *Single) Double() *View {
	if s.device != nil {
		s.device.Leave("rows in float32 do not suffice for this problem")
	}
	s.columns, s.wide = nil, nil // their memory is free for those in float64
	return s.matrix.ViewOf(s.memory, s.bytes, s.samples)
}
