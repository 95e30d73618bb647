package activeset

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Course has the rates of the problem per unit of the parameter t, from From to To. A nil slice
// stands for zeros.
type Course struct {
	Low, High, Linear []float64
	Sum               float64
	From, To          float64
	// Visit, unless nil, sees the solution at the beginning and at the end of every piece
	// between two breakpoints.
	Visit func(t float64, begins bool)
}

// Error is the reason why Follow failed. It is a constant, because a variable would be initialised
// when the program starts, before this package is loaded.
type Error string

func (e Error) Error() string { return string(e) }

// The errors.
const (
	ErrLost       Error = "activeset: rounding errors, or a matrix that is not positive semidefinite, keep the walk from going on"
	ErrIndefinite Error = "activeset: the matrix is not positive semidefinite"
)

// Ended is the error of a walk that a limit or a stop ended, with the status.
type Ended run.Status

func (e Ended) Error() string { return "activeset: " + string(e) }

// refreshAfter is the number of breakpoints after which all gradients are computed anew.
const refreshAfter = 256

// repairs is how often an inexact end of a walk is repaired.
const repairs = 3

// tighten undoes the shifts of p.
func (s *Set) tighten() {
	s.Linear = slices.Clone(s.Linear)
	for i, v := range s.offset {
		s.Linear[i] -= v
		s.Gradient[i] -= v
	}
	clear(s.offset)
	s.loose = false
}

// loosen ends a cycle of breakpoints at one t: it shifts p of the samples whose gradients are 0 to
// rounding by different amounts, so that they no longer meet their conditions at once.
func (w *walker) loosen() {
	w.moves = max(4*w.moves, 1e-13*w.Spread())
	w.Set.loose = true
	if w.Course.Linear == nil {
		w.Set.Linear = slices.Clone(w.linear)
		w.linear = w.Set.Linear
	}
	for i, g := range w.Gradient {
		sign := 1.0
		switch w.Places[i] {
		case Free, Fixed:
			continue
		case High:
			sign = -1
		}
		if g*sign > w.moves {
			continue
		}
		by := sign * (w.moves*(1+w.chance()) - min(g*sign, 0))
		w.Gradient[i] += by
		w.Set.Linear[i] += by
		w.offset[i] += by
		if w.Course.Linear != nil {
			w.linear[i] += by
		}
	}
	w.idle = 0
}

// walker is a course in progress.
type walker struct {
	*Set
	Course
	t                 float64
	low, high, linear []float64 // at From
	sum               float64
	ones              []float64
	drive             []float64 // change of the gradients by the variables at moving bounds
	moving            float64   // sum of their rates
	moved             float64   // sum of the sizes of their rates

	step  []float64 // change of the variables in S
	bias  float64
	rate  []float64 // change of the gradients
	edge  [2]int    // with S empty: the samples between whose gradients the constant lies
	idle  int       // breakpoints at the same t
	moves float64   // the last size of moves of p
	size  float64   // of the gradients, as they were a few breakpoints ago
	near  nearness
}

// Follow changes the problem along a course, and keeps the solution exact.
func (s *Set) Follow(ctl *run.Ctl, c Course) error {
	defer s.attend(ctl)()
	return s.repaired(ctl, s.walk(ctl, c))
}

// repaired repairs the end of a walk with this error until it is exact.
func (s *Set) repaired(ctl *run.Ctl, err error) error {
	for range repairs {
		if err != nil || s.isExact() && !s.loose {
			return err
		}
		s.tighten()
		err = s.repair(ctl)
	}
	s.tighten()
	return err
}

// isExact reports whether the conditions hold to rounding.
func (s *Set) isExact() bool {
	worst := 0.0
	for i := range s.Gradient {
		worst = max(worst, math.Abs(s.violation(i)))
	}
	return worst <= 1e-11*s.Spread() && !(s.Constant && math.Abs(linalg.Total(s.Coef)-s.Sum) > 1e-12*s.extent())
}

// walk follows a course once.
func (s *Set) walk(ctl *run.Ctl, c Course) error {
	n := len(s.Coef)
	w := &walker{Set: s, Course: c, t: c.From, low: s.Low, high: s.High, linear: s.Linear, sum: s.Sum,
		ones: slices.Repeat([]float64{1}, n), drive: make([]float64, n), rate: make([]float64, n)}
	if c.Low != nil {
		s.Low = slices.Clone(s.Low)
	}
	if c.High != nil {
		s.High = slices.Clone(s.High)
	}
	if c.Linear != nil {
		s.Linear, w.linear = slices.Clone(s.Linear), slices.Clone(s.Linear)
	}
	w.push()
	w.size = s.Spread()
	limit := 100*n + 10_000
	for count := 0; ; count++ {
		if count > limit {
			return ErrLost
		}
		if err := w.goesOn(ctl); err != nil {
			return err
		}
		more, err := w.next()
		if s.indefinite {
			return ErrIndefinite
		}
		if err != nil {
			return err
		}
		if !more {
			break
		}
		s.Breakpoints++
		if w.near.on && w.near.steps < w.sight.lasts && s.stale < refreshAfter {
			s.stale++
			continue
		}
		if w.near.on || s.Breakpoints%16 == 0 {
			w.whole()
			w.catchUp()
			s.polish()
			w.size = s.Spread()
		}
		if s.stale++; s.stale >= refreshAfter {
			w.catchUp()
			s.refresh(false)
			s.polish()
			w.push()
		}
	}
	w.whole()
	w.catchUp()
	s.polish()
	if w.release(0) {
		s.centre(nil)
	}
	if w.near.owed != nil {
		return s.walk(ctl, Course{Linear: w.near.owed, To: 1})
	}
	return nil
}

// goesOn returns an error if the caller or a limit ends the walk.
func (w *walker) goesOn(ctl *run.Ctl) error {
	report := func() run.Report {
		return run.Report{Phase: "path", Iteration: w.Breakpoints, SupportVectors: len(w.free), Fraction: min(0.999, (w.t-w.From)/(w.To-w.From))}
	}
	status := run.Aborted
	switch {
	case w.Until > 0 && w.Breakpoints >= w.Until:
		status = run.IterationLimit
	case w.Until > 0:
		status = ctl.Checkpoint(report)
	case ctl.Wanted(report):
		return nil
	}
	switch status {
	case "":
		return nil
	case run.Aborted:
		return run.ErrAborted
	}
	return Ended(status)
}

// boundRate returns how fast a variable at a bound moves.
func (w *walker) boundRate(i int) float64 {
	switch {
	case w.Places[i] == Free:
		return 0
	case w.Places[i] == High:
		if w.Course.High != nil {
			return w.Course.High[i]
		}
	case w.Course.Low != nil:
		return w.Course.Low[i]
	}
	return 0
}

// push computes the drive anew.
func (w *walker) push() {
	clear(w.drive)
	w.moving, w.moved, w.factor.kept = 0, 0, nil
	if w.Course.Low == nil && w.Course.High == nil {
		return
	}
	w.addRows(w.drive, w.boundRate, false)
	for i := range w.Coef {
		w.moving += w.boundRate(i)
		w.moved += math.Abs(w.boundRate(i))
	}
}

// turn changes the drive for sample i, which begins (by 1) or ends (by -1) to move with its
// bound.
func (w *walker) turn(i int, by float64) {
	if v := by * w.boundRate(i); v != 0 {
		w.moving += v
		w.moved += by * math.Abs(v)
		lanes.Update(w.drive, v, w.K.Row(i)[:len(w.drive)])
	}
}

// next moves to the next breakpoint. It returns false at the end of the course.
func (w *walker) next() (more bool, err error) {
	done, err := w.direct()
	if err != nil || done {
		return err == nil, err
	}
	if w.idle > patience+4*len(w.free) {
		if w.near.on {
			w.whole()
			return true, nil
		}
		w.loosen()
	}
	e := w.find()
	if e.length > 1e-9*(w.To-w.From) && w.release(e.length) {
		return true, nil
	}
	if e.length > 0 {
		w.idle = 0
		if w.Visit != nil {
			w.Visit(w.t, true)
		}
		w.advance(e.length)
		if w.Visit != nil {
			w.Visit(w.t, false)
		}
	} else {
		w.idle++
	}
	switch e.kind {
	case leaving:
		i := w.free[e.at]
		column := w.leave(e.at, e.place)
		w.turn(i, 1)
		w.carry(column, w.boundRate(i))
		w.left(i)
	case entering:
		w.take(e.at)
	}
	return e.kind != ending, nil
}

// take enters a sample into S, and corrects the drive.
func (w *walker) take(i int) {
	w.place(i)
	v := w.boundRate(i)
	w.turn(i, -1)
	size := len(w.free)
	left := w.enter(i)
	for _, j := range left {
		w.turn(j, 1)
	}
	w.left(left...)
	w.turn(i, 1) // 0 if it is in S now
	f := &w.factor
	if len(w.free) != size+1 || len(f.kept) != size {
		f.kept = nil
		return
	}
	w.carry(f.rows[size][:size], -v)
	f.kept = f.appended(f.kept, w.drive[i])
}

// Spread is the size of gradients, for tolerances.
func (s *Set) Spread() float64 {
	largest := 1e-300
	for _, g := range s.Gradient {
		largest = max(largest, math.Abs(g))
	}
	return largest
}

// extent is the size of the variables, for tolerances.
func (s *Set) extent() float64 {
	sum := math.Abs(s.Sum)
	for _, v := range s.Coef {
		sum += math.Abs(v)
	}
	return sum
}

// advance moves the solution along its direction. Of the samples outside S it changes the
// gradients alone; see place.
func (w *walker) advance(length float64) {
	w.t = min(w.t+length, w.To)
	passed := w.t - w.From
	if rates := w.Course.Low; rates != nil {
		for _, i := range w.free {
			w.Set.Low[i] = w.low[i] + passed*rates[i]
		}
	}
	if rates := w.Course.High; rates != nil {
		for _, i := range w.free {
			w.Set.High[i] = w.high[i] + passed*rates[i]
		}
	}
	for p, i := range w.free {
		w.Coef[i] += length * w.step[p]
	}
	w.Bias += length * w.bias
	if w.near.on {
		w.advanceNear(length)
		return
	}
	lanes.Update(w.Gradient, length, w.rate)
}

// place brings the bounds of sample i to t, and its variable if it is at a bound. Between two
// breakpoints most of them are not needed.
func (w *walker) place(i int) {
	passed := w.t - w.From
	if w.Course.Low != nil {
		w.Set.Low[i] = w.low[i] + passed*w.Course.Low[i]
	}
	if w.Course.High != nil {
		w.Set.High[i] = w.high[i] + passed*w.Course.High[i]
	}
	switch w.Places[i] {
	case Low, Fixed:
		w.Coef[i] = w.Set.Low[i]
	case High:
		w.Coef[i] = w.Set.High[i]
	}
}

// catchUp brings the whole problem to t.
func (w *walker) catchUp() {
	for i := range w.Coef {
		w.place(i)
	}
	for i, rate := range w.Course.Linear {
		w.Set.Linear[i] = w.linear[i] + (w.t-w.From)*rate
	}
	w.Set.Sum = w.sum + (w.t-w.From)*w.Course.Sum
}
