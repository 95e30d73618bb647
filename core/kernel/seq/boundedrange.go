package seq

import (
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// BoundedRange is Spectrum for all lengths from 1 to the given one, with the same weight.
type BoundedRange struct {
	Length int `js:"length" default:"5" range:"[1,10000]" doc:"How many letters a substring has at most."`
	Common
}

// Name returns "boundedRange".
func (BoundedRange) Name() string { return "boundedRange" }

func (k BoundedRange) measure() measure {
	weights := make([]float64, k.Length+1)
	for l := range weights {
		weights[l] = 1
	}
	return newMeasure(weights)
}

// Compare returns k(x, z).
func (k BoundedRange) Compare(x, z []int32) float64 { return compare(k.measure(), x, z) }

// Against makes the suffix automaton of the columns.
func (k BoundedRange) Against(columns *sample.Sequences) kernel.SequenceRow {
	return against(k.measure(), columns)
}

// Check asks for an alphabet that is one.
func (k BoundedRange) Check(int) (parameter, problem string) { return k.check(nil) }

var (
	_ kernel.Sequence = BoundedRange{}
	_ kernel.Checked  = BoundedRange{}
)
