package kernel

import "maxmargin/core/base/lanes"

// Laplacian is k(x,z) = exp(-gamma |x-z|_1), a Gaussian of the city-block distance. It
// is positive definite as a product of Laplace kernels of the coordinates, whose
// Fourier transform is positive (Cristianini & Shawe-Taylor, section 8.2.2, after
// Chapelle et al.).
type Laplacian struct {
	sums
	differences
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
}

func (Laplacian) Name() string { return "laplacian" }

func (Laplacian) Theorem(int, []Verdict) Theorem {
	return Proved("its Fourier transform, a product of Cauchy densities, is positive", Tutorial+", Theorem 6")
}

func (Laplacian) Features(int, []Count) Count {
	return Endless()
}

// OtherNames are those in other texts and libraries.
func (Laplacian) OtherNames() []string { return []string{"laplace", "cityblock"} }

func (Laplacian) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}}
}

// Add adds |x - z|.
func (Laplacian) Add(sum []float64, x float64, z []float64) { lanes.Distance.Add(sum, x, z) }

// Term returns |x - z|.
func (Laplacian) Term() (lanes.Term, bool) { return lanes.Distance, true }

// End exponentiates.
func (k Laplacian) End(dst, _ []float64) { decay(dst, k.Gamma) }

// Distance is the city-block distance.
func (Laplacian) Distance() Kernel { return oppositeDifference{opposite: opposite{Laplacian{}}} }

// Image returns 2 - 2 exp(-gamma d).
func (k Laplacian) Image(d float64) float64 { return decayed(k.Gamma * d) }

func (k Laplacian) rate() (gamma float64, ok bool) { return k.Gamma, true }

// Base returns minus the city-block distance.
func (k Laplacian) Base() Kernel { return k.Distance() }

// Unfold unfolds an exponential.
func (k Laplacian) Unfold(dst []float64, slopes [][]float64) { unfoldExponential(dst, k.Gamma, slopes) }

// Factors are the Laplace kernels of the coordinates.
func (k Laplacian) Factors(int) []Factors { return decayOf(k.Gamma, termOf(lanes.Distance)) }

// AddGradient has -gamma times the kernel, and the sign of each difference.
func (k Laplacian) AddGradient(dst []float64, weight float64, x, z []float64) {
	addOfSum(dst, -weight*k.Gamma*Value(k, x, z), x, z, func(x, z float64) float64 { return sign(x - z) })
}
