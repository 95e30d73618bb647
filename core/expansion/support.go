package expansion

import (
	"maxmargin/core/fault"
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// Support is what machines leave behind that compare samples with those of the
// training set. It is part of their fitted structs, with the tags of package model;
// zero is what it is before the first fit.
type Support struct {
	Samples  int       `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"How many features a row of X must have."`
	Widths   []float64 `field:"gamma" shape:"w"` // what the widths of the kernel were resolved to

	Indices []int32    `field:"support.indices" shape:"m" range:"[0,n-1]" js:"supportIndices" doc:"Rows of the training set that have a positive weight."`
	Vectors sample.Set `field:"support.vectors" shape:"m,d"` // nil for a precomputed kernel

	kernel kernel.Kernel
}

// NewSupport returns the samples of a training set at rows, those of positive weight.
func NewSupport(k kernel.Kernel, widths []float64, x sample.Set, rows []int) Support {
	s := Support{Samples: x.Len(), Features: x.Dim(), Widths: widths, Indices: make([]int32, len(rows)), kernel: k}
	for p, i := range rows {
		s.Indices[p] = int32(i)
	}
	if _, given := k.(kernel.Given); !given {
		s.Vectors = x
		if len(rows) < x.Len() {
			s.Vectors = x.Select(rows)
		}
	}
	return s
}

// Restore makes a support usable that was read from a model file, for a kernel as the
// options name it.
func (s *Support) Restore(kernels model.KernelMaker, spec kernel.Spec) (err error) {
	s.kernel, err = kernels.Again(spec, s.Widths, s.Samples, s.Features, s.Vectors)
	return err
}

// Kernel returns the kernel that compares samples.
func (s *Support) Kernel() kernel.Kernel { return s.kernel }

// Columns returns the samples, prepared for rows.
func (s *Support) Columns() gram.Columns {
	if s.Vectors != nil {
		return gram.Prepare(s.kernel, s.Vectors, nil, gram.Origin(s.kernel, s.Vectors))
	}
	index := make([]int, len(s.Indices))
	for p, i := range s.Indices {
		index[p] = int(i)
	}
	return gram.Prepare(s.kernel, nil, index, nil)
}

// Ready fails unless a machine is fitted and x has as many features as it was
// fitted with.
func (s *Support) Ready(machine string, x sample.Set) error {
	if s.Features == 0 {
		return fault.New(fault.NotFitted, "", "this %s is not fitted yet; call fit first", machine)
	}
	if got, want := x.Dim(), s.Features; got != want {
		return fault.New(fault.FeatureCount, "X", "X has %d features, but this %s was fitted with %d; pass the same columns", got, machine, want).
			With("expected", want).With("got", got)
	}
	return nil
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
