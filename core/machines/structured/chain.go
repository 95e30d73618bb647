// Package structured holds machines that predict several labels which depend on each other.
package structured

import "math"

// chain finds the best sequence of labels by dynamic programming (Viterbi; Shalev-Shwartz &
// Ben-David, (17.4), (17.5)). The score of labels y_1..y_r is
//
//	sum over t of e_t(y_t) + sum over t >= 2 of c(y_{t-1}, y_t)
//
// With M_{s,1} = e_1(s) and M_{s,t} = e_t(s) + max_{s'} (M_{s',t-1} + c(s', s)) the best
// score is max_s M_{s,r}, and the maximising s' lead back to the labels. That takes
// O(r q^2) steps and O(r q) memory for q labels. Of labels with equal scores the first one
// wins.
type chain struct {
	q    int
	step []float64 // c, a row for each previous label; nil: all zero
	from []int32   // the maximising s' of every M, scratch
}

// decode writes the best labels into path, length r. emission has a row of q numbers for
// each position, and becomes M.
func (c *chain) decode(path []int32, emission []float64) (score float64) {
	r, q := len(path), c.q
	if c.step == nil {
		for t := range path {
			best := largest(emission[t*q : (t+1)*q])
			path[t] = int32(best)
			score += emission[t*q+best]
		}
		return score
	}
	if len(c.from) < r*q {
		c.from = make([]int32, r*q)
	}
	best := make([]float64, q)
	for t := 1; t < r; t++ {
		from := c.from[t*q : (t+1)*q]
		for s := range best {
			best[s] = math.Inf(-1)
		}
		for previous, m := range emission[(t-1)*q : t*q] {
			for s, step := range c.step[previous*q : (previous+1)*q] {
				if v := m + step; v > best[s] {
					best[s], from[s] = v, int32(previous)
				}
			}
		}
		for s, v := range best {
			emission[t*q+s] += v
		}
	}
	at := largest(emission[(r-1)*q:])
	score = emission[(r-1)*q+at]
	for t := r - 1; ; t-- {
		path[t] = int32(at)
		if t == 0 {
			return score
		}
		at = int(c.from[t*q+at])
	}
}

// largest returns the place of the first largest number.
func largest(v []float64) (at int) {
	for i, x := range v {
		if x > v[at] {
			at = i
		}
	}
	return at
}
