package ordinal

import (
	"math"

	"maxmargin/core/base/run"
)

// subspace solves for the variables between their bounds by conjugate gradients, and moves as
// far along the solution as the bounds allow; a longer move that is cut off at the bounds is
// tried first. It reports whether a variable met a bound, so that it is worth trying again.
func (d *pairDual) subspace(ctl *run.Ctl) (more bool, status run.Status) {
	d.free = d.free[:0]
	for i := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			at := d.offset[i] + j - d.from[i]
			if a := d.alpha[at]; a > 0 && a < d.upper(i, j) {
				d.free = append(d.free, pair{i, j, at})
			}
		}
	}
	if len(d.free) < 2 {
		return false, ""
	}
	step, change, status := d.conjugate(ctl)
	if status != "" || step == nil {
		return false, status
	}
	// How far the bounds allow the move.
	reach := math.Inf(1)
	gain, square := 0.0, 0.0 // of the objective along it: t gain - t^2 square / 2
	for q, p := range d.free {
		s, a := step[q], d.alpha[p.at]
		switch {
		case s < 0:
			reach = min(reach, -a/s)
		case s > 0:
			reach = min(reach, (d.upper(p.i, p.j)-a)/s)
		}
		gain += float64(s * (1 - (d.f[p.i] - d.f[p.j])))
		square += float64(s * (change[p.i] - change[p.j]))
	}
	if !(gain > 0) {
		return false, ""
	}
	best := math.Inf(1)
	if square > 0 {
		best = gain / square
	}
	if math.IsInf(min(best, reach), 1) {
		return false, "" // the objective grows for ever along it; the next pass will tell
	}
	if best <= reach {
		d.along(step, change, best)
		return false, ""
	}
	before := d.objective()
	if d.cut(step, min(best, 1e6*reach), before+reach*gain-reach*reach*square/2) {
		return true, ""
	}
	d.along(step, change, reach)
	return true, ""
}

// along moves the free variables by t times step, of which change is the effect on f.
func (d *pairDual) along(step, change []float64, t float64) {
	for q, p := range d.free {
		d.set(p, d.alpha[p.at]+float64(t*step[q]))
	}
	for i, v := range change {
		d.f[i] += float64(t * v)
	}
}

// set gives a variable its value, which rounding can put beyond a bound; f is not changed.
func (d *pairDual) set(p pair, value float64) {
	most := d.upper(p.i, p.j)
	value = min(max(value, 0), most)
	// What differs from a bound by rounding is at the bound.
	if value < 1e-14*min(most, d.linear) {
		value = 0
	} else if most-value < 1e-14*most {
		value = most
	}
	d.linear += value - d.alpha[p.at]
	d.alpha[p.at] = value
}

// cut tries moves by t, t/2, ..., cut off at the bounds, and keeps the first one that reaches
// an objective above least.
func (d *pairDual) cut(step []float64, t, least float64) bool {
	n := len(d.f)
	old, linear := make([]float64, len(d.free)), d.linear
	for q, p := range d.free {
		old[q] = d.alpha[p.at]
	}
	f, coef, change := make([]float64, n), make([]float64, n), make([]float64, n)
	copy(f, d.f)
	for range 6 {
		if d.ctl.Ended() != "" {
			break
		}
		clear(coef)
		for q, p := range d.free {
			d.set(p, old[q]+float64(t*step[q]))
			moved := d.alpha[p.at] - old[q]
			coef[p.i] += moved
			coef[p.j] -= moved
		}
		d.times(change, coef)
		for i, v := range change {
			d.f[i] = f[i] + v
		}
		if d.objective() > least {
			return true
		}
		copy(d.f, f)
		for q, p := range d.free {
			d.alpha[p.at] = old[q]
		}
		d.linear = linear
		t /= 2
	}
	return false
}

// conjugate returns the change of the free variables that solves Q s = slope by conjugate
// gradients, and its effect on f; nil where there is nothing to solve. Where the objective has
// no curvature it returns that direction.
func (d *pairDual) conjugate(ctl *run.Ctl) (step, change []float64, status run.Status) {
	n, m := len(d.f), len(d.free)
	residual, direction, effect, coef := make([]float64, m), make([]float64, m), make([]float64, n), make([]float64, n)
	step, change = make([]float64, m), make([]float64, n)
	norm := 0.0
	for q, p := range d.free {
		residual[q] = 1 - (d.f[p.i] - d.f[p.j])
		norm += float64(residual[q] * residual[q])
	}
	copy(direction, residual)
	first, scale := norm, 0.0
	for i := range n {
		scale = max(scale, math.Abs(d.row(i)[i]))
	}
	if first <= 1e-30 {
		return nil, nil, ""
	}
	most := 0.0 // the largest gain of a step
	for range min(m, n) + 20 {
		if status := d.checkpoint(ctl, n*n); status != "" {
			return nil, nil, status
		}
		clear(coef)
		d.work += float64(n) * float64(n)
		length := 0.0
		for q, p := range d.free {
			coef[p.i] += direction[q]
			coef[p.j] -= direction[q]
			length += float64(direction[q] * direction[q])
		}
		d.times(effect, coef)
		curvature := 0.0
		for q, p := range d.free {
			curvature += float64(direction[q] * (effect[p.i] - effect[p.j]))
		}
		if curvature <= 1e-13*scale*length {
			if norm >= first/2 { // nothing else was found
				return direction, effect, ""
			}
			break
		}
		t := norm / curvature
		next := 0.0
		for q, p := range d.free {
			step[q] += float64(t * direction[q])
			residual[q] -= float64(t * (effect[p.i] - effect[p.j]))
			next += float64(residual[q] * residual[q])
		}
		for i, v := range effect {
			change[i] += float64(t * v)
		}
		most = max(most, t*norm)
		if next <= 1e-24*first || next <= 1e-30 || t*norm < d.share*most {
			break
		}
		for q := range direction {
			direction[q] = residual[q] + float64(next/norm*direction[q])
		}
		norm = next
	}
	return step, change, ""
}
