package kernel

import (
	"math"

	"maxmargin/core/base/lanes"
)

// Gaussian is the Gaussian in the feature space of another kernel,
//
//	k(x,z) = exp(-gamma (k_1(x,x) - 2 k_1(x,z) + k_1(z,z))),
//
// It is positive definite if the part is (Cristianini & Shawe-Taylor, Exercise 3.6.2).
type Gaussian struct {
	Gamma float64 `js:"gamma" learn:"log" range:"(0,inf)" doc:"Factor of the squared distance in feature space."`
	Of    Kernel
}

func (Gaussian) Name() string { return "gaussian" }

// Theorem requires that the part is positive definite, at least conditionally.
func (Gaussian) Theorem(_ int, parts []Verdict) Theorem {
	return Strengthened(parts[0], "the Gaussian of the distance in the feature space of a kernel is positive definite, also of one that is conditionally so", Introduction+", Exercise 3.6.2; Schoenberg 1938")
}

func (Gaussian) Features(int, []Count) Count {
	return Endless()
}

func (Gaussian) Picture() Picture {
	return Picture{From: -1, Controls: []Control{width()}, Tree: `{"kernel":"gaussian","gamma":"$gamma","parts":[{"kernel":"weighted","matrix":[3,0.3]}]}`, Said: "of weighted with the weights 3 and 0.3"}
}

func (k Gaussian) Parts() []Kernel { return []Kernel{k.Of} }

func (Gaussian) usesNorms() {}

// Combine exponentiates squared distances.
func (k Gaussian) Combine(rows [][]float64, norm []float64, norms [][]float64) {
	lanes.Gauss(rows[0], norms[0], k.Gamma, norm[0])
}

// Distance returns the distance of the part if it has one, and else the squared distance in
// its feature space.
func (k Gaussian) Distance() Kernel {
	if of := distanceOf(k.Of); of != nil {
		return of
	}
	return featureDistance{k.Of}
}

// Image returns 2 - 2 exp(-gamma times the squared distance in the part's feature space).
func (k Gaussian) Image(d float64) float64 {
	if of := RadialOf(k.Of); of != nil {
		d = of.Image(d)
	}
	return decayed(k.Gamma * d)
}

// Slopes are 2 gamma k and, with the squared distance D = -log(k) / gamma, by log gamma
// -gamma D k.
func (k Gaussian) Slopes(_ [][]float64, values []float64, by, own [][]float64) {
	for j, v := range values {
		by[0][j], own[0][j] = 2*k.Gamma*v, 0
		if v > 0 {
			own[0][j] = v * math.Log(v)
		}
	}
}

func (Gaussian) ofDistance() {}

// Factors are the Gaussians of the coordinates, if the part is a sum over them.
func (k Gaussian) Factors(d int) []Factors {
	term := summed(FactorsOf(k.Of, d))
	if term == nil {
		return nil
	}
	var own [1]float64
	return decayOf(k.Gamma, func(dst []float64, j int, x float64, z []float64) {
		term(dst, j, x, z)
		term(own[:], j, x, []float64{x})
		of := own[0]
		for w, v := range dst {
			term(own[:], j, z[w], z[w:w+1])
			dst[w] = max(0, of+own[0]-2*v)
		}
	})
}

// AddGradient has -gamma times the kernel, and the gradient of the squared distance in the part's
// feature space.
func (k Gaussian) AddGradient(dst []float64, weight float64, x, z []float64) {
	slope := -weight * k.Gamma * Value(k, x, z)
	addDiagonalGradient(k.Of, dst, slope, x)
	AddGradient(k.Of, dst, -2*slope, x, z)
}
