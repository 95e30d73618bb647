package kernel

import "maxmargin/core/lanes"

// Gaussian is the Gaussian in the feature space of another kernel,
//
//	k(x,z) = exp(-gamma (k_1(x,x) - 2 k_1(x,z) + k_1(z,z))),
//
// positive definite where the part is (Cristianini & Shawe-Taylor, Exercise 3.6.2).
type Gaussian struct {
	Gamma float64 `js:"gamma" range:"(0,inf)" doc:"Factor of the squared distance in feature space."`
	Of    Kernel
}

// Name returns "gaussian".
func (Gaussian) Name() string { return "gaussian" }

// Definite is that of the parts.
func (k Gaussian) Definite() Verdict { return definite(k.Parts()...) }

// Parts returns what it is made of.
func (k Gaussian) Parts() []Kernel { return []Kernel{k.Of} }

func (Gaussian) usesNorms() {}

// Combine exponentiates squared distances.
func (k Gaussian) Combine(rows [][]float64, norm []float64, norms [][]float64) {
	lanes.Gauss(rows[0], norms[0], k.Gamma, norm[0])
}

var _ Normed = Gaussian{}
