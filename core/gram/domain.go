package gram

import (
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// CheckDomain returns a fault.Type about the argument name when a number of set is
// negative and the kernel is not defined for it.
func CheckDomain(k kernel.Kernel, set sample.Set, name string) error {
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
