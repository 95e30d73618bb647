// Package seq holds the kernels of strings: functions of two sequences of symbols that are
// an inner product of counts of substrings or subsequences. Every kernel is one file.
//
// A kernel defines the value of a pair (Compare), and prepares many sequences to be compared with
// one at a time (Against). Kernels of contiguous substrings use the same suffix automaton of all
// columns, see automaton; the others have their own features or recursions. For package gram all
// are kernel.Structured.
package seq

import (
	"fmt"
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Common are the parameters that all kernels of strings have.
type Common struct {
	Letters   string `js:"alphabet" type:"letters" default:"any" choices:"any,dna" doc:"The letters that strings may have: 'any', 'dna' for ACGT, or a text with all of them. Capitals and small letters differ."`
	Normalize bool   `js:"normalize" default:"true" doc:"Whether values are divided by the norms of the two strings, so that a string has the value 1 with itself and long strings do not count more. A string without any part that the kernel compares has the value 0 with all strings."`
}

// Normalizes reports whether values are divided by the norms.
func (c Common) Normalizes() bool { return c.Normalize }

// Alphabet returns the letters that strings may have, or nil for any.
func (c Common) Alphabet() []int32 {
	switch c.Letters {
	case "any":
		return nil
	case "dna":
		return []int32("ACGT")
	}
	return []int32(c.Letters)
}

// lengthWeights returns the weight of every length from 0 on: the given ones for 1, 2, ...,
// or 1 for length and 0 for all others.
func lengthWeights(length int, weights []float64) []float64 {
	if len(weights) > 0 {
		return append([]float64{0}, weights...)
	}
	one := make([]float64, length+1)
	one[length] = 1
	return one
}

// check verifies that the alphabet names every letter once, and that not all weights are 0.
func (c Common) check(weights []float64) (parameter, problem string) {
	letters := c.Alphabet()
	if letters != nil && len(letters) == 0 {
		return "alphabet", "is empty; write all letters one after the other, or 'any'"
	}
	for i, letter := range letters {
		if slices.Contains(letters[:i], letter) {
			return "alphabet", fmt.Sprintf("names %q twice; write every letter once", string(rune(letter)))
		}
	}
	if len(weights) > 0 && slices.Max(weights) == 0 {
		return "weights", "are all 0, so that no length counts; give one a weight > 0"
	}
	return "", ""
}

// work is how many pairs of letters are compared between two calls of Paused: a few
// milliseconds.
const work = 1 << 19

// pairs returns a row that compares one pair after the other.
func pairs(compare func(x, z []int32) float64, columns *sample.Sequences) kernel.SequenceRow {
	return func(dst []float64, x []int32) {
		done := 0
		for j := range dst {
			z := columns.Row(j)
			if done += len(x) * len(z); done > work {
				if columns.Paused() {
					return
				}
				done = 0
			}
			dst[j] = compare(x, z)
		}
	}
}
