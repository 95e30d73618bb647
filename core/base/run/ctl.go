package run

import (
	"math"
	"time"
)

// Ctl watches one computation, or a part of one. It is immutable and not safe for
// concurrent use. Watcher makes one; a nil *Ctl and the zero value observe nothing and
// have no limits.
type Ctl struct {
	family   *family
	deadline Instant // earliest deadline of this Ctl and its ancestors; zero if there is none
	parent   *Ctl
	tell     func(Report) Report // changes a report before the parent gets it; may be nil
}

// Watcher has the observer of a computation.
type Watcher struct {
	// Observe, unless nil, is called after every slice. It may block: in a
	// browser this is where the event loop gets its turn.
	Observe func(Report) Signal
	// Slice is the time between two calls of Observe; 0 means 10 ms, and
	// EveryCheckpoint none at all.
	Slice time.Duration
	// Now is the clock; nil stands for Now of this package.
	Now func() Instant
	// Warn, unless nil, gets warnings for the user before the work has ended.
	Warn func(code, message string) Signal
}

// EveryCheckpoint is the slice of an observer that is called at every checkpoint but the first. No
// positive slice can promise that: two checkpoints may lie within one tick of the clock, as in
// WebAssembly.
const EveryCheckpoint time.Duration = -1

// Ctl returns the control that the computation is given.
func (w Watcher) Ctl() *Ctl {
	if w.Slice == 0 {
		w.Slice = 10 * time.Millisecond
	}
	return &Ctl{family: &family{Watcher: w}}
}

// family is the common state of a Ctl and its descendants.
type family struct {
	Watcher
	next   Instant // when Observe is called again; zero: not yet known
	signal Signal
}

func (f *family) now() Instant {
	if f.Now != nil {
		return f.Now()
	}
	return Now()
}

// ended returns the status of the observer's last answer, or "" to continue.
func (f *family) ended() Status {
	switch f.signal {
	case Stop:
		return Stopped
	case Abort:
		return Aborted
	}
	return ""
}

// observe calls Observe when a slice is over, and returns the time after that.
func (f *family) observe(c *Ctl, now Instant, report func() Report) Instant {
	if f.Observe == nil || now.Before(f.next) {
		return now
	}
	if !f.next.IsZero() {
		f.signal = f.Observe(c.told(report()))
		now = f.now()
	}
	f.next = now.Add(f.Slice)
	return now
}

// told returns the report for the observer; a number that overflowed becomes the largest one.
func (c *Ctl) told(r Report) Report {
	for ; c != nil; c = c.parent {
		if c.tell != nil {
			r = c.tell(r)
		}
	}
	for _, v := range []*float64{&r.Objective, &r.Gap} {
		if math.IsNaN(*v) {
			*v = math.MaxFloat64
		}
	}
	return r
}

// Checkpoint looks at the clock and, at the end of a slice, calls Observe with the report. It
// returns "" to continue, or the status to end with, and then always this status.
func (c *Ctl) Checkpoint(report func() Report) Status {
	if c.isZero() {
		return ""
	}
	if s := c.family.ended(); s != "" {
		return s
	}
	now := c.family.observe(c, c.family.now(), report)
	if s := c.family.ended(); s != "" {
		return s
	}
	if !c.deadline.IsZero() && !now.Before(c.deadline) {
		return TimeLimit
	}
	return ""
}

// Wanted is the checkpoint of work that is useless before it is finished: it reports whether to
// continue and ignores the limit of time.
func (c *Ctl) Wanted(report func() Report) bool {
	if c.isZero() {
		return true
	}
	if c.family.ended() == "" {
		c.family.observe(c, c.family.now(), report)
	}
	return c.family.ended() == ""
}

// Ended returns Stopped or Aborted if the observer has ended the computation, otherwise "". It
// neither calls the observer nor looks at the clock.
func (c *Ctl) Ended() Status {
	if c.isZero() {
		return ""
	}
	return c.family.ended()
}

// Warn warns the user at once, since the work may take long.
func (c *Ctl) Warn(code, message string) {
	if !c.isZero() && c.family.Warn != nil {
		c.family.signal = max(c.family.signal, c.family.Warn(code, message))
	}
}

// Within returns a Ctl for work that may take this many milliseconds from now on, but not longer
// than c may; infinity is no limit.
func (c *Ctl) Within(milliseconds float64) *Ctl {
	if math.IsInf(milliseconds, 1) {
		return c
	}
	const most = 1e12 // 30 years
	d := c.derived()
	d.limit(d.family.now().Add(time.Duration(min(milliseconds, most) * float64(time.Millisecond))))
	return d
}

// Finishing returns a Ctl for the work that saves the result of stopped work: only an abort ends
// it.
func (c *Ctl) Finishing() *Ctl {
	if !c.observed() {
		return nil
	}
	family := c.family
	w := family.Watcher
	w.Observe = func(r Report) Signal {
		if family.signal = max(family.signal, family.Observe(c.told(r))); family.signal == Abort {
			return Abort
		}
		return Continue
	}
	return w.Ctl()
}

// Telling returns a Ctl that changes every report by tell before it passes the report to c.
func (c *Ctl) Telling(tell func(Report) Report) *Ctl {
	if !c.observed() {
		return c
	}
	d := c.derived()
	d.tell = tell
	return d
}

// observed reports whether somebody reads reports.
func (c *Ctl) observed() bool { return !c.isZero() && c.family.Observe != nil }

// isZero reports whether c is nil or the zero value, which has no observer.
func (c *Ctl) isZero() bool { return c == nil || c.family == nil }

// derived returns a new Ctl of the same family with the deadline of c. For nil the family
// is a new one that nobody observes.
func (c *Ctl) derived() *Ctl {
	if c.isZero() {
		return Watcher{}.Ctl()
	}
	return &Ctl{family: c.family, deadline: c.deadline, parent: c}
}

// limit sets the deadline of a Ctl that is being made, unless it has an earlier one.
func (c *Ctl) limit(at Instant) {
	if c.deadline.IsZero() || at.Before(c.deadline) {
		c.deadline = at
	}
}
