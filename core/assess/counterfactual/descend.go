package counterfactual

import (
	"math"

	"maxmargin/core/base/linalg"
)

// steps is how many steps a search takes at most. Each is one evaluation of the functions.
const steps = 400

// enough is how many steps that lower no more than rounding end a search: they still come closer.
const enough = 10

// begin sets the start of the steps.
func (l *local) begin(norm int) {
	l.norm, l.rho, l.least, l.penalty = norm, 0, 0, 0
	for _, scale := range l.scale { // so that a start beyond the boundary is not left for x0
		l.penalty = max(l.penalty, 10*l.objective(l.point.z)/scale)
	}
	if norm == 1 {
		size := 0.0
		for _, v := range l.point.z {
			size = math.Hypot(size, v)
		}
		l.rho = 1 / max(size, 1e-300)
		l.least = 1e-6 * l.rho
	}
}

// descend takes steps until they are no more than rounding. A step goes to the solution of
//
//	minimise |y|_1 or |y|^2 / 2, + rho/2 |y - z|^2  subject to g_c(z) + a_c (y - z) >= margin_c
//
// within the bounds. With rho = 0 and the norm 2, this is the projection of x0 onto the boundary as
// linearised at z. rho grows if a step does not lower the objective plus a penalty on violated
// constraints, and shrinks if it does.
func (l *local) descend(share float64) error {
	still := 0 // steps in a row that lowered no more than rounding
	for range steps {
		feasible := l.step(share)
		for _, m := range l.multipliers {
			l.penalty = max(l.penalty, 2*m)
		}
		length, size := 0.0, 0.0
		for j, y := range l.next.z {
			length, size = math.Hypot(length, y-l.point.z[j]), math.Hypot(size, y)
		}
		if feasible && length <= 1e-15*size || length == 0 {
			return nil
		}
		if err := l.at(&l.next); err != nil {
			return err
		}
		before := l.objective(l.point.z) + l.penalty*l.violation(l.point.values, share)
		promised := l.objective(l.next.z)
		if !feasible {
			promised += l.penalty * l.linearViolation(share)
		}
		noise := 1e-15 * (math.Abs(before) + l.objective(l.next.z))
		after := 0.0
		lowers := func() bool {
			after = l.objective(l.next.z) + l.penalty*l.violation(l.next.values, share)
			return before-after >= 0.1*(before-promised)-noise
		}
		good := lowers()
		if !good && feasible {
			// The boundary is curved away from the step: take another step to the boundary near its
			// end.
			if err := l.correct(share); err != nil {
				return err
			}
			good = lowers()
		}
		switch {
		case good && before-after <= noise && still == enough:
			return nil
		case good:
			if still++; before-after > noise {
				still = 0
			}
			l.point, l.next = l.next, l.point
			if l.rho /= 4; l.rho < max(l.least, 1e-9) {
				l.rho = l.least
			}
		case l.rho > 1e12*(1+l.least):
			return nil
		default:
			l.rho = max(4*l.rho, 0.1)
			if l.norm == 1 {
				l.rho = max(l.rho, 4*l.least)
			}
		}
	}
	return nil
}

// objective is |z|_1 or |z|^2 / 2.
func (l *local) objective(z []float64) (sum float64) {
	for _, v := range z {
		if l.norm == 1 {
			sum += math.Abs(v)
		} else {
			sum += float64(v * v / 2)
		}
	}
	return sum
}

// violation returns the sum of the violations of the constraints.
func (l *local) violation(values []float64, share float64) (sum float64) {
	for c, v := range values {
		sum += max(0, share*l.scale[c]-v)
	}
	return sum
}

// linearViolation returns that sum for the linearised constraints at the next point.
func (l *local) linearViolation(share float64) (sum float64) {
	for c := range l.scale {
		sum += max(0, l.limit[c]-linalg.Dot(l.slopes(c), l.next.z))
	}
	return sum
}

// slopes returns the slopes of function c at the point.
func (l *local) slopes(c int) []float64 {
	d := len(l.From)
	return l.point.slopes[c*d : (c+1)*d]
}

// step sets next.z to the solution of the problem at descend, by ascent in one multiplier after
// another, and reports whether there is one. Otherwise it changes as much as the bounds allow.
func (l *local) step(share float64) (feasible bool) {
	for c := range l.scale {
		l.limit[c] = share*l.scale[c] - l.point.values[c] + linalg.Dot(l.slopes(c), l.point.z)
	}
	return l.ascend()
}

// correct replaces the next point by the solution with the slopes at the point and the values at
// the next point: the correction of second order, without which steps along a curved boundary have
// to be short (Nocedal and Wright 2006, section 18.3).
func (l *local) correct(share float64) error {
	for c := range l.scale {
		l.limit[c] = share*l.scale[c] - l.next.values[c] + linalg.Dot(l.slopes(c), l.next.z)
	}
	l.ascend()
	return l.at(&l.next)
}

// ascend solves the problem with the present limits.
func (l *local) ascend() (feasible bool) {
	clear(l.multipliers)
	clear(l.force)
	feasible = true
	for range 300 {
		changed := 0.0
		for c := range l.scale {
			old := l.multipliers[c]
			for j, a := range l.slopes(c) {
				l.force[j] -= old * a
			}
			m, ok := l.multiplier(c)
			feasible = feasible && ok
			l.multipliers[c] = m
			for j, a := range l.slopes(c) {
				l.force[j] += m * a
			}
			changed = max(changed, math.Abs(m-old)/max(m, old, math.SmallestNonzeroFloat64))
		}
		if len(l.scale) == 1 || changed <= 1e-14 || !feasible {
			break
		}
	}
	l.respond(l.next.z, nil, 0)
	return feasible
}

// multiplier returns the least multiplier of function c with which its constraint holds for the
// present other multipliers, if there is one.
func (l *local) multiplier(c int) (m float64, ok bool) {
	a, limit := l.slopes(c), l.limit[c]
	value := func(m float64) float64 {
		l.respond(l.moved, a, m)
		return linalg.Dot(a, l.moved)
	}
	if value(0) >= limit {
		return 0, true
	}
	square := linalg.Dot(a, a)
	if !(square > 0) {
		return 0, false
	}
	high, last := max((limit-value(0))/square*(1+l.rho), 1/math.Sqrt(square)), 0.0
	for tries := 0; value(high) < limit; tries++ {
		if tries > 80 || l.saturated(a) {
			return high, false
		}
		last, high = high, 2*high
	}
	for range 200 {
		// The middle, or where the line through both ends meets the limit: the function is
		// piecewise linear, so that the line is soon exact.
		middle := last + (high-last)/2
		if !(middle > last && middle < high) {
			break
		}
		below, above := value(last), value(high)
		if above > below {
			if cut := last + (high-last)*(limit-below)/(above-below); cut > last && cut < high {
				if value(cut) >= limit {
					high = cut
				} else {
					last = cut
				}
				middle = last + (high-last)/2
			}
		}
		if value(middle) >= limit {
			high = middle
		} else {
			last = middle
		}
		if high-last <= 1e-16*high {
			break
		}
	}
	return high, true
}

// saturated reports whether every coordinate of moved that function slopes act on is at the bound
// that they push it to.
func (l *local) saturated(a []float64) bool {
	for j, v := range a {
		if v > 0 && l.moved[j] < l.high[j] || v < 0 && l.moved[j] > l.low[j] {
			return false
		}
	}
	return true
}

// respond sets y to the minimum of the objective and the squared step, less the force on each
// coordinate: that of all multipliers, and m times a.
func (l *local) respond(y, a []float64, m float64) {
	for j, z := range l.point.z {
		v := l.force[j]
		if a != nil {
			v += float64(m * a[j])
		}
		v += float64(l.rho * z)
		switch {
		case l.norm == 2:
			v /= 1 + l.rho
		case v > 1:
			v = (v - 1) / l.rho
		case v < -1:
			v = (v + 1) / l.rho
		default:
			v = 0
		}
		y[j] = min(max(v, l.low[j]), l.high[j])
	}
}
