package kernel

import (
	"fmt"
	"math"

	"maxmargin/core/base/linalg"
)

// Weighted is k(x,z) = x'Bz with a symmetric positive semi-definite matrix B, the inner
// product after any linear map A with B = A'A (Cristianini & Shawe-Taylor, section 3.2,
// Proposition 3.12 and B.16). B may be diagonal, given by a weight for each coordinate.
type Weighted struct {
	Matrix []float64 `js:"matrix" learn:"log" type:"matrix" range:"(-inf,inf)" doc:"A weight >= 0 for each column, or the rows of a symmetric positive semi-definite matrix."`
}

func (Weighted) Name() string { return "weighted" }

// Theorem relies on Check, which demands a positive semi-definite matrix.
func (Weighted) Theorem(int, []Verdict) Theorem {
	return Proved("x'Bz is positive definite where B is positive semi-definite", Introduction+", Proposition 3.12 (6)")
}

// Features are the coordinates after the linear map.
func (Weighted) Features(d int, _ []Count) Count {
	return Whole(d)
}

func (Weighted) Picture() Picture {
	return Picture{From: -1, Tree: `{"kernel":"weighted","matrix":[[2,1],[1,1]]}`, Said: "with the matrix (2 1; 1 1)"}
}

// Apply sets dst = B x.
func (k Weighted) Apply(dst, x []float64) {
	d := len(x)
	if len(k.Matrix) == d {
		for i, v := range x {
			dst[i] = k.Matrix[i] * v
		}
		return
	}
	for i := range dst {
		dst[i] = linalg.Dot(k.Matrix[i*d:(i+1)*d], x)
	}
}

// Check verifies the size of the matrix, its symmetry, and that no eigenvalue is negative.
func (k Weighted) Check(d int) (parameter, problem string) {
	b := k.Matrix
	switch len(b) {
	case d:
		for i, v := range b {
			if v < 0 {
				return "matrix", fmt.Sprintf("gives column %d the weight %v; weights must not be negative", i, v)
			}
		}
		return "", ""
	case d * d:
	default:
		return "matrix", fmt.Sprintf("has %d numbers, but the %d columns need a weight each, or a matrix of %d x %d", len(b), d, d, d)
	}
	for i := range d {
		for j := range i {
			if upper, lower := b[j*d+i], b[i*d+j]; math.Abs(upper-lower) > 1e-12*max(math.Abs(upper), math.Abs(lower)) {
				return "matrix", fmt.Sprintf("is not symmetric: [%d, %d] is %v, [%d, %d] is %v; (B + B') / 2 has the same quadratic form", i, j, lower, j, i, upper)
			}
		}
	}
	if negative := linalg.NewSpectrum(append([]float64(nil), b...), d, nil).Negative(); negative > 0 {
		return "matrix", fmt.Sprintf("has %d negative eigenvalues, so that x'Bz is not positive definite; pass A'A of a linear map A", negative)
	}
	return "", ""
}

// Factors are the weighted products of the coordinates, which add up; a matrix whose entries off
// the diagonal are not 0 has none.
func (k Weighted) Factors(d int) []Factors {
	weights := k.Matrix
	if len(weights) != d {
		weights = make([]float64, d)
		for j, v := range k.Matrix {
			if j%(d+1) == 0 {
				weights[j/(d+1)] = v
			} else if v != 0 {
				return nil
			}
		}
	}
	return sumOf(func(dst []float64, j int, x float64, z []float64) {
		innerProduct(dst, j, weights[j]*x, z)
	})
}
