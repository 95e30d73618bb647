package kernel

// Scale is k = factor k_1, positive definite where the part is, because the factor is
// > 0 (Cristianini & Shawe-Taylor, Proposition 3.12).
type Scale struct {
	Factor float64 `js:"factor" range:"(0,inf)" doc:"What the kernel is multiplied by."`
	Of     Kernel
}

// Name returns "scale".
func (Scale) Name() string { return "scale" }

// Definite is that of the parts.
func (k Scale) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Scale) Parts() []Kernel { return []Kernel{k.Of} }

// Combine multiplies the row.
func (k Scale) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for j := range rows[0] {
		rows[0][j] *= k.Factor
	}
}

var _ Combination = Scale{}
