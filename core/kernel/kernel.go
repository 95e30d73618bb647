// Package kernel holds the kernels: functions k(x, z) that are an inner product
// in some feature space. One kernel a file; those that are made of others, too.
//
// A kernel is a struct of its parameters, whose tags are their single source;
// see package model. What it is made of is its field Of: a Kernel, or a list of one
// or more. It works on rows, not on pairs: it is given everything that
// a whole row of values needs and fills it in one go, so that the inner loops
// are those of core/lanes. Package gram prepares the sets and serves the rows;
// Value says what a single entry is.
package kernel

import "maxmargin/core/lanes"

// Kernel is a kernel with its parameters fixed. It is one of the kinds below,
// and plain data; see Same.
type Kernel interface {
	// Name is the kernel's name in the catalog.
	Name() string
	// Definite says whether the kernel, with these parameters, is positive
	// definite on its whole domain: an inner product in some feature space.
	Definite() Verdict
}

// Verdict is the answer to whether a kernel is positive definite.
type Verdict string

// The verdicts.
const (
	Yes     Verdict = "yes"
	No      Verdict = "no"
	Unknown Verdict = "unknown"
)

// verdict returns Yes where a theorem gives it and no otherwise.
func verdict(definite bool, otherwise Verdict) Verdict {
	if definite {
		return Yes
	}
	return otherwise
}

// InnerProduct is a kernel of vectors that depends on x and z only through the
// inner products <x,z>, <x,x> and <z,z>.
type InnerProduct interface {
	Kernel

	// FromDots turns a row of inner products into a row of kernel values in
	// place: on entry dst_j = <x, z_j>, on return dst_j = k(x, z_j). norm is
	// <x,x> and norms_j is <z_j,z_j>.
	FromDots(dst []float64, norm float64, norms []float64)

	// TranslationInvariant reports whether k(x+t, z+t) = k(x, z). The caller
	// may then move the origin into the data, without which the distances of
	// far-off points cancel.
	TranslationInvariant() bool
}

// Coordinatewise is a kernel of vectors that takes in their coordinates one
// after the other, of one sample x and n others at a time. What it keeps of each
// in between is its state: number s of sample w stands at s*n + w.
type Coordinatewise interface {
	Kernel

	// Rule says how the coordinates are gone through.
	Rule() Rule
	// Add takes in a coordinate: x of the one sample, z_w of the others.
	Add(state []float64, x float64, z []float64)
	// End sets dst_w = k(x, z_w). Where a state is one number, dst is state.
	End(dst, state []float64)
}

// Additive is a coordinatewise kernel that adds up terms which core/lanes knows, so
// that rows need no call for every coordinate.
type Additive interface {
	Coordinatewise

	// Term returns the term of a coordinate, and whether there is one with these
	// parameters. Then End works on a row in place.
	Term() (term lanes.Term, ok bool)
}

// Rule says how a coordinatewise kernel goes through the coordinates.
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

	// Parts returns the others.
	Parts() []Kernel
	// Combine is given the rows of the parts, rows[p][j] = k_p(x, z_j), and leaves
	// its own in rows[0]. Of a Normed kernel norm[p] is k_p(x, x) and norms[p][j] is
	// k_p(z_j, z_j).
	Combine(rows [][]float64, norm []float64, norms [][]float64)
}

// Normed is a combination that asks for the values of its parts between a sample
// and itself.
type Normed interface {
	Combination
	usesNorms()
}

// Anchored is a combination that compares samples with points of its own, too, by the
// function f(x) = sum_i weights_i by(x, points_i). Combine is given f(x) and the sum of
// the weights_i f(points_i) in norm, and f(z_j) in norms[0][j].
type Anchored interface {
	Combination

	// Anchors returns the points one after the other, their weights, nil where each
	// has the same and the sum is 1, and what compares them.
	Anchors() (points, weights []float64, by Kernel)
}

// NonNegative is a kernel that is defined for numbers >= 0 only.
type NonNegative interface {
	Kernel
	nonNegative()
}

// Checked is a kernel with parameters that their ranges do not say everything
// about.
type Checked interface {
	Kernel

	// Check names a parameter that is wrong for vectors of d coordinates, and says
	// what is wrong and what to do; "" when none is.
	Check(d int) (parameter, problem string)
}

// Given is the kernel whose values the user brings: row i of the data holds
// k(x_i, z_j) for every training sample z_j.
type Given interface {
	Kernel
	given()
}
