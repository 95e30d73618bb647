package prep

import (
	"maxmargin/core/fault"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// ColumnTransformerOptions are the options of ColumnTransformer. A group is some columns that go
// to a part, the groups to the parts in their order, or that pass through as they are.
type ColumnTransformerOptions struct {
	Columns         string  `js:"columns" type:"lists" default:"" doc:"The columns of each group, from 0."`
	Passthrough     string  `js:"passthrough" type:"lists" default:"" doc:"The numbers of the groups that pass through, in one list."`
	SparseThreshold float64 `js:"sparseThreshold" default:"0.3" range:"[0,1]" doc:"The answer is sparse if a part's is, and a smaller share of all entries than this is not zero in the first rows of training."`
}

// ColumnTransformer sends columns to transformers, and joins what comes out.
type ColumnTransformer struct {
	ColumnTransformerOptions
	model.Base[*ColumnTransformerFit]
	encoder
	parts []model.Part
}

// ColumnTransformerFit is the result of a fit of ColumnTransformer.
type ColumnTransformerFit struct {
	Features int     `field:"features" dim:"d" range:"[1,16777216]" js:"nFeatures" doc:"Number of features that a row of X must have."`
	Outputs  []int32 `field:"outputs" shape:"g" range:"[0,16777216]" doc:"Number of columns that come out of each group."`
	Sparse   int     `field:"sparse" range:"[0,1]" doc:"Whether the answer is sparse."`
}

// NewColumnTransformer returns an unfitted machine that sends columns to these transformers.
func NewColumnTransformer(parts []model.Part) (model.Machine, error) {
	if len(parts) > MaxParts {
		return nil, fault.New(fault.Option, "transformers", "a ColumnTransformer has at most %d transformers, got %d", MaxParts, len(parts))
	}
	for _, part := range parts {
		if _, is := part.Machine.(model.Transformer); !is {
			return nil, fault.New(fault.Option, "transformers", "%s cannot be a part of a ColumnTransformer: it does not transform samples", part.Name)
		}
	}
	c := &ColumnTransformer{parts: parts}
	c.Init(&c.ColumnTransformerOptions, new(ColumnTransformerFit), func(f *ColumnTransformerFit) error {
		groups, err := c.groups(f.Features)
		if err == nil && len(groups) != len(f.Outputs) {
			err = fault.New(fault.Format, "bytes", "the groups of columns do not go together")
		}
		return err
	})
	return c, nil
}

// Parts returns the transformers.
func (c *ColumnTransformer) Parts() []model.Part { return c.parts }

// group is some columns, and what they go to, nil if they pass through.
type group struct {
	columns []int32
	to      model.Transformer
	name    string
}

// groups returns what the options say of d columns.
func (c *ColumnTransformer) groups(d int) ([]group, error) {
	wrong := func(format string, a ...any) error { return fault.New(fault.Option, "columns", format, a...) }
	columns, err := model.ReadLists(c.Columns)
	if err != nil {
		return nil, err
	}
	passed, err := model.ReadLists(c.Passthrough)
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
			if i, is := codeBelow(j, d); is {
				groups[g].columns = append(groups[g].columns, int32(i))
				continue
			}
			return nil, wrong("there is no column %v: X has %d columns, counted from 0", j, d)
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

// looked is how many rows say whether the answer is sparse.
const looked = 1000

// Fit fits each transformer to its columns. On an error or an abort all stay as they were.
func (c *ColumnTransformer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return wholly(keepParts(c.parts), func() (model.Report, error) { return c.fit(ctl, t) })
}

func (c *ColumnTransformer) fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	fail := func(err error) (model.Report, error) { return model.Report{}, err }
	if err := model.Check(c.Options()); err != nil {
		return fail(err)
	}
	x := t.X
	groups, err := c.groups(x.Dim())
	if err != nil {
		return fail(err)
	}
	first := make([]int, min(x.Len(), looked))
	for i := range first {
		first[i] = i
	}
	f := &ColumnTransformerFit{Features: x.Dim()}
	var notes []model.Note
	stored, sparse := 0, false
	for _, g := range groups {
		own := t
		if own.X, err = g.of(ctl, x); err != nil {
			return fail(err)
		}
		own.Start, own.Memory, own.Prepared, own.Part = nil, nil, nil, nil
		if g.to != nil {
			report, err := g.to.Fit(ctl, own)
			if err != nil || report.Status == run.Aborted {
				return report, err
			}
			notes = append(notes, report.Notes...)
		}
		made, err := g.transform(ctl, own.X.Select(first))
		if err != nil {
			return fail(err)
		}
		f.Outputs = append(f.Outputs, int32(made.Dim()))
		if s, is := made.(*sample.CSR); is {
			sparse = true
			stored += len(s.Value)
		} else {
			for _, v := range made.(*sample.Matrix).X {
				if v != 0 {
					stored++
				}
			}
		}
	}
	if sparse && float64(stored) < c.SparseThreshold*float64(len(first)*f.width()) {
		f.Sparse = 1
	}
	if f.width() > sample.MaxDim {
		return fail(fault.New(fault.Shape, "X", "%d columns come out, more than the %d columns that samples can have", f.width(), sample.MaxDim))
	}
	report := fitted("")
	report.Notes = notes
	return c.Learnt(f, report)
}

// width returns how many columns come out.
func (f *ColumnTransformerFit) width() (all int) {
	for _, columns := range f.Outputs {
		all += int(columns)
	}
	return all
}

// of returns the columns of a group, which must have no missing values unless what they go to takes
// such.
func (g group) of(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	m, dense := x.(*sample.Matrix)
	if !dense {
		return g.ofSparse(ctl, x.(*sample.CSR))
	}
	takes := g.to != nil && model.TakesMissing(g.to)
	own := &sample.Matrix{N: m.N, D: len(g.columns), X: make([]float64, 0, m.N*len(g.columns))}
	for i := range m.N {
		row := m.Row(i)
		for _, j := range g.columns {
			v := row[j]
			if v != v && !takes {
				what := "column that passes through"
				if g.to != nil {
					what = g.name + " that takes it"
				}
				return nil, fault.New(fault.NonFinite, "X", "X[%d, %d] is missing, but the %s needs numbers; put a SimpleImputer before it", i, j, what).
					With("row", i).With("column", int(j))
			}
			own.X = append(own.X, v)
		}
	}
	return own, nil
}

// ofSparse is of for sparse samples, in which nothing is missing.
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
	return compact(own), nil
}

// transform returns what becomes of the columns of a group.
func (g group) transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	if g.to == nil {
		return x, nil
	}
	return g.to.Transform(ctl, x)
}

// Transform returns what comes out of each group, side by side.
func (c *ColumnTransformer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := c.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	groups, err := c.groups(f.Features)
	if err != nil {
		return nil, err
	}
	made := make([]sample.Set, len(groups))
	for g, group := range groups {
		own, err := group.of(ctl, x)
		if err == nil {
			made[g], err = group.transform(ctl, own)
		}
		if err != nil {
			return nil, err
		}
	}
	if f.Sparse == 1 {
		return joined(made, x.Len(), f.width()), nil
	}
	all, at := &sample.Matrix{N: x.Len(), D: f.width(), X: make([]float64, x.Len()*f.width())}, 0
	for _, part := range made {
		for i := range all.N {
			part.Dense(all.Row(i)[at:at+part.Dim()], i)
		}
		at += part.Dim()
	}
	return all, nil
}

// joined returns sets side by side as a sparse one.
func joined(parts []sample.Set, n, d int) *sample.CSR {
	stored := 0
	for _, part := range parts {
		switch p := part.(type) {
		case *sample.CSR:
			stored += len(p.Value)
		case *sample.Matrix:
			stored += len(p.X)
		}
	}
	s := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1, n+1), Index: make([]int32, 0, stored), Value: make([]float64, 0, stored)}
	for i := range n {
		at := int32(0)
		for _, part := range parts {
			switch p := part.(type) {
			case *sample.CSR:
				index, value := p.Row(i)
				for k, j := range index {
					s.Index, s.Value = append(s.Index, at+j), append(s.Value, value[k])
				}
			case *sample.Matrix:
				for j, v := range p.Row(i) {
					if v != 0 {
						s.Index, s.Value = append(s.Index, at+int32(j)), append(s.Value, v)
					}
				}
			}
			at += int32(part.Dim())
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return s
}

var (
	_ model.Transformer = (*ColumnTransformer)(nil)
	_ model.Holder      = (*ColumnTransformer)(nil)
)
