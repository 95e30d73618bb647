package kernel

import "maxmargin/core/lanes"

// Intersection is k(x,z) = sum_j min(x_j, z_j), what histograms have in common. On
// numbers >= 0 it is positive definite: min(x, z) is the inner product of the
// indicators of [0, x] and [0, z] (Cristianini & Shawe-Taylor, Definition 3.4; Swain &
// Ballard 1991 for histograms). Of a single column it is the minimum kernel
// (Shalev-Shwartz & Ben-David, Exercise 16.4).
type Intersection struct {
	sums
	positive
}

// Name returns "intersection".
func (Intersection) Name() string { return "intersection" }

// Definite returns Yes.
func (Intersection) Definite() Verdict { return Yes }

// Add adds the smaller number.
func (Intersection) Add(sum []float64, x float64, z []float64) { lanes.Least.Add(sum, x, z) }

// Term returns min(x, z).
func (Intersection) Term() (lanes.Term, bool) { return lanes.Least, true }

// End leaves the sums as they are.
func (Intersection) End(_, _ []float64) {}

var _ Additive = Intersection{}
