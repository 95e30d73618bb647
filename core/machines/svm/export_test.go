package svm

import (
	"maxmargin/core/data/loss"
	"maxmargin/core/model"
)

// FitLoss is Fit with a loss that is in no list.
func (s *ConvexLossSVR) FitLoss(t model.Training, l loss.Loss) (model.Report, error) {
	d, err := newDual(s, s.KernelFor, Solving{MaxTime: s.MaxTime, MaxIter: s.MaxIter}, t)
	if err != nil {
		return model.Report{}, err
	}
	tube, err := d.tube(s.C, t.Data, s.Epsilon, s.Below)
	if err != nil {
		return model.Report{}, err
	}
	return s.solve(nil, t, d, &tube, [2]loss.Loss{l, l})
}
