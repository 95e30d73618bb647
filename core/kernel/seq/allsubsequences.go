package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// AllSubsequences is the number of ways to choose the same letters, in their order and
// not necessarily contiguous, from two strings,
//
//	k(s, t) = sum over all u of m_u(s) m_u(t),
//
// where m_u counts the places at which u is a subsequence; the empty u counts too
// (Shawe-Taylor & Cristianini, Kernel Methods for Pattern Analysis, section 11.4). The
// values grow exponentially: for two strings of 500 equal letters they overflow.
type AllSubsequences struct {
	Common
}

func (AllSubsequences) Name() string { return "allSubsequences" }

func (AllSubsequences) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of in how many ways each subsequence occurs", kernel.Introduction+", section 3.4")
}

func (AllSubsequences) Features(_ int, _ []kernel.Count) kernel.Count {
	return kernel.Endless()
}

// Compare returns k(x, z). Let s and t end in the letters a and b, and let s-, t- be s and t
// without them. Then k(s, t) = k(s-, t) + the sum, over the places of a in t, of k(s-, t before
// that place). The code keeps the row of s-.
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

// Against prepares nothing: it compares one pair after another.
func (k AllSubsequences) Against(columns *sample.Sequences) kernel.SequenceRow {
	return pairs(k.Compare, columns)
}

// Check verifies the alphabet.
func (k AllSubsequences) Check(int) (parameter, problem string) { return k.check(nil) }
