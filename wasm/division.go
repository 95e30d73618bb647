//go:build js

package main

import "maxmargin/core/engine"

// openFit prepares a fit, with the arguments of fit, whose problems several programs share, and
// answers with their sizes.
func openFit(b *bridge, c *call) (answer, error) {
	var request engine.FitRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	options, err := fitOptions(request, c.options)
	if err != nil {
		return answer{}, err
	}
	size := engine.FitSize(options, request.Table, c.stored(request.Table), len(request.Classes.Names))
	if err := b.engine.Admit(engine.FitOperation(options), "X", size); err != nil {
		return answer{}, err
	}
	X := c.table(request.Table)
	b.setMemoryLimit(engine.MemoryLimit(options, X))
	info, err := b.engine.OpenFit(request, options, X, c.targets())
	return answer{value: info}, err
}

// solvePart solves a problem of the fit that is open, and answers with its solution, which fit
// takes among its buffers as solved.
func solvePart(b *bridge, c *call) (answer, error) {
	var request struct {
		Problem int `js:"problem"`
	}
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	solution, iterations, err := b.engine.SolvePart(c.ctl, request.Problem)
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Iterations int `js:"iterations"`
	}
	return answer{record{iterations}, map[string]any{"solved": fromFloat64s(solution)}}, nil
}

// closeFit forgets the fit that is open.
func closeFit(b *bridge, _ *call) (answer, error) {
	b.engine.CloseFit()
	return answer{}, nil
}
