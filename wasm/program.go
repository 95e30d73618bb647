//go:build js

package main

import "maxmargin/core/engine"

// solveProgram answers with the solution of a linear or quadratic program.
func solveProgram(b *bridge, c *call) (answer, error) {
	var request engine.ProgramRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	numbers := func(name string) []float64 { return float64s(c.buffers, name) }
	r, err := b.engine.SolveProgram(c.ctl, request, engine.Program{
		Objective: numbers("objective"), Diagonal: numbers("diagonal"), Lower: numbers("lower"), Upper: numbers("upper"), Entropy: numbers("entropy"), Logarithms: numbers("logarithms"),
		Point: numbers("point"), RowMultipliers: numbers("multipliers.rows"), BoundMultipliers: numbers("multipliers.bounds"),
		EqualitySides: numbers("equalities.sides"), InequalitySides: numbers("inequalities.sides"),
		Equalities: c.tableOf(request.Equalities, "equalities."), Inequalities: c.tableOf(request.Inequalities, "inequalities."),
		Quadratic: c.tableOf(request.Quadratic, "quadratic."), Factor: c.tableOf(request.Factor, "factor."),
	})
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Status     string `js:"status"`
		Iterations int    `js:"iterations"`
		Polished   bool   `js:"polished"`
	}
	e := r.Residuals
	return answer{record{string(r.Status), r.Iterations, r.Polished}, map[string]any{
		"x": fromFloat64s(r.X), "rows": fromFloat64s(r.Y), "bounds": fromFloat64s(r.Z), "ray": fromFloat64s(r.Ray), "distances": fromFloat64s(r.Distances),
		"values":    fromFloat64s([]float64{r.Objective, r.Dual, e.Stationarity, e.Primal, e.Dual, e.Complementarity, r.Eigenvalue}),
		"direction": fromFloat64s(r.Direction),
	}}, nil
}

// versionSpace answers with the centres of a version space.
func versionSpace(b *bridge, c *call) (answer, error) {
	var request engine.VersionSpaceRequest
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	space, err := b.engine.VersionSpace(c.ctl, request, c.table(request.Table), float64s(c.buffers, "y"))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Status  string  `js:"status"`
		Radius  float64 `js:"radius"`
		Error   float64 `js:"error"`
		Samples int     `js:"samples"`
	}
	return answer{record{string(space.Status), space.Radius, space.Error, space.Samples}, map[string]any{
		"centre": fromFloat64s(space.Centre), "bayesPoint": fromFloat64s(space.BayesPoint),
	}}, nil
}

// assignment answers with the column of each row of a table of costs.
func assignment(b *bridge, c *call) (answer, error) {
	var request struct {
		Table engine.Shape `js:"table"`
	}
	if err := c.decode(&request); err != nil {
		return answer{}, err
	}
	columns, sum, err := b.engine.Assign(c.ctl, c.table(request.Table))
	if err != nil {
		return answer{}, err
	}
	type record struct {
		Cost float64 `js:"cost"`
	}
	return answer{record{sum}, map[string]any{"columns": fromInt32s(columns)}}, nil
}
