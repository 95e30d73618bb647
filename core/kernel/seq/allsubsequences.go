package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// AllSubsequences is the number of ways to choose the same letters, in their order and
// not necessarily contiguous, from two strings,
//
//	k(s, t) = sum over all u of m_u(s) m_u(t),
//
// m_u being at how many places u is a subsequence; that of no letters is one of them
// (Shawe-Taylor & Cristianini, Kernel Methods for Pattern Analysis, section 11.4). The
// values grow exponentially: two strings of 500 same letters leave the range of float64.
type AllSubsequences struct {
	Common
}

// Name returns "allSubsequences".
func (AllSubsequences) Name() string { return "allSubsequences" }

// Compare returns k(x, z). With s and t that end in the letters a and b and s-, t- without
// these, k(s, t) = k(s-, t) + the sum over the places of a in t of k(s-, t up to before
// that place). Of k the row of s- is kept.
func (AllSubsequences) Compare(x, z []int32) float64 {
	row := make([]float64, len(z)+1)
	for b := range row {
		row[b] = 1
	}
	for _, letter := range x {
		ending, before := 0.0, row[0] // before: k(s-, t-)
		for b, other := range z {
			if letter == other {
				ending += before
			}
			before = row[b+1]
			row[b+1] += ending
		}
	}
	return row[len(z)]
}

// Against compares pairs.
func (k AllSubsequences) Against(columns *sample.Sequences) kernel.SequenceRow {
	return pairs(k.Compare, columns)
}

// Check asks for an alphabet that is one.
func (k AllSubsequences) Check(int) (parameter, problem string) { return k.check(nil) }

var (
	_ kernel.Sequence = AllSubsequences{}
	_ kernel.Checked  = AllSubsequences{}
)
