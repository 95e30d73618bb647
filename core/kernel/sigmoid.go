package kernel

import "maxmargin/core/lanes"

// Sigmoid is k(x,z) = tanh(gamma <x,z> + coef0). It is positive definite for no
// choice of its parameters on all data; solvers must survive that.
type Sigmoid struct {
	Gamma float64
	Coef0 float64
}

// Name returns "sigmoid".
func (Sigmoid) Name() string { return "sigmoid" }

// FromDots takes the hyperbolic tangent of the row.
func (k Sigmoid) FromDots(dst []float64, _ float64, _ []float64) {
	lanes.Tanh(dst, k.Gamma, k.Coef0)
}

// TranslationInvariant reports false.
func (Sigmoid) TranslationInvariant() bool { return false }

var _ InnerProduct = Sigmoid{}
