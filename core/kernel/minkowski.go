package kernel

import (
	"math"

	"maxmargin/core/base/lanes"
)

// Minkowski is k(x,z) = exp(-gamma d^power) with the p-norm d = (sum_j |x_j-z_j|^p)^(1/p)
// (Cristianini & Shawe-Taylor, section 8.2.2). With p = power = 1 it is the Laplacian, with
// p = power = 2 the Gaussian. For power <= p <= 2, d^power is negative definite, so it is positive
// definite (Schoenberg). For p > 2 it is not positive definite in three or more dimensions (Dor;
// Koldobsky). Theorem leaves other cases undecided.
type Minkowski struct {
	sums
	differences
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the power of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	P     float64 `js:"p" default:"2" range:"[1,inf)" doc:"Order of the norm."`
	Power float64 `js:"power" default:"1" range:"(0,inf)" doc:"Power of the distance."`
}

func (Minkowski) Name() string { return "minkowski" }

// Theorem follows from p, power and the number of coordinates.
func (k Minkowski) Theorem(d int, _ []Verdict) Theorem {
	switch {
	case k.Power > 2:
		return Refuted("on a line exp(-|t|^power) is positive definite for power <= 2 only", "Schoenberg 1938", "")
	case k.Power <= k.P && (k.P <= 2 || d == 1):
		return Proved("a power up to p of the distance of p <= 2 is negative definite", "Schoenberg 1938")
	case d == 1:
		return Proved("on a line exp(-|t|^power) is positive definite for power <= 2", "Schoenberg 1938")
	case k.P > 2 && d != 2:
		return Refuted("no power of a norm with p > 2 is negative definite in three or more dimensions", "Dor 1976; Koldobsky 1991", "")
	}
	return Undecided("no theorem here decides these p and power")
}

func (Minkowski) Features(int, []Count) Count {
	return Endless()
}

func (Minkowski) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width(), {Name: "p", Low: 1, High: 4, Start: 1.5, Linear: true}, {Name: "power", Low: 0.2, High: 2, Start: 1, Linear: true}}}
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

// Distance is the p-norm to the power p.
func (k Minkowski) Distance() Kernel {
	return oppositeDifference{opposite: opposite{Minkowski{P: k.P}}}
}

// Image returns 2 - 2 exp(-gamma d^(power/p)).
func (k Minkowski) Image(d float64) float64 { return decayed(k.Gamma * math.Pow(d, k.Power/k.P)) }

func (k Minkowski) rate() (gamma float64, ok bool) { return k.Gamma, k.Power == k.P }

// Factors are the exponentials of the terms of the distance, if its power is p.
func (k Minkowski) Factors(int) []Factors {
	if k.Power != k.P {
		return nil
	}
	return decayOf(k.Gamma, func(dst []float64, _ int, x float64, z []float64) {
		clear(dst)
		k.Add(dst, x, z)
	})
}

// AddGradient has, with the sum D of the terms, -gamma power/p D^(power/p-1) times the kernel, and
// the slope of each term.
func (k Minkowski) AddGradient(dst []float64, weight float64, x, z []float64) {
	sum := 0.0
	for j, v := range x {
		sum += math.Pow(math.Abs(v-z[j]), k.P)
	}
	if sum == 0 {
		return
	}
	share := k.Power / k.P
	slope := -k.Gamma * share * math.Pow(sum, share-1) * math.Exp(-k.Gamma*math.Pow(sum, share))
	addOfSum(dst, weight*slope, x, z, func(x, z float64) float64 { return powerSlope(x, z, k.P) })
}
