package kernel

import "maxmargin/core/lanes"

// Laplacian is k(x,z) = exp(-gamma |x-z|_1), a Gaussian of the city-block distance. It
// is positive definite as a product of Laplace kernels of the coordinates, whose
// Fourier transform is positive (Cristianini & Shawe-Taylor, section 8.2.2, after
// Chapelle et al.).
type Laplacian struct {
	sums
	differences
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

// Name returns "laplacian".
func (Laplacian) Name() string { return "laplacian" }

// Definite returns Yes.
func (Laplacian) Definite() Verdict { return Yes }

// Add adds |x - z|.
func (Laplacian) Add(sum []float64, x float64, z []float64) { lanes.Distance.Add(sum, x, z) }

// Term returns |x - z|.
func (Laplacian) Term() (lanes.Term, bool) { return lanes.Distance, true }

// End exponentiates.
func (k Laplacian) End(dst, _ []float64) { decay(dst, k.Gamma) }

var _ Additive = Laplacian{}
