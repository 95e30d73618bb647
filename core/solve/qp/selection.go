package qp

import "math"

// The selection scores of Smola & Schoelkopf (88), (89). Each is a sum over all coordinates of a
// row of K. With z - s the gradient less the level, z, s >= 0, and Th(x) = 1 for x > 0:
const (
	// ScoreGap: sum of z (a - lo) + s (hi - a), whose sum over all rows is the
	// duality gap.
	ScoreGap = "gap"
	// ScoreRoom: sum of Th(z) (a - lo) + Th(s) (hi - a), how far the coordinates may have
	// to move.
	ScoreRoom = "room"
	// ScoreViolation: sum of z Th(a - lo) + s Th(hi - a), how steep the objective is.
	ScoreViolation = "violation"
)

// selection chooses rows to work on by their scores.
type selection struct {
	*study
	stuck []int // for each row: at how many consecutive choices its gradient held it at its bounds
}

// stickyAfter is the number of consecutive choices at which a row must be held at its
// bounds to become sticky. A sticky row is not chosen again until the other rows meet their
// conditions.
const stickyAfter = 10

// choose returns the rows of the most violating pair, if there is one, then those with the
// largest positive scores, together at most most rows. gap is the largest violation over
// the rows that may be chosen.
//
// The pair is the precaution that the tutorial demands but does not specify: rows with
// large scores may all have to move in the same direction, which the equality forbids.
func (s *selection) choose(most int) (rows []int, gap float64) {
	up, low, gap := s.worstPair()
	chosen := make([]bool, s.n)
	add := func(i int) {
		if !chosen[i] {
			chosen[i] = true
			rows = append(rows, i)
		}
	}
	for _, c := range []int{up, low} {
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

// record adds the scores of a working set to the trace, before it is worked on.
func (s *selection) record(rows []int) {
	if !s.watch.wants() {
		return
	}
	level, _, _ := s.levels()
	virtual := s.virtualBox()
	for _, i := range rows {
		s.watch.trace.Scores = append(s.watch.trace.Scores, s.score(i, level, virtual))
	}
}

// score returns the score of row i by Settings.Score.
func (s *selection) score(i int, level []float64, virtual float64) float64 {
	sum := 0.0
	for c := i; c < len(s.g); c += s.n {
		reduced := s.reduced(c, level)
		switch s.settings.Score {
		case ScoreViolation:
			sum += s.residual(c, reduced)
		case ScoreRoom:
			// The gradient of a free coordinate never equals the level exactly.
			if math.Abs(reduced) > s.settings.Tolerance/2 {
				sum += s.contribution(c, math.Copysign(1, reduced), virtual)
			}
		default:
			sum += s.contribution(c, reduced, virtual)
		}
	}
	return sum
}

// worstPair returns the pair, of I_up and I_low of one group, with the largest violation, and that
// violation. For a coordinate without a group low is -1; both are -1 if there is no violation. Of
// pairs that are equal up to rounding it returns the first. It ignores sticky rows.
func (s *selection) worstPair() (up, low int, gap float64) {
	up, low = -1, -1
	ups, lows := make([]int, s.groups), make([]int, s.groups)
	for g := range ups {
		ups[g], lows[g] = -1, -1
	}
	for c := range s.g {
		if s.sticky(c % s.n) {
			continue
		}
		g := s.groupOf(c)
		if g < 0 {
			if v := s.violation(c); v > gap {
				up, low, gap = c, -1, v
			}
			continue
		}
		if s.inUp(c) && (ups[g] < 0 || s.g[c] < s.g[ups[g]]-tie) {
			ups[g] = c
		}
		if s.inLow(c) && (lows[g] < 0 || s.g[c] > s.g[lows[g]]+tie) {
			lows[g] = c
		}
	}
	for g := range ups {
		if ups[g] < 0 || lows[g] < 0 {
			continue
		}
		if v := s.g[lows[g]] - s.g[ups[g]]; v > gap {
			up, low, gap = ups[g], lows[g], v
		}
	}
	return up, low, gap
}

func (s *selection) sticky(i int) bool { return s.stuck != nil && s.stuck[i] >= stickyAfter }

// stick counts at how many consecutive choices rows have been held at their bounds. A row
// is held if the gradients of all its coordinates, less the level, point out of the bounds
// by more than the tolerance.
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
			held = held && (reduced > s.settings.Tolerance && !s.inLow(c) || reduced < -s.settings.Tolerance && !s.inUp(c))
		}
		if !held {
			s.stuck[i] = 0
		} else if s.stuck[i]++; s.sticky(i) {
			s.shrunk++
		}
	}
}

// unstick allows all rows to be chosen again, and reports whether some were sticky.
func (s *selection) unstick() bool {
	for i := range s.stuck {
		if s.sticky(i) {
			clear(s.stuck)
			return true
		}
	}
	return false
}
