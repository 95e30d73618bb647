package activeset

import (
	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Rows are the rows of a kernel matrix. A row that was returned stays valid; a Set asks for it
// again whenever it needs it.
type Rows interface {
	Row(i int) []float64
	Diagonal(i int) float64
}

// kept are rows over a set of samples that are computed when they are asked for, and kept while
// there is room.
type kept struct {
	set      sample.Set
	columns  gram.Columns
	diagonal []float64
	rows     [][]float64
	queue    []int // rows that are kept, the oldest first
	room     int   // how many are kept
}

// NewRows returns the rows of k over a set; it keeps as many as fit into so many bytes, the last
// ones that were computed.
func NewRows(k kernel.Kernel, set sample.Set, bytes int) Rows {
	n := set.Len()
	r := &kept{set: set, columns: gram.Prepare(k, set, nil, gram.Origin(k, set)), diagonal: make([]float64, n),
		rows: make([][]float64, n), room: max(bytes/8/n, 8)}
	gram.Diagonal(r.diagonal, k, set)
	return r
}

func (r *kept) Diagonal(i int) float64 { return r.diagonal[i] }

func (r *kept) Row(i int) []float64 {
	if r.rows[i] != nil {
		return r.rows[i]
	}
	if len(r.queue) == r.room {
		r.rows[r.queue[0]] = nil
		r.queue = r.queue[1:]
	}
	row := make([]float64, r.columns.Stride())
	r.columns.Rows([][]float64{row}, r.set, []int{i})
	row[i] = r.diagonal[i]
	r.rows[i] = row[:len(r.rows)]
	r.queue = append(r.queue, i)
	return r.rows[i]
}
