package qp

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
	var keep, drop []int
	for p, i := range s.active {
		if settled(i, s.b[p], s.g[p]) {
			drop = append(drop, p)
		} else {
			keep = append(keep, p)
		}
	}
	if len(drop) < len(s.active)/8+1 || len(keep) < 2 {
		return
	}
	s.store()
	var l layer
	for _, p := range drop {
		l.coordinates = append(l.coordinates, s.active[p])
	}
	active := make([]int, len(keep))
	for q, p := range keep {
		active[q] = s.active[p]
	}
	l.others = active
	l.then = gather(s.whole.b, active)
	s.removed = append(s.removed, l)
	s.problem.K.Shrink(keep)
	s.active = active
	s.compact()
}

// settled returns the test for coordinates that stand at a bound and, going by
// the present extremes of the active set, will not leave it: at the upper bound
// with a gradient below every up's, at the lower one with one above every
// down's.
func (s *SMO) settled() func(coordinate int, b, g float64) bool {
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
		rows, stride := s.problem.K.Block(l.coordinates)
		sum := make([]float64, len(l.coordinates))
		var moved []int
		var delta []float64
		for q, i := range l.others {
			if d := s.whole.b[i] - l.then[q]; d != 0 {
				moved, delta = append(moved, i), append(delta, d)
			}
		}
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
		for q, i := range l.coordinates {
			s.whole.g[i] += sum[q]
		}
		// Only what is active now can move from here on.
		l.others = s.active
		l.then = gather(s.whole.b, s.active)
	}
}

// restore takes coordinates back into the active set: all but those that leave
// (nil: none) says may stay away. It reports whether any came back.
func (s *SMO) restore(leave func(coordinate int, b, g float64) bool) bool {
	if len(s.removed) == 0 {
		return false
	}
	s.refresh()
	var back []int
	var remaining []layer
	for _, l := range s.removed {
		var stay []int
		for _, i := range l.coordinates {
			if leave != nil && leave(i, s.whole.b[i], s.whole.g[i]) {
				stay = append(stay, i)
			} else {
				back = append(back, i)
			}
		}
		if len(stay) > 0 {
			remaining = append(remaining, layer{coordinates: stay})
		}
	}
	if len(back) == 0 {
		return false
	}
	s.problem.K.Grow(back)
	s.active = append(append([]int(nil), s.active...), back...)
	s.compact()
	for p := range remaining {
		remaining[p].others = s.active
		remaining[p].then = gather(s.whole.b, s.active)
	}
	s.removed = remaining
	return true
}

// store writes the active set back into the whole problem.
func (s *SMO) store() {
	for p, i := range s.active {
		s.whole.b[i], s.whole.g[i] = s.b[p], s.g[p]
	}
}

// compact copies the coordinates of the active set into arrays of their own.
func (s *SMO) compact() {
	w := &s.whole
	s.b, s.g = gather(w.b, s.active), gather(w.g, s.active)
	s.lo, s.hi, s.diag = gather(w.lo, s.active), gather(w.hi, s.active), gather(w.diag, s.active)
	if w.group != nil {
		s.group = make([]int, len(s.active))
		for p, i := range s.active {
			s.group[p] = w.group[i]
		}
	}
	s.set.forget()
}

// gather returns the entries of whole at index.
func gather(whole []float64, index []int) []float64 {
	out := make([]float64, len(index))
	for p, i := range index {
		out[p] = whole[i]
	}
	return out
}
