// Package run lets a caller watch a long computation, stop it and limit its time. Everything that
// iterates takes a *Ctl and calls it at its checkpoints; a nil *Ctl has no observer and no limit.
//
// A Ctl cannot be changed. Code that needs another one, for a part of its work, derives it:
// Within limits the time, Stages divides the work and the time into parts, Telling changes
// the reports. Derived Ctls share the observer: it is called once per slice for all of
// them, and its answer holds for all of them. A limit of time holds for the Ctl that has it
// and for those that are derived from it, never for the Ctl of the caller.
//
// Work is of two kinds. Work that has a usable result at any time, such as a solver, calls
// Checkpoint, which ends it at the limit of time. Work that is useless before it is finished, such
// as a factorisation or a prediction, calls Wanted, which ignores that limit.
package run

import "errors"

// Status says how an iterative computation ended. An early end is a status and no error: the result
// so far is usable.
type Status string

// The statuses.
const (
	Converged      Status = "converged"      // the stopping rule of the solver holds
	IterationLimit Status = "iterationLimit" // maxIter reached
	TimeLimit      Status = "timeLimit"      // maxTime reached
	Stopped        Status = "stopped"        // the caller asked to keep what there is
	Aborted        Status = "aborted"        // the caller asked to throw it away
	Stalled        Status = "stalled"        // no progress is possible in floating point
	Infeasible     Status = "infeasible"     // there is no solution: no machine meets the conditions on these data
	Perfect        Status = "perfect"        // a member of a booster makes no mistake on the training samples, and is the answer
	Exhausted      Status = "exhausted"      // no further member of a booster is better than chance
)

// Complete reports whether the computation ended by itself, neither by a limit nor by the caller,
// with an answer.
func (s Status) Complete() bool { return s == Converged || s == Perfect || s == Exhausted }

// Cut reports whether the computation was ended from outside, by the caller or by a limit of
// time: more time would have led to another result.
func (s Status) Cut() bool { return s == Stopped || s == Aborted || s == TimeLimit }

// statuses returns all, each at its number.
func statuses() []Status {
	return []Status{Converged, IterationLimit, TimeLimit, Stopped, Aborted, Stalled, Infeasible, Perfect, Exhausted}
}

// Number returns the number of a status in lists of numbers, or -1.
func (s Status) Number() float64 {
	for at, known := range statuses() {
		if s == known {
			return float64(at)
		}
	}
	return -1
}

// StatusOf returns the status of a number, or false when there is none.
func StatusOf(number float64) (Status, bool) {
	for at, known := range statuses() {
		if number == float64(at) {
			return known, true
		}
	}
	return "", false
}

// Report describes a running computation to an observer.
type Report struct {
	Phase          string  `js:"phase"`          // present part, such as "pair 3 of 45"
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
	Stop            // end now and keep the result so far
	Abort           // end now and keep nothing
)

// ErrAborted is the error of a computation without a result: it was aborted, or it was stopped and
// half a result is useless.
var ErrAborted = errors.New("aborted")
