package qp

import "slices"

// Shrinking here makes the problem really smaller: coordinates that are set
// aside leave the arrays and the cached rows, which stay contiguous, so that
// every later pass is shorter and stays a plain SIMD loop. That costs a pass
// over the cache, so it waits until an eighth of the active set can go.
//
// The gradient of what is set aside is brought up to date when it comes back,
// from the coordinates that moved since: g += sum over j of (b_j - b_j then) K_j.

// shrink sets aside what is settled, if that is enough to pay for it.
func (s *SMO) shrink() {
	if !s.unshrunk && s.point.gap() <= 10*s.settings.Tolerance {
		// Close to the end what was set aside early deserves a second look.
		s.unshrunk = true
		s.refresh()
		s.restore(s.settled())
	}
	settled := s.settled()
	m := len(s.active)
	var keep, drop []int
	for p, i := range s.active {
		if s.all(i, s.b, s.g, p, m, settled) {
			drop = append(drop, p)
		} else {
			keep = append(keep, p)
		}
	}
	if len(drop) < m/8+1 || len(keep) < 2 {
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
	l.others, l.then = active, s.standing(active)
	s.removed = append(s.removed, l)
	s.shrunk += len(l.set)
	s.problem.K.Shrink(keep)
	s.active = active
	s.compact()
}

// test says something of a coordinate, given its number, b and gradient.
type test func(coordinate int, b, g float64) bool

// all reports whether a test holds for all coordinates of row i, of which b and g
// hold the first at position p and the others m apart.
func (s *SMO) all(i int, b, g []float64, p, m int, holds test) bool {
	n := s.problem.K.Len()
	for c := range s.copies {
		if !holds(i+c*n, b[p+c*m], g[p+c*m]) {
			return false
		}
	}
	return true
}

// standing returns b of rows, the coordinates of a row together.
func (s *SMO) standing(rows []int) []float64 {
	at := make([]float64, len(rows))
	for p, i := range rows {
		at[p] = net(s.whole.b, i, s.problem.K.Len())
	}
	return at
}

// settled returns the test for coordinates that stand at a bound and, going by
// the present extremes of the active set, will not leave it: at the upper bound
// with a gradient below every up's, at the lower one with one above every
// down's.
func (s *SMO) settled() test {
	smallestUp, largestDown, _ := s.extremes()
	return func(i int, b, g float64) bool {
		up, down := b < s.whole.hi[i], b > s.whole.lo[i]
		group := s.whole.groupOf(i)
		switch {
		case up && down:
			return false
		case !up && !down:
			return true
		case group < 0 && up: // at the lower bound: a positive gradient holds it there
			return g > s.settings.Tolerance
		case group < 0:
			return g < -s.settings.Tolerance
		case up:
			return g > largestDown[group]
		default:
			return g < smallestUp[group]
		}
	}
}

// refresh writes the active set back into the whole problem and brings the
// gradient of everything set aside up to date.
func (s *SMO) refresh() {
	s.store()
	for p := range s.removed {
		l := &s.removed[p]
		var moved []int
		var delta []float64
		now := s.standing(l.others)
		for q, i := range l.others {
			if d := now[q] - l.then[q]; d != 0 {
				moved, delta = append(moved, i), append(delta, d)
			}
		}
		for columns := range slices.Chunk(l.set, refreshColumns) {
			s.addBlock(columns, moved, delta)
		}
		// Only what is active now can move from here on.
		l.others, l.then = s.active, s.standing(s.active)
	}
}

// refreshColumns is how many rows are brought up to date at a time: what the view
// prepares for them should be small beside the data.
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
		addRows(sum, delta[:count], values)
		moved, delta = moved[count:], delta[count:]
	}
	for q, i := range columns {
		for c := i; c < len(s.whole.g); c += s.problem.K.Len() {
			s.whole.g[c] += sum[q]
		}
	}
}

// restore takes rows back into the active set: all but those whose coordinates
// leave (nil: none) says may stay away. It reports whether any came back.
func (s *SMO) restore(leave test) bool {
	if len(s.removed) == 0 {
		return false
	}
	s.refresh()
	var back []int
	var remaining []layer
	for _, l := range s.removed {
		var stay []int
		for _, i := range l.set {
			if leave != nil && s.all(i, s.whole.b, s.whole.g, i, s.problem.K.Len(), leave) {
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
		remaining[p].others, remaining[p].then = s.active, s.standing(s.active)
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

// compact copies the coordinates of the active set into arrays of their own.
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

// gather returns the entries of whole at index.
func gather[T any](whole []T, index []int) []T {
	out := make([]T, len(index))
	for p, i := range index {
		out[p] = whole[i]
	}
	return out
}
