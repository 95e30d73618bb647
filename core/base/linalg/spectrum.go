package linalg

import "math"

// Spectrum is a symmetric A, n x n, by its eigenvalues and eigenvectors, A = V diag(values) Vᵀ. It
// serves singular and indefinite matrices, where Definite fails, and takes about ten times as long.
// Eigenvalues up to n eps times the largest count as zero.
type Spectrum struct {
	n       int
	values  []float64 // ascending
	vectors []float64 // n x n, row-major; the eigenvectors are its columns
	cut     float64
	blas    kernels
	inner   []float64 // scratch, length n
}

// LargestSpectrum is the largest order that NewSpectrum should be given: it then takes
// about ten seconds in WebAssembly.
const LargestSpectrum = 2000

// NewSpectrum returns A, whose lower triangle is in a, n x n and row-major, with its eigenvectors,
// which overwrite a. It returns nil if watch, unless nil, ends it, or if the iteration does not
// converge; for finite numbers it does.
func NewSpectrum(a []float64, n int, watch Watch) *Spectrum {
	s := &Spectrum{n: n, values: make([]float64, n), vectors: a, blas: newKernels(), inner: make([]float64, n)}
	if n > 0 && !s.blas.watched(watch).eigen(n, a, n, s.values) {
		return nil
	}
	for _, v := range s.values {
		s.cut = max(s.cut, math.Abs(v))
	}
	s.cut *= float64(n) * epsilon
	return s
}

// Values returns the eigenvalues, ascending; they must not be written.
func (s *Spectrum) Values() []float64 { return s.values }

// Vectors returns V, n x n and row-major: column t is the eigenvector of value t. It
// must not be written.
func (s *Spectrum) Vectors() []float64 { return s.vectors }

// Zero returns how many eigenvalues count as zero.
func (s *Spectrum) Zero() int { return s.count(func(v float64) bool { return math.Abs(v) <= s.cut }) }

// Negative returns how many eigenvalues are negative.
func (s *Spectrum) Negative() int { return s.count(func(v float64) bool { return v < -s.cut }) }

func (s *Spectrum) count(has func(float64) bool) (count int) {
	for _, v := range s.values {
		if has(v) {
			count++
		}
	}
	return count
}

// Solve replaces b by the shortest of the vectors x that minimise ‖A x - b‖.
func (s *Spectrum) Solve(b []float64) {
	s.apply(b, func(v float64) float64 {
		if math.Abs(v) <= s.cut {
			return 0
		}
		return 1 / v
	})
}

// NullPart replaces b by its part that A maps to zero.
func (s *Spectrum) NullPart(b []float64) {
	s.apply(b, func(v float64) float64 {
		if math.Abs(v) <= s.cut {
			return 1
		}
		return 0
	})
}

// apply replaces b by V diag(factor(values)) Vᵀ b.
func (s *Spectrum) apply(b []float64, factor func(value float64) float64) {
	s.blas.dgemv(turned, s.n, s.n, 1, s.vectors, s.n, b, 1, 0, s.inner)
	for i, v := range s.values {
		s.inner[i] *= factor(v)
	}
	s.blas.dgemv(plain, s.n, s.n, 1, s.vectors, s.n, s.inner, 1, 0, b)
}
