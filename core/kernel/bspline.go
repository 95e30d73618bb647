package kernel

import "math"

// BSpline is k(x,z) = prod_j B((x_j-z_j)/width) with the B-spline of an odd degree
// (Smola & Schoelkopf, equation 32 and section 4.1): degree + 1 box functions
// convolved, a bump of support (degree+1)/2 on either side. Its Fourier transform is
// an even power of sinc and so >= 0, and products of kernels are kernels. Even degrees
// have an odd power and are not positive definite, nor is B of the Euclidean distance
// in more than one dimension; neither is offered.
type BSpline struct {
	products
	differences
	Degree int     `js:"degree" type:"odd" default:"3" range:"[1,9]" doc:"Degree of the piecewise polynomial, odd: those of even degree are not positive definite."`
	Width  float64 `js:"width" default:"1" range:"(0,inf)" doc:"Distance between the knots."`
}

// Name returns "bspline".
func (BSpline) Name() string { return "bspline" }

// Definite returns Yes.
func (BSpline) Definite() Verdict { return Yes }

// Add multiplies by B((x - z)/width), which is
//
//	1/degree! sum_i (-1)^i binomial(m, i) (m/2 - |r| - i)_+^degree,  m = degree + 1.
func (k BSpline) Add(product []float64, x float64, z []float64) {
	m, factorial := k.Degree+1, 1.0
	for i := range k.Degree {
		factorial *= float64(i + 1)
	}
	for w, v := range z {
		left := float64(m)/2 - math.Abs(x-v)/k.Width
		sum, factor := 0.0, 1.0
		for i := 0; left > 0; i++ {
			sum += factor * power(left, k.Degree)
			factor *= -float64(m-i) / float64(i+1)
			left--
		}
		product[w] *= sum / factorial
	}
}

var _ Coordinatewise = BSpline{}
