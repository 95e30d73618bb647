package sample

import "math"

// Summary is a set of samples that are no longer there: it knows how many there were, and their
// ranges. Methods that need the samples themselves panic.
type Summary struct {
	kind            Kind
	n, d            int
	lowest, highest []float64 // nil: not asked for
}

// NewSummary returns the summary of no samples, with their ranges if those are asked for.
func NewSummary(kind Kind, d int, ranges bool) *Summary {
	s := &Summary{kind: kind, d: d}
	if ranges {
		s.lowest, s.highest = make([]float64, d), make([]float64, d)
		for j := range d {
			s.lowest[j], s.highest[j] = math.Inf(1), math.Inf(-1)
		}
	}
	return s
}

// Add counts the samples of x, which have the kind and the features of the others.
func (s *Summary) Add(x Set) {
	s.n += x.Len()
	if s.lowest == nil {
		return
	}
	lowest, highest := x.Ranges()
	for j := range lowest {
		s.lowest[j], s.highest[j] = min(s.lowest[j], lowest[j]), max(s.highest[j], highest[j])
	}
}

// Len returns how many samples there were.
func (s *Summary) Len() int { return s.n }

// Dim returns how many features they had.
func (s *Summary) Dim() int { return s.d }

// Kind says what the samples were.
func (s *Summary) Kind() Kind { return s.kind }

// Ranges returns the smallest and largest value of every feature, zeros if they were not asked for.
func (s *Summary) Ranges() (lowest, highest []float64) {
	if s.lowest == nil {
		return make([]float64, s.d), make([]float64, s.d)
	}
	return s.lowest, s.highest
}

// Dense panics.
func (s *Summary) Dense([]float64, int) { panic(gone) }

// SquaredNorm panics.
func (s *Summary) SquaredNorm(int) float64 { panic(gone) }

// Select panics.
func (s *Summary) Select([]int) Set { panic(gone) }

// Moments panics.
func (s *Summary) Moments() (mean, variance float64) { panic(gone) }

const gone = "sample: the samples of a summary are no longer there"

var _ Set = (*Summary)(nil)
