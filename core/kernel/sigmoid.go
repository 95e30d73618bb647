package kernel

import "maxmargin/core/lanes"

// Sigmoid is k(x,z) = tanh(gamma <x,z> + coef0) (Smola & Schoelkopf, equation 30). It
// is positive definite for no choice of its parameters on spaces of every
// dimension, because its power series always has a negative coefficient (their
// Theorem 8; Ovari 2000); solvers must survive that.
type Sigmoid struct {
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Coef0 float64 `js:"coef0" default:"0" range:"(-inf,inf)" doc:"Constant that is added to the inner product."`
}

// Name returns "sigmoid".
func (Sigmoid) Name() string { return "sigmoid" }

// Definite returns No.
func (Sigmoid) Definite() Verdict { return No }

// FromDots takes the hyperbolic tangent of the row.
func (k Sigmoid) FromDots(dst []float64, _ float64, _ []float64) {
	lanes.Tanh(dst, k.Gamma, k.Coef0)
}

// TranslationInvariant reports false.
func (Sigmoid) TranslationInvariant() bool { return false }

var _ InnerProduct = Sigmoid{}
