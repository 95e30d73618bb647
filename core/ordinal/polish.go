package ordinal

import (
	"math"
	"slices"

	"maxmargin/core/lanes"
	"maxmargin/core/program"
	"maxmargin/core/run"
)

// mostNumbers is up to how many numbers the differences of all pairs may have, in coordinates
// of the space that the samples span, for an interior point to solve the problem.
const mostNumbers = 1 << 21

// interior solves the problem in the space that the samples span, as a quadratic program with
// a row for each pair,
//
//	minimise 1/2 |z|^2 + sum C_ij v_ij   subject to <u_i - u_j, z> + v_ij >= 1
//
// where the u_i have the inner products of the kernel. Few rows with a large C, whose passes
// would take for ever, take a moment this way. It keeps the solution if its objective
// is better than before.
func (d *pairDual) interior(ctl *run.Ctl) run.Status {
	u, dim := d.coordinates()
	m := len(d.alpha)
	rows, cost, low := make([]float64, 0, m*dim), make([]float64, 0, m), make([]float64, m)
	for i := range d.f {
		for j := d.from[i]; j < d.to[i]; j++ {
			for c := range dim {
				rows = append(rows, u[i*dim+c]-u[j*dim+c])
			}
			cost = append(cost, d.upper(i, j))
		}
	}
	for q := range low {
		low[q] = 1
	}
	// The objective is divided by the largest cost, so that no number is very large.
	unit := 1.0
	if most := slices.Max(cost); !math.IsInf(most, 1) {
		unit = most
		for q := range cost {
			cost[q] /= unit
		}
	}
	diagonal := make([]float64, dim)
	for c := range diagonal {
		diagonal[c] = 1 / unit
	}
	r := program.Solve(ctl, program.Problem{Linear: make([]float64, dim), Quadratic: program.Quadratic{Diagonal: diagonal},
		Matrix: program.NewDense(rows, m, dim), Low: low, Cost: cost}, program.Settings{})
	if r.Status == run.Aborted || r.Status == run.Infeasible {
		return r.Status
	}
	before, alpha := d.objective(), slices.Clone(d.alpha)
	for q, y := range r.Y {
		// A multiplier that differs from a bound by rounding is at the bound.
		a, noise := min(max(-y, 0), cost[q]), 1e-9*max(1/unit, math.Abs(y))
		switch {
		case a < noise && a < cost[q]/2:
			a = 0
		case cost[q]-a < noise:
			a = cost[q]
		}
		d.alpha[q] = a * unit
	}
	d.refresh()
	if !(d.objective() > before) {
		copy(d.alpha, alpha)
		d.refresh()
	}
	return ""
}

// coordinates returns, row by row, coordinates of the samples whose inner products are the
// kernel, by a Cholesky factorisation with pivots, and how many they are.
func (d *pairDual) coordinates() (u []float64, dim int) {
	n := len(d.f)
	left, columns := make([]float64, n), [][]float64{}
	first := 0.0
	for i := range n {
		left[i] = d.row(i)[i]
		first = max(first, left[i])
	}
	for range n {
		pivot := 0
		for i, v := range left {
			if v > left[pivot] {
				pivot = i
			}
		}
		if !(left[pivot] > 1e-14*first) {
			break
		}
		column := slices.Clone(d.row(pivot))
		for _, other := range columns {
			lanes.Update(column, -other[pivot], other)
		}
		root := math.Sqrt(left[pivot])
		for i := range column {
			column[i] /= root
			left[i] -= float64(column[i] * column[i])
		}
		left[pivot] = 0
		columns = append(columns, column)
	}
	dim = len(columns)
	u = make([]float64, n*dim)
	for c, column := range columns {
		for i, v := range column {
			u[i*dim+c] = v
		}
	}
	return u, dim
}
