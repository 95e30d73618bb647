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
	for g := range w.ups {
		w.scan(p, g, count)
	}
	if p.loose {
		w.scanLoose(p, size/2)
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

// scan finds the leaders of a group, in one pass.
func (w *workingSet) scan(p *point, group, count int) {
	ups, downs := &w.ups[group], &w.downs[group]
	leastUp, leastDown := math.Inf(-1), math.Inf(-1)
	for t := p.next(group, 0, leastUp, leastDown); t < len(p.g); t = p.next(group, t+1, leastUp, leastDown) {
		g := p.g[t]
		if -g > leastUp && p.up(t) {
			ups.offer(-g, t, count)
			leastUp = ups.least(count)
		}
		if g > leastDown && p.down(t) {
			downs.offer(g, t, count)
			leastDown = downs.least(count)
		}
	}
}

// scanLoose finds the leaders of the coordinates without a group.
func (w *workingSet) scanLoose(p *point, count int) {
	for t, c := range p.group {
		if c >= 0 {
			continue
		}
		if v := p.alone(t); v > 0 {
			w.alone.offer(v, t, count)
		}
	}
}
