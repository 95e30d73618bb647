package program

import (
	"math"

	"maxmargin/core/base/linalg"
)

// begin makes the start: the solution of a least squares problem, from which the slacks and
// multipliers are moved to positive values of their size (Mehrotra 1992, section 7).
func (s *solver) begin(watch func(done float64) bool) error {
	d, e := make([]float64, s.n), make([]float64, s.m)
	for j := range s.at {
		c := &s.at[j]
		s.f[j], d[j] = -c.c, 1
		if c.fixed {
			d[j] = 2 * gone
		}
	}
	limited := make([]float64, s.m)
	for k := range s.sides {
		v := &s.sides[k]
		limited[v.row]++
		s.g[v.row] += (v.sign*v.limit - s.g[v.row]) / limited[v.row]
	}
	for i := range e {
		switch {
		case i >= len(s.original.Low):
			e[i] = 1
		case s.equal[i]:
			s.g[i] = s.original.Low[i] * s.row[i]
		case limited[i] == 0:
			e[i] = 2 * gone
		default:
			e[i] = 1
		}
	}
	for j := range s.at {
		if c := &s.at[j]; c.fixed { // its part of A x is on the right
			s.dx[j] = c.lo
		}
	}
	s.a.Multiply(s.ax, s.dx)
	for i := range s.g {
		s.g[i] -= s.ax[i]
	}
	if err := s.prepare(d, e, 1e-8, watch); err != nil {
		return err
	}
	if s.newton.solve(s.dx, s.dy, s.f, s.g); s.stopped {
		return linalg.ErrStopped
	}
	copy(s.y, s.dy)
	for j := range s.at {
		s.place(&s.at[j], s.dx[j])
		s.dx[j] = s.at[j].x
	}
	s.a.Multiply(s.ax, s.dx)
	for k := range s.sides {
		v := &s.sides[k]
		left := v.limit - v.sign*s.ax[v.row]
		v.slack = max(left, 0) + max(0.1, 0.1*math.Abs(left))
		v.y = max(1, math.Abs(s.dy[v.row]))
		if v.priced() {
			v.excess = max(-left, 0) + max(0.1, 0.1*math.Abs(left))
			v.y = min(v.y, v.cost/2)
			v.rest = v.cost - v.y
		}
	}
	s.mu = s.product()
	return nil
}

// place sets the start of a variable, inside its bounds.
func (s *solver) place(c *column, x float64) {
	if c.fixed {
		c.x, c.low, c.high = c.lo, 1, 1
		return
	}
	margin := min(0.1*max(1, math.Abs(x)), (c.hi-c.lo)/4)
	c.x = min(max(x, c.lo+margin), c.hi-margin)
	c.low, c.high = c.x-c.lo, c.hi-c.x
	if !math.IsInf(c.lo, -1) {
		c.z = 1
	}
	if !math.IsInf(c.hi, 1) {
		c.u = 1
	}
}

// product returns the mean of the products of all pairs.
func (s *solver) product() float64 {
	sum, count := 0.0, 0
	add := func(distance, multiplier float64) {
		sum += distance * multiplier
		count++
	}
	s.pairs(add)
	return sum / float64(max(count, 1))
}

func (s *solver) pairs(visit func(distance, multiplier float64)) {
	for j := range s.at {
		c := &s.at[j]
		if c.fixed {
			continue
		}
		if c.z > 0 {
			visit(c.low, c.z)
		}
		if c.u > 0 {
			visit(c.high, c.u)
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		visit(v.slack, v.y)
		if v.priced() {
			visit(v.excess, v.rest)
		}
	}
}

// advance takes the step of the predictor and corrector, unless it is ended before. The predictor
// aims at products of zero; the length of its step decides the products that the corrector aims at.
// The corrector includes the second-order terms of the predictor. If only a share of its step is
// possible, the terms of the whole step can make the points repeat (Cartis 2009), so a careful run
// takes those of that share (Colombo and Gondzio 2008), which takes more steps for other problems.
func (s *solver) advance() {
	s.aim(0, 0)
	if s.direction(); s.stopped {
		return
	}
	primal, dual := s.lengths(1)
	sum, count := 0.0, 0
	s.after(primal, dual, func(product float64) {
		sum += product
		count++
	})
	share := 0.0
	if count > 0 {
		share = sum / float64(count) / s.mu
		share *= share * share
	}
	least := 0.01 * s.settings.Tolerance / float64(max(count, 1)) // smaller products do not count for the gap
	weight := 1.0
	if s.careful {
		weight = primal * dual
		if s.since > 2 { // these do, too: without the terms, steps towards the centre gain
			weight, share = 0, max(share, 0.5)
		}
	}
	s.aim(max(min(share, 1)*s.mu, least), weight)
	if s.direction(); s.stopped {
		return
	}
	primal, dual = s.lengths(0.995)
	if s.original.Terms != nil {
		primal = s.tried(primal)
		dual = primal
	}
	if s.stopped {
		return
	}
	s.move(primal, dual)
	s.mu = s.product()
}

// aim sets the wanted changes of the products, with a weight for the second-order terms of the last
// direction.
func (s *solver) aim(target, weight float64) {
	for j := range s.at {
		c, dx := &s.at[j], s.dx[j]
		c.mz, c.mu = target-c.low*c.z, target-c.high*c.u
		if weight > 0 { // before the first direction there are none
			c.mz -= float64(weight * dx * c.dz)
			c.mu += float64(weight * dx * c.du)
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		v.ms, v.mx = target-v.slack*v.y, target-v.excess*v.rest
		if weight > 0 {
			v.ms -= float64(weight * v.dslack * v.dy1)
			v.mx += float64(weight * v.dexcess * v.dy1)
		}
	}
}

// direction solves for the Newton step.
func (s *solver) direction() {
	for j := range s.at {
		c := &s.at[j]
		s.f[j] = -s.rf[j]
		if c.fixed {
			s.f[j] = 0
			continue
		}
		if c.z > 0 {
			s.f[j] += c.mz / c.low
		}
		if c.u > 0 {
			s.f[j] -= c.mu / c.high
		}
	}
	copy(s.g, s.rg)
	for k := range s.sides {
		v := &s.sides[k]
		g := v.g - v.ms/v.y
		if v.priced() {
			g += v.mx / v.rest
		}
		s.g[v.row] += v.sign * g / v.e
	}
	for k := range s.sides { // the row's E is one over the sum of the sides'
		if i := s.sides[k].row; k == 0 || s.sides[k-1].row != i {
			s.g[i] *= s.rowE(k)
		}
	}
	s.newton.solve(s.dx, s.dy, s.f, s.g)
	for j := range s.at {
		c, dx := &s.at[j], s.dx[j]
		c.dz, c.du = 0, 0
		if c.fixed {
			continue
		}
		if c.z > 0 {
			c.dz = (c.mz - c.z*dx) / c.low
		}
		if c.u > 0 {
			c.du = (c.mu + c.u*dx) / c.high
		}
	}
	s.a.Multiply(s.rowWork, s.dx)
	for k := range s.sides {
		v := &s.sides[k]
		g := v.g - v.ms/v.y
		if v.priced() {
			g += v.mx / v.rest
		}
		other := s.other(k)
		if other < 0 {
			v.dy1 = v.sign * s.dy[v.row]
			s.follow(v)
			continue
		}
		// Of two sides only the larger E divides: the smaller one may be next to zero.
		w := &s.sides[other]
		if v.e < w.e || v.e == w.e && other < k {
			continue
		}
		v.dy1 = (v.sign*s.rowWork[v.row] - g) / v.e
		w.dy1 = w.sign*s.dy[v.row] + v.dy1
		s.follow(v)
		s.follow(w)
	}
}

// follow sets the steps of the slack and the excess of a side from that of its multiplier.
func (s *solver) follow(v *side) {
	v.dslack = (v.ms - v.slack*v.dy1) / v.y
	if v.priced() {
		v.dexcess = (v.mx + v.excess*v.dy1) / v.rest
	}
}

// other returns the other side of the row of side k, -1 if there is none.
func (s *solver) other(k int) int {
	i := s.sides[k].row
	switch {
	case k > 0 && s.sides[k-1].row == i:
		return k - 1
	case k+1 < len(s.sides) && s.sides[k+1].row == i:
		return k + 1
	}
	return -1
}

// rowE returns E of the row of side k, the first of its row.
func (s *solver) rowE(k int) float64 {
	sum := 1 / s.sides[k].e
	if k+1 < len(s.sides) && s.sides[k+1].row == s.sides[k].row {
		sum += 1 / s.sides[k+1].e
	}
	return 1 / sum
}

// lengths returns the shares of the step at which everything stays positive, times keep. With a
// quadratic objective both are the same.
func (s *solver) lengths(keep float64) (primal, dual float64) {
	p, d := 0.0, 0.0 // one over the largest steps
	for j := range s.at {
		c, dx := &s.at[j], s.dx[j]
		if c.fixed {
			continue
		}
		if c.z > 0 {
			p, d = max(p, -dx/c.low), max(d, -c.dz/c.z)
		}
		if c.u > 0 {
			p, d = max(p, dx/c.high), max(d, -c.du/c.u)
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		p, d = max(p, -v.dslack/v.slack), max(d, -v.dy1/v.y)
		if v.priced() {
			p, d = max(p, -v.dexcess/v.excess), max(d, v.dy1/v.rest)
		}
	}
	primal, dual = 1/max(1, p/keep), 1/max(1, d/keep)
	if !s.isLinear() {
		primal = min(primal, dual)
		dual = primal
	}
	return primal, dual
}

func (s *solver) isLinear() bool {
	if s.q.Matrix != nil || s.springs > 0 || s.original.Terms != nil {
		return false
	}
	for _, v := range s.q.Diagonal {
		if v != 0 {
			return false
		}
	}
	return true
}

// after visits the products after a step.
func (s *solver) after(primal, dual float64, visit func(product float64)) {
	for j := range s.at {
		c, dx := &s.at[j], primal*s.dx[j]
		if c.fixed {
			continue
		}
		if c.z > 0 {
			visit((c.low + dx) * (c.z + dual*c.dz))
		}
		if c.u > 0 {
			visit((c.high - dx) * (c.u + dual*c.du))
		}
	}
	for k := range s.sides {
		v := &s.sides[k]
		visit((v.slack + primal*v.dslack) * (v.y + dual*v.dy1))
		if v.priced() {
			visit((v.excess + primal*v.dexcess) * (v.rest - dual*v.dy1))
		}
	}
}

// move takes the step. Distances from both bounds are kept, so that the smaller one has all
// of its digits.
func (s *solver) move(primal, dual float64) {
	for j := range s.at {
		c, dx := &s.at[j], primal*s.dx[j]
		if c.fixed {
			continue
		}
		c.x += dx
		c.low += dx
		c.high -= dx
		if c.low < c.high {
			c.x = c.lo + c.low
		} else if !math.IsInf(c.hi, 1) {
			c.x = c.hi - c.high
		}
		c.z += dual * c.dz
		c.u += dual * c.du
	}
	for i := range s.y {
		s.y[i] += dual * s.dy[i]
	}
	for k := range s.sides {
		v := &s.sides[k]
		v.slack += primal * v.dslack
		v.y += dual * v.dy1
		if v.priced() {
			v.excess += primal * v.dexcess
			v.rest -= dual * v.dy1
		}
	}
}
