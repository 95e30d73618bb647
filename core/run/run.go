// Package run is how long work is watched, stopped and kept within its budget.
// Everything that iterates takes a *Ctl and calls it at its checkpoints; a nil
// *Ctl means: run to the end.
package run

import (
	"errors"
	"time"
)

// Status says how an iterative computation ended. Stopping early is a status,
// not an error: the result at that point is returned and usable.
type Status string

// The statuses.
const (
	Converged      Status = "converged"       // the stopping rule of the solver holds
	IterationLimit Status = "iteration-limit" // maxIter reached
	TimeLimit      Status = "time-limit"      // maxTime reached
	Stopped        Status = "stopped"         // the caller asked to keep what there is
	Aborted        Status = "aborted"         // the caller asked to throw it away
	Stalled        Status = "stalled"         // no progress is possible in floating point
	Infeasible     Status = "infeasible"      // there is no solution: no machine meets the conditions on these data
)

// Report is what an observer sees of a running computation.
type Report struct {
	Phase          string  `js:"phase"`          // what is being worked on, such as "pair 3 of 45"
	Iteration      int     `js:"iteration"`      // iterations so far, all phases together
	Objective      float64 `js:"objective"`      // dual objective of the current phase
	Gap            float64 `js:"gap"`            // largest KKT violation of the current phase
	SupportVectors int     `js:"supportVectors"` // non-zero dual variables of the current phase
	Fraction       float64 `js:"fraction"`       // share of the phases finished, 0 to 1
}

// Signal is an observer's answer.
type Signal int

// The signals.
const (
	Continue Signal = iota
	Stop            // end now and keep what there is
	Abort           // end now and keep nothing
)

// Ctl watches one computation. The zero value observes nothing and has no
// limits. It is not safe for concurrent use.
type Ctl struct {
	// Slice is the time between two calls of Observe; 0 means 10 ms.
	Slice time.Duration
	// Deadline, unless zero, ends the computation with TimeLimit.
	Deadline Instant
	// Observe, unless nil, is called after every slice. It may block: in a
	// browser this is where the event loop gets its turn.
	Observe func(Report) Signal

	next   Instant
	signal Signal
}

// Checkpoint looks at the clock and, when a slice is over, calls Observe with
// the report that the function makes. It returns "" to go on, or the status to
// end with. Once ended it stays so.
func (c *Ctl) Checkpoint(report func() Report) Status {
	if c == nil {
		return ""
	}
	if s := c.ended(); s != "" {
		return s
	}
	now := Now()
	if c.Observe != nil && !now.Before(c.next) {
		if !c.next.IsZero() {
			c.signal = c.Observe(report())
			now = Now()
		}
		slice := c.Slice
		if slice == 0 {
			slice = 10 * time.Millisecond
		}
		c.next = now.Add(slice)
		if s := c.ended(); s != "" {
			return s
		}
	}
	if !c.Deadline.IsZero() && !now.Before(c.Deadline) {
		return TimeLimit
	}
	return ""
}

func (c *Ctl) ended() Status {
	switch c.signal {
	case Stop:
		return Stopped
	case Abort:
		return Aborted
	}
	return ""
}

// ErrAborted is what a computation returns that has nothing to show for itself:
// it was aborted, or stopped where half a result is of no use.
var ErrAborted = errors.New("aborted")
