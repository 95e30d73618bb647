package kernel

import "maxmargin/core/base/lanes"

// Polynomial is k(x,z) = (gamma <x,z> + coef0)^degree, homogeneous for coef0 = 0. With gamma > 0,
// coef0 >= 0 and a natural degree it is positive definite: its features are all monomials up to
// that degree (Cristianini & Shawe-Taylor, section 3.2; Smola & Schoelkopf, equations 28 and 29).
// With coef0 < 0 the power series of (t + coef0)^degree has a negative coefficient, so that it is
// not positive definite on spaces of every dimension (Schoenberg).
type Polynomial struct {
	Gamma  float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Degree int     `js:"degree" default:"3" range:"[0,64]" doc:"The power."`
	Coef0  float64 `js:"coef0" learn:"log" default:"0" range:"(-inf,inf)" doc:"Constant that is added to the inner product; above 0 the kernel has lower powers, too."`
}

func (Polynomial) Name() string { return "poly" }

// Theorem follows from the signs of the coefficients of the power series.
func (k Polynomial) Theorem(int, []Verdict) Theorem {
	if k.Coef0 >= 0 || k.Degree == 0 {
		return Proved("polynomials of <x,z> with coefficients >= 0 are positive definite", Introduction+", Corollary 3.13 (1); "+Tutorial+", (28), (29)")
	}
	return negativeCoefficient("the coefficient of <x,z>^(degree-1) is a positive multiple of coef0 < 0")
}

// Features are the monomials of the degree, or up to it.
func (k Polynomial) Features(d int, _ []Count) Count {
	if k.Coef0 == 0 {
		return Choose(Whole(d+k.Degree-1), k.Degree)
	}
	return Choose(Whole(d+k.Degree), k.Degree)
}

// OtherNames are those in other texts and libraries.
func (Polynomial) OtherNames() []string { return []string{"polynomial"} }

func (Polynomial) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "degree", Low: 1, High: 6, Start: 3, Linear: true}, {Name: "gamma", Low: 0.1, High: 10, Start: 1}, {Name: "coef0", Low: 0, High: 2, Start: 1, Linear: true}}}
}

// FromDots raises the row to the degree.
func (k Polynomial) FromDots(dst []float64, _ float64, _ []float64) {
	lanes.Power(dst, k.Gamma, k.Coef0, k.Degree)
}

func (Polynomial) TranslationInvariant() bool { return false }

// Base returns <x,z>.
func (Polynomial) Base() Kernel { return Linear{} }

// Unfold uses the derivatives degree (gamma u + coef0)^(degree-1) times gamma u and, if it is
// learnt, coef0.
func (k Polynomial) Unfold(dst []float64, slopes [][]float64) {
	for j, u := range dst {
		inner := float64(k.Gamma*u) + k.Coef0
		rest := 0.0
		if k.Degree > 0 {
			rest = float64(k.Degree) * power(inner, k.Degree-1)
		}
		dst[j] = power(inner, k.Degree)
		slopes[0][j] = rest * k.Gamma * u
		if len(slopes) > 1 {
			slopes[1][j] = rest * k.Coef0
		}
	}
}

// Factors returns the factors of a power of a sum.
func (k Polynomial) Factors(int) []Factors {
	coefficients, choose := make([]float64, k.Degree+1), 1.0
	for s := range coefficients {
		coefficients[s] = choose * power(k.Gamma, s) * power(k.Coef0, k.Degree-s)
		choose *= float64(k.Degree-s) / float64(s+1)
	}
	return powersOf(coefficients, innerProduct)
}

// Slope is degree gamma (gamma u + coef0)^(degree-1).
func (k Polynomial) Slope(u float64) float64 {
	if k.Degree == 0 {
		return 0
	}
	return float64(k.Degree) * k.Gamma * power(float64(k.Gamma*u)+k.Coef0, k.Degree-1)
}
