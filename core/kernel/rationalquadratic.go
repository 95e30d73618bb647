package kernel

import "math"

// RationalQuadratic is k(x,z) = (1 + gamma |x-z|^2 / alpha)^-alpha, a mixture of Gaussians of all
// widths, and the Gaussian of the same gamma in the limit of large alpha. As a mixture it is
// positive definite for gamma, alpha > 0 (Rasmussen & Williams, Gaussian Processes for Machine
// Learning, equation 4.19, whose length scale is 1/sqrt(2 gamma)).
type RationalQuadratic struct {
	Gamma float64 `js:"gamma" learn:"log" type:"width" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Alpha float64 `js:"alpha" learn:"log" default:"1" range:"(0,inf)" doc:"Decay at large distances: the kernel falls as the distance to the power -2 alpha."`
}

func (RationalQuadratic) Name() string { return "rationalQuadratic" }

func (RationalQuadratic) Theorem(int, []Verdict) Theorem {
	return Proved("it is a mixture of Gaussians", Tutorial+", Corollary 3; Rasmussen & Williams, (4.19)")
}

func (RationalQuadratic) Features(int, []Count) Count {
	return Endless()
}

func (RationalQuadratic) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width(), {Name: "alpha", Low: 0.05, High: 20, Start: 1}}}
}

// FromDots works on squared distances.
func (k RationalQuadratic) FromDots(dst []float64, norm float64, norms []float64) {
	distances(dst, norm, norms)
	for j, square := range dst {
		base := 1 + k.Gamma*square/k.Alpha
		if k.Alpha == 1 {
			dst[j] = 1 / base
		} else {
			dst[j] = math.Pow(base, -k.Alpha)
		}
	}
}

func (RationalQuadratic) TranslationInvariant() bool { return true }

// Distance is the squared Euclidean one.
func (RationalQuadratic) Distance() Kernel { return squared{} }

// Image returns 2 - 2 k.
func (k RationalQuadratic) Image(d float64) float64 {
	row := []float64{0}
	k.FromDots(row, d, []float64{0})
	return 2 - 2*row[0]
}

// Base returns -|x-z|^2.
func (RationalQuadratic) Base() Kernel { return squared{} }

// Unfold has, with b = 1 + gamma |x-z|^2 / alpha, the derivatives
//
//	by log gamma  -alpha k (b - 1) / b
//	by log alpha  alpha k ((b - 1) / b - log b)
func (k RationalQuadratic) Unfold(dst []float64, slopes [][]float64) {
	for j, u := range dst {
		t := -k.Gamma * u / k.Alpha // b - 1
		log, share := math.Log1p(t), t/(1+t)
		value := math.Exp(-k.Alpha * log)
		dst[j] = value
		slopes[0][j] = -k.Alpha * value * share
		slopes[1][j] = k.Alpha * value * (share - log)
	}
}

// Slope is -gamma (1 + gamma u / alpha)^(-alpha-1).
func (k RationalQuadratic) Slope(u float64) float64 {
	return -k.Gamma * math.Exp(-(k.Alpha+1)*math.Log1p(k.Gamma*u/k.Alpha))
}
