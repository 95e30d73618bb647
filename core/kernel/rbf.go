package kernel

import "maxmargin/core/lanes"

// RBF is the Gaussian radial basis function k(x,z) = exp(-gamma |x-z|^2). The
// distance comes from inner products, |x|^2 + |z|^2 - 2<x,z>, clamped at 0.
type RBF struct {
	Gamma float64
}

// Name returns "rbf".
func (RBF) Name() string { return "rbf" }

// FromDots exponentiates the row.
func (k RBF) FromDots(dst []float64, norm float64, norms []float64) {
	lanes.Gauss(dst, norms, k.Gamma, norm)
}

// TranslationInvariant reports true.
func (RBF) TranslationInvariant() bool { return true }

var _ InnerProduct = RBF{}
