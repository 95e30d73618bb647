package kernel

import "maxmargin/core/lanes"

// ChiSquared is k(x,z) = exp(-gamma sum_j (x_j-z_j)^2 / (x_j+z_j)) of histograms, with
// 0/0 = 0 (Cristianini & Shawe-Taylor, section 8.2.2, where it is left open whether it
// is a kernel). On numbers >= 0 it is positive definite: a term is x + z - 4xz/(x+z),
// xz/(x+z) is the integral of exp(-t/x) exp(-t/z) over t > 0, so the distance is
// negative definite, and Schoenberg's theorem applies (Hein & Bousquet 2005).
type ChiSquared struct {
	sums
	positive
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

// Name returns "chi2".
func (ChiSquared) Name() string { return "chi2" }

// Definite returns Yes.
func (ChiSquared) Definite() Verdict { return Yes }

// Add adds (x - z)^2 / (x + z).
func (ChiSquared) Add(sum []float64, x float64, z []float64) { lanes.Spread.Add(sum, x, z) }

// Term returns (x - z)^2 / (x + z).
func (ChiSquared) Term() (lanes.Term, bool) { return lanes.Spread, true }

// End exponentiates.
func (k ChiSquared) End(dst, _ []float64) { decay(dst, k.Gamma) }

var _ Additive = ChiSquared{}
