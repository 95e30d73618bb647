package kernel

import "math"

// Fourier is k(x,z) = prod_j a_0 + a_1 cos(u) + a_2 cos(2u) + ... with u = x_j - z_j, a kernel on
// the circle of circumference 2 pi (Cristianini & Shawe-Taylor, Example 3.9): the coefficients are
// a filter. The option demands coefficients >= 0; with them it is positive definite: cos n(x-z) is
// the inner product of (cos nx, sin nx) and (cos nz, sin nz).
type Fourier struct {
	products
	differences
	Coefficients []float64 `js:"coefficients" type:"numbers" range:"[0,inf)" doc:"Weights of the frequencies 0, 1, 2 and so on."`
}

func (Fourier) Name() string { return "fourier" }

func (Fourier) Theorem(int, []Verdict) Theorem {
	return Proved("a cosine series with coefficients >= 0 is positive definite", Introduction+", Example 3.9")
}

// Features are, for every coordinate, a sine and a cosine for each frequency with a weight
// > 0, and one constant for the frequency 0.
func (k Fourier) Features(d int, _ []Count) Count {
	waves := 0
	for n, a := range k.Coefficients {
		if a > 0 && n == 0 {
			waves += 1
		}
		if a > 0 && n > 0 {
			waves += 2
		}
	}
	return Whole(waves).Raised(d)
}

func (Fourier) Picture() Picture {
	return Picture{From: -1, Tree: `{"kernel":"fourier","coefficients":[1,0.8,0.4,0.2,0.1]}`, Said: "with the coefficients 1, 0.8, 0.4, 0.2, 0.1"}
}

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

// FactorSlope is the derivative of the cosine series.
func (k Fourier) FactorSlope(x, z float64) float64 { return cosinesSlope(k.Coefficients, x-z) }

// cosinesSlope returns the derivative of sum_n a_n cos(n u), which is the sum of -n a_n sin(n u), by
// Clenshaw's recurrence.
func cosinesSlope(a []float64, u float64) float64 {
	b1, b2, c := 0.0, 0.0, math.Cos(u)
	for n := len(a) - 1; n > 0; n-- {
		b1, b2 = float64(n)*a[n]+2*c*b1-b2, b1
	}
	return -b1 * math.Sin(u)
}
