package kernel

import "math"

// Dirichlet is k(x,z) = prod_j 1/2 + cos(u) + ... + cos(order u) with u = x_j - z_j: the
// Fourier kernel with the same weight for all frequencies up to the order,
// sin((order+1/2)u) / (2 sin(u/2)) (Smola & Schoelkopf, section 7.3, by name). It is
// positive definite as a Fourier kernel.
type Dirichlet struct {
	products
	differences
	Order int `js:"order" default:"3" range:"[1,64]" doc:"The highest frequency."`
}

func (Dirichlet) Name() string { return "dirichlet" }

func (Dirichlet) Theorem(int, []Verdict) Theorem {
	return Proved("a cosine series with coefficients >= 0 is positive definite", Introduction+", Example 3.9")
}

// Features are the products of a sine, a cosine or 1 of every coordinate.
func (k Dirichlet) Features(d int, _ []Count) Count {
	return Whole(2*k.Order + 1).Raised(d)
}

func (Dirichlet) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "order", Low: 1, High: 12, Start: 3, Linear: true}}}
}

// Add multiplies by the sum of cosines.
func (k Dirichlet) Add(product []float64, x float64, z []float64) {
	var a [65]float64
	a[0] = 0.5
	for n := range k.Order {
		a[n+1] = 1
	}
	for w, v := range z {
		product[w] *= cosines(a[:k.Order+1], math.Cos(x-v))
	}
}

// FactorSlope is -sin u - 2 sin 2u - ..., u = x - z.
func (k Dirichlet) FactorSlope(x, z float64) float64 {
	var a [65]float64
	for n := range k.Order {
		a[n+1] = 1
	}
	return cosinesSlope(a[:k.Order+1], x-z)
}
