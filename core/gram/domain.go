package gram

import (
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// CheckDomain returns a fault.Type about the argument name when set is of strings and the kernel is not, or
// the other way round, and when a number is negative or a letter is outside the
// alphabet and the kernel is not defined for it.
func CheckDomain(k kernel.Kernel, set sample.Set, name string) error {
	sequences, isSequences := set.(*sample.Sequences)
	switch of := kernel.OfSequences(k); {
	case set.Len() == 0:
		return nil
	case isSequences && !of:
		return NoStrings(k, name)
	case of && !isSequences:
		return NoNumbers(k, name)
	case of:
		return checkLetters(k, sequences, name)
	}
	checks := restrictions(nil, k, nil)
	if len(checks) == 0 {
		return nil
	}
	x := make([]float64, set.Dim())
	for i := range set.Len() {
		set.Dense(x, i)
		for _, r := range checks {
			if j := r.negative(x); j >= 0 {
				return fault.New(fault.Type, name, "%s[%d, %d] is %v, but the kernel %s compares numbers >= 0, such as histograms; shift the column, or use another kernel for it", name, i, j, x[j], r.kernel).
					With("row", i).With("column", j)
			}
		}
	}
	return nil
}

// NoStrings is the fault of strings for a kernel of numbers.
func NoStrings(k kernel.Kernel, name string) error {
	return fault.New(fault.Type, name, name+" holds strings, but the kernel %s compares numbers; choose a kernel of strings, such as kernels.spectrum(), or turn the strings into numbers first", k.Name())
}

// NoNumbers is the fault of numbers for a kernel of strings.
func NoNumbers(k kernel.Kernel, name string) error {
	return fault.New(fault.Type, name, name+" holds numbers, but the kernel %s compares strings; pass an array of strings, or choose a kernel of numbers, such as kernels.rbf()", k.Name())
}

// checkLetters returns a fault.Type about the first letter that is outside the alphabet
// of a kernel of strings.
func checkLetters(k kernel.Kernel, set *sample.Sequences, name string) error {
	switch k := k.(type) {
	case kernel.Combination:
		for _, part := range k.Parts() {
			if err := checkLetters(part, set, name); err != nil {
				return err
			}
		}
	case kernel.Sequence:
		letters := k.Alphabet()
		if letters == nil {
			return nil
		}
		for i := range set.N {
			for p, symbol := range set.Row(i) {
				if !slices.Contains(letters, symbol) {
					return fault.New(fault.Type, name, "%s[%d] has %q at position %d, but the alphabet of the kernel %s is %q, in which capitals and small letters differ; write the letter otherwise, leave the row out, or name all letters in alphabet ('any': whatever comes)",
						name, i, string(rune(symbol)), p, k.Name(), string(letters)).With("row", i).With("position", p).With("letter", string(rune(symbol)))
				}
			}
		}
	}
	return nil
}

// restriction says that a kernel is for numbers >= 0 in these columns, nil: in all.
type restriction struct {
	kernel  string
	columns []int
}

func restrictions(all []restriction, k kernel.Kernel, columns []int) []restriction {
	switch k := k.(type) {
	case kernel.NonNegative:
		all = append(all, restriction{k.Name(), columns})
	case kernel.Pullback:
		of, part := k.Pull()
		all = restrictions(all, part, within(columns, of))
	case kernel.Anchored:
		_, _, by := k.Anchors()
		all = restrictions(all, by, columns)
	case kernel.Combination:
		for _, part := range k.Parts() {
			all = restrictions(all, part, columns)
		}
	}
	return all
}

// negative returns the first column with a number below 0, -1 if there is none.
func (r restriction) negative(x []float64) int {
	if r.columns == nil {
		for j, v := range x {
			if v < 0 {
				return j
			}
		}
		return -1
	}
	for _, j := range r.columns {
		if x[j] < 0 {
			return j
		}
	}
	return -1
}
