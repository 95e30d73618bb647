package kernel

// AllSubsets is k(x,z) = prod_j (1 + x_j z_j): its features are the products over all
// subsets of the coordinates, each once. Sums and products of kernels are kernels
// (Cristianini & Shawe-Taylor, Proposition 3.12), so it is positive definite.
type AllSubsets struct {
	products
}

// Name returns "allSubsets".
func (AllSubsets) Name() string { return "allSubsets" }

// Definite returns Yes.
func (AllSubsets) Definite() Verdict { return Yes }

// Rule skips zeros: their factor is 1.
func (AllSubsets) Rule() Rule { return Rule{States: 1, Start: 1, SkipsZeros: true} }

// Add multiplies by 1 + xz.
func (AllSubsets) Add(product []float64, x float64, z []float64) {
	for w, v := range z {
		product[w] *= 1 + x*v
	}
}

var _ Coordinatewise = AllSubsets{}
