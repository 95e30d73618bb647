package interior

import "math"

// Rounded sets dst to the current point with the coordinates on a bound that will be
// there in the limit, and gradient to that of the objective there. An iterate itself
// has none: all of its coordinates are between the bounds. One belongs on a bound when
// it is nearer to it, in the scale of K, than its multiplier is to zero. What the rows
// of A lose by that is given to the others, in proportion to the room they have; with
// a row for every coordinate at most, they hold again.
func (s *Solver) Rounded(dst, gradient []float64) {
	p, at := s.problem, newState(s.problem.N, len(dst))
	copy(dst, s.b)
	for c := range dst {
		switch {
		case s.hasLow(c) && s.low[c]*s.scale.kernel < s.z[c] && s.low[c] <= s.high[c]:
			dst[c] = p.Lower[c]
		case s.hasHigh(c) && s.high[c]*s.scale.kernel < s.s[c]:
			dst[c] = p.Upper[c]
		}
	}
	for j, row := range p.Rows {
		missing, size := p.Sides[j], math.Abs(p.Sides[j])
		for c, a := range row {
			missing -= float64(a * dst[c])
			size += math.Abs(a * dst[c])
		}
		// Those on bounds stay there unless they must move.
		for _, free := range []bool{true, false} {
			if math.Abs(missing) > 1e-13*size {
				missing -= s.spread(dst, row, missing, free)
			}
		}
	}
	s.see(&at, dst)
	copy(gradient, at.g)
}

// spread moves coordinates so that row'b grows by as much as missing, and returns by
// how much it did: all of it, unless there is not so much room. free spares the
// coordinates that are on a bound.
func (s *Solver) spread(b, row []float64, missing float64, free bool) float64 {
	p, most := s.problem, math.Abs(missing)+s.scale.point // what is infinite counts as
	room := func(c int) float64 {
		lo, hi := p.Lower[c], p.Upper[c]
		if row[c] == 0 || lo == hi || free && (b[c] == lo || b[c] == hi) {
			return 0
		}
		if row[c]*missing > 0 {
			return min(hi-b[c], most)
		}
		return min(b[c]-lo, most)
	}
	total := 0.0
	for c, a := range row {
		total += max(a, -a) * room(c)
	}
	if total == 0 || missing == 0 {
		return 0
	}
	share := missing / total
	share = min(max(share, -1), 1)
	for c, a := range row {
		if a < 0 {
			b[c] -= share * room(c)
		} else {
			b[c] += share * room(c)
		}
		b[c] = min(max(b[c], p.Lower[c]), p.Upper[c])
	}
	return share * total
}
