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
		Objective: numbers("objective"), Diagonal: numbers("diagonal"), Lower: numbers("lower"), Upper: numbers("upper"),
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
		"values": fromFloat64s([]float64{r.Objective, r.Dual, e.Stationarity, e.Primal, e.Dual, e.Complementarity}),
	}}, nil
}
