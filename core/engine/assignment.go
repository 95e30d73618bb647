package engine

import (
	"maxmargin/core/fault"
	"maxmargin/core/ranking"
	"maxmargin/core/run"
)

// Assign solves the assignment problem of a dense table of costs; see ranking.Assign.
func (e *Engine) Assign(ctl *run.Ctl, cost Table) (columns []int32, sum float64, err error) {
	if _, err := e.admit("program", "cost", Size{Bytes: 8 * cost.Rows * cost.Cols}, cost.bytes()); err != nil {
		return nil, 0, err
	}
	if cost.Layout != "dense" {
		return nil, 0, fault.New(fault.Type, "cost", "cost must be rows of numbers")
	}
	return ranking.Assign(ctl, cost.Data, cost.Rows, cost.Cols)
}
