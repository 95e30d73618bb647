package kernel

import (
	"math"

	"maxmargin/core/lanes"
)

// Minkowski is k(x,z) = exp(-gamma d^power) with the p-norm d = (sum_j |x_j-z_j|^p)^(1/p)
// (Cristianini & Shawe-Taylor, section 8.2.2). With p = power = 1 it is the Laplacian,
// with p = power = 2 the Gaussian. For power <= p <= 2 it is positive definite, as
// d^power is then negative definite (Schoenberg). For p > 2 it is not in three or more
// dimensions (Dor; Koldobsky); otherwise nothing is said here.
type Minkowski struct {
	sums
	differences
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the power of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	P     float64 `js:"p" default:"2" range:"[1,inf)" doc:"Which norm."`
	Power float64 `js:"power" default:"1" range:"(0,inf)" doc:"Power of the distance."`
}

// Name returns "minkowski".
func (Minkowski) Name() string { return "minkowski" }

// Definite follows from p and power.
func (k Minkowski) Definite() Verdict {
	if k.P > 2 && k.Power <= 2 {
		return No
	}
	return verdict(k.Power <= k.P && k.P <= 2, Unknown)
}

// Add adds |x - z|^p.
func (k Minkowski) Add(sum []float64, x float64, z []float64) {
	if term, ok := k.Term(); ok {
		term.Add(sum, x, z)
		return
	}
	for w, v := range z {
		sum[w] += math.Pow(math.Abs(x-v), k.P)
	}
}

// Term returns |x - z|^p for p = 1 and p = 2.
func (k Minkowski) Term() (term lanes.Term, ok bool) {
	switch k.P {
	case 1:
		return lanes.Distance, true
	case 2:
		return lanes.Square, true
	}
	return 0, false
}

// End takes the power of the distance and exponentiates.
func (k Minkowski) End(dst, _ []float64) {
	if k.Power != k.P {
		for w, v := range dst {
			dst[w] = math.Pow(v, k.Power/k.P)
		}
	}
	decay(dst, k.Gamma)
}

var _ Additive = Minkowski{}
