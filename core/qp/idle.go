package qp

import "math"

// idle tells when sweeps no longer lead anywhere. Where kernel values are so
// large that a step changes the gradient by less than its rounding errors, steps
// go round in circles: none of them vanishes, and none gains anything, whatever
// the sum of their gains says.
type idle struct {
	sweeps    int     // since the smallest violation fell; many steps count as more
	steps     int     // of the run, at the last sweep
	gap       float64 // the smallest so far
	objective float64 // the lowest so far, of those that were looked at
}

// newIdle begins to look on after some steps.
func newIdle(steps int) idle { return idle{steps: steps, gap: math.Inf(1), objective: math.Inf(1)} }

// idleSweeps is how many sweeps, beside ten for each coordinate, are looked on
// while the smallest violation does not fall by a thousandth. Then the objective
// must have fallen since the last such look.
const idleSweeps = 2000

// longSweep is how many steps make a sweep count twice, three times, ... A sweep
// that leads somewhere takes some tens.
const longSweep = 100

// sweep reports whether a run of n coordinates idles, given the largest violation
// before a sweep, the steps of the run so far and, for when it matters, the exact
// objective.
func (w *idle) sweep(gap float64, steps, n int, objective func() float64) bool {
	w.sweeps += 1 + (steps-w.steps)/longSweep
	w.steps = steps
	if gap < 0.999*w.gap {
		w.gap, w.sweeps = gap, 0
	}
	if w.sweeps <= idleSweeps+10*n {
		return false
	}
	now := objective()
	if now < w.objective-1e-12*math.Abs(w.objective) || math.IsInf(w.objective, 1) {
		w.objective, w.sweeps = now, 0
		return false
	}
	return true
}
