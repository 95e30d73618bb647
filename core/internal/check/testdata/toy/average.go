package prep

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// average predicts the mean of its members' predictions.
type average struct {
	parts   []model.Part
	members []model.Regressor
}

// NewAverage returns the average of regressors.
func NewAverage(parts []model.Part) (model.Machine, error) {
	a := &average{parts: parts}
	for _, part := range parts {
		member, ok := part.Machine.(model.Regressor)
		if !ok {
			return nil, fault.New(fault.Option, "steps", "%s predicts no numbers that could be averaged", part.Name)
		}
		a.members = append(a.members, member)
	}
	return a, nil
}

// Parts returns the members.
func (a *average) Parts() []model.Part { return a.parts }

// Options returns a pointer to nothing: the members have the options.
func (a *average) Options() any { return &struct{}{} }

// Fitted returns a pointer to nothing: the members have the result of a fit.
func (a *average) Fitted() any { return &struct{}{} }

// Restore has nothing to restore: the members have been.
func (a *average) Restore(any) error { return nil }

// Fit fits the members, one after another. After an error or an abort all members are unchanged.
func (a *average) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	back := model.Keep(a)
	total := model.Report{Status: run.Converged}
	from, warm := t.Start.(*average)
	for i, member := range a.members {
		own := t
		if own.Start = nil; warm {
			own.Start = from.members[i]
		}
		report, err := member.Fit(ctl, own)
		if err != nil || report.Status == run.Aborted {
			return model.Report{Status: report.Status}, errors.Join(err, back())
		}
		if report.Status != run.Converged {
			total.Status = report.Status
		}
		total.Iterations += report.Iterations
		total.Objective += report.Objective
		total.Gap = max(total.Gap, report.Gap)
		total.SupportVectors += report.SupportVectors
		total.Notes = append(total.Notes, report.Notes...)
	}
	return total, nil
}

// Predict returns the mean of the predictions.
func (a *average) Predict(ctl *run.Ctl, x sample.Set) ([]float64, error) {
	mean := make([]float64, x.Len())
	for _, member := range a.members {
		values, err := member.Predict(ctl, x)
		if err != nil {
			return nil, err
		}
		for i, v := range values {
			mean[i] += v / float64(len(a.members))
		}
	}
	return mean, nil
}
