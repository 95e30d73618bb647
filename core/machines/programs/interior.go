package programs

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/solve/program"
)

// Interior are the options of the interior point.
type Interior struct {
	Tol     float64 `js:"tol" default:"1e-11" range:"(0,inf)" doc:"Relative accuracy of the objective and of the constraints at which the interior point method ends. A step that solves for the active constraints then makes the solution as exact as rounding allows."`
	MaxIter float64 `js:"maxIter" type:"integer" default:"200" range:"[1,inf]" doc:"Largest number of steps of the interior point method."`
	MaxTime float64 `js:"maxTime" default:"inf" range:"(0,inf]" unit:"ms" doc:"Time limit of a fit; the last point is kept."`
}

// steps returns MaxIter as a whole number.
func (b Interior) steps() int { return int(min(b.MaxIter, 1e9)) }

// copiesOfFunctions is how often a fit holds the values of functions at all samples: as such, in the
// program, in its scaled copy, in a product with weights, and in blocks of that.
const copiesOfFunctions = 5

// matrixCost counts matrices over the samples.
func matrixCost(matrices int64) model.Cost {
	c := model.MatrixCost()
	c.RowPair *= matrices
	return c
}

// checkMatrices returns an error if this many matrices over n samples do not fit into memory.
func checkMatrices(machine string, n, matrices int) error {
	return gram.CheckMatrix(machine, "the kernel matrix and its factor", n, n*matrices, "train on a sample of the rows, or use SVR")
}

// solve solves a program whose costs are weights, to be multiplied by c. Its objective is
// divided by c while it is solved, because the interior point needs more steps and loses
// digits where costs are large.
func (b Interior) solve(ctl *run.Ctl, c float64, p program.Problem, rows []int) (program.Result, error) {
	for i, w := range p.Cost {
		if !(c*w <= math.MaxFloat64) {
			return program.Result{}, fault.New(fault.Weight, "sampleWeight", "C times the weight of row %d overflows; scale the weights down", rows[i%len(rows)]).With("row", rows[i%len(rows)])
		}
	}
	for t := range p.Quadratic.Diagonal {
		p.Quadratic.Diagonal[t] /= c
	}
	r := program.Solve(ctl, p, program.Settings{Tolerance: b.Tol, MaxIterations: b.steps()})
	for i := range r.Y {
		r.Y[i] *= c
	}
	r.Objective *= c
	r.Dual *= c
	return r, nil
}
