package model

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// Tags is the class of each sample, where consecutive samples form sequences: the letters
// of words, the words of sentences. They are classes to a machine that does not ask for the
// sequences.
type Tags struct {
	Classes
	Lengths []int32 // of the sequences, one after the other; their sum is Len
}

// Select returns the classes of some samples. Those that follow each other and were of one
// sequence form a sequence again.
func (t Tags) Select(rows []int) Target {
	owner, picked := make([]int, 0, t.Len()), Tags{Classes: t.Classes.Select(rows).(Classes)}
	for s, length := range t.Lengths {
		for range length {
			owner = append(owner, s)
		}
	}
	for p, i := range rows {
		if p == 0 || owner[i] != owner[rows[p-1]] {
			picked.Lengths = append(picked.Lengths, 0)
		}
		picked.Lengths[len(picked.Lengths)-1]++
	}
	return picked
}

// Check returns an error unless the classes can be learnt and the sequences are theirs.
func (t Tags) Check() error {
	if err := t.Classes.Check(); err != nil {
		return err
	}
	return CheckLengths(t.Lengths, t.Len())
}

// CheckLengths returns an error unless the lengths of sequences are positive and have the
// sum n.
func CheckLengths(lengths []int32, n int) error {
	sum := 0
	for i, length := range lengths {
		if length < 1 {
			return fault.New(fault.Empty, "lengths", "lengths[%d] is no number of rows; every sequence has a whole number of rows, at least one", i).With("sequence", i)
		}
		sum += int(length)
	}
	if sum != n {
		return fault.New(fault.Shape, "lengths", "the lengths of the sequences have the sum %d, but X has %d rows; every row must be in one sequence", sum, n).
			With("expected", n).With("got", sum)
	}
	return nil
}

// Tagger is a classifier that can also predict the classes of the samples of a sequence
// together.
type Tagger interface {
	Classifier
	// Tag returns the class of every sample of x, which is sequences of these lengths one
	// after the other, and the score of each sequence of classes.
	Tag(ctl *run.Ctl, x sample.Set, lengths []int32) (tags []int32, scores []float64, err error)
}
