package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
)

// enter adds sample i, which is at a bound or between, to the margin set. While i depends on
// samples in S, the solution moves along the direction that does not change the decision function,
// until one of S meets a bound and leaves, or i itself does. It returns the samples that left.
func (s *Set) enter(i int) (left []int) {
	row := s.K.Row(i)
	direction := 1.0
	if s.Places[i] == High {
		direction = -1
	}
	for !s.extend(i) && !s.indefinite {
		r := make([]float64, len(s.free))
		for p, j := range s.free {
			r[p] = -direction * row[j]
		}
		e := s.solve(r, -direction)
		length, out := s.meeting(r, s.room(i, direction))
		place := High
		if out >= 0 && r[out] < 0 {
			place = Low
		}
		for p, j := range s.free {
			r[p] *= length
			s.Coef[j] += r[p]
		}
		s.Coef[i] += length * direction
		for j := range s.Gradient {
			s.Gradient[j] += length * direction * row[j]
		}
		s.shift(length * e)
		s.addFree(s.Gradient, r)
		if out < 0 {
			s.Places[i] = Low
			if direction > 0 {
				s.Places[i] = High
			}
			s.settle(i)
			return left
		}
		left = append(left, s.free[out])
		s.leave(out, place)
	}
	return left
}

// room returns the distance of a variable from its bound in a direction.
func (s *Set) room(i int, direction float64) float64 {
	if direction > 0 {
		return max(s.High[i]-s.Coef[i], 0)
	}
	return max(s.Coef[i]-s.Low[i], 0)
}

// meeting returns after which multiple of the step r, at most length, a variable of S meets a
// bound, and its position, of several the fastest; -1 if there is none.
func (s *Set) meeting(r []float64, length float64) (multiple float64, at int) {
	at = -1
	for p, v := range r {
		step := s.room(s.free[p], v) / math.Abs(v)
		if step < length*(1-1e-13) || step <= length && (at < 0 || math.Abs(v) > math.Abs(r[at])) {
			length, at = min(step, length), p
		}
	}
	return length, at
}

// settle moves the variable of a sample that is not free exactly to its bound. What little the
// sum changes by, polish gives to others.
func (s *Set) settle(i int) {
	to := s.Low[i]
	if s.Places[i] == High {
		to = s.High[i]
	}
	if d := to - s.Coef[i]; d != 0 {
		row := s.K.Row(i)
		for j := range s.Gradient {
			s.Gradient[j] += d * row[j]
		}
		s.Coef[i] = to
	}
}

// extend adds sample i unless it is dependent.
func (s *Set) extend(i int) bool {
	row := s.K.Row(i)
	h := s.factor.row(len(s.free) + 1)
	for p, j := range s.free {
		h[p] = row[j] + s.gamma
	}
	own := row[i] + s.gamma
	h[len(s.free)] = own
	if pivot := s.factor.extend(h, singular*own); !(pivot > singular*own) {
		s.indefinite = s.indefinite || pivot < -indefinite*math.Abs(own) && s.bent(i)
		return false
	}
	s.free = append(s.free, i)
	s.Places[i] = Free
	return true
}

// bent reports whether the matrix of the margin set and sample i has a negative eigenvalue. It
// eliminates with the largest pivots: in the factor, which changes with every breakpoint, rounding
// errors grow if samples are nearly dependent.
func (s *Set) bent(i int) bool {
	samples := append(slices.Clone(s.free), i)
	m := len(samples)
	h := make([][]float64, m)
	largest := 0.0
	for p, j := range samples {
		row := s.K.Row(j)
		for _, k := range samples {
			h[p] = append(h[p], row[k]+s.gamma)
		}
		largest = max(largest, math.Abs(h[p][p]))
	}
	least := indefinite * largest
	for k := range m {
		at := k
		for p := k; p < m; p++ {
			if h[p][p] > h[at][at] {
				at = p
			}
		}
		pivot := h[at][at]
		if pivot <= least { // the rest is rounding, or has a negative eigenvalue
			for p := k; p < m; p++ {
				for _, v := range h[p][k:] {
					if v < -least || v > least {
						return true
					}
				}
			}
			return false
		}
		h[k], h[at] = h[at], h[k]
		for p := k; p < m; p++ {
			h[p][k], h[p][at] = h[p][at], h[p][k]
		}
		for p := k + 1; p < m; p++ {
			lanes.Update(h[p][k+1:], -h[p][k]/pivot, h[k][k+1:])
		}
	}
	return false
}

// leave moves position p of the margin set to a bound. It returns L^-1 H_Si of the sample that left,
// with the set S and the factor L that are left.
func (s *Set) leave(p int, place Place) []float64 {
	i := s.free[p]
	column := s.factor.remove(p)
	s.free = append(s.free[:p], s.free[p+1:]...)
	s.Places[i] = place
	s.settle(i)
	return column
}
