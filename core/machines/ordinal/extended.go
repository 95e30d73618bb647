package ordinal

import (
	"slices"

	"maxmargin/core/solve/qp"
)

// extended is the kernel matrix of the samples (x_i, j), with the values k(x, x') + [j = j'],
// for n samples and some thresholds. Sample (x_i, j) has the number j n + i. Rows of k, which
// the base keeps, are all there is of it.
type extended struct {
	base   qp.Rows
	n      int
	count  int   // of the extended samples
	active []int // numbers of samples, by position
	whole  bool  // active is all samples, in order
	rows   [][]float64
	wanted []int // rows of the base, each once
	place  []int // of each row of the base in wanted; -1: not there
}

// newExtended returns the matrix for so many thresholds.
func newExtended(base qp.Rows, thresholds int) *extended {
	e := &extended{base: base, n: base.Len(), count: base.Len() * thresholds, whole: true, active: make([]int, base.Len()*thresholds), place: make([]int, base.Len())}
	for c := range e.active {
		e.active[c] = c
	}
	for i := range e.place {
		e.place[i] = -1
	}
	return e
}

// Len returns the number of extended samples.
func (e *extended) Len() int { return e.count }

// Diagonal sets dst to k(x, x) + 1 for all extended samples.
func (e *extended) Diagonal(dst []float64) {
	e.base.Diagonal(dst[:e.n])
	for i := range dst[:e.n] {
		dst[i]++
	}
	for at := e.n; at < len(dst); at += e.n {
		copy(dst[at:], dst[:e.n])
	}
}

// want makes wanted the rows of the base that belong to some extended samples, each once.
func (e *extended) want(count int, number func(r int) int) {
	for _, i := range e.wanted {
		e.place[i] = -1
	}
	e.wanted = e.wanted[:0]
	for r := range count {
		if i := number(r) % e.n; e.place[i] < 0 {
			e.place[i] = len(e.wanted)
			e.wanted = append(e.wanted, i)
		}
	}
}

// Rows returns the rows at some positions of the active set.
func (e *extended) Rows(positions []int) [][]float64 {
	e.want(len(positions), func(r int) int { return e.active[positions[r]] })
	base := e.base.Rows(e.wanted)
	for len(e.rows) < len(positions) {
		e.rows = append(e.rows, nil)
	}
	for r, p := range positions {
		if cap(e.rows[r]) < len(e.active) {
			e.rows[r] = make([]float64, len(e.active))
		}
		row := e.rows[r][:len(e.active)]
		e.rows[r] = row
		from, own := base[e.place[e.active[p]%e.n]], e.active[p]/e.n
		if e.whole {
			for at := 0; at < len(row); at += e.n {
				copy(row[at:], from[:e.n])
			}
			for at := own * e.n; at < (own+1)*e.n; at++ {
				row[at]++
			}
			continue
		}
		first, end := own*e.n, (own+1)*e.n
		for at, c := range e.active {
			v := from[c%e.n]
			if c >= first && c < end {
				v++
			}
			row[at] = v
		}
	}
	return e.rows[:len(positions)]
}

// Shrink drops all of the active set but some positions.
func (e *extended) Shrink(keep []int) {
	for at, p := range keep {
		e.active[at] = e.active[p]
	}
	e.active, e.whole = e.active[:len(keep)], false
}

// Grow appends samples to the active set.
func (e *extended) Grow(add []int) { e.active = append(e.active, add...) }

// Block computes the part of the matrix in some columns.
func (e *extended) Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int) {
	e.want(len(columns), func(j int) int { return columns[j] })
	at := make([]int, len(columns))
	for j, c := range columns {
		at[j] = e.place[c%e.n]
	}
	base, width := e.base.Block(slices.Clone(e.wanted))
	row := [][]float64{make([]float64, width)}
	return func(dst [][]float64, numbers []int) {
		for r, c := range numbers {
			base(row, []int{c % e.n})
			for j, column := range columns {
				if dst[r][j] = row[0][at[j]]; column/e.n == c/e.n {
					dst[r][j]++
				}
			}
		}
	}, len(columns)
}

// Work returns what the base counts.
func (e *extended) Work() (values, hits int) {
	if counter, ok := e.base.(qp.Counter); ok {
		return counter.Work()
	}
	return 0, 0
}
