// Package primal solves the problems of linear machines. It keeps the weight vector w: a step takes
// the inner product of one sample with w and adds a multiple of the sample to w. It needs no kernel
// matrix, and time and memory are proportional to the entries of the samples.
//
//	Newton      Newton's method for smooth losses: the squared and Huber's, and logistic
//	            regression, where there are many samples for each feature
//	Coordinate  dual coordinate descent for losses whose conjugate is a parabola
//	            between bounds: the hinge, the squared and Huber's losses
//	Proximal    dual coordinate ascent for any other loss: logistic regression
//	Subgradient stochastic subgradient descent for any margin loss
//
// Solvers see samples and numbers, never a machine.
package primal

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
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
type Singles struct{ table[float32] }

// NewSingles returns n samples of at least d features, all of them zero: d is rounded up.
func NewSingles(n, d int) *Singles {
	s := &Singles{table[float32]{D: lanes.MixedPad(d)}}
	s.Grow(n)
	return s
}

// Grow adds count samples, all of them zero.
func (s *Singles) Grow(count int) {
	s.grow(count, 2) // Assembly reads two entries at a time, up to two after the last.
}

// Row returns sample i, which may be written to. As a method of table it would not be inlined.
func (s *Singles) Row(i int) []float32 {
	at := (i & blockMask) * s.D
	return s.blocks[i>>blockShift][at : at+s.D : at+s.D]
}

// Dot returns <x_i, w>.
func (s *Singles) Dot(i int, w []float64) float64 { return lanes.SumMixed(s.Row(i), w) }

// Add adds a multiple of x_i: w += a x_i.
func (s *Singles) Add(i int, a float64, w []float64) { lanes.UpdateMixed(w, a, s.Row(i)) }

// Set sets sample i to its features and zeros, and reports whether all are finite in float32.
func (s *Singles) Set(i int, features []float64) bool {
	to, sum := s.Row(i), float32(0)
	clear(to)
	for t, v := range features {
		to[t] = float32(v)
		sum += to[t] * 0 // NaN if any is infinite or NaN
	}
	return sum == 0
}

// Shorts are n samples of d features in 16 bits: feature j of sample i is Scale[i] times entry j of
// its row. The largest feature of a sample, in absolute value, is 32767 times its scale, so
// features are rounded by at most 1/65534 of it. d is a multiple of lanes.MixedWidth.
type Shorts struct {
	table[int16]
	Scale []float64
}

// NewShorts returns n samples of at least d features, all of them zero: d is rounded up.
func NewShorts(n, d int) *Shorts {
	s := &Shorts{table: table[int16]{D: lanes.MixedPad(d)}}
	s.Grow(n)
	return s
}

// Grow adds count samples, all of them zero.
func (s *Shorts) Grow(count int) {
	s.grow(count, 6) // Assembly reads two entries at a time, up to six after the last.
	s.Scale = append(s.Scale, make([]float64, count)...)
}

func (s *Shorts) row(i int) []int16 {
	at := (i & blockMask) * s.D
	return s.blocks[i>>blockShift][at : at+s.D : at+s.D]
}

// Dot returns <x_i, w>.
func (s *Shorts) Dot(i int, w []float64) float64 { return lanes.SumMixed(s.row(i), w) * s.Scale[i] }

// Add adds a multiple of x_i: w += a x_i.
func (s *Shorts) Add(i int, a float64, w []float64) {
	lanes.UpdateMixed(w, float64(a*s.Scale[i]), s.row(i))
}

// Set sets sample i to its features and zeros, and reports whether all are finite.
func (s *Shorts) Set(i int, features []float64) bool {
	largest := 0.0
	for _, v := range features {
		largest = max(largest, math.Abs(v))
	}
	to := s.row(i)
	clear(to)
	s.Scale[i] = largest / math.MaxInt16
	if !(largest <= math.MaxFloat64) {
		return false
	}
	if s.Scale[i] < smallestScale { // too small to matter in a solution
		s.Scale[i] = 0
		return true
	}
	each := 1 / s.Scale[i]
	for t, v := range features {
		to[t] = int16(math.RoundToEven(v * each))
	}
	return true
}

// smallestScale is well above the least scale whose inverse is finite.
const smallestScale = 1e-300

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
			return nil, tooLarge(i)
		}
	}
	s.Stride = max(1, int(16384*int64(s.N)/int64(entries(set))))
	return s, nil
}

// NewSingleSamples prepares samples in float32, whose squared norms cannot overflow.
func NewSingleSamples(x *Singles) *Samples {
	s := newSamples(x, x.N, x.D)
	for i := range s.Norm {
		s.Norm[i] = squared(x.Row(i))
	}
	return s
}

// NewShortSamples prepares samples in 16 bits. It returns a fault.Numeric when a squared norm
// overflows.
func NewShortSamples(x *Shorts) (*Samples, error) {
	s := newSamples(x, x.N, x.D)
	for i := range s.Norm {
		s.Norm[i] = float64(squared(x.row(i))*x.Scale[i]) * x.Scale[i]
		if !(s.Norm[i] <= largestNorm) {
			return nil, tooLarge(i)
		}
	}
	return s, nil
}

func newSamples(rows Rows, n, d int) *Samples {
	return &Samples{Rows: rows, N: n, D: d, Norm: make([]float64, n), Stride: max(1, 16384/d)}
}

func squared[T lanes.Mixed](row []T) (sum float64) {
	for _, v := range row {
		sum += float64(float64(v) * float64(v))
	}
	return sum
}

func tooLarge(i int) error {
	return fault.New(fault.Numeric, "X", "the numbers of row %d are too large: their squares overflow. Scale the features to a range such as [-1, 1]", i).With("row", i)
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
