package kernel

import (
	"fmt"
	"math"
)

// Anova is the kernel of interactions of exactly order coordinates,
//
//	k(x,z) = sum over j_1 < ... < j_order of the product of b(x_j, z_j),
//
// where b is a Gaussian, exp(-gamma (x-z)^2), or the product xz: then its features are
// the products of that many different coordinates (Stitson et al. 1999, by the
// recursion over coordinates; Smola & Schoelkopf name it). It is positive definite as a
// sum of products of kernels (Cristianini & Shawe-Taylor, Proposition 3.12).
type Anova struct {
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared difference, for the Gaussian. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Order int     `js:"order" default:"2" range:"[1,64]" doc:"How many coordinates interact."`
	Base  string  `js:"base" default:"gaussian" choices:"gaussian,product" doc:"How two numbers are compared."`
}

// Name returns "anova".
func (Anova) Name() string { return "anova" }

// Definite returns Yes.
func (Anova) Definite() Verdict { return Yes }

// Rule begins with the sum over no coordinates, 1, and keeps the sums of all orders.
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

// Check asks for enough coordinates.
func (k Anova) Check(d int) (parameter, problem string) {
	if k.Order > d {
		return "order", fmt.Sprintf("is %d, but there are only %d columns to choose from: the kernel is 0; lower it", k.Order, d)
	}
	return "", ""
}

var _ Coordinatewise = Anova{}
