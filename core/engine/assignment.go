package engine

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/solve/assignment"
)

// Assign solves the assignment problem of a dense table of costs; see assignment.Solve.
func (e *Engine) Assign(ctl *run.Ctl, cost Table) (columns []int32, sum float64, err error) {
	if _, err := e.admit("program", "cost", Size{Bytes: 8 * cost.Rows * cost.Cols}, cost.bytes()); err != nil {
		return nil, 0, err
	}
	if cost.Layout != "dense" {
		return nil, 0, fault.New(fault.Type, "cost", "cost must be rows of numbers")
	}
	return assignment.Solve(ctl, cost.Data, cost.Rows, cost.Cols)
}
