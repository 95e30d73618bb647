package engine

import (
	"math"
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/sample"
)

// checkAnswers returns a fault.Numeric when a number that a model gives is not finite;
// there are cols for each row. The result of a fit is checked after the fit, but a file
// may hold numbers that are finite and too large to compute with.
func checkAnswers(values []float64, cols int) error {
	if i := slices.IndexFunc(values, notFinite); i >= 0 {
		return infinite(i / cols)
	}
	return nil
}

// checkSparse is checkAnswers for the sparse rows that a transformer returns.
func checkSparse(made *sample.CSR) error {
	if at := slices.IndexFunc(made.Value, notFinite); at >= 0 {
		return infinite(slices.IndexFunc(made.Ptr, func(end int32) bool { return int(end) > at }) - 1)
	}
	return nil
}

func notFinite(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }

func infinite(row int) error {
	return fault.New(fault.Numeric, "X", "the answer of the model for row %d is not finite: numbers of the row or of the model are too large. Scale the features as for fit; if the model is from a file, check where the file comes from", row).
		With("row", row)
}
