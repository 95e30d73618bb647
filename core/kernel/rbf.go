package kernel

import "maxmargin/core/lanes"

// RBF is the Gaussian radial basis function k(x,z) = exp(-gamma |x-z|^2). The
// distance comes from inner products, |x|^2 + |z|^2 - 2<x,z>, clamped at 0. It is
// positive definite (Cristianini & Shawe-Taylor, Corollary 3.13). Gamma is
// 1/(2 sigma^2) or 1/sigma^2 in other texts.
type RBF struct {
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

// Name returns "rbf".
func (RBF) Name() string { return "rbf" }

// Definite returns Yes.
func (RBF) Definite() Verdict { return Yes }

// FromDots exponentiates the row.
func (k RBF) FromDots(dst []float64, norm float64, norms []float64) {
	lanes.Gauss(dst, norms, k.Gamma, norm)
}

// TranslationInvariant reports true.
func (RBF) TranslationInvariant() bool { return true }

var _ InnerProduct = RBF{}
