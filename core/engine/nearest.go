package engine

import (
	"math"
	"slices"

	"maxmargin/core/assess/counterfactual"
	"maxmargin/core/assess/influence"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// NearestRequest asks for the least change of a sample that changes the prediction of a model.
type NearestRequest struct {
	Model  int     `js:"model"`
	Table  Shape   `js:"table"`  // one row
	Target int     `js:"target"` // the number of a class; of a detector 1 or -1
	Least  float64 `js:"least"`  // of a regressor: the prediction is to be within these
	Most   float64 `js:"most"`
	Norm   int     `js:"norm"` // 1 or 2
}

// Nearest is the changed sample.
type Nearest struct {
	counterfactual.Change
	Exact      bool    // no smaller change does it; else none that is close to this one
	Categories []int32 // the columns of categories
}

// NearestChange returns the sample closest to the row of X whose prediction is the target, as far
// as the search finds it. It keeps to the bounds, weighs columns by their weights, and leaves
// missing values missing. A changed category counts 1 times the weight of its column.
func (e *Engine) NearestChange(ctl *run.Ctl, request NearestRequest, X Table, weights, lower, upper []float64) (out Nearest, err error) {
	entry, set, done, err := e.apply(ctl, request.Model, X)
	if err != nil {
		return out, err
	}
	defer done()
	d := set.Dim()
	if set.Len() != 1 || len(weights) != d || len(lower) != d || len(upper) != d {
		return out, fault.New(fault.Internal, "", "%d rows, %d weights, %d bounds for %d columns", set.Len(), len(weights), len(lower), d)
	}
	row := make([]float64, d)
	steps, _ := influence.Behind(entry.Machine)
	if err := prep.Dense(steps, set, row, 0); err != nil {
		return out, err
	}
	s := &crossing{ctl: ctl, entry: entry, target: counterfactual.Target{Class: request.Target, Least: request.Least, Most: request.Most}, row: row}
	p := counterfactual.Problem{From: slices.Clone(row), Weights: weights, Lower: slices.Clone(lower), Upper: slices.Clone(upper), Norm: request.Norm, At: s.at, Reached: s.reached}
	for j, v := range row {
		if v != v {
			p.From[j], p.Lower[j], p.Upper[j] = 0, 0, 0
		}
	}
	if reached, err := s.reached(p.From); err != nil {
		return out, err
	} else if reached {
		return out, fault.New(fault.Option, "target", "target is what the model predicts for x already; pass another %s", map[bool]string{true: "number or interval", false: "class"}[s.regression()])
	}
	values, cols, _, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	s.below = values[0] < s.target.Least
	ok := false
	if s.conditions, ok = counterfactual.Conditions(entry.Machine, len(entry.Classes.Names), cols, s.target); !ok {
		return out, fault.New(fault.Option, "model", "nearestChange needs a regressor, a detector, or a classifier with a decision value for each class or pair of classes, and this %s has none; use sensitivities to see what changes its values", entry.Name)
	}
	p.Count = len(s.conditions)
	if s.derivatives, err = influence.NewDerivatives(entry.Machine, entry.Name, len(values), "use a kernel such as 'rbf', and scalers and encoders alone before the machine"); err != nil {
		return out, err
	}
	if len(s.derivatives.Steps) == 0 {
		for _, f := range s.derivatives.Functions {
			if kernel.IsNonNegative(f.Kernel) {
				p.Lower = atLeast(p.Lower, 0)
			}
		}
	}
	course, err := s.derivatives.Follow(ctl, row)
	if err != nil {
		return out, err
	}
	linear := s.derivatives.Linear(course)
	starts := s.starts
	if linear {
		starts = nil
	}
	found, all, err := counterfactual.Search(ctl, p, course.Categories, starts)
	if err != nil {
		return out, err
	}
	if found == nil {
		return out, fault.New(fault.Option, "bounds", "no change within the bounds was found with which the model predicts the target; widen bounds, or fix fewer features")
	}
	for j, v := range row {
		if v != v {
			found.X[j] = v
		}
	}
	out = Nearest{Change: *found, Exact: all && linear && (cols == 1 || s.conditions[0].Second >= 0)}
	for j, list := range course.Categories {
		if list != nil {
			out.Categories = append(out.Categories, int32(j))
		}
	}
	return out, nil
}

// crossing is the boundary between the target and other predictions.
type crossing struct {
	ctl         *run.Ctl
	entry       *entry
	target      counterfactual.Target
	below       bool      // a regressor predicts less for the row
	row         []float64 // with its gaps
	conditions  []counterfactual.Condition
	derivatives *influence.Derivatives
}

// regression reports whether numbers are predicted.
func (s *crossing) regression() bool {
	_, is := s.entry.Machine.(model.Regressor)
	return is
}

// gapped returns a sample with the gaps of the row.
func (s *crossing) gapped(x []float64) []float64 {
	if !slices.ContainsFunc(s.row, math.IsNaN) {
		return x
	}
	x = slices.Clone(x)
	for j, v := range s.row {
		if v != v {
			x[j] = v
		}
	}
	return x
}

// reached reports whether the model predicts the target.
func (s *crossing) reached(x []float64) (bool, error) {
	predicted, err := s.entry.predict(s.ctl, &sample.Matrix{N: 1, D: len(x), X: s.gapped(x)})
	return err == nil && s.hit(predicted, 0), err
}

// hit reports whether a prediction is the target.
func (s *crossing) hit(p Prediction, i int) bool {
	if s.regression() {
		return p.Values[i] >= s.target.Least && p.Values[i] <= s.target.Most
	}
	return len(p.Labels) > i && int(p.Labels[i]) == s.target.Class
}

// beyond reports whether a prediction is the target, or lies further from the row's prediction than
// the near end of the target interval.
func (s *crossing) beyond(p Prediction, i int) bool {
	if s.regression() {
		return s.below && p.Values[i] >= s.target.Least || !s.below && p.Values[i] <= s.target.Most
	}
	return s.hit(p, i)
}

// at computes the conditions and their gradients.
func (s *crossing) at(x, values, gradients []float64) error {
	d := len(x)
	x = s.gapped(x)
	all, cols, _, err := s.entry.values(s.ctl, &sample.Matrix{N: 1, D: d, X: x})
	if err != nil {
		return err
	}
	slopes := make([]float64, cols*d)
	if _, err := s.derivatives.At(s.ctl, slopes, x); err != nil {
		return err
	}
	for c, condition := range s.conditions {
		values[c] = condition.At(all, slopes, gradients[c*d:(c+1)*d])
	}
	return nil
}

// starts returns the closest support vectors, at most count, for which the target is predicted,
// once they are within the bounds.
func (s *crossing) starts(p counterfactual.Problem, count int) ([][]float64, error) {
	course, err := s.derivatives.Follow(s.ctl, s.gapped(p.From))
	if err != nil {
		return nil, err
	}
	var all [][]float64
	seen := map[sample.Set]bool{}
	for _, f := range s.derivatives.Functions {
		if f.Linear || seen[f.Vectors] {
			continue
		}
		seen[f.Vectors] = true
		rows := p.Vectors(f.Vectors, course)
		asked := &sample.Matrix{N: rows.N, D: rows.D}
		for i := range rows.N {
			asked.X = append(asked.X, s.gapped(rows.Row(i))...)
		}
		predicted, err := s.entry.predict(s.ctl, asked)
		if err != nil {
			return nil, err
		}
		for i := range rows.N {
			if s.beyond(predicted, i) {
				all = append(all, rows.Row(i))
			}
		}
	}
	return p.Closest(all, count), nil
}

// atLeast returns a copy of numbers of which none is below the least.
func atLeast(numbers []float64, least float64) []float64 {
	made := slices.Clone(numbers)
	for j, v := range made {
		made[j] = max(v, least)
	}
	return made
}
