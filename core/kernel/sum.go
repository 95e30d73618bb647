package kernel

import "maxmargin/core/base/lanes"

// Sum is k = k_1 + k_2 + ... It is positive definite if all parts are (Cristianini & Shawe-Taylor,
// Proposition 3.12; Smola & Schoelkopf, Corollary 3). Over different columns it is the direct sum.
type Sum struct {
	Of []Kernel
}

func (Sum) Name() string { return "sum" }

// Theorem returns the weakest verdict on the parts.
func (Sum) Theorem(_ int, parts []Verdict) Theorem {
	for _, part := range parts {
		if part == Conditional {
			return conditionalSum(parts)
		}
	}
	return Inherited(parts, "sums of positive definite kernels are positive definite", Introduction+", Proposition 3.12 (1); "+Tutorial+", Corollary 3")
}

// Features adds up those of the parts.
func (Sum) Features(_ int, parts []Count) Count {
	sum := Whole(0)
	for _, part := range parts {
		sum = sum.Plus(part)
	}
	return sum
}

func (Sum) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"sum","parts":[{"kernel":"rbf","gamma":"$gamma"},{"kernel":"linear"}]}`, OfPart: true, Said: "of rbf and linear"}
}

func (k Sum) Parts() []Kernel { return k.Of }

// Summands returns the parts of a sum, nil of another kernel.
func Summands(k Kernel) []Kernel {
	if sum, ok := k.(Combination); ok && k.Name() == (Sum{}).Name() {
		return sum.Parts()
	}
	return nil
}

// Combine adds the rows.
func (Sum) Combine(rows [][]float64, _ []float64, _ [][]float64) {
	for _, row := range rows[1:] {
		lanes.Update(rows[0], 1, row)
	}
}

// Distance returns the distance of the parts, if it is the same for all.
func (k Sum) Distance() Kernel {
	first := distanceOf(k.Of[0])
	for _, part := range k.Of[1:] {
		if d := distanceOf(part); first == nil || d == nil || !Same(d, first) {
			return nil
		}
	}
	return first
}

// Image adds up the images of the parts.
func (k Sum) Image(d float64) (sum float64) {
	for _, part := range k.Of {
		sum += RadialOf(part).Image(d)
	}
	return sum
}

// Slopes are 1.
func (Sum) Slopes(_ [][]float64, _ []float64, by, _ [][]float64) {
	for _, row := range by {
		fill(row, 1)
	}
}

// Factors are the terms of all parts.
func (k Sum) Factors(d int) (all []Factors) {
	for _, part := range k.Of {
		of := FactorsOf(part, d)
		if of == nil {
			return nil
		}
		all = append(all, of...)
	}
	return all
}
