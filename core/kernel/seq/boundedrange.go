package seq

import (
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// BoundedRange is the Spectrum of all lengths from 1 to Length, with equal weights.
type BoundedRange struct {
	Length int `js:"length" default:"5" range:"[1,10000]" doc:"Largest number of letters of a substring."`
	Common
}

func (BoundedRange) Name() string { return "boundedRange" }

func (BoundedRange) Theorem(int, []kernel.Verdict) kernel.Theorem {
	return kernel.Proved("it is the inner product of how often each substring occurs", kernel.Introduction+", section 3.4")
}

// Features are all words of the lengths that have a weight.
func (k BoundedRange) Features(letters int, _ []kernel.Count) kernel.Count {
	sum := kernel.Whole(0)
	for i := range k.Length {
		sum = sum.Plus(kernel.Words(k.Letters, letters, i+1, nil))
	}
	return sum
}

func (k BoundedRange) measure() measure {
	weights := make([]float64, k.Length+1)
	for l := range weights {
		weights[l] = 1
	}
	return newMeasure(weights)
}

// Compare returns k(x, z).
func (k BoundedRange) Compare(x, z []int32) float64 { return compare(k.measure(), x, z) }

// Against builds the suffix automaton of the columns.
func (k BoundedRange) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(k.measure(), columns)
}

// Check verifies the alphabet.
func (k BoundedRange) Check(int) (parameter, problem string) { return k.check(nil) }
