package tune

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
)

// HoldOut makes one split. test is the share of the test samples if it is below 1 (rounded, at
// least one sample), otherwise their number.
//
// The test samples are the first of each class in random order, class 0 first, by one stream for
// all classes. Each class gives its share of test, rounded down; the classes with the largest
// rounding give one more (of equal ones the first). With groups: the groups are put into random
// order, and each joins the test set unless that becomes larger than test; if none fits, the
// smallest joins (of equal ones the first).
func HoldOut(s Samples, test float64) (Split, error) {
	size := int(test)
	if test < 1 {
		size = max(1, int(math.Round(test*float64(s.N)*(1+0x1p-50)))) // 0.58 of 25 is 14.5, which rounds up
	}
	if !(test > 0) || size >= s.N || test >= 1 && float64(size) != test {
		return Split{}, fault.New(fault.Option, "testSize", "testSize must be a share in (0, 1), or a number of rows below the %d there are, got %v", s.N, test).
			With("rows", s.N)
	}
	if s.Groups != nil && s.Labels != nil {
		return Split{}, fault.New(fault.Option, "stratify", "one split cannot keep groups together and be stratified; leave out one of the two, or use folds")
	}
	judges := make([]bool, s.N)
	if s.Groups != nil {
		if err := s.chooseGroups(judges, size); err != nil {
			return Split{}, err
		}
	} else if err := s.chooseSamples(judges, size); err != nil {
		return Split{}, err
	}
	var split Split
	for i, j := range judges {
		if j {
			split.Test = append(split.Test, i)
		} else {
			split.Train = append(split.Train, i)
		}
	}
	return split, nil
}

// chooseSamples marks size samples, in every class its share.
func (s Samples) chooseSamples(judges []bool, size int) error {
	classes := s.byClass()
	quota := make([]int, len(classes))
	loss, missing := make([]int, len(classes)), size
	for c, samples := range classes {
		quota[c], loss[c] = size*len(samples)/s.N, size*len(samples)%s.N
		missing -= quota[c]
	}
	byLoss := order.Of(len(classes), func(a, b int) int { return cmp.Compare(loss[b], loss[a]) })
	for _, c := range byLoss[:missing] {
		quota[c]++
	}
	for c, samples := range classes {
		if s.Labels != nil && len(samples) == 1 {
			return fault.New(fault.Option, "stratify", "class number %d has a single sample, but a stratified split needs one for each part", c).With("class", c)
		}
		for _, i := range samples[:quota[c]] {
			judges[i] = true
		}
	}
	return nil
}

// chooseGroups marks about size samples, in whole groups.
func (s Samples) chooseGroups(judges []bool, size int) error {
	groups := s.members()
	if len(groups) < 2 {
		return fault.New(fault.Option, "groups", "there is only one group, which cannot be split")
	}
	chosen := 0
	for _, group := range groups {
		if chosen+len(group) <= size {
			chosen += len(group)
			mark(judges, group)
		}
	}
	if chosen == 0 {
		mark(judges, slices.MinFunc(groups, func(a, b []int) int { return cmp.Compare(len(a), len(b)) }))
	}
	return nil
}

func mark(judges []bool, samples []int) {
	for _, i := range samples {
		judges[i] = true
	}
}
