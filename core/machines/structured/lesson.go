package structured

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/solve/primal"
)

// lesson is the sequences that are learnt from, and what a weight vector says of them. The
// features of a sequence x of r rows with the labels y are
//
//	Psi(x, y) = 1/r (sum over t of x_t in the block of y_t,
//	                 sum over t of 1 in the place of y_t,
//	                 sum over t >= 2 of 1 in the place of (y_{t-1}, y_t))
//
// (Shalev-Shwartz & Ben-David, section 17.3; the factor 1/r belongs to every part of the sum,
// as in the definition of Psi there and not as in its decomposition).
type lesson struct {
	rows   primal.Rows
	y      []int32
	begin  []int     // first row of each sequence, and the number of rows
	weight []float64 // of each sequence
	q, d   int
	bias   bool
	chain  bool

	path    []int32 // labels that decode found
	score   []float64
	viterbi chain
}

// size returns the length of a weight vector: weights of the rows, biases and transitions.
func (l *lesson) size() int { return l.q * (l.d + 1 + l.q) }

// parts returns the parts of a weight vector.
func (l *lesson) parts(w []float64) (weights, bias, transitions []float64) {
	return w[:l.q*l.d], w[l.q*l.d : l.q*(l.d+1)], w[l.q*(l.d+1):]
}

// decode finds the labels of sequence s with the largest r (<w, Psi> + loss Delta), where
// Delta is the share of wrong labels (exercise 17.8.3), and returns that share.
func (l *lesson) decode(w []float64, s int, loss float64) (wrong float64) {
	first, last := l.begin[s], l.begin[s+1]
	weights, bias, transitions := l.parts(w)
	score := l.score[:(last-first)*l.q]
	for t := first; t < last; t++ {
		row := score[(t-first)*l.q : (t-first+1)*l.q]
		for c := range row {
			row[c] = l.rows.Dot(t, weights[c*l.d:(c+1)*l.d]) + bias[c]
			if int32(c) != l.y[t] {
				row[c] += loss
			}
		}
	}
	if l.chain {
		l.viterbi.step = transitions
	}
	path := l.path[:last-first]
	l.viterbi.decode(path, score)
	for t, c := range path {
		if c != l.y[first+t] {
			wrong++
		}
	}
	return wrong / float64(last-first)
}

// add adds a (Psi(x, y) - Psi(x, path)) of sequence s to w, with the labels that decode
// found last.
func (l *lesson) add(w []float64, s int, a float64) {
	first, last := l.begin[s], l.begin[s+1]
	weights, bias, transitions := l.parts(w)
	a /= float64(last - first)
	for t := first; t < last; t++ {
		right, found := int(l.y[t]), int(l.path[t-first])
		if right != found {
			l.rows.Add(t, a, weights[right*l.d:(right+1)*l.d])
			l.rows.Add(t, -a, weights[found*l.d:(found+1)*l.d])
			if l.bias {
				bias[right] += a
				bias[found] -= a
			}
		}
		if l.chain && t > first {
			transitions[int(l.y[t-1])*l.q+right] += a
			transitions[int(l.path[t-1-first])*l.q+found] -= a
		}
	}
}

// plane returns the plane of the weighted sum of losses at w: sum of c_s (Delta_s - <w,
// Psi(x_s, y_s) - Psi(x_s, path_s)>) = b - <w, g>. work is called with the number of each
// sequence, and ends everything if it returns false.
func (l *lesson) plane(w []float64, work func(s int) bool) (g []float64, b float64, whole bool) {
	g = make([]float64, l.size())
	for s, c := range l.weight {
		if !work(s) {
			return nil, 0, false
		}
		if wrong := l.decode(w, s, 1); wrong > 0 && c > 0 {
			b += c * wrong
			l.add(g, s, c)
		}
	}
	return g, b, true
}

// risk returns the weighted sum of the generalised hinge losses at w.
func (l *lesson) risk(w []float64) float64 {
	g, b, _ := l.plane(w, func(int) bool { return true })
	return b - lanes.Sum(w, g)
}
