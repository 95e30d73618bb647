package kernel

import (
	"math"

	"maxmargin/core/base/lanes"
)

// Exponential is k(x,z) = exp(gamma <x,z>). It is positive definite as the
// exponential of a kernel (Cristianini & Shawe-Taylor, Corollary 3.13): its features
// are all monomials.
type Exponential struct {
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

func (Exponential) Name() string { return "exponential" }

func (Exponential) Theorem(int, []Verdict) Theorem {
	return Proved("exponentials of positive definite kernels are positive definite", Introduction+", Corollary 3.13 (2)")
}

func (Exponential) Features(int, []Count) Count {
	return Endless()
}

func (Exponential) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "gamma", Low: 0.1, High: 5, Start: 1}}}
}

// FromDots exponentiates the row.
func (k Exponential) FromDots(dst []float64, _ float64, _ []float64) { lanes.Exp(dst, k.Gamma, 0) }

func (Exponential) TranslationInvariant() bool { return false }

// Base returns <x,z>.
func (Exponential) Base() Kernel { return Linear{} }

// Unfold unfolds an exponential.
func (k Exponential) Unfold(dst []float64, slopes [][]float64) {
	unfoldExponential(dst, k.Gamma, slopes)
}

// Factors are the exponentials of the products of the coordinates.
func (k Exponential) Factors(int) []Factors { return decayOf(-k.Gamma, innerProduct) }

// Slope is gamma times the kernel.
func (k Exponential) Slope(u float64) float64 { return k.Gamma * math.Exp(k.Gamma*u) }
