package qp

import "math"

// stretch moves along the ray through the present point to its smallest objective. If the feasible
// set is a cone, t b is feasible for every t >= 0, and
//
//	1/2 t^2 V + t q'b,  V = b'(K + D)b,  is smallest at  t = -q'b / V.
//
// Stretching reveals problems without a solution. Their dual is unbounded along a ray on which V
// vanishes. Steps over pairs climb such a ray at a constant pace and never end. With stretches,
// steps only turn the ray: they minimise V / (q'b)^2, the squared distance between the convex hulls
// of the classes, and the objective -(q'b)^2 / (2V) changes geometrically. The ray is the
// certificate:
// w|^2 = V = 0 along it. Every sweep begins with a stretch: with one before every 16th sweep, hundreds
// of millions of steps were not enough for clouds that barely overlap.
func (s *SMO) stretch() {
	factor, objective := s.alongRay(s.q)
	if factor == 1 {
		return
	}
	s.stretched(factor)
	s.objective = objective
}

// stretched updates the values that depend on the point.
func (s *SMO) stretched(factor float64) {
	for p := range s.shared {
		s.shared[p] *= factor
	}
	for t := range s.own {
		s.own[t] = s.q[t] + s.shifted(t)
	}
}

// alongRay moves the point, and returns t and the objective there; t is 1 if the change is
// negligible.
//
// If V is zero and q'b is negative, the ray proves that the objective has no minimum: for a
// classifier, the convex hulls of the classes meet. V may be zero only by rounding, so t is
// then large but finite, and the next stretch checks whether V is positive there.
func (p *point) alongRay(q []float64) (factor, objective float64) {
	var v, linear float64
	for t, b := range p.b {
		v += b * (p.g[t] - q[t])
		linear += b * q[t]
	}
	if !(linear < 0) {
		return 1, 0
	}
	factor = flatFactor
	if v > 0 {
		factor = -linear / v
	}
	if factor < 1+worthwhile && factor > 1-worthwhile {
		return 1, 0
	}
	p.scale(factor, q)
	return factor, factor * (factor*v/2 + linear)
}

// scale multiplies the point by a factor.
func (p *point) scale(factor float64, q []float64) {
	for t, q := range q {
		p.b[t] *= factor
		p.g[t] = float64(factor*(p.g[t]-q)) + q
	}
}

// lengthen improves a warm start b that solved the problem with smaller bounds, that is a smaller
// C. It moves b along its ray to the smallest objective within the bounds, and returns t, which is
// 1 if the change is negligible. Most coordinates at bound stay at bound in the new solution, so t
// b is closer to it than b. The sums over groups must be zero, so that a factor does not change
// them.
func (p *point) lengthen(q []float64) float64 {
	var v, linear float64
	furthest := math.Inf(1)
	sum, size := make([]float64, p.groups), make([]float64, p.groups)
	for t, b := range p.b {
		v += b * (p.g[t] - q[t])
		linear += b * q[t]
		switch {
		case b > 0:
			furthest = min(furthest, p.hi[t]/b)
		case b < 0:
			furthest = min(furthest, p.lo[t]/b)
		}
		if g := p.groupOf(t); g >= 0 {
			sum[g] += b
			size[g] += math.Abs(b)
		}
	}
	for g := range sum {
		if math.Abs(sum[g]) > 1e-9*size[g] {
			return 1
		}
	}
	factor := furthest
	if v > 0 {
		factor = min(furthest, -linear/v)
	}
	if !(factor > 1+worthwhile) || math.IsInf(factor, 1) {
		return 1
	}
	p.scale(factor, q)
	for t, b := range p.b {
		near := atBound * math.Abs(b)
		switch {
		case b > 0 && b >= p.hi[t]-near:
			p.b[t] = p.hi[t]
		case b < 0 && b <= p.lo[t]+near:
			p.b[t] = p.lo[t]
		}
	}
	return factor
}

// flatFactor is the t that is used if V is not positive.
const flatFactor = 1000

// worthwhile is the smallest relative change for which a stretch is made.
const worthwhile = 0.01
