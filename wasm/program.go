//go:build js

package main

import "maxmargin/core/engine"

// solveProgram answers with the solution of a linear or quadratic program.
func solveProgram(b *bridge, c *call) (answer, error) {
	var request engine.ProgramRequest
	c.decode(&request)
	numbers := func(name string) []float64 { return c.buffers.float64s(name) }
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
	e := r.Residuals
	return answer{map[string]any{"status": string(r.Status), "iterations": r.Iterations, "polished": r.Polished}, map[string]any{
		"x": r.X, "rows": r.Y, "bounds": r.Z, "ray": r.Ray, "distances": r.Distances,
		"values":    []float64{r.Objective, r.Dual, e.Stationarity, e.Primal, e.Dual, e.Complementarity, r.Eigenvalue},
		"direction": r.Direction,
	}}, nil
}

// versionSpace answers with the centres of a version space.
func versionSpace(b *bridge, c *call) (answer, error) {
	var request engine.VersionSpaceRequest
	c.decode(&request)
	space, err := b.engine.VersionSpace(c.ctl, request, c.table(request.Table), c.buffers.float64s("y"))
	return answer{map[string]any{"status": string(space.Status), "radius": space.Radius, "error": space.Error, "samples": space.Samples}, map[string]any{
		"centre": space.Centre, "bayesPoint": space.BayesPoint,
	}}, err
}

// assignment answers with the column of each row of a table of costs.
func assignment(b *bridge, c *call) (answer, error) {
	var request struct {
		Table engine.Shape `js:"table"`
	}
	c.decode(&request)
	columns, sum, err := b.engine.Assign(c.ctl, c.table(request.Table))
	return answer{map[string]any{"cost": sum}, map[string]any{"columns": columns}}, err
}
