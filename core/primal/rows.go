// Package primal solves the problems of linear machines. It keeps the weight vector w: a
// step takes the inner product of one sample with w and adds a multiple of the sample to w.
// So it needs no kernel matrix, and time and memory are proportional to the entries of the
// samples.
//
//	Coordinate  dual coordinate descent for losses whose conjugate is a parabola
//	            between bounds: the hinge, the squared and Huber's losses
//	Proximal    dual coordinate ascent for any other loss: logistic regression
//	Subgradient stochastic subgradient descent for any margin loss
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

// Singles are n samples of d features in float32, for a table that is too large in float64.
// d is a multiple of lanes.MixedWidth.
type Singles struct {
	N, D int
	X    []float32 // n x d, row-major
}

// NewSingles returns n samples of at least d features, all of them zero: d is rounded up.
func NewSingles(n, d int) *Singles {
	d = lanes.MixedPad(d)
	// Assembly reads two entries at a time, and two behind them.
	return &Singles{N: n, D: d, X: make([]float32, n*d, n*d+2)}
}

// Row returns sample i, which may be written to.
func (s *Singles) Row(i int) []float32 { return s.X[i*s.D : (i+1)*s.D : (i+1)*s.D] }

// Dot returns <x_i, w>.
func (s *Singles) Dot(i int, w []float64) float64 { return lanes.SumMixed(s.Row(i), w) }

// Add adds a multiple of x_i: w += a x_i.
func (s *Singles) Add(i int, a float64, w []float64) { lanes.UpdateMixed(w, a, s.Row(i)) }

// Samples holds the samples of one or more problems with their squared norms. It is
// prepared once, which takes about as long as a pass over the samples.
type Samples struct {
	Rows
	N, D   int
	Norm   []float64 // squared norm of every sample
	Stride int       // visits between two checkpoints: samples with about 16384 numbers together
}

// NewSamples prepares the samples of a set. It returns a fault.Numeric when a squared norm
// overflows.
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

// NewSingleSamples prepares samples in float32, whose squared norms cannot overflow.
func NewSingleSamples(x *Singles) *Samples {
	s := &Samples{Rows: x, N: x.N, D: x.D, Norm: make([]float64, x.N), Stride: max(1, 16384/x.D)}
	for i := range s.Norm {
		for _, v := range x.Row(i) {
			s.Norm[i] += float64(float64(v) * float64(v))
		}
	}
	return s
}

// largestNorm is below the largest float64 so that sums of a few products do not overflow.
const largestNorm = math.MaxFloat64 / 8

// entries returns the number of stored numbers, at least one for each sample: the work of a
// pass.
func entries(set sample.Set) int {
	if s, ok := set.(*sample.CSR); ok {
		return s.N + len(s.Value)
	}
	return set.Len() * set.Dim()
}
