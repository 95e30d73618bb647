package expansion

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
)

// Space is part of the result of every kernel machine: the number of samples and of
// features that it was fitted to, and their kernel. Fitted structs embed it, so it has
// the tags of package model. Before the first fit it is zero.
type Space struct {
	Samples  int       `field:"samples" dim:"n" range:"[1,2147483647]"`
	Features int       `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Widths   []float64 `field:"gamma" shape:"w"` // what the widths of the kernel were resolved to

	kernel kernel.Kernel
}

// NewSpace returns the Space of a kernel and the samples of a fit.
func NewSpace(k kernel.Kernel, widths []float64, x sample.Set) Space {
	return Space{Samples: x.Len(), Features: x.Dim(), Widths: widths, kernel: k}
}

// Again makes the kernel of a space that was read from a model file, as the options name
// it. vectors are the samples that the file keeps, nil for a precomputed kernel.
func (s *Space) Again(kernels model.KernelMaker, spec kernel.Spec, vectors sample.Set) (err error) {
	s.kernel, err = kernels.Again(spec, s.Widths, s.Samples, s.Features, vectors)
	return err
}

// Kernel returns the kernel that compares samples, nil before the first fit.
func (s *Space) Kernel() kernel.Kernel { return s.kernel }

// Given reports whether the kernel is precomputed.
func (s *Space) Given() bool { return s.kernel != nil && kernel.IsGiven(s.kernel) }

// Ready fails unless a machine is fitted and x has as many features as it was fitted
// with. machine is its name, for errors.
func (s *Space) Ready(machine string, x sample.Set) error {
	return sample.Ready(machine, s.Features, x)
}
