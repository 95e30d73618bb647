package simplex

import (
	"math"

	"maxmargin/core/base/lanes"
)

const (
	// still is the part of the largest movement below which a row or a coefficient does not
	// move, but for rounding.
	still = 1e-10
	// firm is the part from which on it may enter or leave the basis without loss of digits.
	firm = 1e-6
	// lost is the movement of tight rows, as part of the largest one, at which W has lost its
	// digits.
	lost = 1e-9
)

// step makes a move. It reports false if rounding prevents it: if nothing ends it that could enter
// or leave the basis. If W has lost its digits it computes W again instead.
func (s *Solver) step(m move) bool {
	s.da = s.da[:0]
	for p, w := range s.inverse {
		if m.row >= 0 {
			s.da = append(s.da, m.sign*w[m.row])
		} else {
			s.da = append(s.da, -m.sign*m.inner[p])
		}
	}
	clear(s.df)
	for p, j := range s.basic {
		lanes.Update(s.df, s.da[p], s.columns[j].values)
	}
	if m.row < 0 {
		lanes.Update(s.df, m.sign, s.columns[m.column].values)
	}
	largest, moved := 0.0, 0.0
	for i, d := range s.df {
		largest = max(largest, math.Abs(d))
		if q := s.position[i]; q >= 0 && q != m.row {
			moved = max(moved, math.Abs(d))
			s.df[i] = 0
		}
	}
	if moved > lost*largest && s.stale > 10 && s.Renew() {
		return true
	}
	slope, side := 0.0, int8(0)
	if m.row >= 0 { // from now on it is a row like others, in the part that it moves to
		i := s.tight[m.row]
		s.position[i], side = -1, s.side[i]
		if s.low[i] == s.high[i] || float64(s.side[i]) == m.sign {
			s.side[i] = int8(m.sign)
		} else {
			s.side[i] = within
		}
		slope = m.sign * (float64(s.side[i])*s.cost[i] - s.y[i])
	} else {
		c := &s.columns[m.column]
		slope = m.sign * (c.price(m.sign) + lanes.Sum(s.y, c.values))
	}
	s.collect(largest)
	end, ok := s.walk(slope)
	if !ok {
		if m.row >= 0 {
			s.position[s.tight[m.row]], s.side[s.tight[m.row]] = m.row, side
		}
		return false
	}
	for p, d := range s.da {
		s.a[p] += end.at * d
	}
	for i, d := range s.df {
		s.f[i] += end.at * d
	}
	s.change(m, end)
	return true
}

// collect lists the crossings of the path.
func (s *Solver) collect(largest float64) {
	s.way = s.way[:0]
	for i, d := range s.df {
		if s.position[i] >= 0 || math.Abs(d) <= still*largest {
			continue
		}
		toward := int8(1)
		if d < 0 {
			toward = -1
		}
		met := func(limit, to int8) {
			if at := s.limit(i, limit); !math.IsInf(at, 0) {
				s.way = append(s.way, crossing{at: max(0, (at-s.f[i])/d), rise: s.cost[i] * math.Abs(d), pivot: math.Abs(d) / largest, row: i, limit: limit, to: to})
			}
		}
		if s.low[i] == s.high[i] {
			if s.side[i] == -toward {
				s.way = append(s.way, crossing{at: max(0, (s.limit(i, below)-s.f[i])/d), rise: 2 * s.cost[i] * math.Abs(d), pivot: math.Abs(d) / largest, row: i, limit: -toward, to: toward})
			}
			continue
		}
		if s.side[i] == -toward {
			met(-toward, within)
		}
		if s.side[i] != toward {
			met(toward, toward)
		}
	}
	most := 0.0
	for _, d := range s.da {
		most = max(most, math.Abs(d))
	}
	for p, d := range s.da {
		c := &s.columns[s.basic[p]]
		if c.up > 0 && d*c.sign < 0 && math.Abs(d) > still*most {
			s.way = append(s.way, crossing{at: max(0, -s.a[p]/d), rise: (c.up + c.down) * math.Abs(d), pivot: math.Abs(d) / most, row: -1, basic: p})
		}
	}
}

// walk passes crossings as long as the objective falls, and returns the last firm one, if there is
// one.
func (s *Solver) walk(slope float64) (end crossing, ok bool) {
	h := s.way
	for at := len(h)/2 - 1; at >= 0; at-- {
		sift(h, at)
	}
	passed := 0 // crossings from here on are beyond the end
	var met []crossing
	for len(h) > 0 && (slope < 0 || !ok) {
		c := h[0]
		h[0] = h[len(h)-1]
		h = h[:len(h)-1]
		sift(h, 0)
		slope += c.rise
		if c.pivot >= firm {
			end, ok, passed = c, true, len(met)
		}
		met = append(met, c)
	}
	for _, c := range met[:passed] {
		if c.row >= 0 {
			s.side[c.row] = c.to
		} else {
			s.columns[s.basic[c.basic]].sign *= -1
		}
	}
	return end, ok
}

// sift moves an entry of a heap down until none below it comes earlier.
func sift(h []crossing, at int) {
	for {
		least := 2*at + 1
		if least >= len(h) {
			return
		}
		if least+1 < len(h) && h[least+1].at < h[least].at {
			least++
		}
		if h[at].at <= h[least].at {
			return
		}
		h[at], h[least] = h[least], h[at]
		at = least
	}
}

// change puts the moved column or row into the basis, in place of the end of the path or in
// addition.
func (s *Solver) change(m move, end crossing) {
	outer := make([]float64, len(s.basic)) // W'h of the values h of the basic columns in the row at the end
	if i := end.row; i >= 0 {
		h := make([]float64, len(s.basic))
		for p, j := range s.basic {
			h[p] = s.columns[j].values[i]
		}
		s.left(outer, h)
		s.side[i], s.f[i] = end.limit, s.limit(i, end.limit)
	} else {
		out := &s.columns[s.basic[end.basic]]
		out.position, out.known = -1, false
	}
	if m.row < 0 {
		s.columns[m.column].sign = m.sign
	}
	switch {
	case m.row < 0 && end.row >= 0:
		s.grow(m.column, end.row, m.inner, outer, m.sign*s.df[end.row])
		s.a = append(s.a, m.sign*end.at)
	case m.row < 0:
		s.exchange(end.basic, m.column, m.inner)
		s.a[end.basic] = m.sign * end.at
	case end.row >= 0:
		s.replace(m.row, end.row, outer)
	default:
		s.shrink(end.basic, m.row)
		s.a[end.basic] = s.a[len(s.a)-1]
		s.a = s.a[:len(s.a)-1]
	}
	for p, j := range s.basic {
		s.columns[j].position = p
	}
	for q, i := range s.tight {
		s.position[i] = q
	}
}
