package kernel

import "maxmargin/core/base/lanes"

// Intersection is k(x,z) = sum_j min(x_j, z_j), the common part of histograms. On numbers >= 0 it
// is positive definite: min(x, z) is the inner product of the indicators of [0, x] and [0, z]
// (Cristianini & Shawe-Taylor, Definition 3.4; Swain & Ballard 1991 for histograms). For a single
// column it is the minimum kernel (Shalev-Shwartz & Ben-David, Exercise 16.4).
type Intersection struct {
	sums
	positive
}

func (Intersection) Name() string { return "intersection" }

func (Intersection) Theorem(int, []Verdict) Theorem {
	return Proved("min(x, z) is the inner product of the indicators of [0, x] and [0, z]", Introduction+", Definition 3.4")
}

func (Intersection) Features(int, []Count) Count {
	return Endless()
}

// OtherNames are those in other texts and libraries.
func (Intersection) OtherNames() []string { return []string{"histogram", "min"} }

func (Intersection) Picture() Picture {
	return Picture{From: 0}
}

// Add adds the smaller number.
func (Intersection) Add(sum []float64, x float64, z []float64) { lanes.Least.Add(sum, x, z) }

// Term returns min(x, z).
func (Intersection) Term() (lanes.Term, bool) { return lanes.Least, true }

// End leaves the sums as they are.
func (Intersection) End(_, _ []float64) {}

// Factors are the smaller coordinates, which add up.
func (Intersection) Factors(int) []Factors { return sumOf(termOf(lanes.Least)) }

// AddGradient adds the weight where x is the smaller number, and half of it where both are equal.
func (Intersection) AddGradient(dst []float64, weight float64, x, z []float64) {
	addOfSum(dst, weight, x, z, least)
}
