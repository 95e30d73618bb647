package prep

import (
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

// Course is the path of a sample through consecutive transformers.
type Course struct {
	X          []float64   // sample after the last transformer
	From       []int       // the column of the sample that each of these numbers is made from
	Slopes     []float64   // their derivatives by that column; 0 by gaps and by categories
	Categories [][]float64 // of each column of the sample; nil for one of numbers
	Affine     bool        // the derivatives are the same at all samples with the same gaps

	kept []bool // each number is still the sample's own, unless it fills a gap
}

// Follow applies transformers to a sample. It returns nil if one of them makes columns from several
// others, or has no derivatives: only scalers, SimpleImputer, SelectKBest, encoders and their
// compositions have some.
func Follow(ctl *run.Ctl, steps []model.Transformer, x []float64) (*Course, error) {
	c := &Course{X: x, From: sameColumns(len(x)), Slopes: make([]float64, len(x)), Categories: make([][]float64, len(x)), Affine: true, kept: make([]bool, len(x))}
	for j, v := range x {
		c.kept[j] = true
		if v == v {
			c.Slopes[j] = 1
		}
	}
	for _, step := range steps {
		if known, err := c.take(ctl, step); err != nil || !known {
			return nil, err
		}
	}
	return c, nil
}

// take applies a transformer. It reports whether its derivatives are known.
func (c *Course) take(ctl *run.Ctl, step model.Transformer) (known bool, err error) {
	switch step := step.(type) {
	case model.Chain:
		before, last := step.Steps()
		for _, t := range append(before[:len(before):len(before)], last.(model.Transformer)) {
			if known, err := c.take(ctl, t); err != nil || !known {
				return false, err
			}
		}
		return true, nil
	case *ColumnTransformer:
		return c.divide(ctl, step)
	case *OneHotEncoder:
		return c.encode(ctl, step, &step.Result.categories)
	case *OrdinalEncoder:
		return c.encode(ctl, step, &step.Result.categories)
	case model.Sloped:
		sources := step.Sources()
		slopes := make([]float64, len(sources))
		c.Affine = step.Slopes(slopes, c.X) && c.Affine
		_, imputes := step.(*SimpleImputer)
		_, selects := step.(*SelectKBest)
		return true, c.advance(ctl, step, sources, func(p int) (float64, bool) {
			return slopes[p], selects || imputes && p < len(c.X)
		})
	}
	return false, nil
}

// encode applies an encoder, whose features are categories. They are unknown if their codes have
// been changed before.
func (c *Course) encode(ctl *run.Ctl, step model.Columnar, of *categories) (known bool, err error) {
	for p, j := range c.From {
		if c.Categories[j] != nil {
			continue
		}
		if !c.kept[p] {
			return false, nil
		}
		c.Categories[j] = of.of(p)
	}
	return true, c.advance(ctl, step, step.Sources(), func(int) (float64, bool) { return 0, false })
}

// advance replaces the numbers by those of a transformer. made returns the derivative of each by
// its source, and whether it is the same number.
func (c *Course) advance(ctl *run.Ctl, step model.Transformer, sources []int, made func(p int) (slope float64, same bool)) error {
	set, err := step.Transform(ctl, &sample.Matrix{N: 1, D: len(c.X), X: c.X})
	if err != nil {
		return err
	}
	next := Course{X: make([]float64, set.Dim())}
	set.Dense(next.X, 0)
	for p, q := range sources {
		slope, same := made(p)
		next.From = append(next.From, c.From[q])
		next.Slopes = append(next.Slopes, slope*c.Slopes[q])
		next.kept = append(next.kept, same && c.kept[q])
	}
	c.X, c.From, c.Slopes, c.kept = next.X, next.From, next.Slopes, next.kept
	return nil
}

// divide sends columns to the parts of a ColumnTransformer.
func (c *Course) divide(ctl *run.Ctl, t *ColumnTransformer) (known bool, err error) {
	groups, err := t.groups(t.Result.Features)
	if err != nil {
		return false, err
	}
	all := Course{Categories: c.Categories, Affine: c.Affine}
	for _, group := range groups {
		own := Course{Categories: c.Categories, Affine: true}
		for _, p := range group.columns {
			own.X, own.From = append(own.X, c.X[p]), append(own.From, c.From[p])
			own.Slopes, own.kept = append(own.Slopes, c.Slopes[p]), append(own.kept, c.kept[p])
		}
		if group.to != nil {
			if known, err := own.take(ctl, group.to); err != nil || !known {
				return false, err
			}
		}
		all.X, all.From = append(all.X, own.X...), append(all.From, own.From...)
		all.Slopes, all.kept = append(all.Slopes, own.Slopes...), append(all.kept, own.kept...)
		all.Affine = all.Affine && own.Affine
	}
	*c = all
	return true, nil
}
