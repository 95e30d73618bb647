package prep

import (
	"errors"

	"maxmargin/core/base/run"
	"maxmargin/core/model"
)

// wholly fits machines that belong together. After an error or an abort, back restores all of them.
func wholly(back func() error, fit func() (model.Report, error)) (model.Report, error) {
	report, err := fit()
	if err == nil && report.Status != run.Aborted {
		return report, nil
	}
	if lost := back(); lost != nil {
		err = errors.Join(err, lost)
	}
	if errors.Is(err, run.ErrAborted) {
		return model.Report{Status: run.Aborted}, nil
	}
	return model.Report{Status: report.Status}, err
}

// keepParts remembers the machines of all parts.
func keepParts(parts []model.Part) (back func() error) {
	all := make([]model.Machine, len(parts))
	for i, part := range parts {
		all[i] = part.Machine
	}
	return model.Keep(all...)
}
