package kernel

import (
	"fmt"
	"math"
)

// Anova is the kernel of the interactions between exactly Order coordinates,
//
//	k(x,z) = sum over j_1 < ... < j_order of the product of b(x_j, z_j),
//
// where b is a Gaussian, exp(-gamma (x-z)^2), or the product xz. For the product, its
// features are the products of Order different coordinates (Stitson et al. 1999, by the
// recursion over coordinates; Smola & Schoelkopf name it). It is positive definite as a sum
// of products of kernels (Cristianini & Shawe-Taylor, Proposition 3.12).
type Anova struct {
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared difference, for the Gaussian. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Order int     `js:"order" default:"2" range:"[1,64]" doc:"Number of coordinates that interact."`
	Base  string  `js:"base" default:"gaussian" choices:"gaussian,product" doc:"Kernel of two coordinates."`
}

func (Anova) Name() string { return "anova" }

func (Anova) Theorem(int, []Verdict) Theorem {
	return Proved("sums and products of positive definite kernels are positive definite", Introduction+", Proposition 3.12")
}

// Features are, for products, the sets of Order coordinates; for Gaussians there are
// infinitely many.
func (k Anova) Features(d int, _ []Count) Count {
	if k.Base == "product" {
		return Choose(Whole(d), k.Order)
	}
	return Endless()
}

func (Anova) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "order", Low: 1, High: 2, Start: 2, Linear: true}, width(), {Name: "base", Choice: "gaussian"}}}
}

// Rule keeps the sums of all orders as the state; the sum of order 0 is 1 at the start.
func (k Anova) Rule() Rule {
	return Rule{States: k.Order + 1, Start: 1, SkipsZeros: k.Base == "product"}
}

// Add extends the sums of all orders by a coordinate.
func (k Anova) Add(state []float64, x float64, z []float64) {
	n := len(z)
	for w, v := range z {
		b := x * v
		if k.Base != "product" {
			b = math.Exp(-k.Gamma * (x - v) * (x - v))
		}
		for s := k.Order; s > 0; s-- {
			state[s*n+w] += b * state[(s-1)*n+w]
		}
	}
}

// End gives the sums of the highest order.
func (k Anova) End(dst, state []float64) { copy(dst, state[k.Order*len(dst):]) }

// Check verifies that there are at least Order coordinates.
func (k Anova) Check(d int) (parameter, problem string) {
	if k.Order > d {
		return "order", fmt.Sprintf("is %d, but there are only %d columns to choose from: the kernel is 0; lower it", k.Order, d)
	}
	return "", ""
}

// Factors are 1 + u b: the coefficient of u^order in their product is the sum over the sets of
// Order coordinates.
func (k Anova) Factors(int) []Factors {
	take := make([]float64, k.Order+1)
	take[k.Order] = 1
	return []Factors{{Take: take, Unit: true, Of: func(dst []float64, _ int, x float64, z []float64) {
		clear(dst)
		fill(dst[:len(z)], 1)
		k.Add(dst, x, z)
	}}}
}

// AddGradient runs the recursion of Add forward, for the sums of all orders over the first
// coordinates, and backward, for the factor of each of them in the result.
func (k Anova) AddGradient(dst []float64, weight float64, x, z []float64) {
	size := k.Order + 1
	sums, back := make([]float64, (len(x)+1)*size), make([]float64, size)
	sums[0] = 1
	for j, v := range x {
		next := sums[(j+1)*size : (j+2)*size]
		copy(next, sums[j*size:])
		k.Add(next, v, z[j:j+1])
	}
	back[k.Order] = weight
	for j := len(x) - 1; j >= 0; j-- {
		b, slope := x[j]*z[j], z[j]
		if k.Base != "product" {
			b = math.Exp(-k.Gamma * (x[j] - z[j]) * (x[j] - z[j]))
			slope = -2 * k.Gamma * (x[j] - z[j]) * b
		}
		before := sums[j*size : (j+1)*size]
		for s := range k.Order {
			dst[j] += slope * back[s+1] * before[s]
			back[s] += b * back[s+1]
		}
	}
}
