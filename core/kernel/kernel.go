// Package kernel holds the kernels: functions k(x, z) that are an inner product in some
// feature space. Every kernel is one file, also a kernel that is made of others.
//
// A kernel is a struct of its parameters; the tags of the fields are the only description
// of them (see package model). A kernel that is made of others has a field Of: a Kernel, or
// a list of one or more. A kernel computes rows, not pairs: it gets everything that a whole
// row of values needs and fills the row in one call, so that the inner loops are those of
// core/lanes. Package gram prepares the samples and computes the rows; Value defines a
// single entry.
package kernel

import "maxmargin/core/lanes"

// Kernel is a kernel with its parameters fixed. It is plain data, see Same. It is of one of
// the kinds below. Kernels of vectors are InnerProduct, Coordinatewise, Bilinear or
// Pullback; kernels that are made of others are Combination; kernels of samples that are
// not vectors, such as strings, are Structured, which is one kind for all types of data.
// Only this package and gram look at the kind. Kernels that users can name are also
// Counted, and those of vectors Pictured: theorem, number of features and picture stand in
// the file of the kernel, and core/internal/gen translates them into JavaScript.
type Kernel interface {
	// Name is the kernel's name in the catalog.
	Name() string
	// Theorem says whether the kernel, with these parameters, is positive definite on its
	// whole domain, and why: for vectors of d coordinates, 0 for any number of them. parts
	// are the verdicts on the kernels that it is made of; TheoremOf collects them.
	Theorem(d int, parts []Verdict) Theorem
}

// InnerProduct is a kernel of vectors that depends on x and z only through the
// inner products <x,z>, <x,x> and <z,z>.
type InnerProduct interface {
	Kernel

	// FromDots turns a row of inner products into a row of kernel values in
	// place: on entry dst_j = <x, z_j>, on return dst_j = k(x, z_j). norm is
	// <x,x> and norms_j is <z_j,z_j>.
	FromDots(dst []float64, norm float64, norms []float64)

	// TranslationInvariant reports whether k(x+t, z+t) = k(x, z). The caller may then move
	// the origin into the data. Otherwise squared distances between points far from zero
	// lose their digits to cancellation.
	TranslationInvariant() bool
}

// Coordinatewise is a kernel of vectors that reads their coordinates one after the other,
// for one sample x and n others at a time. What it keeps between two coordinates is its
// state, a few numbers for each of the n samples: number s of sample w stands at s*n + w.
type Coordinatewise interface {
	Kernel

	// Rule says how the coordinates are read.
	Rule() Rule
	// Add reads one coordinate: x of the one sample, z_w of the others.
	Add(state []float64, x float64, z []float64)
	// End sets dst_w = k(x, z_w). When the state is one number, dst and state are the same
	// slice.
	End(dst, state []float64)
}

// Additive is a coordinatewise kernel that adds up a term of core/lanes, so that a row
// needs no call for every coordinate.
type Additive interface {
	Coordinatewise

	// Term returns the term of a coordinate, and whether there is one with these
	// parameters. Then End works on a row in place.
	Term() (term lanes.Term, ok bool)
}

// Rule says how a coordinatewise kernel reads the coordinates.
type Rule struct {
	States     int     // how many numbers the state of a sample is, at least 1
	Start      float64 // the first of them before the first coordinate; the others are 0
	SkipsZeros bool    // whether a coordinate where both are zero changes nothing
}

// Bilinear is a kernel of the form <x, B z> with a symmetric matrix B.
type Bilinear interface {
	Kernel

	// Apply sets dst = B x.
	Apply(dst, x []float64)
}

// Pullback is a kernel of some of the coordinates.
type Pullback interface {
	Kernel

	// Pull returns the coordinates and the kernel that compares them.
	Pull() (coordinates []int, part Kernel)
}

// Combination is a kernel whose value follows from the values of others.
type Combination interface {
	Kernel

	// Parts returns these other kernels.
	Parts() []Kernel
	// Combine gets the rows of the parts, rows[p][j] = k_p(x, z_j), and writes its own row
	// into rows[0]. For a Normed kernel norm[p] is k_p(x, x) and norms[p][j] is k_p(z_j,
	// z_j).
	Combine(rows [][]float64, norm []float64, norms [][]float64)
}

// Normed is a combination that needs the values of its parts between a sample and itself.
type Normed interface {
	Combination
	usesNorms()
}

// Anchored is a combination that also compares samples with fixed points, by the function
// f(x) = sum_i weights_i by(x, points_i). Combine gets f(x) and the sum of the weights_i
// f(points_i) in norm, and f(z_j) in norms[0][j].
type Anchored interface {
	Combination

	// Anchors returns the points one after the other, their weights (nil: equal weights
	// with the sum 1), and the kernel that compares them.
	Anchors() (points, weights []float64, by Kernel)
}

// NonNegative is a kernel that is defined for numbers >= 0 only.
type NonNegative interface {
	Kernel
	nonNegative()
}

// Checked is a kernel with conditions on its parameters beyond their ranges.
type Checked interface {
	Kernel

	// Check returns the name of a parameter that is wrong for vectors of d coordinates, and
	// what is wrong and what to do; "" when all are right.
	Check(d int) (parameter, problem string)
}

// Given is the kernel whose values the user computes: row i of the data holds k(x_i, z_j)
// for every training sample z_j.
type Given interface {
	Kernel
	given()
}
