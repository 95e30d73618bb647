package tune

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
)

// LeftOut has the predictions for each sample of machines that were fitted without it.
type LeftOut struct {
	Labels []int32 // of a classifier; -1 where a class had no other sample
	Values []float64
	Fits   int
}

// LeaveOneOut predicts every sample by a machine that learns from the others. fitted has learnt
// from all of them; its solution depends only on the samples in support, so only fits without one
// of these are made. A left-out sample has the weight 0. A fit starts from the solution of all, and
// all fits share kernel rows and widths of kernels.
func LeaveOneOut(ctl *run.Ctl, s *Study, fitted model.Machine, fresh func() (model.Machine, error), support []int32) (out LeftOut, err error) {
	n := s.Data.X.Len()
	all := order.Between(0, n)
	labels, values, err := predicted(ctl, fitted, s.Data.X)
	if err != nil {
		return out, err
	}
	out.Labels, out.Values = append([]int32(nil), labels...), append([]float64(nil), values...)
	train := model.Training{Data: s.Data, Resources: model.Resources{Memory: s.Memory, Start: fitted, Part: &gram.Part{Store: s.Store, Set: s.Data.X, Index: all}}}
	train.Weight = make([]float64, n)
	for i := range train.Weight {
		train.Weight[i] = 1
	}
	copy(train.Weight, s.Data.Weight)
	stages := ctl.Stages(len(support))
	for _, i := range support {
		weight := train.Weight[i]
		if weight == 0 {
			continue
		}
		m, err := fresh()
		if err != nil {
			return out, err
		}
		train.Weight[i] = 0
		report, err := m.Fit(stages.Share("sample left out"), train)
		train.Weight[i] = weight
		out.Fits++
		f := fault.Of(err)
		switch {
		case f != nil && f.Code == fault.OneClass:
			out.Labels[i] = -1
			continue
		case err != nil:
			return out, err
		case report.Status == run.Aborted || report.Status == run.Stopped:
			return out, run.ErrAborted
		}
		labels, values, err := predicted(ctl, m, s.Data.X.Select([]int{int(i)}))
		if err != nil {
			return out, err
		}
		if labels != nil {
			out.Labels[i] = labels[0]
		} else {
			out.Values[i] = values[0]
		}
	}
	return out, nil
}

func predicted(ctl *run.Ctl, m model.Machine, x sample.Set) (labels []int32, values []float64, err error) {
	switch m := m.(type) {
	case model.Classifier:
		labels, err = m.Predict(ctl, x)
	case model.Regressor:
		values, err = m.Predict(ctl, x)
	}
	return labels, values, err
}
