// Package ordinal holds the machines of ordered classes, which are also called ranks: all of
// them have one function f, the utility of a sample, and boundaries between the ranks on it.
package ordinal

import (
	"slices"
	"sort"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/model/expansion"
)

// Utility is the result of machines with a utility f(x) = sum_i coef_i k(x_i, x), which has no
// constant, and boundaries between k ranks. A sample has rank r, counted from 0, if
//
//	theta_r < f(x) <= theta_(r+1),   theta_0 = -Infinity, theta_k = Infinity
//
// (Herbrich, Graepel & Obermayer 2000, equation 2.19).
type Utility struct {
	expansion.Support
	Coef       []float64 `field:"dual.coef" shape:"m" js:"dualCoef" doc:"Coefficients of the rows at supportIndices in the utility."`
	Thresholds []float64 `field:"thresholds" shape:"k-1" js:"thresholds" doc:"The boundaries between the ranks, in ascending order: a sample whose utility is above the boundary before a rank, and not above the one after it, has that rank."`
}

// NewUtility returns a utility with these coefficients of some rows of a training set; rows
// whose coefficient is zero are not part of it.
func NewUtility(k kernel.Kernel, widths []float64, x sample.Set, rows []int, coef, thresholds []float64) Utility {
	f := expansion.NewFunction(k, widths, x, rows, coef, 0)
	return Utility{Support: f.Support, Coef: f.Coef, Thresholds: thresholds}
}

// Restore checks a utility from a model file and makes its kernel.
func (u *Utility) Restore(kernels model.KernelMaker, spec kernel.Spec) error {
	if !slices.IsSorted(u.Thresholds) {
		return fault.New(fault.Format, "bytes", "the thresholds of the model do not ascend")
	}
	return u.Support.Restore(kernels, spec)
}

// Outputs returns how many decision values a sample has: one, the utility.
func (u *Utility) Outputs(shape string) (int, error) { return 1, nil }

// Decision returns the utility of every sample of x.
func (u *Utility) Decision(ctl *run.Ctl, x sample.Set, shape string) (values []float64, cols int, err error) {
	values = make([]float64, x.Len())
	err = u.Expansion(nil, u.Coef, []float64{0}).Each(ctl, x, func(i int, f []float64) { values[i] = f[0] })
	return values, 1, err
}

// Expansions returns the utility.
func (u *Utility) Expansions() []*expansion.Expansion {
	return []*expansion.Expansion{u.Expansion(nil, u.Coef, []float64{0})}
}

// Boundaries returns those between the ranks.
func (u *Utility) Boundaries() []float64 { return u.Thresholds }

// Predict returns the rank of every sample of x, counted from 0.
func (u *Utility) Predict(ctl *run.Ctl, x sample.Set) ([]int32, error) {
	f, _, err := u.Decision(ctl, x, "")
	return u.ranks(f), err
}

// ranks returns those of samples with the utilities f.
func (u *Utility) ranks(f []float64) []int32 {
	ranks := make([]int32, len(f))
	for i, v := range f {
		ranks[i] = int32(sort.SearchFloat64s(u.Thresholds, v))
	}
	return ranks
}
