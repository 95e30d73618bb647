package kernel

import (
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
)

// Sequence is a kernel of sequences of symbols, such as the characters of strings. Of two
// symbols it uses only whether they are equal. StructuredOf makes it a Structured kernel
// over a sample.Sequences.
type Sequence interface {
	Kernel

	// Compare returns k(x, z), not normalised. It defines the entries of rows.
	Compare(x, z []int32) float64
	// Against prepares sequences to be compared with others.
	Against(columns *sample.Sequences) SequenceRow
	// Normalizes reports whether values are divided by the root of k(x, x) k(z, z), as by
	// Normalize.
	Normalizes() bool
	// Alphabet returns the symbols that sequences may have, or nil for any.
	Alphabet() []int32
}

// SequenceRow sets dst_j = k(x, z_j), not normalised, for the columns z that it was
// prepared for. It holds scratch memory: it serves one caller at a time.
type SequenceRow func(dst []float64, x []int32)

// ofSequences adapts a Sequence to the interface Structured.
type ofSequences struct{ Sequence }

// sequencesOf returns the sequences of a set. A set of no samples may be of any kind.
func sequencesOf(set sample.Set) *sample.Sequences {
	if s, ok := set.(*sample.Sequences); ok {
		return s
	}
	return &sample.Sequences{Ptr: []int32{0}}
}

func (ofSequences) Compares() sample.Kind { return sample.Strings }

// CheckSamples returns a fault about the first letter that is outside the alphabet.
func (k ofSequences) CheckSamples(set sample.Set, argument string) error {
	letters, sequences := k.Alphabet(), sequencesOf(set)
	if letters == nil {
		return nil
	}
	for i := range sequences.N {
		for p, symbol := range sequences.Row(i) {
			if !slices.Contains(letters, symbol) {
				return fault.New(fault.Type, argument, "%s[%d] has %q at position %d, but the alphabet of the kernel %s is %q, in which capitals and small letters differ; change the letter, leave the row out, or name all letters in alphabet ('any' permits every letter)",
					argument, i, string(rune(symbol)), p, k.Name(), string(letters)).With("row", i).With("position", p).With("letter", string(rune(symbol)))
			}
		}
	}
	return nil
}

func (k ofSequences) Pair(x sample.Set, i int, z sample.Set, j int) float64 {
	a, b := sequencesOf(x).Row(i), sequencesOf(z).Row(j)
	v := k.Compare(a, b)
	if k.Normalizes() {
		v = cosine(v, k.Compare(a, a), k.Compare(b, b))
	}
	return v
}

// Against also computes the value of every column with itself, if the kernel normalises.
func (k ofSequences) Against(columns sample.Set) StructuredRow {
	z := sequencesOf(columns)
	row := k.Sequence.Against(z)
	if !k.Normalizes() {
		return func(dst []float64, x sample.Set, i int) { row(dst, sequencesOf(x).Row(i)) }
	}
	own := make([]float64, z.N)
	for j := range own {
		if z.Paused() {
			break
		}
		own[j] = k.Compare(z.Row(j), z.Row(j))
	}
	return func(dst []float64, x sample.Set, i int) {
		a := sequencesOf(x).Row(i)
		row(dst, a)
		norm := k.Compare(a, a)
		for j, v := range dst {
			dst[j] = cosine(v, norm, own[j])
		}
	}
}

// cosine divides the inner product of two vectors by their norms, of which the squares are
// given. It is 0 when one of them is the zero vector.
func cosine(dot, xx, zz float64) float64 {
	// The roots one by one: their product does not overflow.
	if xx > 0 && zz > 0 {
		return dot / math.Sqrt(xx) / math.Sqrt(zz)
	}
	return 0
}
