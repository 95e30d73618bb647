package engine

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/nearest"
	"maxmargin/core/prep"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// NearestRequest asks for the least change of a sample that makes a model predict something else.
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
	nearest.Change
	Exact      bool    // no smaller change does it; else none that is close to this one
	Categories []int32 // the columns of categories
}

// mostStarts is how many support vectors of the target a search begins at; fewStarts, how many
// when a category has been switched, because there are many such searches.
const (
	mostStarts = 8
	fewStarts  = 2
)

// NearestChange returns the closest sample to the row of X of which the model predicts the target,
// as far as the searches find it, within bounds and by the weights of its columns. Gaps of the row
// stay gaps. The change of a category counts as 1, times the weight of its column.
func (e *Engine) NearestChange(ctl *run.Ctl, request NearestRequest, X Table, weights, lower, upper []float64) (out Nearest, err error) {
	entry, set, err := e.apply(request.Model, X)
	if err != nil {
		return out, err
	}
	entry.mutex.Lock()
	defer entry.mutex.Unlock()
	d := set.Dim()
	if set.Len() != 1 || len(weights) != d || len(lower) != d || len(upper) != d {
		return out, fault.New(fault.Internal, "", "%d rows, %d weights, %d bounds for %d columns", set.Len(), len(weights), len(lower), d)
	}
	row := make([]float64, d)
	steps, _ := behind(entry.Machine)
	if err := prep.Dense(steps, set, row, 0); err != nil {
		return out, err
	}
	s := &crossing{ctl: ctl, entry: entry, target: int32(request.Target), least: request.Least, most: request.Most, row: row}
	p := nearest.Problem{From: slices.Clone(row), Weights: weights, Lower: slices.Clone(lower), Upper: slices.Clone(upper), Norm: request.Norm, At: s.at, Reached: s.reached}
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
	s.below = values[0] < s.least
	if s.parts, err = s.constraints(cols); err != nil {
		return out, err
	}
	p.Count = len(s.parts)
	if s.derivatives, err = newDerivatives(entry, len(values), "use a kernel such as 'rbf', and scalers and encoders alone before the machine"); err != nil {
		return out, err
	}
	if len(s.derivatives.steps) == 0 {
		for _, f := range s.derivatives.functions {
			if kernel.IsNonNegative(f.Kernel) {
				p.Lower = atLeast(p.Lower, 0)
			}
		}
	}
	course, err := s.derivatives.follow(ctl, row)
	if err != nil {
		return out, err
	}
	linear := s.derivatives.linear(course)
	found, all, err := s.search(p, course.Categories, linear)
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
	out = Nearest{Change: *found, Exact: all && linear && (cols == 1 || s.parts[0].second >= 0)}
	for j, list := range course.Categories {
		if list != nil {
			out.Categories = append(out.Categories, int32(j))
		}
	}
	return out, nil
}

// crossing is the boundary between the target and what a model predicts for other samples.
type crossing struct {
	ctl         *run.Ctl
	entry       *entry
	target      int32
	least, most float64   // of a regressor
	below       bool      // what it predicts for the row is less
	row         []float64 // with its gaps
	parts       []part
	derivatives *derivatives
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

// part is a function that is positive where the target wins against another class: a value of the
// model less another one, or less a boundary between ranks, times the sign.
type part struct {
	first, second int // second < 0: none
	sign          float64
	boundary      float64
}

// constraints returns what has to be positive for the target to be predicted: with a value for each
// pair of classes, that the target wins all of its pairs; of ordered classes, that the utility is between its boundaries.
func (s *crossing) constraints(cols int) (parts []part, err error) {
	k, t := len(s.entry.Classes.Names), int(s.target)
	_, classifier := s.entry.Machine.(model.Classifier)
	_, detector := s.entry.Machine.(model.Detector)
	sign := func(positive bool) float64 {
		if positive {
			return 1
		}
		return -1
	}
	if ranks, ok := model.Core(s.entry.Machine).Fitted().(interface{ Boundaries() []float64 }); ok && cols == 1 {
		boundaries := ranks.Boundaries()
		if t > 0 {
			parts = append(parts, part{0, -1, 1, boundaries[t-1]})
		}
		if t < len(boundaries) {
			parts = append(parts, part{0, -1, -1, boundaries[t]})
		}
		return parts, nil
	}
	switch {
	case s.regression() && cols == 1:
		if s.least > math.Inf(-1) {
			parts = append(parts, part{0, -1, 1, s.least})
		}
		if s.most < math.Inf(1) {
			parts = append(parts, part{0, -1, -1, s.most})
		}
		return parts, nil
	case detector && cols == 1:
		return []part{{0, -1, float64(t), 0}}, nil
	case classifier && k == 2 && cols == 1:
		return []part{{0, -1, sign(t == multi.Positive(2, 0, 1)), 0}}, nil
	case classifier && k > 2 && cols == multi.PairCount(k) && s.pairs():
		multi.Pairs(k, func(pair, i, j int) bool {
			if i == t || j == t {
				parts = append(parts, part{pair, -1, sign(t == multi.Positive(k, i, j)), 0})
			}
			return true
		})
		return parts, nil
	case classifier && k > 2 && cols == k:
		for c := range k {
			if c != t {
				parts = append(parts, part{t, c, 1, 0})
			}
		}
		return parts, nil
	}
	return nil, fault.New(fault.Option, "model", "nearestChange needs a regressor, a detector, or a classifier with a decision value for each class or pair of classes, and this %s has none; use sensitivities to see what changes its values", s.entry.Name)
}

// pairs reports whether the values are those of pairs of classes.
func (s *crossing) pairs() bool {
	_, err := s.entry.Machine.(model.Classifier).Outputs(multi.OneVsOne)
	return err == nil
}

// reached reports whether the model predicts the target.
func (s *crossing) reached(x []float64) (bool, error) {
	predicted, err := s.entry.predict(s.ctl, &sample.Matrix{N: 1, D: len(x), X: s.gapped(x)})
	return err == nil && s.hit(predicted, 0), err
}

// hit reports whether a prediction is the target.
func (s *crossing) hit(p Prediction, i int) bool {
	if s.regression() {
		return p.Values[i] >= s.least && p.Values[i] <= s.most
	}
	return len(p.Labels) > i && p.Labels[i] == s.target
}

// beyond reports whether a prediction is the target, or further away from that of the row than the
// interval that it is to be in begins.
func (s *crossing) beyond(p Prediction, i int) bool {
	if s.regression() {
		return s.below && p.Values[i] >= s.least || !s.below && p.Values[i] <= s.most
	}
	return s.hit(p, i)
}

// at computes the parts and their gradients.
func (s *crossing) at(x, values, gradients []float64) error {
	d := len(x)
	x = s.gapped(x)
	all, cols, _, err := s.entry.values(s.ctl, &sample.Matrix{N: 1, D: d, X: x})
	if err != nil {
		return err
	}
	slopes := make([]float64, cols*d)
	if _, err := s.derivatives.at(s.ctl, slopes, x); err != nil {
		return err
	}
	for c, p := range s.parts {
		values[c] = p.sign * (all[p.first] - p.boundary)
		for j := range d {
			gradients[c*d+j] = p.sign * slopes[p.first*d+j]
		}
		if p.second >= 0 {
			values[c] -= all[p.second]
			for j := range d {
				gradients[c*d+j] -= slopes[p.second*d+j]
			}
		}
	}
	return nil
}

// starts returns the closest support vectors, at most count, for which the target is predicted,
// once they are within the bounds.
func (s *crossing) starts(p nearest.Problem, count int) (starts [][]float64, err error) {
	course, err := s.derivatives.follow(s.ctl, s.gapped(p.From))
	if err != nil {
		return nil, err
	}
	type candidate struct {
		x        []float64
		distance float64
	}
	var all []candidate
	seen := map[sample.Set]bool{}
	for _, f := range s.derivatives.functions {
		if f.Linear || seen[f.Vectors] {
			continue
		}
		seen[f.Vectors] = true
		rows := &sample.Matrix{N: f.Vectors.Len(), D: len(p.From), X: make([]float64, f.Vectors.Len()*len(p.From))}
		vector := make([]float64, len(course.X))
		for i := range rows.N {
			f.Vectors.Dense(vector, i)
			row := rows.Row(i)
			copy(row, p.From)
			for c, j := range course.From { // where the steps lead to the vector, if they are affine
				if slope := course.Slopes[c]; slope != 0 {
					row[j] = min(max(p.From[j]+(vector[c]-course.X[c])/slope, p.Lower[j]), p.Upper[j])
				}
			}
		}
		asked := &sample.Matrix{N: rows.N, D: rows.D}
		for i := range rows.N {
			asked.X = append(asked.X, s.gapped(rows.Row(i))...)
		}
		predicted, err := s.entry.predict(s.ctl, asked)
		if err != nil {
			return nil, err
		}
		for i := range rows.N {
			if !s.beyond(predicted, i) {
				continue
			}
			c := candidate{x: rows.Row(i)}
			for j, v := range c.x {
				c.distance = math.Hypot(c.distance, p.Weights[j]*(v-p.From[j]))
			}
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	for _, c := range all[:min(len(all), count)] {
		starts = append(starts, c.x)
	}
	return starts, nil
}

// atLeast returns a copy of numbers of which none is below the least.
func atLeast(numbers []float64, least float64) []float64 {
	made := slices.Clone(numbers)
	for j, v := range made {
		made[j] = max(v, least)
	}
	return made
}
