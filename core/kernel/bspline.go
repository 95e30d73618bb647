package kernel

import "math"

// BSpline is k(x,z) = prod_j B((x_j-z_j)/width) with the B-spline of an odd degree (Smola &
// Schoelkopf, equation 32 and section 4.1): degree + 1 box functions convolved, a bump of support
// (degree+1)/2 on either side. Its Fourier transform is an even power of sinc and so >= 0, and
// products of kernels are kernels. Even degrees, with an odd power, and B of the Euclidean distance
// in more than one dimension are not positive definite and not offered.
type BSpline struct {
	products
	differences
	Degree int     `js:"degree" type:"odd" default:"3" range:"[1,9]" doc:"Odd degree of the piecewise polynomial; with an even degree the kernel is not positive definite."`
	Width  float64 `js:"width" learn:"log" default:"1" range:"(0,inf)" doc:"Distance between the knots."`
}

func (BSpline) Name() string { return "bspline" }

func (BSpline) Theorem(int, []Verdict) Theorem {
	return Proved("the Fourier transform of a B-spline of odd degree is an even power of a sinc, and products of positive definite kernels are positive definite", Tutorial+", (32), Theorems 5 and 6")
}

func (BSpline) Features(int, []Count) Count {
	return Endless()
}

func (BSpline) Picture() Picture {
	return Picture{From: -1, Controls: []Control{{Name: "degree", Low: 1, High: 9, Start: 3, Linear: true}, {Name: "width", Low: 0.05, High: 2, Start: 0.4}}}
}

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

// FactorSlope is the derivative of B((x - z)/width), from the sum in Add.
func (k BSpline) FactorSlope(x, z float64) float64 {
	m, factorial := k.Degree+1, 1.0
	for i := range k.Degree - 1 {
		factorial *= float64(i + 1)
	}
	left := float64(m)/2 - math.Abs(x-z)/k.Width
	sum, factor := 0.0, 1.0
	for i := 0; left >= 0; i++ {
		term := power(left, k.Degree-1)
		if left == 0 && k.Degree == 1 {
			term = 0.5 // a kink
		}
		sum += factor * term
		factor *= -float64(m-i) / float64(i+1)
		left--
	}
	return -sign(x-z) * sum / factorial / k.Width
}
