package kernel

import "maxmargin/core/base/lanes"

// ChiSquared is k(x,z) = exp(-gamma sum_j (x_j-z_j)^2 / (x_j+z_j)) of histograms, with 0/0
// = 0 (Cristianini & Shawe-Taylor, section 8.2.2, which leaves open whether it is a
// kernel). On numbers >= 0 it is positive definite: a term is x + z - 4xz/(x+z), xz/(x+z)
// is the integral of exp(-t/x) exp(-t/z) over t > 0, so the distance is negative definite,
// and Schoenberg's theorem applies (Hein & Bousquet 2005).
type ChiSquared struct {
	sums
	positive
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

func (ChiSquared) Name() string { return "chi2" }

func (ChiSquared) Theorem(int, []Verdict) Theorem {
	return Proved("the chi-squared distance of numbers >= 0 is negative definite", "Schoenberg; Hein & Bousquet 2005")
}

func (ChiSquared) Features(int, []Count) Count {
	return Endless()
}

// OtherNames are those in other texts and libraries.
func (ChiSquared) OtherNames() []string { return []string{"chi_squared", "chi-squared"} }

func (ChiSquared) Picture() Picture {
	return Picture{From: 0, Controls: []Control{width()}}
}

// Add adds (x - z)^2 / (x + z).
func (ChiSquared) Add(sum []float64, x float64, z []float64) { lanes.Spread.Add(sum, x, z) }

// Term returns (x - z)^2 / (x + z).
func (ChiSquared) Term() (lanes.Term, bool) { return lanes.Spread, true }

// End exponentiates.
func (k ChiSquared) End(dst, _ []float64) { decay(dst, k.Gamma) }

// Distance is the sum over the coordinates.
func (ChiSquared) Distance() Kernel { return opposite{ChiSquared{}} }

// Image returns 2 - 2 exp(-gamma d).
func (k ChiSquared) Image(d float64) float64 { return decayed(k.Gamma * d) }

func (k ChiSquared) rate() (gamma float64, ok bool) { return k.Gamma, true }

// Factors are the exponentials of the terms of the distance.
func (k ChiSquared) Factors(int) []Factors { return decayOf(k.Gamma, termOf(lanes.Spread)) }

// AddGradient has -gamma times the kernel, and the slope of each term.
func (k ChiSquared) AddGradient(dst []float64, weight float64, x, z []float64) {
	addOfSum(dst, -weight*k.Gamma*Value(k, x, z), x, z, spread)
}
