package kernel

import (
	"math"

	"maxmargin/core/base/lanes"
)

// RBF is the Gaussian radial basis function k(x,z) = exp(-gamma |x-z|^2). The
// distance comes from inner products, |x|^2 + |z|^2 - 2<x,z>, clamped at 0. It is
// positive definite (Cristianini & Shawe-Taylor, Corollary 3.13). Gamma is
// 1/(2 sigma^2) or 1/sigma^2 in other texts.
type RBF struct {
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

func (RBF) Name() string { return "rbf" }

func (RBF) Theorem(int, []Verdict) Theorem {
	return Proved("exp(-|x-z|^2) is exp(-|x|^2) exp(-|z|^2) exp(2 <x,z>)", Introduction+", Corollary 3.13 (3); "+Tutorial+", (31)")
}

func (RBF) Features(int, []Count) Count {
	return Endless()
}

// OtherNames are those in other texts and libraries.
func (RBF) OtherNames() []string {
	return []string{"gaussian", "gauss", "radial", "squared_exponential"}
}

func (RBF) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}}
}

// FromDots exponentiates the row.
func (k RBF) FromDots(dst []float64, norm float64, norms []float64) {
	lanes.Gauss(dst, norms, k.Gamma, norm)
}

func (RBF) TranslationInvariant() bool { return true }

func (k RBF) gaussianWidth() float64 { return k.Gamma }

// Distance is the squared Euclidean one.
func (RBF) Distance() Kernel { return squared{} }

// Image returns 2 - 2 exp(-gamma d).
func (k RBF) Image(d float64) float64 { return decayed(k.Gamma * d) }

func (k RBF) rate() (gamma float64, ok bool) { return k.Gamma, true }

// Base returns -|x-z|^2.
func (RBF) Base() Kernel { return squared{} }

// Unfold unfolds an exponential.
func (k RBF) Unfold(dst []float64, slopes [][]float64) { unfoldExponential(dst, k.Gamma, slopes) }

// Factors are the Gaussians of the coordinates.
func (k RBF) Factors(int) []Factors { return decayOf(k.Gamma, termOf(lanes.Square)) }

// Slope is -gamma times the kernel.
func (k RBF) Slope(u float64) float64 { return -k.Gamma * math.Exp(-k.Gamma*u) }
