// Package reduction turns machines for two classes into machines for k: it reduces a problem of k
// classes to problems of two (Shalev-Shwartz & Ben-David, section 17.1). Package multiclass has the
// machines that need no reduction.
package reduction

import (
	"math"

	"maxmargin/core/base/fault"
)

// One-versus-one: a machine for each of the k(k-1)/2 pairs of classes (i, j), i < j, in
// the order (0,1), (0,2), ..., (0,k-1), (1,2), ... A positive decision value is a vote
// for i, a negative one for j, except for a single pair (k = 2), where positive means
// class 1, as in scikit-learn. Zero is a vote for the class that comes later in an order of the
// classes; the class with most votes is predicted, of classes with equally many the one that
// comes first in it. Both rules are LIBSVM's, whose order is that in which labels appear in the
// training data. Here it is Ascending.

// PairCount returns k(k-1)/2.
func PairCount(k int) int { return k * (k - 1) / 2 }

// Pairs calls visit for every pair, in order, until it returns false.
func Pairs(k int, visit func(pair, i, j int) bool) {
	pair := 0
	for i := range k {
		for j := i + 1; j < k; j++ {
			if !visit(pair, i, j) {
				return
			}
			pair++
		}
	}
}

// Positive returns which class of the pair (i, j) a positive decision value
// means.
func Positive(k, i, j int) int {
	if k == 2 {
		return j
	}
	return i
}

// Ascending returns the classes 0 to k-1 in this order, which decides between equals in every
// machine that is fitted: of two classes the second one has the value 0, sgn(0) = 1, and of
// several the first one wins. The order of the samples has no part in it. Models of LIBSVM, and
// files of earlier versions, have orders by first appearance.
func Ascending(k int) []int32 {
	order := make([]int32, k)
	for c := range order {
		order[c] = int32(c)
	}
	return order
}

// vote returns the class that the decision values of the pairs elect. A value that is NaN counts
// as positive; certain says whether the class is elected whatever these values are.
func (e *Election) vote(values []float64) (class int32, certain bool) {
	k, pair := len(e.order), 0
	clear(e.votes)
	votes, won, lost := e.votes[:k], e.votes[k:2*k], e.votes[2*k:3*k] // of won and lost, those in doubt
	for i := range k {
		row, others := values[pair:pair+k-1-i], votes[i+1:]
		pair += len(row)
		others = others[:len(row)]
		own, decided := 0, 0 // votes for i, where positive values mean i
		if k > 2 {
			for at, f := range row { // without branches, which no processor would foresee
				first, second := 0, 0
				if f > 0 {
					first = 1
				}
				if f <= e.against {
					second = 1
				}
				own += first
				others[at] += second
				decided += first + second
			}
			votes[i] += own
		}
		if decided == len(row) {
			continue
		}
		for at, f := range row {
			if k > 2 && (f > 0 || f <= e.against) {
				continue
			}
			j := i + 1 + at
			winner := Positive(k, i, j)
			switch {
			case f > 0:
			case f < 0:
				winner = i + j - winner
			case f == 0:
				winner = e.later(i, j)
			default:
				won[winner]++
				lost[i+j-winner]++
			}
			votes[winner]++
		}
	}
	best := e.order[0]
	for _, c := range e.order {
		if votes[c] > votes[best] {
			best = c
		}
	}
	least, before := votes[best]-won[best], true // a class before best in order needs no more votes
	for _, c := range e.order {
		most := votes[c] + lost[c]
		if c == best {
			before = false
		} else if most > least || before && most == least {
			return best, false
		}
	}
	return best, true
}

// OneVersusRest gives each of k > 2 classes one decision value, dst_c, from
// those of the pairs: its votes, plus the sum s of its pairwise values squeezed
// into (-1/3, 1/3) by s/(3(|s|+1)), so that confidence orders classes of equal
// votes and never outweighs a vote. This is scikit-learn's form.
func OneVersusRest(dst, values []float64, k int) {
	clear(dst)
	sum := make([]float64, k)
	Pairs(k, func(pair, i, j int) bool {
		f := values[pair]
		sum[i] += f
		sum[j] -= f
		if f > 0 {
			dst[i]++
		} else {
			dst[j]++
		}
		return true
	})
	for c, s := range sum {
		dst[c] += s / (3 * (math.Abs(s) + 1))
	}
}

// CheckOrder returns an error unless order, from a model file and with entries
// below its length, is a permutation.
func CheckOrder(order []int32) error {
	if len(order) < 2 || len(order) > 1<<15 {
		return fault.New(fault.Format, "bytes", "the model has %d classes", len(order))
	}
	seen := make([]bool, len(order))
	for _, c := range order {
		if seen[c] {
			return fault.New(fault.Format, "bytes", "the model lists class %d twice", c)
		}
		seen[c] = true
	}
	return nil
}
