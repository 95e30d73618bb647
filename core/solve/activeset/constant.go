package activeset

import "math"

// This file treats the constant while no sample of the margin set determines it.

// edges returns the samples that limit the constant while S is empty: the least gradient at a lower
// bound, the greatest at an upper one; of equal ones the one that will limit it next; -1 if there
// is none. rate has the changes without the constant.
func (w *walker) edges() (lowest, highest int) {
	lowest, highest = -1, -1
	alike := 1e-13 * w.Spread()
	for i, g := range w.Gradient {
		switch w.Places[i] {
		case Low:
			if lowest < 0 || g < w.Gradient[lowest]-alike || g <= w.Gradient[lowest]+alike && w.rate[i] < w.rate[lowest] {
				lowest = i
			}
		case High:
			if highest < 0 || g > w.Gradient[highest]+alike || g >= w.Gradient[highest]-alike && w.rate[i] > w.rate[highest] {
				highest = i
			}
		}
	}
	return lowest, highest
}

// release moves all of S to the bounds if S does not determine the constant over the next length of
// the course, and reports whether it did so: all variables of S are at lower bounds, or all at
// upper ones, and move with them, and the gradients on the other side are not 0. The constant may
// then lie anywhere between. At the end of a course length is 0.
func (w *walker) release(length float64) bool {
	if len(w.free) > 0 {
		if _, at := w.nearBound(w.free[0]); !at { // most often
			return false
		}
	}
	size := w.moved
	for _, v := range w.step {
		size += math.Abs(v)
	}
	var side Place
	for p, i := range w.free {
		place, at := w.nearBound(i)
		if !at || p > 0 && place != side {
			return false
		}
		side, w.Places[i] = place, place
		rides := length == 0 || math.Abs(w.step[p]-w.boundRate(i)) <= 1e-12*size
		w.Places[i] = Free
		if !rides {
			return false
		}
	}
	if w.near.on { // the gradients and rates of all samples are needed: once more, with them
		w.whole()
		return true
	}
	least := math.Inf(1)
	for i, g := range w.Gradient {
		if w.Places[i] == Low+High-side {
			least = min(least, max(math.Abs(g), math.Abs(g+length*w.rate[i])))
		}
	}
	if !w.Constant || len(w.free) == 0 || !(least > 1e-9*w.Spread()) {
		return false
	}
	for p := len(w.free) - 1; p >= 0; p-- {
		i := w.free[p]
		place, _ := w.nearBound(i)
		column := w.leave(p, place)
		w.turn(i, 1)
		w.carry(column, w.boundRate(i))
	}
	return true
}

// nearBound returns the nearer bound of a variable, and whether it is there to rounding.
func (s *Set) nearBound(i int) (Place, bool) {
	down, up, near := s.Coef[i]-s.Low[i], s.High[i]-s.Coef[i], 1e-12*(s.High[i]-s.Low[i])
	if up < down {
		return High, up <= near
	}
	return Low, down <= near
}
