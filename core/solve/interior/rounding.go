package interior

import "math"

// Rounded sets dst to the current point with some coordinates moved to a bound, and gradient to the
// gradient of the objective there. An iterate has no coordinate at a bound; Rounded moves those
// that will be there in the limit: those that are nearer to the bound, in the scale of K, than
// their multiplier is to zero. The move changes A b. The other coordinates compensate, in
// proportion to their distance from the bounds, so that A b = d holds again if no coordinate is in
// two rows of A.
func (s *Solver) Rounded(dst, gradient []float64) {
	at := append([]coordinate(nil), s.at...)
	for i := range at {
		switch c := &at[i]; {
		case c.low*s.scale.kernel < c.z && c.low <= c.high:
			c.b = c.lo
		case c.high*s.scale.kernel < c.s:
			c.b = c.hi
		}
	}
	for j, row := range s.problem.Rows {
		missing, size := s.problem.Sides[j], math.Abs(s.problem.Sides[j])
		for i, a := range row {
			missing -= float64(a * at[i].b)
			size += math.Abs(a * at[i].b)
		}
		// Coordinates on bounds move only if the others do not suffice.
		for _, free := range []bool{true, false} {
			if math.Abs(missing) > 1e-15*size {
				missing -= s.spread(at, row, missing, free)
			}
		}
	}
	s.see(at)
	for i := range at {
		dst[i], gradient[i] = at[i].b, at[i].g
	}
}

// spread moves coordinates so that row'b grows by missing, and returns its growth, which is less if
// the bounds do not allow it. With free it moves only coordinates that are not on a bound.
func (s *Solver) spread(at []coordinate, row []float64, missing float64, free bool) float64 {
	most := math.Abs(missing) + s.scale.point // replaces an infinite distance
	room := func(i int) float64 {
		c := &at[i]
		if row[i] == 0 || c.fixed() || free && (c.b == c.lo || c.b == c.hi) {
			return 0
		}
		if row[i]*missing > 0 {
			return min(c.hi-c.b, most)
		}
		return min(c.b-c.lo, most)
	}
	total := 0.0
	for i, a := range row {
		total += math.Abs(a) * room(i)
	}
	if total == 0 {
		return 0
	}
	share := min(max(missing/total, -1), 1)
	for i, a := range row {
		c := &at[i]
		c.b = min(max(c.b+share*math.Copysign(room(i), a), c.lo), c.hi)
	}
	return share * total
}
