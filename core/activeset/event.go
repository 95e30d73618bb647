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

// find returns the next event.
func (w *walker) find() event {
	left := w.To - w.t
	best := event{kind: ending, length: left}
	count := 0.0
	offer := func(e event) {
		alike := 1e-15 * (left + math.Abs(w.t))
		if best.kind == ending && e.length < best.length || e.length < best.length-alike {
			best, count = e, 1
			return
		}
		if best.kind == ending || e.length > best.length+alike {
			return
		}
		count++
		if w.idle > patience && w.chance() < 1/count || w.idle <= patience && e.speed > best.speed {
			e.length = min(e.length, best.length)
			best = e
		}
	}
	size := 0.0
	for p, i := range w.free {
		v := w.step[p]
		size += math.Abs(v)
		span := w.Set.High[i] - w.Set.Low[i]
		up, down := v, v
		if w.Course.High != nil {
			up -= w.Course.High[i]
		}
		if w.Course.Low != nil {
			down -= w.Course.Low[i]
		}
		negligible := 1e-14 * (span + math.Abs(w.Coef[i])) / left
		if up > negligible {
			offer(event{leaving, max(w.Set.High[i]-w.Coef[i], 0) / up, p, High, up / (span + 1e-300)})
		}
		if -down > negligible {
			offer(event{leaving, max(w.Coef[i]-w.Set.Low[i], 0) / -down, p, Low, -down / (span + 1e-300)})
		}
	}
	// Below this the rate of a gradient is rounding: that of a sample which depends on S is 0.
	rounding := 1e-14 * w.diagonal() * (size + w.moved)
	scale := w.size
	empty := len(w.free) == 0 && w.Constant
	signs := [4]float64{Low: 1, High: -1} // that the conditions ask of gradients; 0: any
	for i, rate := range w.rate {
		sign := signs[w.Places[i]&3]
		g := sign * w.Gradient[i]
		rate *= sign
		// Most samples are too far from their condition to be the next.
		near := g+rate*best.length*(1+1e-12) <= 0
		if !near && !empty || sign == 0 {
			continue
		}
		if near && (rate < -rounding || g < -1e-11*scale && rate < 0) {
			offer(event{entering, max(g, 0) / -rate, i, Low, -rate})
		}
		if !empty {
			continue
		}
		edge := w.edge[0]
		if sign < 0 {
			edge = w.edge[1]
		}
		if relative := rate - sign*w.rate[edge]; edge != i && relative < -rounding {
			if ahead := g - sign*w.Gradient[edge]; ahead > 1e-13*scale {
				offer(event{swapping, ahead / -relative, i, Low, -relative})
			}
		}
	}
	return best
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
