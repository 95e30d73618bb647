// Package kernel holds the kernels: functions k(x, z) that are an inner product
// in some feature space. One kernel a file.
//
// A kernel works on rows, not on pairs: it is given everything that a whole row
// of values needs and fills it in one go, so that the inner loops are those of
// core/lanes. Package gram prepares the sets and serves the rows.
package kernel

// Kernel is a kernel with its parameters fixed. It is one of the kinds below.
type Kernel interface {
	// Name is the kernel's name in the catalog.
	Name() string
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

// Given is the kernel whose values the user brings: row i of the data holds
// k(x_i, z_j) for every training sample z_j.
type Given interface {
	Kernel
	given()
}

// Parameters are the numbers that the kernels take, data-dependent rules
// resolved.
type Parameters struct {
	Gamma  float64
	Degree int
	Coef0  float64
}
