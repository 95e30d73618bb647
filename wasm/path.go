//go:build js

package main

import (
	"maxmargin/core/engine"
	"maxmargin/core/machines/svm"
)

// regularizationPath answers with the solutions of an SVC for all values of C between the first
// two numbers of the buffer range; at the others samples are left out.
func regularizationPath(b *bridge, c *call) (answer, error) {
	f, err := c.admitFit(b)
	if err != nil {
		return answer{}, err
	}
	given := c.buffers.float64s("range")
	path, model, report, err := b.engine.RegularizationPath(c.ctl, f.request, f.options, f.X, c.targets(),
		svm.PathRequest{Least: given[0], Greatest: given[1], LeaveOneOut: given[2:]})
	if err != nil {
		return answer{}, err
	}
	return answer{report, map[string]any{
		"model": model, "from": path.From, "to": path.To,
		"fromBias": path.FromBias, "toBias": path.ToBias,
		"ends": path.Ends, "margin": path.Margin,
		"fromCoef": path.FromCoef, "toCoef": path.ToCoef,
		"changeEnds": path.ChangeEnds, "changed": path.Changed, "changedFor": path.ChangedFor,
		"errors": path.Errors, "signs": path.Signs, "leftOut": path.LeftOut,
	}}, nil
}

// pathModel answers with the bytes of the SVC of a C on a path.
func pathModel(b *bridge, c *call) (answer, error) {
	var request engine.PathModelRequest
	c.decode(&request)
	model, err := b.engine.PathModel(request, c.buffers.float64s("coef"))
	return answer{buffers: map[string]any{"model": model}}, err
}
