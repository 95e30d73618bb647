package program

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
)

// Judge returns both objectives and the violations of the conditions of Karush, Kuhn and Tucker at
// a point of any problem, convex or not. If y and z are nil, it finds the multipliers that fit
// best.
func Judge(ctl *run.Ctl, p Problem, x, y, z []float64) Result {
	p = p.complete()
	r := Result{X: x, Y: y, Z: z, Status: run.Converged}
	if y == nil && z == nil {
		r.Y, r.Z, r.Status = p.multipliers(ctl, x)
	}
	r.Y, r.Z = filled(r.Y, len(p.Low), 0), filled(r.Z, len(x), 0)
	r.judge(&p)
	return r
}

// atLimit is the distance from a limit, relative to its size, at which it counts as active.
const atLimit = 1e-8

func isAt(value, limit float64) bool {
	return !math.IsInf(limit, 0) && math.Abs(value-limit) <= atLimit*max(1, math.Abs(limit))
}

// multipliers returns the multipliers of the limits that are active at a point for which the
// gradient of the Lagrangian is smallest. Those of limits that are not active are zero.
func (p *Problem) multipliers(ctl *run.Ctl, x []float64) (y, z []float64, status run.Status) {
	n, m := len(x), len(p.Low)
	y, z = make([]float64, m), make([]float64, n)
	at := Result{X: x, Y: y, Z: z}
	gradient := at.judge(p)
	ax, row := make([]float64, m), make([]float64, n)
	p.Matrix.Multiply(ax, x)

	fit := Problem{}
	var columns [][]float64 // change of the gradient for one unit of a multiplier
	var to []*float64
	add := func(column []float64, multiplier *float64, low, high bool) {
		lower, upper := 0.0, 0.0
		if low {
			lower = math.Inf(-1)
		}
		if high {
			upper = math.Inf(1)
		}
		slope := linalg.Dot(column, gradient)
		fit.Linear, fit.Lower, fit.Upper = append(fit.Linear, slope), append(fit.Lower, lower), append(fit.Upper, upper)
		columns, to = append(columns, column), append(to, multiplier)
	}
	for i, v := range ax {
		if low, high := isAt(v, p.Low[i]), isAt(v, p.High[i]); low || high {
			p.Matrix.Row(row, i)
			add(append([]float64(nil), row...), &y[i], low, high)
		}
	}
	for j, v := range x {
		if low, high := isAt(v, p.Lower[j]), isAt(v, p.Upper[j]); low || high {
			column := make([]float64, n)
			column[j] = -1
			add(column, &z[j], high, low)
		}
	}
	if len(to) == 0 {
		return y, z, run.Converged
	}
	factor := make([]float64, n*len(to))
	for k, column := range columns {
		for j, v := range column {
			factor[j*len(to)+k] = v
		}
	}
	fit.Quadratic.Factor = NewDense(factor, n, len(to))
	best := Solve(ctl, fit, Settings{Tolerance: 1e-12})
	for k, v := range best.X {
		*to[k] = v
	}
	return y, z, best.Status
}
