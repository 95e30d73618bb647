package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Spectrum counts common contiguous substrings of one length p,
//
//	k(s, t) = sum over u of p letters of c_u(s) c_u(t),
//
// where c_u is how often u occurs (Cristianini & Shawe-Taylor, Exercise 3.6.3; Leslie,
// Eskin & Noble, 2002), or of several lengths, each with a weight. A row takes time in
// proportion to the string and to the substrings that it shares with the columns.
type Spectrum struct {
	Length  int       `js:"length" default:"3" range:"[1,10000]" doc:"Number of letters of a substring."`
	Weights []float64 `js:"weights" type:"numbers" default:"[]" range:"[0,inf)" doc:"Weights of the lengths 1, 2, 3, ..., instead of one length."`
	Common
}

func (Spectrum) Name() string { return "spectrum" }

func (Spectrum) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of how often each substring occurs", kernel.Introduction+", section 3.4; Leslie, Eskin & Noble 2002")
}

// Features are all words of the lengths that have a weight.
func (k Spectrum) Features(letters int, _ []kernel.Count) kernel.Count {
	return kernel.Words(k.Letters, letters, k.Length, k.Weights)
}

func (k Spectrum) measure() measure { return newMeasure(lengthWeights(k.Length, k.Weights)) }

// Compare returns k(x, z).
func (k Spectrum) Compare(x, z []int32) float64 { return compare(k.measure(), x, z) }

// Against builds the suffix automaton of the columns.
func (k Spectrum) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(k.measure(), columns)
}

// Check verifies the alphabet, and that not all weights are 0.
func (k Spectrum) Check(int) (parameter, problem string) { return k.check(k.Weights) }
