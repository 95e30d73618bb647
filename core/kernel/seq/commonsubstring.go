package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// CommonSubstring is the number of different contiguous substrings that two strings have in
// common, without the empty one (Shalev-Shwartz & Ben-David, section 16.2.1). The empty one
// would add 1 to all values, as a constant feature does.
type CommonSubstring struct {
	Common
}

// Name returns "commonSubstring".
func (CommonSubstring) Name() string { return "commonSubstring" }

// Theorem states why the kernel is positive definite.
func (CommonSubstring) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of which substrings occur", "Shalev-Shwartz & Ben-David, section 16.2.1")
}

// Features returns that there are infinitely many.
func (CommonSubstring) Features(_ int, _ []kernel.Count) kernel.Count {
	return kernel.Endless()
}

// Compare returns k(x, z).
func (CommonSubstring) Compare(x, z []int32) float64 { return compare(measure{distinct: true}, x, z) }

// Against builds the suffix automaton of the columns.
func (CommonSubstring) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(measure{distinct: true}, columns)
}

// Check verifies the alphabet.
func (k CommonSubstring) Check(int) (parameter, problem string) { return k.check(nil) }

var (
	_ kernel.Sequence = CommonSubstring{}
	_ kernel.Checked  = CommonSubstring{}
)
