// Package primal solves the problems of linear machines with the weight vector
// w at hand: a step looks at one sample, takes its inner product with w and adds
// a multiple of it to w, and no kernel matrix is ever needed. Time and memory are
// proportional to the entries of the samples.
//
//	Coordinate  dual coordinate descent: support vector classification and
//	            regression with an absolute or a squared loss
//	Subgradient stochastic subgradient descent for the soft margin
//
// Solvers see samples and numbers, never a machine.
package primal

import (
	"math"

	"maxmargin/core/fault"
	"maxmargin/core/lanes"
	"maxmargin/core/sample"
)

// Rows are n samples of d features to be multiplied with weight vectors.
type Rows interface {
	// Dot returns <x_i, w>; w has length d.
	Dot(i int, w []float64) float64
	// Add adds a multiple of x_i: w += a x_i.
	Add(i int, a float64, w []float64)
}

// NewRows returns the samples of a set.
func NewRows(set sample.Set) Rows {
	switch set := set.(type) {
	case *sample.Matrix:
		return dense{set}
	case *sample.CSR:
		return lanes.NewSparse(set.Ptr, set.Index, set.Value, set.D)
	}
	panic("primal: a set of no known kind")
}

type dense struct{ *sample.Matrix }

func (m dense) Dot(i int, w []float64) float64    { return lanes.Sum(m.Row(i), w) }
func (m dense) Add(i int, a float64, w []float64) { lanes.Update(w, a, m.Row(i)) }

// Samples are the samples of one or more problems, with what all of them need:
// prepared once, which takes about as long as a pass over them.
type Samples struct {
	Rows
	N, D   int
	Norm   []float64 // squared norm of every sample
	Stride int       // how many samples are about 16384 numbers: the visits between two checkpoints
}

// NewSamples prepares the samples of a set. It is a fault.Numeric when a squared
// norm overflows.
func NewSamples(set sample.Set) (*Samples, error) {
	s := &Samples{Rows: NewRows(set), N: set.Len(), D: set.Dim(), Norm: make([]float64, set.Len())}
	for i := range s.Norm {
		if s.Norm[i] = set.SquaredNorm(i); !(s.Norm[i] <= largestNorm) {
			return nil, fault.New(fault.Numeric, "X", "the numbers of row %d are too large: their squares overflow. Scale the features to a range such as [-1, 1]", i).With("row", i)
		}
	}
	s.Stride = max(1, int(16384*int64(s.N)/int64(entries(set))))
	return s, nil
}

// largestNorm leaves room for sums of a few products.
const largestNorm = math.MaxFloat64 / 8

// entries returns how many numbers are stored, at least one a sample: the work of
// a pass.
func entries(set sample.Set) int {
	if s, ok := set.(*sample.CSR); ok {
		return s.N + len(s.Value)
	}
	return set.Len() * set.Dim()
}
