package kernel

import "maxmargin/core/base/lanes"

// Exp is k = exp(k_1). It is positive definite if the part is, as a limit of polynomials with
// positive coefficients (Cristianini & Shawe-Taylor, Corollary 3.13).
type Exp struct {
	Of Kernel
}

func (Exp) Name() string { return "exp" }

// Theorem requires that the part is positive definite, at least conditionally.
func (Exp) Theorem(_ int, parts []Verdict) Theorem {
	return Strengthened(parts[0], "exponentials of kernels that are positive definite, or conditionally so, are positive definite", Introduction+", Corollary 3.13 (2); Schoenberg 1938")
}

func (Exp) Features(int, []Count) Count {
	return Endless()
}

func (Exp) Picture() Picture {
	return Picture{From: -1, Tree: `{"kernel":"exp","parts":[{"kernel":"linear"}]}`, Said: "of linear"}
}

func (k Exp) Parts() []Kernel { return []Kernel{k.Of} }

// Combine exponentiates the row.
func (Exp) Combine(rows [][]float64, _ []float64, _ [][]float64) { lanes.Exp(rows[0], 1, 0) }

// Slopes are the values.
func (Exp) Slopes(_ [][]float64, values []float64, by, _ [][]float64) { copy(by[0], values) }

// Factors are the exponentials of the terms, if the part is a sum over the coordinates.
func (k Exp) Factors(d int) []Factors {
	term := summed(FactorsOf(k.Of, d))
	if term == nil {
		return nil
	}
	return decayOf(-1, term)
}
