package prep

import (
	"math"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// group is some columns and their transformer, nil if they pass through.
type group struct {
	columns []int32
	to      model.Transformer
	name    string
	terms   bool // the columns are the terms of a text, one after the other
}

// starts returns where, among d columns, the terms of each text begin, and where the last ones end.
func (c *ColumnTransformer) starts(d int) ([]int, error) {
	lists, err := schema.ReadLists(c.Terms)
	all, left := []float64{}, d
	if len(lists) > 0 {
		all = lists[0]
	}
	for _, terms := range all {
		width, is := codeBelow(terms, left+1)
		if !is || width == 0 {
			left = -1
			break
		}
		left -= width
	}
	if err != nil || len(lists) > 1 || left < 0 {
		return nil, fault.New(fault.Option, "terms", "the numbers of terms %q do not go with %d columns", c.Terms, d)
	}
	starts := []int{left}
	for _, terms := range all {
		left += int(terms)
		starts = append(starts, left)
	}
	return starts, nil
}

// groups returns the groups of the options for d columns; the terms of a text count as one column.
func (c *ColumnTransformer) groups(d int) ([]group, error) {
	wrong := func(format string, a ...any) error { return fault.New(fault.Option, "columns", format, a...) }
	starts, err := c.starts(d)
	if err != nil {
		return nil, err
	}
	first := starts[0]
	count := first + len(starts) - 1
	columns, err := schema.ReadLists(c.Columns)
	if err != nil {
		return nil, err
	}
	passed, err := schema.ReadLists(c.Passthrough)
	if err != nil {
		return nil, err
	}
	passes := map[float64]bool{}
	for _, list := range passed {
		for _, g := range list {
			passes[g] = true
		}
	}
	groups, parts := make([]group, len(columns)), c.parts
	for g, list := range columns {
		if len(list) == 0 {
			return nil, wrong("group %d has no columns; leave it out", g)
		}
		for _, j := range list {
			i, is := codeBelow(j, count)
			switch {
			case !is:
				return nil, wrong("there is no column %v: X has %d columns, counted from 0", j, count)
			case i < first:
				groups[g].columns = append(groups[g].columns, int32(i))
			case len(list) > 1 || !passes[float64(g)]:
				return nil, wrong("column %d has the terms of a text, which pass through in a group of their own", i)
			default:
				groups[g].terms = true
				for term := starts[i-first]; term < starts[i-first+1]; term++ {
					groups[g].columns = append(groups[g].columns, int32(term))
				}
			}
		}
		if passes[float64(g)] {
			continue
		}
		if len(parts) == 0 {
			return nil, wrong("there are more groups of columns than transformers")
		}
		groups[g].to, groups[g].name = parts[0].Machine.(model.Transformer), parts[0].Label
		parts = parts[1:]
	}
	if len(groups) == 0 || len(parts) > 0 {
		return nil, wrong("every transformer needs columns, and a ColumnTransformer needs some at all")
	}
	return groups, nil
}

// numbersOf returns the samples without the terms of texts. Beside terms samples are sparse, and a
// number that is not stored is missing.
func numbersOf(x sample.Set, groups []group) sample.Set {
	s, sparse := x.(*sample.CSR)
	first := x.Dim()
	for _, g := range groups {
		if g.terms {
			first = min(first, int(g.columns[0]))
		}
	}
	if !sparse || first == x.Dim() {
		return x
	}
	m := &sample.Matrix{N: s.N, D: first, X: make([]float64, s.N*first)}
	for i := range m.X {
		m.X[i] = math.NaN()
	}
	for i := range s.N {
		index, value := s.Row(i)
		row := m.Row(i)
		for p, j := range index {
			if int(j) >= first {
				break
			}
			row[j] = value[p]
		}
	}
	return m
}

// Dense sets row to sample i of x as the transformers read it, of which the first gets it: if there
// are terms of texts, a number that is not stored is missing.
func Dense(steps []model.Transformer, x sample.Set, row []float64, i int) error {
	x.Dense(row, i)
	s, sparse := x.(*sample.CSR)
	if !sparse || len(steps) == 0 {
		return nil
	}
	switch step := steps[0].(type) {
	case model.Chain:
		before, last := step.Steps()
		return Dense(append(before[:len(before):len(before)], last.(model.Transformer)), x, row, i)
	case *ColumnTransformer:
		starts, err := step.starts(x.Dim())
		if err != nil || len(starts) == 1 {
			return err
		}
		index, _ := s.Row(i)
		for j := range row[:starts[0]] {
			if len(index) > 0 && int(index[0]) == j {
				index = index[1:]
			} else {
				row[j] = math.NaN()
			}
		}
	}
	return nil
}

// of returns the columns of a group of x; numbers has the columns that are no terms. They must not
// have missing values unless the transformer accepts them.
func (g group) of(ctl *run.Ctl, x, numbers sample.Set) (sample.Set, error) {
	if g.terms {
		return picked(ctl, x, g.columns)
	}
	m, dense := numbers.(*sample.Matrix)
	if !dense {
		return g.ofSparse(ctl, numbers.(*sample.CSR))
	}
	own := m // the columns of a group that has all of them as they are need no copy
	if !isSequence(g.columns) || len(g.columns) < m.D {
		d := len(g.columns)
		own = &sample.Matrix{N: m.N, D: d, X: make([]float64, m.N*d)}
		for i := range m.N {
			row, to := m.Row(i), own.Row(i)
			for k, j := range g.columns {
				to[k] = row[j]
			}
		}
	}
	if g.to != nil && model.TakesMissing(g.to) {
		return own, nil
	}
	for at, v := range own.X {
		if v == v {
			continue
		}
		return nil, gapAt(at/own.D, int(g.columns[at%own.D]))
	}
	return own, nil
}

// isSequence reports whether columns are 0, 1, 2, ...
func isSequence(columns []int32) bool {
	for k, j := range columns {
		if int(j) != k {
			return false
		}
	}
	return true
}

// ofSparse does this for sparse samples, which have no missing values.
func (g group) ofSparse(ctl *run.Ctl, x *sample.CSR) (sample.Set, error) {
	ascend := true
	for p, j := range g.columns {
		ascend = ascend && (p == 0 || j > g.columns[p-1])
	}
	if ascend {
		return picked(ctl, x, g.columns)
	}
	row := make([]float64, x.D)
	own := &sample.Matrix{N: x.N, D: len(g.columns)}
	for i := range x.N {
		x.Dense(row, i)
		for _, j := range g.columns {
			own.X = append(own.X, row[j])
		}
	}
	return own.Sparse(), nil
}

// transform returns the transformed columns of a group.
func (g group) transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if g.to == nil {
		return x, nil
	}
	made, err := g.to.Transform(ctl, x)
	if err == nil {
		return made, nil
	}
	sources := make([]int, len(g.columns))
	for k, j := range g.columns {
		sources[k] = int(j)
	}
	return nil, sample.Sourced(err, sources)
}
