package kernel

import (
	"math"

	"maxmargin/core/bessel"
)

// Matern is the covariance of random functions of smoothness nu: they have all derivatives
// of an order below nu,
//
//	k(x,z) = 2^(1-nu)/Gamma(nu) s^nu K_nu(s),  s = 2 sqrt(nu gamma) |x-z|,
//
// with the modified Bessel function K_nu. For half-integers nu it is exp(-s) times a
// polynomial, which is much faster; at nu = 1/2 it is exp(-sqrt(2 gamma) |x-z|), and the
// Gaussian of the same gamma in the limit of large nu. Its Fourier transform is positive,
// and so it is positive definite on spaces of every dimension (Rasmussen & Williams,
// equations 4.14 to 4.17, whose length scale is 1/sqrt(2 gamma)).
type Matern struct {
	Gamma float64 `js:"gamma" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance, as for rbf; a length scale l is gamma = 1 / (2 l^2). 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Nu    float64 `js:"nu" default:"1.5" range:"(0,50]" doc:"Smoothness: functions have all derivatives of an order below nu. 0.5, 1.5 and so on up to 9.5 are computed fastest."`
}

// Name returns "matern".
func (Matern) Name() string { return "matern" }

// Theorem states why the kernel is positive definite.
func (Matern) Theorem(int, []Verdict) Theorem {
	return Proved("its Fourier transform is a power of 1 + |w|^2, positive", Tutorial+", Theorem 6; Rasmussen & Williams, (4.15)")
}

// Features returns that there are infinitely many.
func (Matern) Features(int, []Count) Count {
	return Endless()
}

// Picture returns what the page of the kernel shows.
func (Matern) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width(), {Name: "nu", Low: 0.5, High: 9.5, Start: 1.5}}}
}

// FromDots works on squared distances.
func (k Matern) FromDots(dst []float64, norm float64, norms []float64) {
	distances(dst, norm, norms)
	if half := k.Nu - 0.5; half > 9 || half != math.Floor(half) {
		order := bessel.NewK(k.Nu)
		unit := 1 / order.Scaled(0)
		for j, square := range dst {
			dst[j] = unit * order.Scaled(2*math.Sqrt(k.Nu*k.Gamma*square))
		}
		return
	}
	k.polynomial(dst)
}

// polynomial turns squared distances into values, for half-integers nu up to 9.5.
func (k Matern) polynomial(dst []float64) {
	p := int(k.Nu)
	// The coefficients of (2s)^i, i from 0: p! (2p-i)! / ((2p)! (p-i)! i!).
	var c [10]float64
	c[0] = 1
	for i := range p {
		c[i+1] = c[i] * float64(p-i) / float64((2*p-i)*(i+1))
	}
	var decayed [64]float64
	for len(dst) > 0 {
		n := min(len(dst), len(decayed))
		for j, square := range dst[:n] {
			dst[j] = 2 * math.Sqrt(k.Nu*k.Gamma*square)
		}
		copy(decayed[:], dst[:n])
		decay(decayed[:n], 1)
		for j, s := range dst[:n] {
			sum := 0.0
			for i := p; i >= 0; i-- {
				sum = sum*2*s + c[i]
			}
			dst[j] = sum * decayed[j]
		}
		dst = dst[n:]
	}
}

// TranslationInvariant reports true.
func (Matern) TranslationInvariant() bool { return true }

// Distance is the squared Euclidean one.
func (Matern) Distance() Kernel { return squared{} }

// Image returns 2 - 2 k.
func (k Matern) Image(d float64) float64 {
	row := []float64{0}
	k.FromDots(row, d, []float64{0})
	return 2 - 2*row[0]
}

var (
	_ InnerProduct = Matern{}
	_ Radial       = Matern{}
)
