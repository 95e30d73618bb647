package sample

import (
	"slices"

	"maxmargin/core/base/fault"
)

// Sequences is a set of sequences of symbols: sample i is Symbols[Ptr[i]:Ptr[i+1]], which
// may be empty. The symbols of a string are its Unicode code points.
type Sequences struct {
	N       int
	Ptr     []int32 // length n+1
	Symbols []int32 // 0 <= symbol <= LargestSymbol

	pause func() bool // see Watched; may be nil
}

// Watched returns another set of the same sequences, with a function that kernels call between two
// values of a row: one value of two long sequences can take long, and a row of them much longer
// than a slice (see package run). pause lets the observer have its turn, and returns true if the
// values are not wanted any more; the kernel then leaves the row unfinished. Selections of this set
// call pause, too.
func (s *Sequences) Watched(pause func() bool) *Sequences {
	return &Sequences{N: s.N, Ptr: s.Ptr, Symbols: s.Symbols, pause: pause}
}

// Paused calls the function of Watched, if there is one.
func (s *Sequences) Paused() (unwanted bool) { return s.pause != nil && s.pause() }

// LargestSymbol is the largest Unicode code point.
const LargestSymbol = 0x10FFFF

// NewSequences returns the set over the given slices, which it keeps and does not copy. It fails if
// there are no samples, or if the offsets or the symbols break the rules of Sequences.
func NewSequences(ptr, symbols []int32, n int) (*Sequences, error) {
	if err := checkShape(n, 1); err != nil {
		return nil, err
	}
	if len(ptr) != n+1 || ptr[0] != 0 || int(ptr[n]) != len(symbols) || !slices.IsSorted(ptr) {
		return nil, fault.New(fault.Shape, "X", "the offsets of %d sequences must be %d numbers that ascend from 0 to the number of symbols, %d", n, n+1, len(symbols))
	}
	for _, symbol := range symbols {
		if symbol < 0 || symbol > LargestSymbol {
			return nil, fault.New(fault.Shape, "X", "%d is not a symbol; symbols are integers from 0 to %d", symbol, LargestSymbol)
		}
	}
	return &Sequences{N: n, Ptr: ptr, Symbols: symbols}, nil
}

// Row returns sequence i without copying.
func (s *Sequences) Row(i int) []int32 {
	a, b := s.Ptr[i], s.Ptr[i+1]
	return s.Symbols[a:b:b]
}

func (s *Sequences) Len() int                   { return s.N }
func (s *Sequences) Dim() int                   { return 1 }
func (s *Sequences) Dense(dst []float64, _ int) { clear(dst) }
func (s *Sequences) SquaredNorm(int) float64    { return 0 }
func (s *Sequences) Moments() (_, _ float64)    { return 0, 0 }
func (s *Sequences) Ranges() (_, _ []float64)   { return []float64{0}, []float64{0} }
func (s *Sequences) Kind() Kind                 { return Strings }

func (s *Sequences) Select(index []int) Set {
	out := &Sequences{N: len(index), pause: s.pause, Ptr: make([]int32, 1, len(index)+1)}
	for _, i := range index {
		out.Symbols = append(out.Symbols, s.Row(i)...)
		out.Ptr = append(out.Ptr, int32(len(out.Symbols)))
	}
	return out
}

// Equals reports whether sequence i is sequence j of another set.
func (s *Sequences) Equals(i int, other Set, j int) bool {
	z, ok := other.(*Sequences)
	return ok && slices.Equal(s.Row(i), z.Row(j))
}

// Join returns the sequences and then those of another set.
func (s *Sequences) Join(other Set) Set {
	z := other.(*Sequences)
	joined := &Sequences{N: s.N + z.N, Ptr: slices.Clone(s.Ptr), Symbols: slices.Concat(s.Symbols, z.Symbols)}
	for _, end := range z.Ptr[1:] {
		joined.Ptr = append(joined.Ptr, int32(len(s.Symbols))+end)
	}
	return joined
}

// Equal reports whether sample i of a is sample j of b.
func Equal(a Set, i int, b Set, j int) bool {
	if x, ok := a.(Structured); ok {
		return x.Equals(i, b, j)
	}
	if b.Kind() != a.Kind() {
		return false
	}
	if p, ok := a.(*Matrix); ok {
		if q, ok := b.(*Matrix); ok {
			return slices.Equal(p.Row(i), q.Row(j))
		}
	}
	p, q := make([]float64, a.Dim()), make([]float64, b.Dim())
	a.Dense(p, i)
	b.Dense(q, j)
	return slices.Equal(p, q)
}
