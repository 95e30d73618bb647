package kernel

// AllSubsets is k(x,z) = prod_j (1 + x_j z_j): its features are the products over all
// subsets of the coordinates, each once. Sums and products of kernels are kernels
// (Cristianini & Shawe-Taylor, Proposition 3.12), so it is positive definite.
type AllSubsets struct {
	products
}

func (AllSubsets) Name() string { return "allSubsets" }

func (AllSubsets) Theorem(int, []Verdict) Theorem {
	return Proved("sums and products of positive definite kernels are positive definite", Introduction+", Proposition 3.12")
}

// Features are the subsets of the coordinates.
func (AllSubsets) Features(d int, _ []Count) Count {
	return Whole(2).Raised(d)
}

func (AllSubsets) Picture() Picture {
	return Picture{From: -1}
}

// Rule skips zeros: their factor is 1.
func (AllSubsets) Rule() Rule { return Rule{States: 1, Start: 1, SkipsZeros: true} }

// Add multiplies by 1 + xz.
func (AllSubsets) Add(product []float64, x float64, z []float64) {
	for w, v := range z {
		product[w] *= 1 + x*v
	}
}

// FactorSlope is z.
func (AllSubsets) FactorSlope(_, z float64) float64 { return z }
