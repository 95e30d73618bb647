package programs

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// dictionary has the functions k_p(x_j, .) that a machine chooses from, one for each kernel p and
// sample j: function p n + j.
type dictionary struct {
	kernels []kernel.Kernel
	x       sample.Set
	index   []int // the samples, rows of x
	columns []gram.Columns
	table   [][]float64 // values of each kernel, n x n; nil if they are computed whenever they are needed
	rows    [][]float64
}

const (
	// kept is the number of functions up to which their values are computed once.
	kept = 2000
	// rowsAtATime is how many rows of values are computed together.
	rowsAtATime = 16
)

// newDictionary returns the functions of the samples at index. It reports false when ctl
// ends it.
func newDictionary(ctl *run.Ctl, kernels []kernel.Kernel, x sample.Set, index []int) (d *dictionary, ok bool) {
	d = &dictionary{kernels: kernels, x: x, index: index}
	n := len(index)
	for _, k := range kernels {
		d.columns = append(d.columns, gram.Prepare(k, x, index, gram.Origin(k, x)))
	}
	for range rowsAtATime {
		d.rows = append(d.rows, make([]float64, d.columns[0].Stride()))
	}
	if len(kernels)*n > kept {
		return d, true
	}
	for range kernels {
		d.table = append(d.table, make([]float64, n*n))
	}
	ok = d.each(ctl, order.Between(0, n), func(p, i int, row []float64) { copy(d.table[p][i*n:(i+1)*n], row) })
	return d, ok
}

// size returns the number of functions.
func (d *dictionary) size() int { return len(d.kernels) * len(d.index) }

// each computes the values k_p(x_i, x_j) for all j, for every kernel and the samples i at
// some positions.
func (d *dictionary) each(ctl *run.Ctl, positions []int, take func(p, i int, row []float64)) bool {
	n, index := len(d.index), make([]int, 0, rowsAtATime)
	done, total := 0, len(positions)*len(d.kernels)
	for p, columns := range d.columns {
		for at := 0; at < len(positions); at += rowsAtATime {
			if !ctl.Wanted(func() run.Report {
				return run.Report{Phase: "kernel matrix", Fraction: min(float64(done)/float64(total), 1-0x1p-20)}
			}) {
				return false
			}
			some := positions[at:min(at+rowsAtATime, len(positions))]
			index = index[:0]
			for _, i := range some {
				index = append(index, d.index[i])
			}
			columns.Rows(d.rows[:len(index)], d.x, index)
			for r, i := range some {
				take(p, i, d.rows[r][:n])
			}
			done += len(some)
		}
	}
	return true
}

// products returns the sums over i of w_i k_p(x_i, x_j) of all functions.
func (d *dictionary) products(ctl *run.Ctl, w []float64) (sums []float64, ok bool) {
	n := len(d.index)
	sums = make([]float64, d.size())
	var positions []int
	for i, v := range w {
		if v != 0 {
			positions = append(positions, i)
		}
	}
	add := func(p, i int, row []float64) { lanes.Update(sums[p*n:(p+1)*n], w[i], row) }
	if d.table == nil {
		return sums, d.each(ctl, positions, add)
	}
	for p, table := range d.table {
		for _, i := range positions {
			add(p, i, table[i*n:(i+1)*n])
		}
	}
	return sums, true
}

// value sets dst to the values of a function at all samples.
func (d *dictionary) value(dst []float64, function int) {
	n := len(d.index)
	p, j := function/n, function%n
	if d.table != nil {
		copy(dst, d.table[p][j*n:(j+1)*n])
		return
	}
	d.columns[p].Rows(d.rows[:1], d.x, d.index[j:j+1])
	copy(dst, d.rows[0])
}
