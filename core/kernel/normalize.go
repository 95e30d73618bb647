package kernel

// Normalize is the cosine in feature space, k(x,z) = k_1(x,z) / sqrt(k_1(x,x) k_1(z,z)),
// and 0 where either of the two is zero there. It is positive definite where the part
// is, a product with f(x) f(z) (Cristianini & Shawe-Taylor, Proposition 3.12).
type Normalize struct {
	Of Kernel
}

// Name returns "normalize".
func (Normalize) Name() string { return "normalize" }

// Definite is that of the parts.
func (k Normalize) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Normalize) Parts() []Kernel { return []Kernel{k.Of} }

func (Normalize) usesNorms() {}

// Combine divides by the norms.
func (Normalize) Combine(rows [][]float64, norm []float64, norms [][]float64) {
	for j, v := range rows[0] {
		rows[0][j] = cosine(v, norm[0], norms[0][j])
	}
}

var _ Normed = Normalize{}
