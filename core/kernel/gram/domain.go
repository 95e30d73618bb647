package gram

import (
	"fmt"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// CheckDomain returns a fault.Type about the argument name if the samples are not of the kind that
// the kernel compares, or if the kernel is not defined for one of them, because a number is
// negative or a letter is not in the alphabet.
func CheckDomain(k kernel.Kernel, set sample.Set, name string) error {
	kind := kernel.Compares(k)
	switch {
	case set.Len() == 0:
		return nil
	case set.Kind() != kind:
		return WrongKind(k, set.Kind(), name)
	case kind != sample.Numbers:
		return checkStructured(k, set, name)
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

// WrongKind returns the error for samples that are not of the kind that the kernel
// compares.
func WrongKind(k kernel.Kernel, got sample.Kind, name string) error {
	want := kernel.Compares(k)
	remedy := fmt.Sprintf("pass %s, or choose a kernel of %s", want, got)
	switch {
	case got == sample.Strings && want == sample.Numbers:
		remedy = "choose a kernel of strings, such as kernels.spectrum(), or turn the strings into numbers first"
	case got == sample.Numbers && want == sample.Strings:
		remedy = "pass an array of strings, or choose a kernel of numbers, such as kernels.rbf()"
	}
	return fault.New(fault.Type, name, "%s holds %s, but the kernel %s compares %s; %s", name, got, k.Name(), want, remedy)
}

// checkStructured returns the error about the first sample for which a part of the kernel
// is not defined.
func checkStructured(k kernel.Kernel, set sample.Set, name string) error {
	if s, ok := kernel.StructuredOf(k); ok {
		return s.CheckSamples(set, name)
	}
	if c, ok := k.(kernel.Combination); ok {
		for _, part := range c.Parts() {
			if err := checkStructured(part, set, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// restriction says that a kernel is defined only for numbers >= 0 in these columns; nil stands for
// all columns.
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
