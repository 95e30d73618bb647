package qp

import (
	"slices"

	"maxmargin/core/base/lanes"
)

// Shrinking makes the arrays smaller: shrunk coordinates leave the arrays and the cached
// rows, which stay contiguous, so that every later pass is shorter and still a plain SIMD
// loop. This costs a pass over the cache, so it waits until an eighth of the active set can
// be shrunk. While a cache has room for every row, a row of all columns is never computed twice, and
// one of fewer columns may have to be completed: so shrinking waits for a full cache, or for
// many sweeps. Rows of many columns gain most: of 5000 x 100 samples a fifth of the time, of 5000 x 20
// hardly any, and 4000 x 4 may lose as much.
//
// When shrunk coordinates come back, their gradient is updated with the coordinates that have moved
// since: g += sum over j of (b_j now - b_j then) K_j.

// Cache is Rows that keep what they have computed.
type Cache interface {
	Rows
	// Crowded reports whether there is no room for all rows that have been asked for.
	Crowded() bool
}

// shrinkingPays reports whether shorter rows can save more than they cost.
func (s *SMO) shrinkingPays() bool {
	cache, ok := s.problem.K.(Cache)
	return !ok || cache.Crowded() || s.sweeps > manySweeps*s.problem.K.Len()
}

// shrink drops shrinkable rows from the active set, if there are enough to pay for the
// cost.
func (s *SMO) shrink() {
	if !s.unshrunk && s.point.gap() <= 10*s.settings.Tolerance {
		// Near the end, check once whether rows that were shrunk early are still
		// shrinkable.
		s.unshrunk = true
		s.refresh()
		s.restore(s.shrinkable())
	}
	shrinkable := s.shrinkable()
	m := len(s.active)
	var keep, drop []int
	absent := 0
	for p, i := range s.active {
		switch {
		case s.absent(i):
			absent++
			drop = append(drop, p)
		case s.rowMeets(i, s.b, s.g, p, m, shrinkable):
			drop = append(drop, p)
		default:
			keep = append(keep, p)
		}
	}
	if len(drop)-absent < (m-absent)/8+1 || len(keep) < 2 {
		return
	}
	s.store()
	var l layer
	for _, p := range drop {
		l.set = append(l.set, s.active[p])
	}
	active := make([]int, len(keep))
	for q, p := range keep {
		active[q] = s.active[p]
	}
	l.others, l.before = active, s.netOf(active)
	s.removed = append(s.removed, l)
	s.shrunk += len(l.set) - absent
	s.problem.K.Shrink(keep)
	s.active = active
	s.compact()
}

// condition is a condition on a coordinate, given its number, b and gradient.
type condition func(coordinate int, b, g float64) bool

// rowMeets reports whether all coordinates of row i meet a condition. In b and g, the first
// of them is at position p and the others follow m apart.
func (s *SMO) rowMeets(i int, b, g []float64, p, m int, meets condition) bool {
	n := s.problem.K.Len()
	for c := range s.copies {
		if !meets(i+c*n, b[p+c*m], g[p+c*m]) {
			return false
		}
	}
	return true
}

// netOf returns, for each row, the sum of b over its coordinates.
func (s *SMO) netOf(rows []int) []float64 {
	at := make([]float64, len(rows))
	for p, i := range rows {
		at[p] = net(s.whole.b, i, s.problem.K.Len())
	}
	return at
}

// shrinkable returns the condition for a coordinate to be shrunk: it is at bound and, by
// the current extremes of the active set, will stay there. At the upper bound its gradient
// is below that of every coordinate in I_up; at the lower bound it is above that of every
// coordinate in I_low.
func (s *SMO) shrinkable() condition {
	smallestUp, largestLow, _ := s.extremes()
	return func(i int, b, g float64) bool {
		inUp, inLow := b < s.whole.hi[i], b > s.whole.lo[i]
		group := s.whole.groupOf(i)
		switch {
		case inUp && inLow:
			return false
		case !inUp && !inLow:
			return true
		case group < 0 && inUp: // at the lower bound: a positive gradient holds it there
			return g > s.settings.Tolerance
		case group < 0:
			return g < -s.settings.Tolerance
		case inUp:
			return g > largestLow[group]
		default:
			return g < smallestUp[group]
		}
	}
}

// refresh writes the active set back into the whole problem and updates the gradient of all
// shrunk rows.
func (s *SMO) refresh() {
	s.store()
	for p := range s.removed {
		l := &s.removed[p]
		var moved []int
		var delta []float64
		now := s.netOf(l.others)
		for q, i := range l.others {
			if d := now[q] - l.before[q]; d != 0 {
				moved, delta = append(moved, i), append(delta, d)
			}
		}
		for columns := range slices.Chunk(l.set, refreshColumns) {
			if s.approximate == nil {
				s.addBlock(columns, moved, delta)
			} else {
				s.addSingles(columns, moved, delta)
			}
		}
		// From here on only active rows can move.
		l.others, l.before = s.active, s.netOf(s.active)
	}
}

// refreshColumns is the number of rows that are updated at a time: the columns that the
// view prepares for them should be small compared with the data.
const refreshColumns = 4096

// addBlock adds delta_j K_j, over the rows j that moved, to the gradient of the
// coordinates of the rows in columns.
func (s *SMO) addBlock(columns, moved []int, delta []float64) {
	rows, stride := s.problem.K.Block(columns)
	sum := make([]float64, len(columns))
	values := make([][]float64, min(setSize, len(moved)))
	for r := range values {
		values[r] = make([]float64, stride)
	}
	for len(moved) > 0 {
		count := min(len(values), len(moved))
		rows(values[:count], moved[:count])
		lanes.UpdateAll(sum, delta[:count], values)
		moved, delta = moved[count:], delta[count:]
	}
	s.addSums(columns, sum)
}

// addSums adds a sum for each of some rows to the gradient of their coordinates.
func (s *SMO) addSums(rows []int, sums []float64) {
	for q, i := range rows {
		for c := i; c < len(s.whole.g); c += s.problem.K.Len() {
			s.whole.g[c] += sums[q]
		}
	}
}

// restore returns shrunk rows to the active set and reports whether any came back. Rows
// whose coordinates all meet the condition except stay shrunk; if it is nil, none does.
func (s *SMO) restore(except condition) bool {
	if len(s.removed) == 0 {
		return false
	}
	s.refresh()
	var back []int
	var remaining []layer
	for _, l := range s.removed {
		var stay []int
		for _, i := range l.set {
			if except != nil && s.rowMeets(i, s.whole.b, s.whole.g, i, s.problem.K.Len(), except) {
				stay = append(stay, i)
			} else {
				back = append(back, i)
			}
		}
		if len(stay) > 0 {
			remaining = append(remaining, layer{set: stay})
		}
	}
	if len(back) == 0 {
		return false
	}
	s.problem.K.Grow(back)
	s.active = append(append([]int(nil), s.active...), back...)
	s.compact()
	for p := range remaining {
		remaining[p].others, remaining[p].before = s.active, s.netOf(s.active)
	}
	s.removed = remaining
	return true
}

// store writes the active set back into the whole problem.
func (s *SMO) store() {
	n, m := s.problem.K.Len(), len(s.active)
	for c := range s.copies {
		for p, i := range s.active {
			s.whole.b[i+c*n], s.whole.g[i+c*n] = s.b[p+c*m], s.g[p+c*m]
		}
	}
}

// compact copies the coordinates of the active set into separate arrays.
func (s *SMO) compact() {
	w := &s.whole
	numbers := make([]int, 0, s.copies*len(s.active))
	for c := range s.copies {
		for _, i := range s.active {
			numbers = append(numbers, i+c*s.problem.K.Len())
		}
	}
	s.b, s.g = gather(w.b, numbers), gather(w.g, numbers)
	s.lo, s.hi, s.diag = gather(w.lo, numbers), gather(w.hi, numbers), gather(w.diag, numbers)
	s.q = gather(s.linear, numbers)
	if s.problem.Shift != nil {
		s.shift = gather(s.problem.Shift, numbers)
	}
	if w.group != nil {
		s.group = gather(w.group, numbers)
	}
	if s.copies > 1 {
		s.own, s.shared = gather(s.linear, numbers), make([]float64, len(s.active))
		for t := range s.own {
			s.own[t] += s.shifted(t)
		}
		for p := range s.shared {
			s.shared[p] = s.g[p] - s.own[p]
		}
	}
	s.set.forget()
}

// gather returns the entries of whole at index. Inlined eight times it would be 3 KB.
//
//go:noinline
func gather[T any](whole []T, index []int) []T {
	out := make([]T, len(index))
	for p, i := range index {
		out[p] = whole[i]
	}
	return out
}
