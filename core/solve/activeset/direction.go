package activeset

import (
	"math"

	"maxmargin/core/base/lanes"
)

// direct finds how the solution changes with t. It returns true when a sample had to enter S
// first.
func (w *walker) direct() (entered bool, err error) {
	q := w.Course.Sum - w.moving
	if len(w.free) == 0 {
		w.whole()
	}
	if w.focus(); w.near.on {
		w.directNear(q)
		return false, nil
	}
	base := w.rate
	copy(base, w.drive)
	if w.Course.Linear != nil {
		lanes.Update(base, 1, w.Course.Linear)
	}
	w.step, w.bias = w.step[:0], 0
	if len(w.free) > 0 {
		w.bias = w.respond(base, q)
		lanes.Update(base, w.bias, w.ones)
		w.addFree(base, w.step)
		for _, i := range w.free {
			base[i] = 0
		}
		w.near.known = true
		return false, nil
	}
	if !w.Constant {
		return false, nil
	}
	lowest, highest := w.edges()
	w.edge = [2]int{lowest, highest}
	shift := 0.0
	switch tiny := 1e-12 * (math.Abs(w.Course.Sum) + w.moved); {
	case q > tiny && lowest < 0, q < -tiny && highest < 0:
		return false, ErrLost
	case q > tiny:
		w.shift(-w.Gradient[lowest])
		w.take(lowest)
		return true, nil
	case q < -tiny:
		w.shift(-w.Gradient[highest])
		w.take(highest)
		return true, nil
	case lowest >= 0 && highest >= 0:
		shift, w.bias = -(w.Gradient[lowest]+w.Gradient[highest])/2, -(base[lowest]+base[highest])/2
	case lowest >= 0:
		shift, w.bias = -w.Gradient[lowest], -base[lowest]
	case highest >= 0:
		shift, w.bias = -w.Gradient[highest], -base[highest]
	}
	w.shift(shift)
	lanes.Update(base, w.bias, w.ones)
	return false, nil
}

// directNear does the same for the near samples alone.
func (w *walker) directNear(q float64) {
	w.step = w.step[:0]
	w.bias = w.respond(w.drive, q)
	w.nearRates()
	for _, i := range w.free {
		w.rate[i] = 0
	}
}

// respond sets step to the response of S to a change of its gradients, and returns the change of
// the constant. L^-1 of the drive is kept from one breakpoint to the next.
func (w *walker) respond(base []float64, q float64) float64 {
	f := &w.factor
	if w.Course.Linear == nil && len(f.kept) == len(w.free) {
		for _, v := range f.kept {
			w.step = append(w.step, -v)
		}
		return w.finish(w.step, q)
	}
	for _, i := range w.free {
		w.step = append(w.step, -base[i])
	}
	f.forward(w.step)
	if w.Course.Linear == nil {
		f.kept = f.kept[:0]
		for _, v := range w.step {
			f.kept = append(f.kept, -v)
		}
	}
	return w.finish(w.step, q)
}

// carry changes L^-1 drive_S by a row of K, of which column is L^-1 H_Si = L^-1 (K_Si + gamma 1),
// times v.
func (w *walker) carry(column []float64, v float64) {
	f := &w.factor
	if v == 0 || len(f.kept) != len(column) {
		return
	}
	lanes.Update(f.kept, v, column)
	lanes.Update(f.kept, -v*w.gamma, f.ones[:len(column)])
}
