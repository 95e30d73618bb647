package sample

import (
	"slices"

	"maxmargin/core/fault"
)

// Sequences is a set of sequences of symbols: sample i is Symbols[Ptr[i]:Ptr[i+1]],
// which may be empty. Of strings the symbols are Unicode code points. A sequence has
// no coordinates, so what Set asks of vectors is zero: Dim is 1, for the one thing
// that a sample consists of.
type Sequences struct {
	N       int
	Ptr     []int32 // length n+1
	Symbols []int32 // 0 <= symbol <= LargestSymbol

	// Watch is shared by the sets that are selected from this one; nil: nobody watches.
	Watch *Watch
}

// Watch is asked while kernel values of sequences are computed. One value may take long,
// so a whole row would keep others waiting.
type Watch struct {
	// Pause lets others have a turn, and reports whether the values are not wanted any
	// more and may be left as they are. nil: nobody watches.
	Pause func() bool
}

// Paused lets whoever watches have a turn; see Watch.
func (s *Sequences) Paused() (unwanted bool) {
	return s.Watch != nil && s.Watch.Pause != nil && s.Watch.Pause()
}

// LargestSymbol is the largest Unicode code point.
const LargestSymbol = 0x10FFFF

// NewSequences returns the set over the given slices, which it keeps and does not
// copy. It fails when there are no samples, or when offsets or symbols are not what
// Sequences says.
func NewSequences(ptr, symbols []int32, n int) (*Sequences, error) {
	if err := checkShape(n, 1); err != nil {
		return nil, err
	}
	if len(ptr) != n+1 || ptr[0] != 0 || int(ptr[n]) != len(symbols) || !slices.IsSorted(ptr) {
		return nil, fault.New(fault.Shape, "X", "the offsets of %d sequences must be %d numbers that ascend from 0 to the number of symbols, %d", n, n+1, len(symbols))
	}
	for _, symbol := range symbols {
		if symbol < 0 || symbol > LargestSymbol {
			return nil, fault.New(fault.Shape, "X", "%d is no symbol of a sequence: it is outside 0 to %d", symbol, LargestSymbol)
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

func (s *Sequences) Select(index []int) Set {
	out := &Sequences{N: len(index), Watch: s.Watch, Ptr: make([]int32, 1, len(index)+1)}
	for _, i := range index {
		out.Symbols = append(out.Symbols, s.Row(i)...)
		out.Ptr = append(out.Ptr, int32(len(out.Symbols)))
	}
	return out
}

// Equal reports whether sample i of a is sample j of b.
func Equal(a Set, i int, b Set, j int) bool {
	x, isSequence := a.(*Sequences)
	z, areSequences := b.(*Sequences)
	if isSequence || areSequences {
		return isSequence && areSequences && slices.Equal(x.Row(i), z.Row(j))
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

var _ Set = (*Sequences)(nil)
