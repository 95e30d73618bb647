package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// CommonSubstring is the number of different contiguous substrings that two strings
// have in common, the empty one left out (Shalev-Shwartz & Ben-David, section 16.2.1);
// with it the kernel would be greater by 1, as with a constant feature.
type CommonSubstring struct {
	Common
}

// Name returns "commonSubstring".
func (CommonSubstring) Name() string { return "commonSubstring" }

// Compare returns k(x, z).
func (CommonSubstring) Compare(x, z []int32) float64 { return compare(measure{distinct: true}, x, z) }

// Against makes the suffix automaton of the columns.
func (CommonSubstring) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(measure{distinct: true}, columns)
}

// Check asks for an alphabet that is one.
func (k CommonSubstring) Check(int) (parameter, problem string) { return k.check(nil) }

var (
	_ kernel.Sequence = CommonSubstring{}
	_ kernel.Checked  = CommonSubstring{}
)
