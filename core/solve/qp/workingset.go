package qp

import "math"

// workingSet chooses the coordinates of a sweep.
type workingSet struct {
	positions []int // in the active set
	before    []int // coordinates of the previous set
	chosen    []bool
	ups       []leaders // over I_up, of each group
	lows      []leaders
	ungrouped leaders // coordinates without a group
}

// leaders are the few positions of largest key seen so far, in descending order.
type leaders struct {
	keys      []float64
	positions []int
}

// newLeaders returns the leaders of so many groups, with space for count of each.
func newLeaders(groups, count int) []leaders {
	all, keys, positions := make([]leaders, groups), make([]float64, groups*count), make([]int, groups*count)
	for g := range all {
		all[g] = leaders{keys[g*count : g*count : (g+1)*count], positions[g*count : g*count : (g+1)*count]}
	}
	return all
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

// least returns the key that a further one must exceed to be inserted.
func (l *leaders) least(count int) float64 {
	if len(l.keys) < count {
		return math.Inf(-1)
	}
	return l.keys[count-1]
}

func (l *leaders) reset() { l.keys, l.positions = l.keys[:0], l.positions[:0] }

// forget drops the set, after the active set changed and positions have another meaning.
func (w *workingSet) forget() { w.positions, w.chosen = w.positions[:0], nil }

// choose selects a working set of about size coordinates: in every group the largest violations,
// equally many of I_up and of I_low; and free coordinates of the previous set, because a coordinate
// that has left its bound will have to move again. It returns the largest violation.
func (w *workingSet) choose(p *point, size int) (gap float64) {
	count := max(1, size/(4*max(1, p.groups)))
	if len(w.ups) != p.groups {
		w.ups, w.lows = newLeaders(p.groups, count), newLeaders(p.groups, count)
	}
	if len(w.chosen) != len(p.g) {
		w.chosen = make([]bool, len(p.g))
		w.positions = w.positions[:0]
	}
	for g := range w.ups {
		w.ups[g].reset()
		w.lows[g].reset()
	}
	w.ungrouped.reset()
	for g := range w.ups {
		w.scan(p, g, count)
	}
	if p.ungrouped {
		w.scanUngrouped(p, size/2)
	}

	before := append(w.before[:0], w.positions...)
	w.before = before
	for _, t := range before {
		w.chosen[t] = false
	}
	w.positions = w.positions[:0]
	for g := range w.ups {
		ups, lows := &w.ups[g], &w.lows[g]
		if len(ups.keys) == 0 || len(lows.keys) == 0 {
			continue
		}
		smallest, largest := -ups.keys[0], lows.keys[0]
		gap = max(gap, largest-smallest)
		for k, t := range ups.positions {
			if -ups.keys[k] < largest {
				w.add(t)
			}
		}
		for k, t := range lows.positions {
			if lows.keys[k] > smallest {
				w.add(t)
			}
		}
	}
	for k, t := range w.ungrouped.positions {
		gap = max(gap, w.ungrouped.keys[k])
		w.add(t)
	}
	for _, t := range before {
		if len(w.positions) >= size {
			break
		}
		if p.inUp(t) && p.inLow(t) {
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

// scan finds the leaders of a group in one pass.
func (w *workingSet) scan(p *point, group, count int) {
	ups, lows := &w.ups[group], &w.lows[group]
	leastUp, leastLow := math.Inf(-1), math.Inf(-1)
	for t := p.next(group, 0, leastUp, leastLow); t < len(p.g); t = p.next(group, t+1, leastUp, leastLow) {
		g := p.g[t]
		if -g > leastUp && p.inUp(t) {
			ups.offer(-g, t, count)
			leastUp = ups.least(count)
		}
		if g > leastLow && p.inLow(t) {
			lows.offer(g, t, count)
			leastLow = lows.least(count)
		}
	}
}

// scanUngrouped finds the leaders of the coordinates without a group.
func (w *workingSet) scanUngrouped(p *point, count int) {
	for t, c := range p.group {
		if c >= 0 {
			continue
		}
		if v := p.violation(t); v > 0 {
			w.ungrouped.offer(v, t, count)
		}
	}
}
