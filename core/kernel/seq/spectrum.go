package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Spectrum counts common contiguous substrings of one length p,
//
//	k(s, t) = sum over u of p letters of c_u(s) c_u(t),
//
// c_u being how often u occurs (Cristianini & Shawe-Taylor, Exercise 3.6.3; Leslie,
// Eskin & Noble, 2002), or of several lengths, each with a weight. A row takes time in
// proportion to the string and to the substrings that it shares with the columns.
type Spectrum struct {
	Length  int       `js:"length" default:"3" range:"[1,10000]" doc:"How many letters a substring has."`
	Weights []float64 `js:"weights" type:"numbers" default:"[]" range:"[0,inf)" doc:"Weights of the lengths 1, 2, 3, ..., instead of one length."`
	Common
}

// Name returns "spectrum".
func (Spectrum) Name() string { return "spectrum" }

func (k Spectrum) measure() measure { return newMeasure(lengthWeights(k.Length, k.Weights)) }

// Compare returns k(x, z).
func (k Spectrum) Compare(x, z []int32) float64 { return compare(k.measure(), x, z) }

// Against makes the suffix automaton of the columns.
func (k Spectrum) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(k.measure(), columns)
}

// Check asks for weights that are not all 0.
func (k Spectrum) Check(int) (parameter, problem string) { return k.check(k.Weights) }

var (
	_ kernel.Sequence = Spectrum{}
	_ kernel.Checked  = Spectrum{}
)
