package qp

import "math"

// workingSet chooses the coordinates of a sweep.
type workingSet struct {
	positions []int // in the active set
	chosen    []bool
	ups       []leaders // of each group
	downs     []leaders
	alone     leaders // without a group

	leastUp, leastDown []float64 // scratch of scanGroups: the keys to exceed
}

// leaders are the few positions of largest key seen so far, in descending order.
type leaders struct {
	keys      []float64
	positions []int
}

// offer inserts a position if its key is among the largest count.
func (l *leaders) offer(key float64, position, count int) {
	n := len(l.keys)
	if n == count {
		if !(key > l.keys[n-1]) {
			return
		}
		n--
	} else {
		l.keys, l.positions = append(l.keys, 0), append(l.positions, 0)
	}
	for n > 0 && l.keys[n-1] < key {
		l.keys[n], l.positions[n] = l.keys[n-1], l.positions[n-1]
		n--
	}
	l.keys[n], l.positions[n] = key, position
}

// least returns the key that the next one must exceed to matter.
func (l *leaders) least(count int) float64 {
	if len(l.keys) < count {
		return math.Inf(-1)
	}
	return l.keys[count-1]
}

func (l *leaders) reset() { l.keys, l.positions = l.keys[:0], l.positions[:0] }

// forget drops the set: positions no longer mean what they did.
func (w *workingSet) forget() { w.positions, w.chosen = w.positions[:0], nil }

// choose makes up a working set of about size coordinates: of every group those
// that violate the conditions most, as many ups as downs; and coordinates of the
// set before that are free, because what has come off its bounds will have to
// move again. It returns the largest violation.
func (w *workingSet) choose(p *point, size int) (gap float64) {
	if len(w.ups) != p.groups {
		w.ups, w.downs = make([]leaders, p.groups), make([]leaders, p.groups)
	}
	if len(w.chosen) != len(p.g) {
		w.chosen = make([]bool, len(p.g))
		w.positions = w.positions[:0]
	}
	for g := range w.ups {
		w.ups[g].reset()
		w.downs[g].reset()
	}
	w.alone.reset()
	count := max(1, size/(4*max(1, p.groups)))
	if p.group == nil {
		w.scan(p, count)
	} else {
		w.scanGroups(p, count, size/2)
	}

	before := append([]int(nil), w.positions...)
	for _, t := range before {
		w.chosen[t] = false
	}
	w.positions = w.positions[:0]
	for g := range w.ups {
		ups, downs := &w.ups[g], &w.downs[g]
		if len(ups.keys) == 0 || len(downs.keys) == 0 {
			continue
		}
		smallest, largest := -ups.keys[0], downs.keys[0]
		gap = max(gap, largest-smallest)
		for k, t := range ups.positions {
			if -ups.keys[k] < largest {
				w.add(t)
			}
		}
		for k, t := range downs.positions {
			if downs.keys[k] > smallest {
				w.add(t)
			}
		}
	}
	for k, t := range w.alone.positions {
		gap = max(gap, w.alone.keys[k])
		w.add(t)
	}
	for _, t := range before {
		if len(w.positions) >= size {
			break
		}
		if p.up(t) && p.down(t) {
			w.add(t)
		}
	}
	return gap
}

func (w *workingSet) add(t int) {
	if !w.chosen[t] {
		w.chosen[t] = true
		w.positions = append(w.positions, t)
	}
}

// scan finds the leaders of a single group, in one pass.
func (w *workingSet) scan(p *point, count int) {
	ups, downs := &w.ups[0], &w.downs[0]
	leastUp, leastDown := math.Inf(-1), math.Inf(-1)
	b, lo, hi := p.b[:len(p.g)], p.lo[:len(p.g)], p.hi[:len(p.g)]
	for t, g := range p.g {
		if -g > leastUp && b[t] < hi[t] {
			ups.offer(-g, t, count)
			leastUp = ups.least(count)
		}
		if g > leastDown && b[t] > lo[t] {
			downs.offer(g, t, count)
			leastDown = downs.least(count)
		}
	}
}

// scanGroups does the same for several groups, and for coordinates without one.
func (w *workingSet) scanGroups(p *point, count, alone int) {
	w.leastUp, w.leastDown = w.leastUp[:0], w.leastDown[:0]
	for range p.groups {
		w.leastUp, w.leastDown = append(w.leastUp, math.Inf(-1)), append(w.leastDown, math.Inf(-1))
	}
	b, lo, hi, of := p.b[:len(p.g)], p.lo[:len(p.g)], p.hi[:len(p.g)], p.group[:len(p.g)]
	for t, g := range p.g {
		c := of[t]
		if c < 0 {
			if v := p.alone(t); v > 0 {
				w.alone.offer(v, t, alone)
			}
			continue
		}
		if -g > w.leastUp[c] && b[t] < hi[t] {
			w.ups[c].offer(-g, t, count)
			w.leastUp[c] = w.ups[c].least(count)
		}
		if g > w.leastDown[c] && b[t] > lo[t] {
			w.downs[c].offer(g, t, count)
			w.leastDown[c] = w.downs[c].least(count)
		}
	}
}
