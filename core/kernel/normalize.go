package kernel

import "math"

// Normalize is the cosine in feature space, k(x,z) = k_1(x,z) / sqrt(k_1(x,x) k_1(z,z)), and 0 if
// one of the samples has the norm 0 there. It is positive definite if the part is, as its product
// with f(x) f(z) (Cristianini & Shawe-Taylor, Proposition 3.12).
type Normalize struct {
	Of Kernel
}

func (Normalize) Name() string { return "normalize" }

// Theorem requires that the part is positive definite.
func (Normalize) Theorem(_ int, parts []Verdict) Theorem {
	return Inherited(parts, "f(x) f(z) k(x,z) is positive definite where k is", Introduction+", Proposition 3.12 (3, 4)")
}

// Features returns the number of features of the part.
func (Normalize) Features(_ int, parts []Count) Count {
	return parts[0]
}

// OtherNames are those in other texts and libraries.
func (Normalize) OtherNames() []string { return []string{"cosine"} }

func (Normalize) Picture() Picture {
	return Picture{From: -1, Tree: `{"kernel":"normalize","parts":[{"kernel":"poly","gamma":1,"degree":3,"coef0":1}]}`, Said: "of poly with degree 3 and coef0 1"}
}

func (k Normalize) Parts() []Kernel { return []Kernel{k.Of} }

func (Normalize) usesNorms() {}

// Combine divides by the norms.
func (Normalize) Combine(rows [][]float64, norm []float64, norms [][]float64) {
	for j, v := range rows[0] {
		rows[0][j] = cosine(v, norm[0], norms[0][j])
	}
}

// AddGradient is the quotient rule; zeros in feature space have the gradient 0.
func (k Normalize) AddGradient(dst []float64, weight float64, x, z []float64) {
	xx, zz := Value(k.Of, x, x), Value(k.Of, z, z)
	if xx > 0 && zz > 0 {
		AddGradient(k.Of, dst, weight/math.Sqrt(xx)/math.Sqrt(zz), x, z)
		addDiagonalGradient(k.Of, dst, -weight*Value(k, x, z)/2/xx, x)
	}
}
