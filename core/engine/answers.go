package engine

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// checkAnswers returns a fault.Numeric if a number is not finite; each row has cols of them. A fit
// is checked when it ends, but a file may hold finite numbers that are too large to compute with.
func checkAnswers(values []float64, cols int) error {
	if i := slices.IndexFunc(values, notFinite); i >= 0 {
		return infinite(i / cols)
	}
	return nil
}

// checkSparse does the same for the sparse rows of a transformer.
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
