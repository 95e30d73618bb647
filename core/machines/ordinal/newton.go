package ordinal

import (
	"math"

	"maxmargin/core/base/run"
)

// Near the minimum each step of Newton's method is the square of the one before. Where the
// likelihood has no maximum the steps go on, each about as long as the one before, although
// the function hardly falls any more.
const (
	shortStep = 1e-3 // in units of the noise
	sameStep  = 0.5  // the share of the step before that such a step has at least
	fewSteps  = 3    // steps of that kind in a row which show it
)

// minimise runs Newton's method with a line search. gap is half of the squared Newton
// decrement, what a step promises to gain, as a share of the weights. separated says that the
// function has no minimum, because a function of the features separates ranks.
func (l *likelihood) minimise(at []float64, tol, maxIter float64) (p *place, gap float64, separated bool, status run.Status) {
	size := len(at)
	p = l.look(at, make([]float64, size*size))
	spare := make([]float64, size*size)
	before, endless := math.Inf(1), 0
	gap = math.Inf(1)
	for l.ended == "" {
		step := l.direction(p)
		if step == nil || math.IsNaN(p.value) {
			return p, gap, false, run.Stalled
		}
		gain := 0.0
		for j, g := range p.gradient {
			gain -= g * step[j]
		}
		gap = gain / 2 / l.total
		long := l.moves(step)
		if gap <= tol {
			if long <= shortStep {
				// The last step costs nothing and doubles the digits.
				last := l.look(sum(p.at, 1, step), nil)
				if l.ended != "" {
					break
				}
				if last.value <= p.value {
					p = last
				}
				return p, gap, false, run.Converged
			}
			if endless++; long < sameStep*before {
				endless = 0
			}
			if endless == fewSteps && !l.penalised {
				return p, gap, true, run.Converged
			}
		}
		before = long
		if float64(l.steps) >= maxIter {
			return p, gap, false, run.IterationLimit
		}
		next := l.search(p, step, gain, spare)
		if next == nil {
			if gap <= tol {
				return p, gap, false, run.Converged
			}
			return p, gap, false, run.Stalled
		}
		if l.ended != "" {
			break
		}
		spare, p = p.hessian, next
		l.steps++
	}
	return p, gap, false, l.ended
}

// search returns the first place along a step that gains enough. It first shortens the step
// so that the thresholds stay in order. nil means that there is none; where the fit has to
// end, the place is of no use.
func (l *likelihood) search(p *place, step []float64, gain float64, hessian []float64) *place {
	length := 1.0
	for r := l.d + 1; r < len(step); r++ {
		if closing := step[r-1] - step[r]; closing > 0 {
			length = min(length, 0.95*(p.at[r]-p.at[r-1])/closing)
		}
	}
	noise := 1e-14 * math.Abs(p.value)
	for range 60 {
		next := l.look(sum(p.at, length, step), hessian)
		if l.ended != "" || next.value <= p.value-1e-4*length*gain+noise {
			return next
		}
		length /= 2
	}
	return nil
}

// sum returns x + factor y.
func sum(x []float64, factor float64, y []float64) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i] = v + factor*y[i]
	}
	return z
}
