package qp

import "maxmargin/core/lanes"

// Shrinking here makes the problem really smaller: coordinates that are set
// aside leave the arrays and the cached rows, which stay contiguous, so that
// every later pass is shorter and stays a plain SIMD loop. That costs a pass
// over the cache, so it waits until an eighth of the active set can go.
//
// The gradient of what is set aside is brought up to date when it comes back,
// from the coordinates that moved since: g += sum over j of (b_j - b_j then) K_j.

// shrink sets aside what is settled, if that is enough to pay for it.
func (s *SMO) shrink() {
	if _, _, gap := s.pick(); !s.unshrunk && gap <= 10*s.settings.Tolerance {
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
	l.then = gather(s.beta, active)
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
	smallestUp, largestDown, _ := s.extremes(len(s.active), func(p int) (int, float64, float64) {
		return s.active[p], s.b[p], s.g[p]
	})
	return func(i int, b, g float64) bool {
		up, down := b < s.upper[i], b > s.lower[i]
		group := s.groupOf(i)
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
		row, stride := s.problem.K.Block(l.coordinates)
		values, sum := make([]float64, stride), make([]float64, len(l.coordinates))
		for q, i := range l.others {
			if delta := s.beta[i] - l.then[q]; delta != 0 {
				row(values, i)
				lanes.Update(sum, delta, values, 0, values)
			}
		}
		for q, i := range l.coordinates {
			s.gradient[i] += sum[q]
		}
		// Only what is active now can move from here on.
		l.others = s.active
		l.then = gather(s.beta, s.active)
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
			if leave != nil && leave(i, s.beta[i], s.gradient[i]) {
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
		remaining[p].then = gather(s.beta, s.active)
	}
	s.removed = remaining
	return true
}

// store writes the active set back into the whole problem.
func (s *SMO) store() {
	for p, i := range s.active {
		s.beta[i], s.gradient[i] = s.b[p], s.g[p]
	}
}

// compact copies the coordinates of the active set into arrays of their own.
func (s *SMO) compact() {
	s.b, s.g = gather(s.beta, s.active), gather(s.gradient, s.active)
	s.lo, s.hi, s.diag = gather(s.lower, s.active), gather(s.upper, s.active), gather(s.diagonal, s.active)
	if s.problem.Group != nil {
		s.group = make([]int, len(s.active))
		for p, i := range s.active {
			s.group[p] = s.problem.Group[i]
		}
	}
}

// gather returns the entries of whole at index.
func gather(whole []float64, index []int) []float64 {
	out := make([]float64, len(index))
	for p, i := range index {
		out[p] = whole[i]
	}
	return out
}

func (s *SMO) groupOf(coordinate int) int {
	if s.problem.Group == nil {
		return 0
	}
	return s.problem.Group[coordinate]
}
