package kernel

import (
	"math"
	"slices"

	"maxmargin/core/sample"
)

// Sequence is a kernel of sequences of symbols, such as the characters of strings,
// of which it asks only whether two are the same. What it compares sequences by may be
// expensive to find, so rows come from what was made for the columns once.
type Sequence interface {
	Kernel

	// Compare returns k(x, z), not normalised. It defines what the entries of rows are.
	Compare(x, z []int32) float64
	// Against prepares sequences to be compared with others.
	Against(columns *sample.Sequences) SequenceRow
	// Normalizes reports whether k(x, z) is to be divided by the root of k(x, x) k(z, z),
	// as by Normalize.
	Normalizes() bool
	// Alphabet returns the symbols that sequences may have, nil: any.
	Alphabet() []int32
}

// SequenceRow sets dst_j = k(x, z_j), not normalised, for the columns that it was made
// for. It holds scratch memory: it serves one caller at a time.
type SequenceRow func(dst []float64, x []int32)

// OfSequences reports whether a kernel compares sequences. Of a kernel that is made of
// others either all do or none, and what is made of none compares vectors.
func OfSequences(k Kernel) bool {
	switch k := k.(type) {
	case Sequence:
		return true
	case Combination:
		return slices.ContainsFunc(k.Parts(), OfSequences)
	}
	return false
}

// SequenceValue is Value for sequences.
func SequenceValue(k Kernel, x, z []int32) float64 {
	switch k := k.(type) {
	case Sequence:
		v := k.Compare(x, z)
		if k.Normalizes() {
			v = cosine(v, k.Compare(x, x), k.Compare(z, z))
		}
		return v
	case Combination:
		return combined(k, x, z, SequenceValue)
	}
	panic("kernel: " + k.Name() + " compares no sequences")
}

// cosine divides the inner product of two vectors by their norms, of which the squares
// are given. It is 0 where one of them is zero.
func cosine(dot, xx, zz float64) float64 {
	// The roots one by one: their product does not overflow.
	if xx > 0 && zz > 0 {
		return dot / math.Sqrt(xx) / math.Sqrt(zz)
	}
	return 0
}
