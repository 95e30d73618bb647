package activeset

import "math"

// The kinds of events.
const (
	ending   = iota // the course ends
	leaving         // a variable of S meets a bound
	entering        // the gradient of a sample at a bound becomes 0
	swapping        // with S empty, another sample limits the constant
)

// event is the next change of the margin set.
type event struct {
	kind   int
	length float64 // until then
	at     int     // a position in S, or a sample
	place  Place   // the bound that is met
	speed  float64 // at which it happens; of several events at once the fastest is the clearest
}

// patience is the number of breakpoints at one t after which simultaneous events are chosen at
// random. A fixed rule can repeat a cycle for ever; a random one leaves every cycle.
const patience = 12

// choice is the first of the offered events.
type choice struct {
	event
	alike float64 // lengths that differ by less are the same
	count float64 // of events at once
}

// offer keeps an event if it precedes the others.
func (w *walker) offer(c *choice, e event) {
	switch {
	case c.kind == ending && e.length < c.length || e.length < c.length-c.alike:
		c.event, c.count = e, 1
		return
	case c.kind == ending || e.length > c.length+c.alike:
		return
	}
	c.count++
	if w.idle > patience && w.chance() < 1/c.count || w.idle <= patience && e.speed > c.speed {
		e.length = min(e.length, c.length)
		c.event = e
	}
}

// find returns the next event.
func (w *walker) find() event {
	left := w.To - w.t
	c := &choice{event: event{kind: ending, length: left}, alike: 1e-15 * (left + math.Abs(w.t))}
	size := w.meetings(c, left)
	// Below this the rate of a gradient is rounding: the true rate of a sample that depends on S is
	// 0.
	rounding := 1e-14 * w.diagonal() * (size + w.moved)
	if len(w.free) == 0 && w.Constant {
		w.swaps(c, rounding)
		return c.event
	}
	if w.near.on {
		for _, i := range w.near.samples {
			w.meets(c, i, rounding)
		}
		return c.event
	}
	signs := [4]float64{Low: 1, High: -1} // that the conditions ask of gradients; 0: any
	places, gradient := w.Places[:len(w.rate)], w.Gradient[:len(w.rate)]
	reach := c.length * (1 + 1e-12)
	for i, rate := range w.rate {
		// Most samples are too far from their condition to be the next.
		if sign := signs[places[i]&3]; sign*(gradient[i]+rate*reach) <= 0 && sign != 0 {
			w.meets(c, i, rounding)
			reach = c.length * (1 + 1e-12)
		}
	}
	return c.event
}

// meets offers the event that the gradient of a sample at a bound becomes 0.
func (w *walker) meets(c *choice, i int, rounding float64) {
	switch w.Places[i] {
	case Low:
		w.meet(c, i, w.Gradient[i], w.rate[i], rounding)
	case High:
		w.meet(c, i, -w.Gradient[i], -w.rate[i], rounding)
	}
}

// meetings offers the events of variables of S that meet bounds, and returns the sum of the sizes
// of their changes.
func (w *walker) meetings(c *choice, left float64) (size float64) {
	lows, highs := w.Set.Low, w.Set.High
	for p, i := range w.free {
		v, b, low, high := w.step[p], w.Coef[i], lows[i], highs[i]
		size += math.Abs(v)
		up, down := v, -v
		if w.Course.High != nil {
			up -= w.Course.High[i]
		}
		if w.Course.Low != nil {
			down += w.Course.Low[i]
		}
		// Most variables are too far from their bounds to be the next.
		reach := (c.length + c.alike) * (1 + 1e-14)
		if up*reach < high-b && down*reach < b-low {
			continue
		}
		span := high - low
		negligible := 1e-14 * (span + math.Abs(b)) / left
		if up > negligible {
			w.offer(c, event{leaving, max(high-b, 0) / up, p, High, up / (span + 1e-300)})
		}
		if down > negligible {
			w.offer(c, event{leaving, max(b-low, 0) / down, p, Low, down / (span + 1e-300)})
		}
	}
	return size
}

// meet is meets for a gradient and its rate, with the sign that makes them positive if the
// condition holds.
func (w *walker) meet(c *choice, i int, g, rate, rounding float64) {
	if g+rate*c.length*(1+1e-12) <= 0 && (rate < -rounding || g < -1e-11*w.size && rate < 0) {
		w.offer(c, event{entering, max(g, 0) / -rate, i, Low, -rate})
	}
}

// swaps offers, while S is empty, gradients that become 0, and samples that will limit the
// constant.
func (w *walker) swaps(c *choice, rounding float64) {
	for i, rate := range w.rate {
		sign, edge := 1.0, w.edge[0]
		switch w.Places[i] {
		case High:
			sign, edge = -1, w.edge[1]
		case Fixed:
			continue
		}
		g := sign * w.Gradient[i]
		rate *= sign
		w.meet(c, i, g, rate, rounding)
		if relative := rate - sign*w.rate[edge]; edge != i && relative < -rounding {
			if ahead := g - sign*w.Gradient[edge]; ahead > 1e-13*w.size {
				w.offer(c, event{swapping, ahead / -relative, i, Low, -relative})
			}
		}
	}
}

// diagonal is the size of kernel values.
func (w *walker) diagonal() float64 {
	if w.gamma > 0 {
		return w.gamma
	}
	return 1
}

// chance returns a random number in [0, 1), the same in every run (xorshift64*).
func (s *Set) chance() float64 {
	s.random ^= s.random >> 12
	s.random ^= s.random << 25
	s.random ^= s.random >> 27
	return float64((s.random*0x2545F4914F6CDD1D)>>11) / (1 << 53)
}
