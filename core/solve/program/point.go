package program

import (
	"math"

	"maxmargin/core/base/run"
)

// point is a copy of everything that moves.
type point struct {
	at    []column
	sides []side
	y     []float64
}

// keep copies the current point into one that is no longer needed.
func (s *solver) keep(to point) point {
	return point{append(to.at[:0], s.at...), append(to.sides[:0], s.sides...), append(to.y[:0], s.y...)}
}

func (s *solver) restore(p point) {
	copy(s.at, p.at)
	copy(s.sides, p.sides)
	copy(s.y, p.y)
}

// result returns the best point in the units of the problem, with its residuals there.
func (s *solver) result(status run.Status) Result {
	if !s.polished && s.best.at != nil {
		s.restore(s.best)
	}
	p := s.original
	n, m := len(p.Linear), len(p.Low)
	r := Result{Status: status, X: make([]float64, n), Y: make([]float64, m), Z: make([]float64, n), Polished: s.polished, Iterations: s.iterations}
	for j := range s.at {
		c := &s.at[j]
		r.X[j], r.Z[j] = min(max(c.x*s.column[j], p.Lower[j]), p.Upper[j]), (c.z-c.u)*s.cost/s.column[j]
		switch { // a bound is met to the last bit
		case c.fixed || s.polished && c.low == 0:
			r.X[j] = p.Lower[j]
		case s.polished && c.high == 0:
			r.X[j] = p.Upper[j]
		}
	}
	for i := range r.Y {
		r.Y[i] = min(max(s.y[i]*s.row[i]*s.cost, -p.Cost[i]), p.Cost[i])
	}
	r.judge(p)
	return r
}

// judge computes objectives and residuals of a point, and returns the gradient of the part
// of the Lagrangian that has no bounds in it.
func (r *Result) judge(p *Problem) (slope []float64) {
	n, m := len(r.X), len(r.Y)
	slope = make([]float64, n)
	ax, work := make([]float64, m), make([]float64, n)
	p.Matrix.Multiply(ax, r.X)
	p.Matrix.Transposed(slope, r.Y)
	r.Objective, r.Dual, r.Residuals = 0, 0, Residuals{}
	quadratic := make([]float64, n)
	if q := p.Quadratic.Matrix; q != nil {
		q.Multiply(quadratic, r.X)
	}
	if f := p.Quadratic.Factor; f != nil {
		k, _ := f.Size()
		inner := make([]float64, k)
		f.Multiply(inner, r.X)
		f.Transposed(work, inner)
		for j, v := range work {
			quadratic[j] += v
		}
	}
	e := &r.Residuals
	for j, x := range r.X {
		quadratic[j] += float64(p.Quadratic.Diagonal[j] * x)
		value, tangent := 0.0, 0.0
		if p.Terms != nil {
			value, tangent, _ = p.Terms(j, x)
		}
		half := float64(x*quadratic[j]) / 2
		r.Objective += half + float64(p.Linear[j]*x) + value
		r.Dual += value - half - float64(x*tangent)
		slope[j] += quadratic[j] + p.Linear[j] + tangent
		e.Stationarity = max(e.Stationarity, math.Abs(slope[j]-r.Z[j]))
		e.Primal = max(e.Primal, p.Lower[j]-x, x-p.Upper[j])
		bound := p.Lower[j]
		if r.Z[j] < 0 {
			bound = p.Upper[j]
		}
		if math.IsInf(bound, 0) {
			e.Dual = max(e.Dual, math.Abs(r.Z[j]))
		} else {
			r.Dual += float64(bound * r.Z[j])
			e.Complementarity = max(e.Complementarity, math.Abs(r.Z[j]*(x-bound)))
		}
	}
	for i, y := range r.Y {
		over, under := ax[i]-p.High[i], p.Low[i]-ax[i]
		violation := max(over, under, 0)
		limit := p.High[i]
		if y < 0 {
			limit = p.Low[i]
		}
		switch {
		case math.IsInf(limit, 0):
			e.Dual = max(e.Dual, math.Abs(y))
		case y != 0:
			r.Dual -= float64(y * limit)
		}
		if math.IsInf(p.Cost[i], 1) {
			e.Primal = max(e.Primal, violation)
			if !math.IsInf(limit, 0) {
				e.Complementarity = max(e.Complementarity, math.Abs(y*(ax[i]-limit)))
			}
			continue
		}
		r.Objective += float64(p.Cost[i] * violation)
		if !math.IsInf(limit, 0) {
			e.Complementarity = max(e.Complementarity, math.Abs(float64(p.Cost[i]*violation)-float64(y*(ax[i]-limit))))
		}
	}
	return slope
}

// tried returns the share of a step after which the gradient's residual has not grown. A
// Newton step knows the slope of a term and not where the slope changes.
func (s *solver) tried(length float64) float64 {
	s.before = s.keep(s.before)
	size := s.stationary
	dx, rf, rg := append([]float64(nil), s.dx...), append([]float64(nil), s.rf...), append([]float64(nil), s.rg...)
	for range 12 {
		if !s.goesOn() {
			break
		}
		s.move(length, length)
		s.look()
		good := s.stationary <= max(1.1*size, 10*s.mu)
		s.restore(s.before)
		copy(s.dx, dx)
		copy(s.rf, rf)
		copy(s.rg, rg)
		if good {
			break
		}
		length /= 2
	}
	return length
}
