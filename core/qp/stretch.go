package qp

// stretch moves along the ray through the present point to where the objective
// is smallest. Where the feasible set is a cone, t b is feasible with b for every
// t >= 0, and
//
//	1/2 t^2 V + t q'b,  V = b'(K + D)b,  is smallest at  t = -q'b / V.
//
// This is what makes a problem without a solution show it. Its dual is unbounded
// along rays on which V vanishes; steps over pairs climb them at a constant pace
// and never arrive, while with stretches they only turn the ray, as if they
// minimised V / (q'b)^2, the squared distance of the convex hulls of the classes,
// and the objective -(q'b)^2 / (2V) grows geometrically. It comes before every
// sweep: on clouds that barely overlap, with stretches 16 sweeps apart, the steps
// within a sweep climbed on, and hundreds of millions were not enough.
func (s *SMO) stretch() {
	factor, objective := s.alongRay(s.q)
	if factor == 1 {
		return
	}
	for p := range s.shared {
		s.shared[p] *= factor
	}
	for t := range s.own {
		s.own[t] = s.q[t] + s.shifted(t)
	}
	s.objective = objective
}

// alongRay moves the point, and returns t and the objective there; 1 if that is not
// worth while.
func (p *point) alongRay(q []float64) (factor, objective float64) {
	var v, linear float64
	for t, b := range p.b {
		v += b * (p.g[t] - q[t])
		linear += b * q[t]
	}
	if !(v > 0 && linear < 0) {
		return 1, 0
	}
	factor = -linear / v
	if factor < 1+worthwhile && factor > 1-worthwhile {
		return 1, 0
	}
	for t, q := range q {
		p.b[t] *= factor
		p.g[t] = float64(factor*(p.g[t]-q)) + q
	}
	return factor, -linear * linear / v / 2
}

// worthwhile is the relative change below which a stretch would only disturb.
const worthwhile = 0.01
