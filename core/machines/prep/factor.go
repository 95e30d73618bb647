package prep

import (
	"math"
	"slices"

	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// factor is the incomplete Cholesky factor G of the kernel matrix of some rows of a set, a
// column for each pivot.
type factor struct {
	x         sample.Set
	rows      []int
	all       gram.Columns // these rows
	residual  []float64    // d_i of each of them
	trace     float64      // of the kernel matrix
	pivots    []int        // positions in rows
	columns   [][]float64  // G, column by column
	residuals []float64    // the largest d_i after each pivot
}

func newFactor(k kernel.Kernel, x sample.Set, rows []int) *factor {
	f := &factor{x: x, rows: rows, all: gram.Prepare(k, x, rows, gram.Origin(k, x)), residual: make([]float64, len(rows))}
	diagonal := make([]float64, x.Len())
	gram.Diagonal(diagonal, k, x)
	for p, i := range rows {
		f.residual[p] = diagonal[i]
		f.trace += diagonal[i]
	}
	return f
}

// largest returns the largest d_i.
func (f *factor) largest() float64 { return slices.Max(f.residual) }

// step takes the row with the largest d_i as the next pivot, the first of equal ones. It returns
// false if watch, which gets the finished share of the step, ends it. If no d_i is positive, the
// column of the pivot is zero.
func (f *factor) step(watch func(done float64) bool) bool {
	next := slices.Index(f.residual, f.largest())
	column := make([]float64, f.all.Stride())
	f.all.Rows([][]float64{column}, f.x, []int{f.rows[next]})
	column = column[:len(f.rows)]
	for t, earlier := range f.columns {
		if t%16 == 0 && !watch(float64(t)/float64(len(f.columns))) {
			return false
		}
		lanes.Update(column, -earlier[next], earlier)
	}
	if !watch(1) {
		return false
	}
	root := math.Sqrt(max(f.residual[next], 0))
	for i, v := range column {
		if root == 0 {
			column[i] = 0
			continue
		}
		column[i] = v / root
		f.residual[i] -= float64(column[i] * column[i])
	}
	if root > 0 {
		f.residual[next] = 0
	}
	f.pivots, f.columns = append(f.pivots, next), append(f.columns, column)
	f.residuals = append(f.residuals, max(f.largest(), 0))
	return true
}

// samples returns the pivots by their numbers in the set.
func (f *factor) samples() []int {
	chosen := make([]int, len(f.pivots))
	for t, p := range f.pivots {
		chosen[t] = f.rows[p]
	}
	return chosen
}

// inverse returns L^(-1), r x r, where L are the rows of G at the pivots, a lower triangle
// but for rounding. It returns false when watch ends it.
func (f *factor) inverse(watch func(done float64) bool) ([]float64, bool) {
	r := len(f.pivots)
	inverse := make([]float64, r*r)
	for t, p := range f.pivots {
		row := inverse[t*r : t*r+t+1]
		for s := range t {
			lanes.Update(row[:s+1], -f.columns[s][p], inverse[s*r:s*r+s+1])
		}
		row[t] = 1
		if own := f.columns[t][p]; own > 0 {
			for s := range row {
				row[s] /= own
			}
		} else {
			clear(row)
		}
		if !watch(1) {
			return nil, false
		}
	}
	return inverse, true
}

// lost returns the share of the trace that the pivots do not explain.
func (f *factor) lost() (sum float64) {
	if !(f.trace > 0) {
		return 0
	}
	for _, d := range f.residual {
		sum += max(d, 0)
	}
	return sum / f.trace
}

// indefinite reports whether a squared distance is negative by more than rounding errors,
// relative to the mean squared norm.
func (f *factor) indefinite() bool {
	return slices.Min(f.residual) < -1e-8*math.Abs(f.trace)/float64(len(f.rows))
}
