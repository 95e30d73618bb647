package qp

import "math"

// The selection scores of Smola & Schoelkopf (88), (89), of a row of K with all its
// coordinates. With z - s the gradient less the level, z, s >= 0, and Th(x) = 1
// for x > 0:
const (
	// ScoreGap: sum of z (a - lo) + s (hi - a), whose sum over all rows is the
	// duality gap.
	ScoreGap = "gap"
	// ScoreRoom: sum of Th(z) (a - lo) + Th(s) (hi - a), how far it may have to go.
	ScoreRoom = "room"
	// ScoreViolation: sum of z Th(a - lo) + s Th(hi - a), how steep that is.
	ScoreViolation = "violation"
)

// selection chooses rows to work on by their scores.
type selection struct {
	*study
	stuck []int // for how many choices in a row each row has stood at a bound that holds it
}

// stickyAfter is for how many choices a row must have been held at its bounds
// until it sticks there: it is not chosen any more, until without it all is well.
const stickyAfter = 10

// choose returns the pair of rows that violates the conditions most, if there is one,
// and then the others with the largest positive scores, most in all; and the
// largest violation of the rows that may be chosen.
//
// The pair is a precaution that the page asks for without naming one: rows of
// large scores alone may all have to move in one direction, which the equality
// forbids.
func (s *selection) choose(most int) (rows []int, gap float64) {
	up, down, gap := s.worstPair()
	chosen := make([]bool, s.n)
	add := func(i int) {
		if !chosen[i] {
			chosen[i] = true
			rows = append(rows, i)
		}
	}
	for _, c := range []int{up, down} {
		if c >= 0 {
			add(c % s.n)
		}
	}
	level, _, _ := s.levels()
	virtual := s.virtualBox()
	var best leaders
	for i := range s.n {
		if score := s.score(i, level, virtual); score > 0 && !s.sticky(i) {
			best.offer(score, i, most)
		}
	}
	for _, i := range best.positions {
		if len(rows) < most {
			add(i)
		}
	}
	return rows, gap
}

// score returns what Settings.Score says of row i.
func (s *selection) score(i int, level []float64, virtual float64) float64 {
	sum := 0.0
	for c := i; c < len(s.g); c += s.n {
		reduced := s.reduced(c, level)
		switch s.settings.Score {
		case ScoreViolation:
			sum += s.residual(c, reduced)
		case ScoreRoom:
			// Of a free coordinate the gradient is never exactly the level.
			if math.Abs(reduced) > s.settings.Tolerance/2 {
				sum += s.contribution(c, math.Copysign(1, reduced), virtual)
			}
		default:
			sum += s.contribution(c, reduced, virtual)
		}
	}
	return sum
}

// worstPair returns the coordinate that may grow and the one that may shrink which
// violate the conditions of a group most, or one alone, -1 for what there is not;
// and by how much; the first of those that are equal but for rounding. Sticky rows
// are left out.
func (s *selection) worstPair() (up, down int, gap float64) {
	up, down = -1, -1
	ups, downs := make([]int, s.groups), make([]int, s.groups)
	for g := range ups {
		ups[g], downs[g] = -1, -1
	}
	for c := range s.g {
		if s.sticky(c % s.n) {
			continue
		}
		g := s.groupOf(c)
		if g < 0 {
			if v := s.alone(c); v > gap {
				up, down, gap = c, -1, v
			}
			continue
		}
		if s.up(c) && (ups[g] < 0 || s.g[c] < s.g[ups[g]]-tie) {
			ups[g] = c
		}
		if s.down(c) && (downs[g] < 0 || s.g[c] > s.g[downs[g]]+tie) {
			downs[g] = c
		}
	}
	for g := range ups {
		if ups[g] < 0 || downs[g] < 0 {
			continue
		}
		if v := s.g[downs[g]] - s.g[ups[g]]; v > gap {
			up, down, gap = ups[g], downs[g], v
		}
	}
	return up, down, gap
}

func (s *selection) sticky(i int) bool { return s.stuck != nil && s.stuck[i] >= stickyAfter }

// stick counts how long rows have been held at their bounds. A row is, if the
// gradients of all its coordinates, less the level, point out of the bounds by
// more than the tolerance.
func (s *selection) stick() {
	if !s.settings.Shrinking {
		return
	}
	if s.stuck == nil {
		s.stuck = make([]int, s.n)
	}
	level, _, _ := s.levels()
	for i := range s.stuck {
		if s.sticky(i) {
			continue
		}
		held := true
		for c := i; c < len(s.g); c += s.n {
			reduced := s.reduced(c, level)
			held = held && (reduced > s.settings.Tolerance && !s.down(c) || reduced < -s.settings.Tolerance && !s.up(c))
		}
		if !held {
			s.stuck[i] = 0
		} else if s.stuck[i]++; s.sticky(i) {
			s.shrunk++
		}
	}
}

// unstick lets all rows be chosen again, and reports whether some could not.
func (s *selection) unstick() bool {
	for i := range s.stuck {
		if s.sticky(i) {
			clear(s.stuck)
			return true
		}
	}
	return false
}
