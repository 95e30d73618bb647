package boost

import "math"

// soft is AdaBoost_Reg (Raetsch, Onoda and Mueller, Soft margins for AdaBoost, 2001): the influence
// of the weights of a sample softens its margin,
//
//	G = sum_i D_1(i) exp(-sum_t alpha_t (s_t(i) + C n D_t(i)))
//
// where n D_t(i) is the weight relative to the mean, and s_t(i) is 1 if member t is right and -1 if
// it is wrong; for k > 2 classes 2 (k-1)/k and -2/k, which leads to SAMME. The weights are the
// terms of G, and alpha_t minimises G. With C = 0 this is AdaBoost. If C n D_t(i) > 1, a larger
// alpha_t makes the term of a sample smaller although the member is wrong: the sample counts as an
// outlier.
type soft struct {
	c            float64
	right, wrong float64   // s
	n            []float64 // of each sample the factor of D_t: 1/D_1(i)
	most         float64   // largest alpha
}

// newSoft returns the regularisation for samples with the weights D_1. The mean weight of a sample
// is its first one, so that a sample of weight 2 is two samples. If all mistakes of a member count
// as outliers, G has no minimum: then alpha is that of a member that gets half a sample wrong.
func newSoft(c float64, k int, first []float64) *soft {
	s := &soft{c: c, right: 2 * float64(k-1) / float64(k), wrong: -2 / float64(k), n: make([]float64, len(first))}
	least := math.Inf(1)
	for i, w := range first {
		if w > 0 {
			s.n[i], least = 1/w, min(least, w)
		}
	}
	s.most = alphaOf(least/2, k)
	return s
}

// step returns alpha and the divisor of the weights, and writes the next weights.
func (s *soft) step(next, weight []float64, right []bool) (alpha, z float64) {
	slope := make([]float64, len(weight))
	for i, w := range weight {
		if slope[i] = s.wrong; right[i] {
			slope[i] = s.right
		}
		slope[i] += s.c * s.n[i] * w
	}
	alpha = lineSearch(weight, slope, s.most)
	for i, w := range weight {
		next[i] = w * math.Exp(-alpha*slope[i])
		z += next[i]
	}
	return alpha, z
}

// lineSearch returns the alpha in [0, most] that minimises the convex sum_i w_i exp(-alpha s_i), by
// halving the interval until no number is left in it. At 0 the sum falls.
func lineSearch(w, s []float64, most float64) float64 {
	falls := func(alpha float64) bool {
		sum := 0.0
		for i, v := range w {
			sum += v * s[i] * math.Exp(-alpha*s[i])
		}
		return sum > 0
	}
	if falls(most) {
		return most
	}
	low, high := 0.0, most
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high || high-low < 1e-15*high {
			return high
		}
		if falls(middle) {
			low = middle
		} else {
			high = middle
		}
	}
}
