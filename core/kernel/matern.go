package kernel

import (
	"math"
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
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance, as for rbf; a length scale l is gamma = 1 / (2 l^2). 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Nu    float64 `js:"nu" default:"1.5" range:"(0,50]" doc:"Smoothness: functions have all derivatives of an order below nu. 0.5, 1.5 and so on up to 9.5 are computed fastest."`
}

func (Matern) Name() string { return "matern" }

func (Matern) Theorem(int, []Verdict) Theorem {
	return Proved("its Fourier transform is a power of 1 + |w|^2, positive", Tutorial+", Theorem 6; Rasmussen & Williams, (4.15)")
}

func (Matern) Features(int, []Count) Count {
	return Endless()
}

func (Matern) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width(), {Name: "nu", Low: 0.5, High: 9.5, Start: 1.5}}}
}

// FromDots works on squared distances.
func (k Matern) FromDots(dst []float64, norm float64, norms []float64) {
	distances(dst, norm, norms)
	if half := k.Nu - 0.5; half > 9 || half != math.Floor(half) {
		order := newBesselK(k.Nu)
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

func (Matern) TranslationInvariant() bool { return true }

// Distance is the squared Euclidean one.
func (Matern) Distance() Kernel { return squared{} }

// Image returns 2 - 2 k.
func (k Matern) Image(d float64) float64 {
	row := []float64{0}
	k.FromDots(row, d, []float64{0})
	return 2 - 2*row[0]
}

// Base returns -|x-z|^2, or nil where the derivative has no closed form here: nu = 1.
func (k Matern) Base() Kernel {
	if k.Nu == 1 {
		return nil
	}
	return squared{}
}

// Unfold uses the derivative of s^nu K_nu(s), which is -s^nu K_(nu-1)(s), and that of log s by log
// gamma, 1/2. With k_nu for the kernel as a function of s the result is
//
//	nu > 1  -s^2/(4 (nu-1)) k_(nu-1)(s),  nu < 1  -2^-nu/Gamma(nu) s^(2 nu) [s^(1-nu) K_(1-nu)(s)].
func (k Matern) Unfold(dst []float64, slopes [][]float64) {
	slope := slopes[0]
	arguments := make([]float64, len(dst)) // s^2
	for j, u := range dst {
		arguments[j] = -4 * k.Nu * k.Gamma * u
		dst[j] = 0
		slope[j] = -u
	}
	norms := append([]float64(nil), slope...)
	k.FromDots(dst, 0, norms)
	if k.Nu < 1 {
		k.unfoldRough(slope, arguments)
		return
	}
	// k_(nu-1) of the same s has the gamma of k times nu / (nu - 1).
	smoother := Matern{Gamma: k.Gamma * k.Nu / (k.Nu - 1), Nu: k.Nu - 1}
	clear(slope)
	smoother.FromDots(slope, 0, norms)
	for j, square := range arguments {
		slope[j] *= -square / (4 * (k.Nu - 1))
	}
}

func (k Matern) unfoldRough(slope, arguments []float64) {
	if k.Nu == 0.5 {
		for j, square := range arguments {
			s := math.Sqrt(square)
			slope[j] = -s / 2 * math.Exp(-s)
		}
		return
	}
	order, gamma := newBesselK(1-k.Nu), math.Gamma(k.Nu)
	for j, square := range arguments {
		slope[j] = 0
		if square > 0 {
			slope[j] = -math.Pow(2, -k.Nu) / gamma * math.Pow(square, k.Nu) * order.Scaled(math.Sqrt(square))
		}
	}
}

// Slope uses the derivative of s^nu K_nu(s) by s, which is -s^nu K_(nu-1)(s), and s^2 = 4 nu gamma
// u. For nu > 1 that is a kernel with nu smaller by 1; otherwise K_(nu-1) is K_(1-nu), and the
// slope is infinite at 0.
func (k Matern) Slope(u float64) float64 {
	if k.Nu > 1 {
		row := []float64{0}
		smoother := Matern{Gamma: k.Gamma * k.Nu / (k.Nu - 1), Nu: k.Nu - 1}
		smoother.FromDots(row, u, []float64{0})
		return -k.Gamma * k.Nu / (k.Nu - 1) * row[0]
	}
	s := 2 * math.Sqrt(k.Nu*k.Gamma*u)
	if s == 0 {
		return 0
	}
	scale := math.Pow(2, 1-k.Nu) / math.Gamma(k.Nu)
	return -2 * k.Nu * k.Gamma * scale * math.Pow(s, 2*k.Nu-2) * newBesselK(1-k.Nu).Scaled(s)
}
