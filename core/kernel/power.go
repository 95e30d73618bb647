package kernel

// Powers is k = c_0 + c_1 k_1 + c_2 k_1^2 + ..., a polynomial of a kernel. With
// coefficients >= 0, which are asked for, it is positive definite where the part is
// (Cristianini & Shawe-Taylor, Corollary 3.13).
type Powers struct {
	Coefficients []float64 `js:"coefficients" type:"numbers" range:"[0,inf)" doc:"Coefficients of the powers 0, 1, 2 and so on."`
	Of           Kernel
}

// Name returns "polynomial".
func (Powers) Name() string { return "polynomial" }

// Definite is that of the parts.
func (k Powers) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Powers) Parts() []Kernel { return []Kernel{k.Of} }

// Combine evaluates the polynomial.
func (k Powers) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	last := len(k.Coefficients) - 1
	for j, v := range rows[0] {
		sum := k.Coefficients[last]
		for i := last - 1; i >= 0; i-- {
			sum = sum*v + k.Coefficients[i]
		}
		rows[0][j] = sum
	}
}

var _ Combination = Powers{}
