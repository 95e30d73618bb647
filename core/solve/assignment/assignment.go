// Package assignment solves the assignment problem, by the Hungarian method.
package assignment

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
)

// Solve solves the assignment problem: each of r rows gets a different one of c >= r columns, so
// that the sum of the costs is least. cost is r x c, row by row, and finite. It returns the column
// of every row and the sum.
//
// This is the Hungarian method with shortest augmenting paths (Jonker and Volgenant 1987). It keeps
// potentials u and v with u_i + v_j <= cost_ij, and equality on the chosen pairs. For each row in
// turn it takes the path to a free column along which cost - u - v is least, by Dijkstra's method,
// in O(r² c) steps altogether. The solution is that of the linear program over doubly stochastic
// matrices (Shalev-Shwartz & Ben-David, Claim 17.3 and Lemma 17.4).
func Solve(ctl *run.Ctl, cost []float64, r, c int) (columns []int32, sum float64, err error) {
	if r < 1 || c < r || len(cost) != r*c {
		return nil, 0, fault.New(fault.Shape, "cost", "the costs are %d numbers for %d rows and %d columns; there must be a row, no more rows than columns, and a number for each pair", len(cost), r, c)
	}
	for at, x := range cost {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, 0, fault.New(fault.NonFinite, "cost", "cost[%d][%d] is %v; costs must be finite", at/c, at%c, x).With("row", at/c)
		}
	}
	h := newHungarian(c)
	for i := range r {
		if !ctl.Wanted(func() run.Report { return run.Report{Phase: "rows", Fraction: float64(i) / float64(r)} }) {
			return nil, 0, run.ErrAborted
		}
		h.add(cost, i)
	}
	columns = make([]int32, r)
	for j := 1; j <= c; j++ {
		if i := h.row[j]; i > 0 {
			columns[i-1] = int32(j - 1)
		}
	}
	for i, j := range columns {
		sum += cost[i*c+int(j)]
	}
	return columns, sum, nil
}

// hungarian is the state of Solve. Rows and columns count from 1; column 0 means none.
type hungarian struct {
	u, v []float64 // potentials
	row  []int     // of every column, 0: free
	from []int     // the column before it on the path
	left []float64 // least cost - u - v of a path to it
	done []bool
}

func newHungarian(c int) *hungarian {
	return &hungarian{u: []float64{0}, v: make([]float64, c+1), row: make([]int, c+1), from: make([]int, c+1),
		left: make([]float64, c+1), done: make([]bool, c+1)}
}

// add gives row i a column. Rows before it may get others.
func (h *hungarian) add(cost []float64, i int) {
	c := len(h.v) - 1
	h.u = append(h.u, 0)
	for j := range h.left {
		h.left[j], h.done[j] = math.Inf(1), false
	}
	h.row[0] = i + 1
	at := 0
	for h.row[at] != 0 {
		h.done[at] = true
		row, next, least := h.row[at], -1, math.Inf(1)
		costs, u := cost[(row-1)*c:row*c], h.u[row]
		for j := 1; j <= c; j++ {
			if h.done[j] {
				continue
			}
			if left := costs[j-1] - u - h.v[j]; left < h.left[j] {
				h.left[j], h.from[j] = left, at
			}
			if next < 0 || h.left[j] < least {
				next, least = j, h.left[j]
			}
		}
		for j := range h.done {
			if h.done[j] {
				h.u[h.row[j]] += least
				h.v[j] -= least
			} else {
				h.left[j] -= least
			}
		}
		at = next
	}
	for at != 0 {
		h.row[at] = h.row[h.from[at]]
		at = h.from[at]
	}
}
