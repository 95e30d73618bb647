package qp

import "math"

// idle detects sweeps without progress. If kernel values are so large that a step changes the
// gradient by less than its rounding errors, steps repeat: none of them is zero, and none lowers
// the objective, although the sum of their computed gains grows.
type idle struct {
	sweeps    int     // since the smallest violation fell; many steps count as more
	steps     int     // of the run, at the last sweep
	gap       float64 // the smallest so far
	objective float64 // lowest computed so far
}

// newIdle begins to count after some steps of the run.
func newIdle(steps int) idle { return idle{steps: steps, gap: math.Inf(1), objective: math.Inf(1)} }

// idleSweeps is the number of sweeps, plus ten for each coordinate, in which the smallest
// violation may fail to fall by a thousandth. After them the objective must have fallen
// since the last such check; otherwise the run is idle.
const idleSweeps = 2000

// longSweep is the number of steps for which a sweep counts once more. A sweep that makes
// progress takes some tens of steps.
const longSweep = 100

// sweep reports whether a run of n coordinates idles. gap is the largest violation before a sweep,
// steps the count so far. objective computes the exact objective and its rounding error, and is
// called only if needed.
func (w *idle) sweep(gap float64, steps, n int, objective func() (value, rounding float64)) bool {
	w.sweeps += 1 + (steps-w.steps)/longSweep
	w.steps = steps
	if gap < 0.999*w.gap {
		w.gap, w.sweeps = gap, 0
	}
	if w.sweeps <= idleSweeps+10*n {
		return false
	}
	now, rounding := objective()
	if now < w.objective-1e-12*math.Abs(w.objective)-rounding || math.IsInf(w.objective, 1) && now < w.objective {
		w.objective, w.sweeps = now, 0
		return false
	}
	return true
}
