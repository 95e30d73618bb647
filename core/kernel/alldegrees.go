package kernel

// AllDegrees is k(x,z) = 1 + t + t^2 + ... + t^degree with t = gamma <x,z>: all
// monomials up to the degree, each degree with the weight of its homogeneous
// kernel. It is positive definite as a sum of products of kernels (Cristianini &
// Shawe-Taylor, Proposition 3.12).
type AllDegrees struct {
	Gamma  float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the inner product. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Degree int     `js:"degree" default:"3" range:"[0,64]" doc:"The highest power."`
}

// Name returns "allDegrees".
func (AllDegrees) Name() string { return "allDegrees" }

// Definite returns Yes.
func (AllDegrees) Definite() Verdict { return Yes }

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

// TranslationInvariant reports false.
func (AllDegrees) TranslationInvariant() bool { return false }

var _ InnerProduct = AllDegrees{}
