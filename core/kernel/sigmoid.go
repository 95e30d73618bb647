package kernel

import (
	"math"

	"maxmargin/core/base/lanes"
)

// Sigmoid is k(x,z) = tanh(gamma <x,z> + coef0) (Smola & Schoelkopf, equation 30). Its power series
// always has a negative coefficient, so it is not positive definite on spaces of every dimension
// for any parameters (their Theorem 8; Ovari 2000). Solvers must work with such kernels, too.
type Sigmoid struct {
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Coef0 float64 `js:"coef0" default:"0" range:"(-inf,inf)" doc:"Constant that is added to the inner product."`
}

func (Sigmoid) Name() string { return "sigmoid" }

// Theorem states which coefficient of the power series is negative.
func (k Sigmoid) Theorem(int, []Verdict) Theorem {
	if k.Coef0 < 0 {
		return negativeCoefficient("a_0 is tanh(coef0) < 0")
	}
	if k.Coef0 > 0 {
		return negativeCoefficient("a_2 is a negative multiple of tanh(coef0)")
	}
	return negativeCoefficient("a_3 is -gamma^3 / 3")
}

// Features returns that there are none to count: there is no feature space.
func (Sigmoid) Features(int, []Count) Count {
	return Uncounted()
}

// OtherNames are those in other texts and libraries.
func (Sigmoid) OtherNames() []string { return []string{"tanh", "mlp", "neural"} }

func (Sigmoid) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "gamma", Low: 0.1, High: 10, Start: 1}, {Name: "coef0", Low: -2, High: 2, Start: -1, Linear: true}}}
}

// FromDots takes the hyperbolic tangent of the row.
func (k Sigmoid) FromDots(dst []float64, _ float64, _ []float64) {
	lanes.Tanh(dst, k.Gamma, k.Coef0)
}

func (Sigmoid) TranslationInvariant() bool { return false }

// Slope is gamma / cosh(gamma u + coef0)^2.
func (k Sigmoid) Slope(u float64) float64 {
	c := math.Cosh(float64(k.Gamma*u) + k.Coef0)
	return k.Gamma / c / c
}
