package kernel

// Product is k = k_1 k_2 ..., positive definite where all parts are (Schur; Cristianini
// & Shawe-Taylor, Proposition 3.12; Smola & Schoelkopf, Theorem 5). Over different
// columns it is the tensor product.
type Product struct {
	Of []Kernel
}

// Name returns "product".
func (Product) Name() string { return "product" }

// Definite is that of the parts.
func (k Product) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Product) Parts() []Kernel { return k.Of }

// Combine multiplies the rows.
func (Product) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for _, row := range rows[1:] {
		for j, v := range row {
			rows[0][j] *= v
		}
	}
}

var _ Combination = Product{}
