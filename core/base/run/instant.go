package run

import "time"

// Instant is a point in time, by a clock that nobody can set. The zero Instant means no time.
//
// A time.Time in a Ctl would keep all methods of time.Time in the program, because fmt and reflect
// could call them: 18 KB of the module after compression.
type Instant time.Duration

// began is the zero of the clock.
var began = time.Now()

// Now returns the current time.
func Now() Instant { return Instant(max(1, time.Since(began))) }

// IsZero reports whether t means no time.
func (t Instant) IsZero() bool { return t == 0 }

// Before reports whether t is earlier than u.
func (t Instant) Before(u Instant) bool { return t < u }

// Add returns the time d after t.
func (t Instant) Add(d time.Duration) Instant { return t + Instant(d) }

// Sub returns how long after u t is.
func (t Instant) Sub(u Instant) time.Duration { return time.Duration(t - u) }
