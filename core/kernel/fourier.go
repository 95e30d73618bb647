package kernel

import "math"

// Fourier is k(x,z) = prod_j a_0 + a_1 cos(u) + a_2 cos(2u) + ... with u = x_j - z_j, a
// kernel on the circle of circumference 2 pi (Cristianini & Shawe-Taylor, Example 3.9):
// choosing a kernel is choosing a filter. With coefficients >= 0, which are asked for,
// it is positive definite: cos n(x-z) is the inner product of (cos nx, sin nx) and
// (cos nz, sin nz).
type Fourier struct {
	products
	differences
	Coefficients []float64 `js:"coefficients" type:"numbers" range:"[0,inf)" doc:"Weights of the frequencies 0, 1, 2 and so on."`
}

// Name returns "fourier".
func (Fourier) Name() string { return "fourier" }

// Definite returns Yes.
func (Fourier) Definite() Verdict { return Yes }

// Add multiplies by the cosine series, by Clenshaw's recurrence.
func (k Fourier) Add(product []float64, x float64, z []float64) {
	for w, v := range z {
		product[w] *= cosines(k.Coefficients, math.Cos(x-v))
	}
}

// cosines returns sum_n a_n cos(n u) where c is cos u.
func cosines(a []float64, c float64) float64 {
	b1, b2 := 0.0, 0.0
	for n := len(a) - 1; n > 0; n-- {
		b1, b2 = a[n]+2*c*b1-b2, b1
	}
	return a[0] + c*b1 - b2
}

var _ Coordinatewise = Fourier{}
