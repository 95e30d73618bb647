package kernel

import "maxmargin/core/lanes"

// Sum is k = k_1 + k_2 + ..., positive definite where all parts are (Cristianini &
// Shawe-Taylor, Proposition 3.12; Smola & Schoelkopf, Corollary 3). Over different
// columns it is the direct sum.
type Sum struct {
	Of []Kernel
}

// Name returns "sum".
func (Sum) Name() string { return "sum" }

// Definite is that of the parts.
func (k Sum) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Sum) Parts() []Kernel { return k.Of }

// Combine adds the rows.
func (Sum) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for _, row := range rows[1:] {
		lanes.Update(rows[0], 1, row)
	}
}

var _ Combination = Sum{}
