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

// patience is the number of breakpoints at one t after which the choice between events at once
// becomes random: a fixed rule can go round in circles, a random one leaves every circle.
const patience = 12

// choice is the next event among those that are offered.
type choice struct {
	event
	alike float64 // lengths that differ by less are the same
	count float64 // of events at once
}

// offer takes up an event if it comes before the others.
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
	// Below this the rate of a gradient is rounding: that of a sample which depends on S is 0.
	rounding := 1e-14 * w.diagonal() * (size + w.moved)
	if len(w.free) == 0 && w.Constant {
		w.swaps(c, rounding)
		return c.event
	}
	signs := [4]float64{Low: 1, High: -1} // that the conditions ask of gradients; 0: any
	reach := c.length * (1 + 1e-12)
	test := func(i int) {
		sign := signs[w.Places[i]&3]
		// Most samples are too far from their condition to be the next.
		if g, rate := sign*w.Gradient[i], sign*w.rate[i]; g+rate*reach <= 0 && sign != 0 {
			w.meet(c, i, g, rate, rounding)
			reach = c.length * (1 + 1e-12)
		}
	}
	if w.near.on {
		for _, i := range w.near.samples {
			test(i)
		}
		return c.event
	}
	for i := range w.rate {
		test(i)
	}
	return c.event
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

// meet offers the event that the gradient of a sample at a bound becomes 0. g and rate have the sign
// that makes g positive where the condition holds.
func (w *walker) meet(c *choice, i int, g, rate, rounding float64) {
	if rate < -rounding || g < -1e-11*w.size && rate < 0 {
		w.offer(c, event{entering, max(g, 0) / -rate, i, Low, -rate})
	}
}

// swaps offers, while S is empty, the events of gradients that become 0, and of samples that limit
// the constant in place of those that do.
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
		if g+rate*c.length*(1+1e-12) <= 0 {
			w.meet(c, i, g, rate, rounding)
		}
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
