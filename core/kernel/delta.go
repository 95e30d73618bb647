package kernel

import "maxmargin/core/base/lanes"

// Delta is k(x,z) = 1 if x = z in every coordinate and 0 otherwise: each point has its own
// direction of feature space, orthogonal to all others, so it is positive definite. A multiple of
// it, added to another kernel, shifts the diagonal of the matrix of distinct samples (the kernel
// for noisy data of Cristianini & Shawe-Taylor, section 3.7). Like every kernel it compares points,
// not positions in a list: a new sample equals a training sample with the same values.
type Delta struct {
	sums
	differences
}

func (Delta) Name() string { return "delta" }

func (Delta) Theorem(int, []Verdict) Theorem {
	return Proved("distinct points are orthonormal", Introduction+", Proposition 3.5")
}

func (Delta) Features(int, []Count) Count {
	return Endless()
}

func (Delta) Picture() Picture {
	return Picture{From: -1}
}

// Add counts coordinates that differ.
func (Delta) Add(sum []float64, x float64, z []float64) { lanes.Unequal.Add(sum, x, z) }

// Term returns 1 where x and z differ.
func (Delta) Term() (lanes.Term, bool) { return lanes.Unequal, true }

// End sets 1 where no coordinate differs, and else 0.
func (Delta) End(dst, _ []float64) {
	for j, differ := range dst {
		dst[j] = 0
		if differ == 0 {
			dst[j] = 1
		}
	}
}

// Factors are 1 where the coordinates are equal, else 0.
func (Delta) Factors(int) []Factors {
	return productOf(func(dst []float64, _ int, x float64, z []float64) {
		for w, v := range z {
			dst[w] = 0
			if x == v {
				dst[w] = 1
			}
		}
	})
}
