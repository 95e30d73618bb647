package kernel

// AllDegrees is k(x,z) = 1 + t + t^2 + ... + t^degree with t = gamma <x,z>: its features
// are all monomials up to the degree, weighted in each degree as in the homogeneous kernel.
// It is positive definite as a sum of products of kernels (Cristianini & Shawe-Taylor,
// Proposition 3.12).
type AllDegrees struct {
	Gamma  float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Degree int     `js:"degree" default:"3" range:"[0,64]" doc:"Largest power."`
}

func (AllDegrees) Name() string { return "allDegrees" }

func (AllDegrees) Theorem(int, []Verdict) Theorem {
	return Proved("polynomials of positive definite kernels with coefficients >= 0 are positive definite", Introduction+", Corollary 3.13 (1)")
}

// Features are the monomials up to the degree.
func (k AllDegrees) Features(d int, _ []Count) Count {
	return Choose(Whole(d+k.Degree), k.Degree)
}

func (AllDegrees) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "degree", Low: 0, High: 6, Start: 3, Linear: true}, {Name: "gamma", Low: 0.1, High: 3, Start: 1}}}
}

// FromDots sums the powers.
func (k AllDegrees) FromDots(dst []float64, _ float64, _ []float64) {
	for j, v := range dst {
		t, sum := k.Gamma*v, 1.0
		for range k.Degree {
			sum = sum*t + 1
		}
		dst[j] = sum
	}
}

func (AllDegrees) TranslationInvariant() bool { return false }

// Factors returns the factors of powers of a sum.
func (k AllDegrees) Factors(int) []Factors {
	coefficients := make([]float64, k.Degree+1)
	for s := range coefficients {
		coefficients[s] = power(k.Gamma, s)
	}
	return powersOf(coefficients, innerProduct)
}

// Slope is gamma (1 + 2 t + ... + degree t^(degree-1)).
func (k AllDegrees) Slope(u float64) float64 {
	t, sum := k.Gamma*u, 0.0
	for n := k.Degree; n > 0; n-- {
		sum = sum*t + float64(n)
	}
	return k.Gamma * sum
}
