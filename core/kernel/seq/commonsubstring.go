package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// CommonSubstring counts the different contiguous substrings that occur in both strings, without
// the empty one (Shalev-Shwartz & Ben-David, section 16.2.1). The empty one would add 1 to all
// values, as a constant feature does.
type CommonSubstring struct {
	Common
}

func (CommonSubstring) Name() string { return "commonSubstring" }

func (CommonSubstring) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of which substrings occur", "Shalev-Shwartz & Ben-David, section 16.2.1")
}

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
