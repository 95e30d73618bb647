package tree

import "math"

// The criteria by which splits are judged.
const (
	Gini    = "gini"
	Entropy = "entropy"
	Error   = "error"
)

// criterion rates a split of samples with weights counts of the classes, mass in all, of which
// left, of mass leftMass, go left. Larger is better; second decides between equal values. Without
// left it rates the samples as a single leaf. With l_c and r_c the weights of class c on both
// sides, and L and R their sums:
//
//	gini     sum_c l_c^2 / L + sum_c r_c^2 / R
//	entropy  sum_c l_c ln(l_c/L) + sum_c r_c ln(r_c/R)
//	error    max_c l_c + max_c r_c, the weight that is classified correctly
//
// The difference to the same of a single leaf is the weight times the decrease of Gini's
// impurity 1 - sum_c p_c^2, of the entropy - sum_c p_c ln p_c, or of the error 1 - max_c p_c.
type criterion func(counts []float64, mass float64, left []float64, leftMass float64) (value, second float64)

// criterionOf returns a criterion by its name.
func criterionOf(name string) criterion {
	switch name {
	case Entropy:
		return entropy
	case Error:
		return correct
	}
	return gini
}

func gini(counts []float64, mass float64, left []float64, leftMass float64) (value, second float64) {
	var l, r float64
	if left == nil {
		for _, w := range counts {
			r += w * w
		}
		return over(r, mass), 0
	}
	for c, w := range left {
		rest := counts[c] - w
		l += w * w
		r += rest * rest
	}
	return over(l, leftMass) + over(r, mass-leftMass), 0
}

// over returns the quotient, 0 for a side whose weights are so small that the mass of the other
// side hides them.
func over(squares, mass float64) float64 {
	if mass <= 0 {
		return 0
	}
	return squares / mass
}

func entropy(counts []float64, mass float64, left []float64, leftMass float64) (value, second float64) {
	if left == nil {
		for _, w := range counts {
			value += information(w, mass)
		}
		return value, 0
	}
	for c, w := range left {
		value += information(w, leftMass) + information(counts[c]-w, mass-leftMass)
	}
	return value, 0
}

// information returns w ln(w/of), 0 for no weight, and for weights that the mass hides.
func information(w, of float64) float64 {
	if w <= 0 || of <= 0 {
		return 0
	}
	return w * math.Log(w/of)
}

// correct is the criterion error. Many splits have equal values; of these the one with the larger
// value of gini is the better start for further ones.
func correct(counts []float64, mass float64, left []float64, leftMass float64) (value, second float64) {
	second, _ = gini(counts, mass, left, leftMass)
	if left == nil {
		for _, w := range counts {
			value = max(value, w)
		}
		return value, second
	}
	var l, r float64
	for c, w := range left {
		if w > l {
			l = w
		}
		if rest := counts[c] - w; rest > r {
			r = rest
		}
	}
	return l + r, second
}
