//go:build js

package main

import (
	"maxmargin/core/engine"
	"maxmargin/core/svm"
)

// regularizationPath answers with the solutions of an SVC for all values of C between the first
// two numbers of the buffer range; at the others samples are left out.
func regularizationPath(b *bridge, c *call) (answer, error) {
	f, err := c.admitFit(b)
	if err != nil {
		return answer{}, err
	}
	given := float64s(c.buffers, "range")
	path, model, report, err := b.engine.RegularizationPath(c.ctl, f.request, f.options, f.X, c.targets(),
		svm.PathRequest{Least: given[0], Greatest: given[1], LeaveOneOut: given[2:]})
	if err != nil {
		return answer{}, err
	}
	return answer{report, map[string]any{
		"model": fromBytes(model), "from": fromFloat64s(path.From), "to": fromFloat64s(path.To),
		"fromBias": fromFloat64s(path.FromBias), "toBias": fromFloat64s(path.ToBias),
		"ends": fromInt32s(path.Ends), "margin": fromInt32s(path.Margin),
		"fromCoef": fromFloat64s(path.FromCoef), "toCoef": fromFloat64s(path.ToCoef),
		"changeEnds": fromInt32s(path.ChangeEnds), "changed": fromInt32s(path.Changed), "changedFor": fromInt32s(path.ChangedFor),
		"errors": fromInt32s(path.Errors), "signs": fromFloat64s(path.Signs), "leftOut": fromFloat64s(path.LeftOut),
	}}, nil
}

// pathModel answers with the bytes of the SVC of a C on a path.
func pathModel(b *bridge, c *call) (answer, error) {
	var request engine.PathModelRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	model, err := b.engine.PathModel(request, float64s(c.buffers, "coef"))
	if err != nil {
		return answer{}, err
	}
	return answer{buffers: map[string]any{"model": fromBytes(model)}}, nil
}
