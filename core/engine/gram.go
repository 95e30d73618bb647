package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// GramRequest names a kernel and the samples that it compares.
type GramRequest struct {
	Kernel string `js:"kernel"` // the text of a tree, or the name of the kernel whose values are given
	Table  Shape  `js:"table"`  // of X
	Others Shape  `js:"others"` // of Z; without rows X is compared with itself
	Values bool   `js:"values"` // return the matrix, not only the properties of the kernel
}

// Gram is the kernel matrix of samples, with properties of the kernel. Rules such as
// 'scale' are resolved for the samples Z if there are any: Z are like training samples,
// and X like samples to predict.
type Gram struct {
	Values    []float64 // k(x_i, z_j), n x m, if they were asked for
	Left      []float64 // k(x_i, x_i)
	Right     []float64 // k(z_j, z_j)
	Widths    []float64 // resolved gammas, in the order of the tree
	Invariant bool      // k(x+t, z+t) = k(x, z)
}

// GramSize returns the size of a request: X, the prepared Z, and the matrix.
func GramSize(r GramRequest, stored int, others int64) Size {
	size := Size{Shape: r.Table, Stored: stored, Bytes: int(others)}
	switch {
	case r.Values && r.Others.Rows > 0:
		size.Outputs = r.Others.Rows
	case r.Values:
		size.Outputs = r.Table.Rows
	}
	return size
}

// Gram compares the samples X with Z, or with each other.
func (e *Engine) Gram(ctl *run.Ctl, r GramRequest, X, Z Table) (g Gram, err error) {
	x, err := X.set(nil)
	if err != nil {
		return g, err
	}
	z, apart := x, r.Others.Rows > 0
	if apart {
		if z, err = Z.set(nil); err != nil {
			return g, err
		}
		if x.Kind() != z.Kind() {
			return g, fault.New(fault.Type, "Z", "X holds %s and Z holds %s; pass two sets of one kind", x.Kind(), z.Kind())
		}
		if x.Dim() != z.Dim() {
			return g, fault.New(fault.FeatureCount, "Z", "Z has %d features, but X has %d; pass the same columns", z.Dim(), x.Dim()).
				With("expected", x.Dim()).With("got", z.Dim())
		}
	}
	x, endX := watched(ctl, x)
	defer endX()
	z, endZ := watched(ctl, z)
	defer endZ()
	name := "X"
	if apart {
		name = "Z"
	}
	spec := kernel.Spec{Name: r.Kernel, Gamma: kernel.Width{Name: "scale"}}
	k, widths, err := model.KernelMaker(catalog.Kernel).ForArgument(spec, z, name)
	if err != nil {
		return g, err
	}
	g = Gram{Widths: widths, Invariant: kernel.TranslationInvariant(k)}
	if g.Left, err = model.Diagonal(k, x); err != nil {
		return g, err
	}
	g.Right = g.Left
	if apart {
		g.Right = make([]float64, z.Len())
		gram.Diagonal(g.Right, k, z)
	}
	if !r.Values {
		return g, nil
	}
	if _, err = e.admit("gram", "X", GramSize(r, X.stored(), Z.bytes()), X.bytes()+Z.bytes()); err != nil {
		return g, err
	}
	g.Values = make([]float64, x.Len()*z.Len())
	return g, fill(ctl, g.Values, k, x, z, apart)
}

// fill computes the values of a matrix. If ctl ends it, the matrix is incomplete and must
// not be used.
func fill(ctl *run.Ctl, dst []float64, k kernel.Kernel, x, z sample.Set, apart bool) error {
	watch := func(done float64) bool {
		return ctl.Wanted(func() run.Report { return run.Report{Phase: "kernel matrix", Fraction: done} })
	}
	finished := true
	if apart {
		finished = gram.Cross(dst, k, x, z, watch)
	} else {
		finished = gram.Square(dst, k, x, watch)
	}
	if !finished {
		return run.ErrAborted
	}
	return nil
}

// Spectrum returns the eigenvalues of a symmetric matrix, ascending, and its
// eigenvectors, the columns of vectors. It looks at the lower triangle alone.
func (e *Engine) Spectrum(ctl *run.Ctl, matrix Table) (values, vectors []float64, err error) {
	set, err := matrix.set(nil)
	if err != nil {
		return nil, nil, err
	}
	n := set.Len()
	if n != set.Dim() {
		return nil, nil, fault.New(fault.Internal, "X", "a matrix of %d x %d has no eigenvalues", n, set.Dim())
	}
	if n > linalg.LargestSpectrum {
		return nil, nil, fault.New(fault.Numeric, "X", "the eigenvalues of a matrix of %d rows take too long; pass at most %d rows, such as a random part of them", n, linalg.LargestSpectrum).
			With("rows", n)
	}
	p := run.NewPhases(ctl, 1)
	p.Begin("eigenvalues")
	spectrum := linalg.NewSpectrum(set.(*sample.Matrix).X, n, p.Watch)
	if spectrum == nil && !p.Watch(1) {
		return nil, nil, run.ErrAborted
	}
	if spectrum == nil {
		return nil, nil, model.Overflow()
	}
	return spectrum.Values(), spectrum.Vectors(), nil
}
