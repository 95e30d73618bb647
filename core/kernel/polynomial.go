package kernel

import "maxmargin/core/lanes"

// Polynomial is k(x,z) = (gamma <x,z> + coef0)^degree. With gamma > 0,
// coef0 >= 0 and a natural degree it is a kernel: its features are all
// monomials up to that degree (Cristianini & Shawe-Taylor, section 3.2).
type Polynomial struct {
	Gamma  float64
	Coef0  float64
	Degree int
}

// Name returns "poly".
func (Polynomial) Name() string { return "poly" }

// FromDots raises the row to the degree.
func (k Polynomial) FromDots(dst []float64, _ float64, _ []float64) {
	lanes.Power(dst, k.Gamma, k.Coef0, k.Degree)
}

// TranslationInvariant reports false.
func (Polynomial) TranslationInvariant() bool { return false }

var _ InnerProduct = Polynomial{}
