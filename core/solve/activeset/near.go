package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
)

// Most samples do not meet their conditions during a walk. If only the end of a course matters, a
// breakpoint at times looks at all samples, and the next ones only at the near ones: samples that
// could meet their conditions if their gradients changed some times as fast as then. One pass,
// after some breakpoints and at the end, updates the others. If one of them has passed its
// condition meanwhile, a change of its p makes the condition hold, and a further walk undoes the
// change. So the solution at the end is exact, whatever was left out.

// sight says when a walk ignores far samples.
type sight struct {
	least int     // samples below which all are looked at
	haste float64 // how many times as fast as it does the gradient of a near sample may change
	lasts int     // breakpoints after which all samples are looked at again
}

// usual is the sight of walks outside tests.
func usual() sight { return sight{least: 512, haste: 4, lasts: 32} }

// The places of samples in a nearness.
const (
	far    = iota
	apart  // free when the list was made: its gradient is exact though it is not on the list
	listed // near
)

// nearness has the samples that breakpoints look at, and the outstanding changes of the others.
type nearness struct {
	on      bool
	known   bool        // the rates and the gradients of all samples are known
	state   []uint8     // of all samples
	samples []int       // the near ones
	rows    [][]float64 // by sample of S: the kernel values with the near samples, or with the first of them
	rate    []float64   // of the near samples
	steps   int         // breakpoints since they were chosen

	late    []float64 // by sample: change by the drive
	bias    float64   // change of the constant
	pending []float64 // by sample: the changes of variables of S
	owed    []float64 // by sample: changes of p to undo, or nil
}

// focus chooses the near samples if the gradients and rates of all are known.
func (w *walker) focus() {
	v, n := &w.near, len(w.Coef)
	known := v.known
	if v.known = false; !known || w.Visit != nil || w.Course.Linear != nil || n < w.sight.least || len(w.free) == 0 {
		return
	}
	if v.state == nil {
		v.state, v.rows, v.late, v.pending = make([]uint8, n), make([][]float64, n), make([]float64, n), make([]float64, n)
	}
	clear(v.state)
	clear(v.rows)
	v.samples, v.steps = v.samples[:0], 0
	mean := 0.0
	for _, rate := range w.rate {
		mean += math.Abs(rate)
	}
	mean /= float64(n)
	reach := w.sight.haste * (w.To - w.t)
	for i, g := range w.Gradient {
		switch w.Places[i] {
		case Free:
			v.state[i] = apart
		case Low, High:
			if math.Abs(g) <= reach*(math.Abs(w.rate[i])+mean) {
				v.state[i] = listed
				v.samples = append(v.samples, i)
			}
		}
	}
	v.on = len(v.samples) < n/2
}

// left adds the samples that left S to the near ones.
func (w *walker) left(samples ...int) {
	v := &w.near
	if !v.on {
		return
	}
	for _, i := range samples {
		if v.state[i] != listed {
			v.state[i] = listed
			v.samples = append(v.samples, i)
		}
	}
}

// nearRates sets the rates of the near samples: the drive, the change of the constant, and the
// effect of S.
func (w *walker) nearRates() {
	v := &w.near
	rate := slices.Grow(v.rate[:0], len(v.samples))[:len(v.samples)]
	for k, i := range v.samples {
		rate[k] = w.drive[i] + w.bias
	}
	rows := make([][]float64, len(w.free))
	for p, i := range w.free {
		row := v.rows[i]
		if from := len(row); from < len(v.samples) {
			whole := w.K.Row(i)
			for _, j := range v.samples[from:] {
				row = append(row, whole[j])
			}
			v.rows[i] = row
		}
		rows[p] = row
	}
	lanes.UpdateAll(rate, w.step, rows)
	for k, i := range v.samples {
		w.rate[i] = rate[k]
	}
	v.rate = rate
}

// advanceNear updates the gradients of the near samples, and adds up the changes of the others.
func (w *walker) advanceNear(length float64) {
	v := &w.near
	for _, i := range v.samples {
		w.Gradient[i] += length * w.rate[i]
	}
	lanes.Update(v.late, length, w.drive)
	v.bias += length * w.bias
	for p, i := range w.free {
		v.pending[i] += length * w.step[p]
	}
	v.steps++
}

// whole updates the far samples. Breakpoints then look at all samples.
func (w *walker) whole() {
	v := &w.near
	if !v.on {
		return
	}
	v.on = false
	missed := w.rate
	copy(missed, v.late)
	lanes.Update(missed, v.bias, w.ones)
	w.addRows(missed, func(i int) float64 { return v.pending[i] }, false)
	clear(v.late)
	clear(v.pending)
	v.bias = 0
	rounding := 1e-13 * w.Spread()
	for i, state := range v.state {
		if state != far {
			continue
		}
		w.Gradient[i] += missed[i]
		if by := w.violation(i); math.Abs(by) > rounding {
			w.owe(i, by)
		}
	}
}

// owe changes p of a sample so that its gradient is 0, until the end of the course.
func (w *walker) owe(i int, by float64) {
	v := &w.near
	if v.owed == nil {
		v.owed = make([]float64, len(w.Coef))
		w.Set.Linear = slices.Clone(w.Set.Linear)
		w.linear = w.Set.Linear
	}
	v.owed[i] += by
	w.Set.Linear[i] -= by
	w.Gradient[i] -= by
}
