package kernel

import "maxmargin/core/lanes"

// Delta is k(x,z) = 1 if x = z and 0 otherwise, where equal means equal in every
// coordinate: each point has its own direction of feature space, orthogonal to all others,
// and so it is positive definite. A multiple of it, added to another kernel, shifts the
// diagonal of the matrix of distinct samples (the kernel for noisy data of Cristianini &
// Shawe-Taylor, section 3.7). It compares points, not positions in a list, as a kernel
// must: a sample that occurs twice equals itself, and a new sample equals a training sample
// with the same values.
type Delta struct {
	sums
	differences
}

// Name returns "delta".
func (Delta) Name() string { return "delta" }

// Theorem states why the kernel is positive definite.
func (Delta) Theorem(int, []Verdict) Theorem {
	return Proved("distinct points are orthonormal", Introduction+", Proposition 3.5")
}

// Features returns that there are infinitely many.
func (Delta) Features(int, []Count) Count {
	return Endless()
}

// Picture returns what the page of the kernel shows.
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

var (
	_ Additive  = Delta{}
	_ Separable = Delta{}
)
