// Package kernel holds the kernels: functions k(x, z) that are an inner product in some feature
// space. Every kernel is one file, also a kernel that is made of others.
//
// A kernel is a struct of its parameters; the tags of the fields are their only description (see
// package model). A kernel that is made of others has a field Of: a Kernel, or a list of one or
// more. A kernel fills a whole row of values in one call, so that the inner loops are those of
// core/base/lanes. Package gram prepares the samples and computes the rows; Value defines a single
// entry.
package kernel

import "maxmargin/core/base/lanes"

// Kernel is a kernel with fixed parameters. It is plain data, see Same, of one of the kinds below.
// Kernels of vectors are InnerProduct, Coordinatewise, Bilinear or Pullback; kernels that are made
// of others are Combination; kernels of samples that are not vectors, such as strings, are
// Structured. Only this package and gram look at the kind. Kernels that users can name are also
// Counted, and kernels of vectors Pictured: theorem, number of features and picture are in the file
// of the kernel, and core/internal/gen translates them into JavaScript.
type Kernel interface {
	// Name is the kernel's name in the catalog.
	Name() string
	// Theorem says whether the kernel, with these parameters, is positive definite on its whole
	// domain, and why: for vectors of d coordinates, or of any number if d is 0. parts are the
	// verdicts on its parts; TheoremOf collects them.
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

	// TranslationInvariant reports whether k(x+t, z+t) = k(x, z). The caller may then move the
	// origin into the data, so that squared distances between points far from zero do not cancel.
	TranslationInvariant() bool
}

// Coordinatewise is a kernel of vectors that reads their coordinates one after another, for one
// sample x and n others at a time. Between two coordinates it keeps a state, a few numbers for each
// of the n samples: number s of sample w is at s*n + w.
type Coordinatewise interface {
	Kernel

	// Rule returns how the kernel reads the coordinates.
	Rule() Rule
	// Add reads one coordinate: x of the one sample, z_w of the others.
	Add(state []float64, x float64, z []float64)
	// End sets dst_w = k(x, z_w). When the state is one number, dst and state are the same
	// slice.
	End(dst, state []float64)
}

// Additive is a coordinatewise kernel that adds up a term of core/base/lanes, so that a row
// needs no call for every coordinate.
type Additive interface {
	Coordinatewise

	// Term returns the term of a coordinate, if there is one with these parameters. Then End works
	// on a row in place.
	Term() (term lanes.Term, ok bool)
}

// Rule says how a coordinatewise kernel reads the coordinates.
type Rule struct {
	States     int     // how many numbers the state of a sample is, at least 1
	Start      float64 // the first of them before the first coordinate; the others are 0
	SkipsZeros bool    // a coordinate where both are zero changes nothing
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
// f(x) = sum_i weights_i by(x, points_i). Combine gets f(x) and sum_i weights_i f(points_i) in
// norm, and f(z_j) in norms[0][j].
type Anchored interface {
	Combination

	// Anchors returns the concatenated points, their weights, nil for equal weights with the sum 1,
	// and the kernel that compares them.
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

	// Check returns the name of a parameter that is wrong for vectors of d coordinates, and a text
	// with the problem and a remedy; "" if all are right.
	Check(d int) (parameter, problem string)
}

// Given is the kernel whose values the user computes: row i of the data holds k(x_i, z_j)
// for every training sample z_j.
type Given interface {
	Kernel
	given()
}
