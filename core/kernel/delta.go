package kernel

import "maxmargin/core/lanes"

// Delta is k(x,z) = 1 if x = z and 0 otherwise, where equal means equal in every
// coordinate: each point has a direction of feature space to itself, and so it is
// positive definite. A multiple of it, added to another kernel, shifts the diagonal of
// the matrix of distinct samples (the kernel for noisy data of Cristianini &
// Shawe-Taylor, section 3.7). It is a function of points, not of positions in a list, as
// a kernel has to be: samples that occur twice are equal to each other, and new ones to
// training samples that they repeat.
type Delta struct {
	sums
	differences
}

// Name returns "delta".
func (Delta) Name() string { return "delta" }

// Definite returns Yes.
func (Delta) Definite() Verdict { return Yes }

// Add counts coordinates that differ.
func (Delta) Add(sum []float64, x float64, z []float64) { lanes.Unequal.Add(sum, x, z) }

// Term returns 1 where x and z differ.
func (Delta) Term() (lanes.Term, bool) { return lanes.Unequal, true }

// End gives 1 where no coordinate does.
func (Delta) End(dst, _ []float64) {
	for j, differ := range dst {
		dst[j] = 0
		if differ == 0 {
			dst[j] = 1
		}
	}
}

var _ Additive = Delta{}
