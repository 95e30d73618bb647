package expansion

import (
	"math"
	"slices"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// Support holds the training samples that a fitted machine compares new samples with.
type Support struct {
	Space
	Indices []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set with coefficients: the support vectors, grouped by class if there are supportCounts; for a machine in closed form, all rows of positive weight."`
	Vectors sample.Set `field:"support.vectors" shape:"m,d" js:"supportVectors" doc:"The support vectors, sparse if the training data were; none for a precomputed kernel."`

	// Part is the part of a larger set that the fit was to, whose kernel rows may serve to
	// predict, too; nil: none. A model file does not have it.
	Part *gram.Part

	expansion *Expansion // made when first needed
}

// NewSupport returns the samples of a training set at rows.
func NewSupport(k kernel.Kernel, widths []float64, x sample.Set, rows []int) Support {
	s := Support{Space: NewSpace(k, widths, x), Indices: make([]int32, len(rows))}
	for p, i := range rows {
		s.Indices[p] = int32(i)
	}
	switch {
	case s.Given():
	case len(rows) == x.Len() && slices.IsSorted(rows): // all of them
		s.Vectors = x
	default:
		s.Vectors = x.Select(rows)
	}
	return s
}

// LargestSelfValue returns the largest |k(x_i, x_i)| of the samples, which no kernel value of a
// positive definite kernel exceeds; 0 where the samples are not numbers.
func (s *Support) LargestSelfValue() (largest float64) {
	if s.Vectors == nil || kernel.Compares(s.kernel) != sample.Numbers {
		return 0
	}
	values := make([]float64, s.Vectors.Len())
	gram.Diagonal(values, s.kernel, s.Vectors)
	for _, v := range values {
		if math.Abs(v) > largest {
			largest = math.Abs(v)
		}
	}
	return largest
}

// Restore makes a support usable that was read from a model file, for a kernel as the
// options name it.
func (s *Support) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	return s.Again(kernels, spec, s.Vectors)
}

// Expansion returns the functions with these coefficients and constants, which must be
// the same in every call; counts as in Expansion.
func (s *Support) Expansion(counts []int32, coef, intercept []float64) *Expansion {
	if s.expansion == nil {
		s.expansion = New(Expansion{Kernel: s.kernel, Vectors: s.Vectors, Indices: s.Indices, Counts: counts, Coef: coef, Intercept: intercept, Part: s.Part})
	}
	return s.expansion
}

// Columns returns the samples, prepared for rows.
func (s *Support) Columns() gram.Columns {
	return New(Expansion{Kernel: s.kernel, Vectors: s.Vectors, Indices: s.Indices}).Columns()
}

// EachRow calls take for every sample of x with its kernel values against columns,
// of the same kernel, which it must not keep. Errors are those of Expansion.Each.
func EachRow(ctl *run.Ctl, k kernel.Kernel, columns gram.Columns, x sample.Set, take func(i int, row []float64)) error {
	if err := gram.CheckDomain(k, x, "X"); err != nil {
		return err
	}
	rows := make([][]float64, rowsAtATime)
	for r := range rows {
		rows[r] = make([]float64, columns.Stride())
	}
	return blocks(ctl, x, func(index []int) {
		columns.Rows(rows[:len(index)], x, index)
		for r, i := range index {
			take(i, rows[r][:columns.Len()])
		}
	})
}

// Pick returns the support with the samples at the positions keep alone, in that order.
func (s *Support) Pick(keep []int) Support {
	picked := Support{Space: s.Space, Indices: make([]int32, len(keep))}
	for p, at := range keep {
		picked.Indices[p] = s.Indices[at]
	}
	if s.Vectors != nil {
		picked.Vectors = s.Vectors.Select(keep)
	}
	return picked
}
