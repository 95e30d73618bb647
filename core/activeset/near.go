package activeset

import (
	"math"
	"slices"

	"maxmargin/core/lanes"
)

// This file spares a walk the samples that it does not meet. Where only the end of a course matters,
// most samples are too far from their conditions to meet them on the way. After a breakpoint that
// looked at all samples, the next ones look at the near ones alone: those that could meet their
// conditions if their gradients changed some times as fast as they do then. What the others miss is
// made up for in one pass, after some breakpoints and at the end. A sample that has passed its condition
// meanwhile is put back to it by a change of its p, which a further walk takes back. So the solution at
// the end is exact, whatever the walk did not look at.

// sight says when a walk leaves samples out.
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
	apart  // in S when the near samples were chosen: far ones miss what it does not
	listed // near
)

// nearness are the samples that breakpoints look at, and what the others have missed.
type nearness struct {
	on      bool
	known   bool        // the rates and the gradients of all samples are known
	state   []uint8     // of all samples
	samples []int       // the near ones
	rows    [][]float64 // by sample, of those in S: the kernel values with the near samples, or the first of these
	rate    []float64   // of the near samples
	steps   int         // breakpoints since they were chosen

	late    []float64 // by sample: what the drive changed
	bias    float64   // what the constant changed
	pending []float64 // by sample: the changes of variables of S
	owed    []float64 // by sample: changes of p that have to be taken back; nil: none
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

// left is told of the samples that left S: they are near.
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

// nearRates sets the rates of the near samples: the drive, the change of the constant, and what S
// does.
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

// advanceNear moves the gradients of the near samples, and takes down what the others miss.
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

// whole gives the far samples what they missed, after which breakpoints look at all samples.
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
