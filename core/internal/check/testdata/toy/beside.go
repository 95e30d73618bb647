package prep

import (
	"errors"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// beside is a step that concatenates the features of several transformers of the same samples.
type beside struct {
	parts   []model.Part
	members []model.Transformer
}

// NewBeside returns a step of transformers.
func NewBeside(parts []model.Part) (model.Machine, error) {
	b := &beside{parts: parts}
	for _, part := range parts {
		member, ok := part.Machine.(model.Transformer)
		if !ok {
			return nil, fault.New(fault.Option, "steps", "%s does not transform samples", part.Name)
		}
		b.members = append(b.members, member)
	}
	return b, nil
}

// Parts returns the transformers.
func (b *beside) Parts() []model.Part { return b.parts }

// Options returns a pointer to nothing: the parts have the options.
func (b *beside) Options() any { return &struct{}{} }

// Fitted returns a pointer to nothing: the parts have the results of the fit.
func (b *beside) Fitted() any { return &struct{}{} }

// Restore has nothing to restore: the parts have been.
func (b *beside) Restore(any) error { return nil }

// Fit fits every transformer to the same samples.
func (b *beside) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	back := model.Keep(b)
	total := model.Report{Status: run.Converged}
	for _, member := range b.members {
		report, err := member.Fit(ctl, t)
		if err != nil || report.Status == run.Aborted {
			return model.Report{Status: report.Status}, errors.Join(err, back())
		}
		total.Iterations += report.Iterations
		total.Notes = append(total.Notes, report.Notes...)
	}
	return total, nil
}

// Transform returns the features of all transformers.
func (b *beside) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	made := &sample.Matrix{N: x.Len()}
	var sets []sample.Set
	for _, member := range b.members {
		set, err := member.Transform(ctl, x)
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
		made.D += set.Dim()
	}
	made.X = make([]float64, made.N*made.D)
	for i := range made.N {
		row := made.Row(i)
		for _, set := range sets {
			set.Dense(row[:set.Dim()], i)
			row = row[set.Dim():]
		}
	}
	return made, nil
}
