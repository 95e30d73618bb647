package gp

import (
	"errors"
	"math"

	"maxmargin/core/base/run"
)

// quasiNewton maximises the evidence over the logarithms x of the parameters within a box, by the
// method of Broyden, Fletcher, Goldfarb and Shanno (Nocedal & Wright, Numerical Optimization,
// algorithm 6.1). A step omits coordinates on their limit that would cross it, and is clipped to
// the box. The search along a direction shortens the step until the evidence has grown enough
// (Armijo); only there it computes the derivatives, which take twice as long as the value.
type quasiNewton struct {
	c  *climb
	at *point
	x  []float64
	h  []float64 // approximates the inverse of minus the matrix of second derivatives
	n  int
	// fresh says that h is the unit matrix, without a scale.
	fresh bool
	ended run.Status // why a step was not finished, unless work was stopped within an evaluation
}

const (
	longestStep  = 2.0  // of the logarithm of a parameter
	firstStep    = 0.5  // the same, as long as the scale is not known
	enoughGrowth = 1e-4 // share of the growth that the derivative promises
	mostCuts     = 25
)

func newQuasiNewton(c *climb, p *point) *quasiNewton {
	q := &quasiNewton{c: c, at: p, n: len(p.theta)}
	for i, v := range p.theta {
		q.x = append(q.x, math.Log(v))
		if v == 0 {
			q.x[i] = 0 // no noise: its derivative is 0, so that it stays
		}
	}
	q.reset()
	return q
}

func (q *quasiNewton) reset() {
	q.h, q.fresh = make([]float64, q.n*q.n), true
	for i := range q.n {
		q.h[i*q.n+i] = 1
	}
}

// known returns h, or nil if it is unknown.
func (q *quasiNewton) known() []float64 {
	if q.fresh {
		return nil
	}
	return q.h
}

// run climbs until it has converged or is told to end.
func (q *quasiNewton) run() (status run.Status, steps int) {
	for ; ; steps++ {
		free := q.free()
		q.c.gap = 0
		_, total := q.c.e.size()
		for i, g := range q.at.gradient {
			if free[i] {
				q.c.gap = max(q.c.gap, math.Abs(g)/total)
			}
		}
		if q.c.gap <= q.c.tol {
			return run.Converged, steps
		}
		if float64(steps) >= q.c.maxIter {
			return run.IterationLimit, steps
		}
		if status := q.c.ctl.Checkpoint(q.c.report); status != "" {
			return status, steps
		}
		next, err := q.step(free)
		if errors.Is(err, run.ErrAborted) {
			if q.ended == "" {
				q.ended = q.c.ctl.Ended()
			}
			return q.ended, steps
		}
		if next == nil {
			if q.fresh {
				return run.Stalled, steps
			}
			q.reset()
			continue
		}
		q.c.steps++
		q.c.last = next
	}
}

// free marks the coordinates that may move in the direction of their derivatives.
func (q *quasiNewton) free() []bool {
	free := make([]bool, q.n)
	for i, g := range q.at.gradient {
		free[i] = g != 0 && !(q.x[i] <= q.c.box.low[i] && g < 0) && !(q.x[i] >= q.c.box.high[i] && g > 0)
	}
	return free
}

// direction returns h times the gradient, over the free coordinates, no longer than a step may
// be.
func (q *quasiNewton) direction(free []bool) []float64 {
	direction, longest := make([]float64, q.n), 0.0
	for i := range direction {
		for j, g := range q.at.gradient {
			if free[i] && free[j] {
				direction[i] += q.h[i*q.n+j] * g
			}
		}
		longest = max(longest, math.Abs(direction[i]))
	}
	most := longestStep
	if q.fresh {
		most = firstStep
	}
	if longest > most {
		for i := range direction {
			direction[i] *= most / longest
		}
	}
	return direction
}

// step moves to a better point and returns it, or nil if there is none along the direction. The
// error is run.ErrAborted.
func (q *quasiNewton) step(free []bool) (*point, error) {
	direction, share := q.direction(free), 1.0
	for cut := range mostCuts {
		if cut > 0 { // run has looked before the first
			if q.ended = q.c.ctl.Checkpoint(q.c.report); q.ended != "" {
				return nil, run.ErrAborted
			}
		}
		x, promised := make([]float64, q.n), 0.0
		for i, v := range q.x {
			x[i] = min(max(v+share*direction[i], q.c.box.low[i]), q.c.box.high[i])
			if direction[i] == 0 {
				x[i] = v
			}
			promised += (x[i] - v) * q.at.gradient[i]
		}
		next, err := q.c.at(q.theta(x))
		if err != nil {
			return nil, err
		}
		growth := next.value - q.at.value
		if growth >= enoughGrowth*promised && promised > 0 {
			if err := q.c.e.differentiate(next, q.c.watch); err != nil {
				return nil, err
			}
			q.learn(x, next)
			return next, nil
		}
		// The parabola through both values and the derivative has its top here.
		top := 0.5
		if curve := promised - growth; curve > 0 && !math.IsInf(curve, 0) {
			top = promised / (2 * curve)
		}
		share *= min(max(top, 0.1), 0.5)
	}
	return nil, nil
}

// theta returns the parameters of x.
func (q *quasiNewton) theta(x []float64) []float64 {
	theta := make([]float64, q.n)
	for i, v := range x {
		if theta[i] = q.at.theta[i]; v != q.x[i] {
			theta[i] = math.Exp(v)
		}
	}
	return theta
}

// learn moves to the next point and updates h by
//
//	h <- (1 - s y'/s'y) h (1 - y s'/s'y) + s s'/s'y
//
// with the step s and minus the change y of the gradient, if s'y is positive.
func (q *quasiNewton) learn(x []float64, next *point) {
	n := q.n
	s, y, sy, yy := make([]float64, n), make([]float64, n), 0.0, 0.0
	for i := range s {
		s[i], y[i] = x[i]-q.x[i], q.at.gradient[i]-next.gradient[i]
		sy, yy = sy+s[i]*y[i], yy+y[i]*y[i]
	}
	q.x, q.at = x, next
	if !(sy > 1e-10*math.Sqrt(yy)) || math.IsInf(yy, 0) {
		return
	}
	if q.fresh {
		for i := range n {
			q.h[i*n+i] = sy / yy
		}
		q.fresh = false
	}
	hy, yhy := make([]float64, n), 0.0
	for i := range n {
		for j, v := range y {
			hy[i] += q.h[i*n+j] * v
		}
		yhy += hy[i] * y[i]
	}
	for i := range n {
		for j := range n {
			q.h[i*n+j] += (1+yhy/sy)*s[i]*s[j]/sy - (hy[i]*s[j]+s[i]*hy[j])/sy
		}
	}
}
