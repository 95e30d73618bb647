package prep

import (
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// ColumnTransformerOptions are the options of ColumnTransformer. A group is a list of columns for
// one part, in the order of the parts, or of columns that pass through.
type ColumnTransformerOptions struct {
	Columns         string  `js:"columns" type:"lists" default:"" doc:"The columns of each group, from 0."`
	Passthrough     string  `js:"passthrough" type:"lists" default:"" doc:"The numbers of the groups that pass through, in one list."`
	Terms           string  `js:"terms" type:"lists" default:"" doc:"How many columns of X each of the last ones is, where a vectorizer made them of a text, in one list: a group has one of these alone, which passes through. X is sparse then, and a number that is not stored in a column before them is missing."`
	SparseThreshold float64 `js:"sparseThreshold" default:"0.3" range:"[0,1]" doc:"The answer is sparse if a part's is, and a smaller share of all entries than this is not zero in the first rows of training."`
}

// ColumnTransformer applies transformers to columns, and joins the results.
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

// looked is how many rows decide whether the answer is sparse.
const looked = 1000

// Fit fits each transformer to its columns. On an error or an abort all stay as they were.
func (c *ColumnTransformer) Fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	return wholly(keepParts(c.parts), func() (model.Report, error) { return c.fit(ctl, t) })
}

func (c *ColumnTransformer) fit(ctl *run.Ctl, t model.Training) (model.Report, error) {
	if err := schema.Check(c.Options()); err != nil {
		return model.Report{}, err
	}
	x := t.X
	groups, err := c.groups(x.Dim())
	if err != nil {
		return model.Report{}, err
	}
	first := make([]int, min(x.Len(), looked))
	for i := range first {
		first[i] = i
	}
	f := &ColumnTransformerFit{Features: x.Dim()}
	var notes []model.Note
	stored, sparse := 0, false
	whole := numbersOf(x, groups)
	for _, g := range groups {
		own := t
		if own.X, err = g.of(ctl, x, whole); err != nil {
			return model.Report{}, err
		}
		own.Resources = model.Resources{}
		if g.to != nil {
			report, err := g.to.Fit(ctl, own)
			if err != nil || report.Status == run.Aborted {
				return report, err
			}
			notes = append(notes, report.Notes...)
		}
		made, err := g.transform(ctl, own.X.Select(first))
		if err != nil {
			return model.Report{}, err
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
		return model.Report{}, fault.New(fault.Shape, "X", "%d columns come out, more than the %d columns that samples can have", f.width(), sample.MaxDim)
	}
	report := fitted("")
	report.Notes = notes
	return c.Learnt(f, report)
}

// width returns the number of columns of the result.
func (f *ColumnTransformerFit) width() (all int) {
	for _, columns := range f.Outputs {
		all += int(columns)
	}
	return all
}

// Transform returns the transformed columns of all groups.
func (c *ColumnTransformer) Transform(ctl *run.Ctl, x sample.Set) (sample.Set, error) {
	f := c.Result
	if err := ready(f.Features, x); err != nil {
		return nil, err
	}
	groups, err := c.groups(f.Features)
	if err != nil {
		return nil, err
	}
	made, whole := make([]sample.Set, len(groups)), numbersOf(x, groups)
	for g, group := range groups {
		own, err := group.of(ctl, x, whole)
		if err == nil {
			made[g], err = group.transform(ctl, own)
		}
		if err == nil && made[g].Dim() != int(f.Outputs[g]) {
			err = fault.New(fault.Format, "bytes", "the columns of the model's parts do not go together")
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
	if alone, sparse := parts[0].(*sample.CSR); sparse && len(parts) == 1 {
		return alone
	}
	stored := 0
	for _, part := range parts {
		switch p := part.(type) {
		case *sample.CSR:
			stored += len(p.Value)
		case *sample.Matrix:
			stored += len(p.X)
		}
	}
	s := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1, n+1), Index: make([]int32, stored), Value: make([]float64, stored)}
	next := 0
	for i := range n {
		first := int32(0)
		for _, part := range parts {
			switch p := part.(type) {
			case *sample.CSR:
				index, value := p.Row(i)
				copy(s.Value[next:], value)
				to := s.Index[next:][:len(index)]
				for k, j := range index {
					to[k] = first + j
				}
				next += len(index)
			case *sample.Matrix:
				for j, v := range p.Row(i) {
					if v != 0 {
						s.Index[next], s.Value[next] = first+int32(j), v
						next++
					}
				}
			}
			first += int32(part.Dim())
		}
		s.Ptr = append(s.Ptr, int32(next))
	}
	s.Index, s.Value = s.Index[:next], s.Value[:next]
	return s
}

// Sources returns the source of each column; nil if a transformer makes columns from several.
func (c *ColumnTransformer) Sources() []int {
	f := c.Result
	groups, err := c.groups(f.Features)
	if err != nil {
		return nil
	}
	var from []int
	for g, group := range groups {
		own := sameColumns(len(group.columns))
		switch {
		case group.to != nil && len(group.columns) == 1:
			own = make([]int, f.Outputs[g]) // whatever becomes of a single column
		case group.to != nil:
			own = model.Sources(group.to)
		}
		if own == nil {
			return nil
		}
		for _, p := range own {
			from = append(from, int(group.columns[p]))
		}
	}
	return from
}
