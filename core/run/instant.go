package run

import (
	"math"
	"time"
)

// Instant is a point in time, by a clock that nobody sets; zero is none.
//
// A time.Time in a Ctl would keep all methods of time.Time in the program, since
// fmt and reflect could meet one: names of months, formats and time zones, 18 KB
// of the module after compression.
type Instant time.Duration

// began is where the clock has its zero.
var began = time.Now()

// Now returns the current time.
func Now() Instant { return Instant(max(1, time.Since(began))) }

// After returns the time that lies milliseconds ahead; none if that is infinite.
func After(milliseconds float64) Instant {
	if math.IsInf(milliseconds, 1) {
		return 0
	}
	const most = 1e12 // 30 years
	return Now().Add(time.Duration(min(milliseconds, most) * float64(time.Millisecond)))
}

// IsZero reports whether t is none.
func (t Instant) IsZero() bool { return t == 0 }

// Before reports whether t is earlier than u.
func (t Instant) Before(u Instant) bool { return t < u }

// Add returns the time d after t.
func (t Instant) Add(d time.Duration) Instant { return t + Instant(d) }

// Sub returns how long after u t is.
func (t Instant) Sub(u Instant) time.Duration { return time.Duration(t - u) }
