package prep

import (
	"errors"
	"strconv"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// BoostingOptions are the options of a boosting.
type BoostingOptions struct {
	Rounds int     `js:"rounds" default:"4" range:"[1,2000]" doc:"How many members there are."`
	Rate   float64 `js:"rate" default:"0.5" range:"(0,1]" doc:"Share of the prediction of a member that counts."`
}

// boosting predicts by members, each of which learns the errors of the earlier ones. Fits make the
// members; before the first fit it holds the machine that they resemble.
type boosting struct {
	BoostingOptions
	model.Base[*boostingFit]
}

// boostingFit is the result of a fit of a boosting, without its members.
type boostingFit struct {
	Left float64 `field:"boosting.left"` // sum of squares that the members left over

	members []model.Part
}

// NewBoosting returns a boosting of regressors. A single part that is not fitted is the model of
// its members.
func NewBoosting(parts []model.Part) (model.Machine, error) {
	for _, part := range parts {
		if _, ok := part.Machine.(model.Regressor); !ok {
			return nil, fault.New(fault.Option, "steps", "%s predicts no numbers that could be added up", part.Name)
		}
	}
	b := &boosting{}
	b.Init(&b.BoostingOptions, &boostingFit{members: parts}, nil)
	return b, nil
}

// Parts returns the members.
func (b *boosting) Parts() []model.Part { return b.Result.members }

// Fit fits one member after the other.
func (b *boosting) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := model.Accept(b, t); err != nil {
		return model.Report{}, err
	}
	if from, ok := t.Start.(*boosting); ok {
		t.Start = from.Result.members[0].Machine
	}
	left := append(model.Values(nil), t.Values()...)
	made, total := &boostingFit{}, model.Report{Status: run.Converged}
	like, stages := b.Result.members[0], ctl.Stages(b.Rounds)
	for round := range b.Rounds {
		m, err := like.New()
		if err != nil {
			return model.Report{}, err
		}
		t.Target = append(model.Values(nil), left...)
		ctl := stages.Share("round " + strconv.Itoa(round+1))
		report, err := m.Fit(ctl, t)
		if err != nil || report.Status == run.Aborted {
			return model.Report{Status: report.Status}, err
		}
		said, err := m.(model.Regressor).Predict(ctl, t.X)
		if errors.Is(err, run.ErrAborted) {
			return model.Report{Status: run.Aborted}, nil
		}
		if err != nil {
			return model.Report{}, err
		}
		made.Left = 0
		for i, v := range said {
			left[i] -= b.Rate * v
			made.Left += left[i] * left[i]
		}
		t.Start = nil
		stages.Took(report.Iterations)
		total.Iterations += report.Iterations
		total.SupportVectors += report.SupportVectors
		made.members = append(made.members, model.Part{Name: like.Name, Label: strconv.Itoa(round), Machine: m, New: like.New})
		if report.Status != run.Converged {
			total.Status = report.Status
		}
		if report.Status == run.Stopped || report.Status == run.TimeLimit {
			break
		}
	}
	total.Objective = made.Left
	b.Result = made
	return total, nil
}

// Predict returns the sum of the shares of the members.
func (b *boosting) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	sum := make([]float64, x.Len())
	for _, member := range b.Result.members {
		values, err := member.Machine.(model.Regressor).Predict(ctl, x)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			sum[i] += b.Rate * v
		}
	}
	return sum, nil
}
