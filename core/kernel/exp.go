package kernel

import "maxmargin/core/lanes"

// Exp is k = exp(k_1), positive definite where the part is: a limit of polynomials with
// positive coefficients (Cristianini & Shawe-Taylor, Corollary 3.13).
type Exp struct {
	Of Kernel
}

// Name returns "exp".
func (Exp) Name() string { return "exp" }

// Definite is that of the parts.
func (k Exp) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Exp) Parts() []Kernel { return []Kernel{k.Of} }

// Combine exponentiates the row.
func (Exp) Combine(rows [][]float64, _ []float64, _ [][]float64) { lanes.Exp(rows[0], 1, 0) }

var _ Combination = Exp{}
