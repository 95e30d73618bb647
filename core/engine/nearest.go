package engine

import (
	"math"
	"slices"

	"maxmargin/core/expansion"
	"maxmargin/core/fault"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/nearest"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// NearestRequest asks for the least change of a sample that makes a model predict another class.
type NearestRequest struct {
	Model  int   `js:"model"`
	Table  Shape `js:"table"`  // one row
	Target int   `js:"target"` // the number of a class; of a detector 1 or -1
	Norm   int   `js:"norm"`   // 1 or 2
}

// Nearest is the changed sample.
type Nearest struct {
	nearest.Change
	Exact bool // no smaller change does it; else none that is close to this one
}

// mostStarts is how many support vectors of the target a search begins at.
const mostStarts = 8

// NearestChange returns the closest sample to the row of X of which the model predicts the target,
// as far as the searches find it, within bounds and by the weights of its columns.
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
	from := make([]float64, d)
	set.Dense(from, 0)
	if slices.ContainsFunc(from, math.IsNaN) {
		return out, fault.New(fault.Type, "x", "x has a missing value, which cannot be changed; fill it in first")
	}
	s := &crossing{ctl: ctl, entry: entry, target: int32(request.Target)}
	if reached, err := s.reached(from); err != nil {
		return out, err
	} else if reached {
		return out, fault.New(fault.Option, "target", "target is what the model predicts for x already; pass another class")
	}
	values, cols, _, err := entry.values(ctl, set)
	if err != nil {
		return out, err
	}
	if s.parts, err = s.constraints(cols); err != nil {
		return out, err
	}
	if s.derivatives, err = newDerivatives(entry, len(values), "use a kernel such as 'rbf', and scalers alone before the machine"); err != nil {
		return out, err
	}
	if len(s.derivatives.steps) == 0 {
		for _, f := range s.derivatives.functions {
			if kernel.IsNonNegative(f.Kernel) {
				lower = atLeast(lower, 0)
			}
		}
	}
	linear := s.derivatives.linear(set)
	p := nearest.Problem{From: from, Weights: weights, Lower: lower, Upper: upper, Norm: request.Norm, Count: len(s.parts), At: s.at, Reached: s.reached}
	if !linear {
		if p.Starts, err = s.starts(p); err != nil {
			return out, err
		}
	}
	found, err := nearest.Solve(ctl, p)
	if err != nil {
		return out, err
	}
	if found == nil {
		return out, fault.New(fault.Option, "bounds", "no change within the bounds was found with which the model predicts the target; widen bounds, or fix fewer features")
	}
	return Nearest{*found, linear && (cols == 1 || s.parts[0].second >= 0)}, nil
}

// crossing is the boundary between the target and what a model predicts for other samples.
type crossing struct {
	ctl         *run.Ctl
	entry       *entry
	target      int32
	parts       []part
	derivatives *derivatives
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
	return nil, fault.New(fault.Option, "model", "nearestChange needs a classifier with a decision value for each class or pair of classes, or a detector, and this %s has none; use sensitivities to see what changes its values", s.entry.Name)
}

// pairs reports whether the values are those of pairs of classes.
func (s *crossing) pairs() bool {
	_, err := s.entry.Machine.(model.Classifier).Outputs(multi.OneVsOne)
	return err == nil
}

// reached reports whether the model predicts the target.
func (s *crossing) reached(x []float64) (bool, error) {
	predicted, err := s.entry.predict(s.ctl, &sample.Matrix{N: 1, D: len(x), X: x})
	return err == nil && predicted.Labels != nil && predicted.Labels[0] == s.target, err
}

// at computes the parts and their gradients.
func (s *crossing) at(x, values, gradients []float64) error {
	set := &sample.Matrix{N: 1, D: len(x), X: x}
	all, _, _, err := s.entry.values(s.ctl, set)
	if err != nil {
		return err
	}
	return s.derivatives.at(s.ctl, set, func(_ int, slopes []float64) {
		d := len(x)
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
	})
}

// starts returns the closest support vectors for which the target is predicted, once they are
// within the bounds.
func (s *crossing) starts(p nearest.Problem) (starts [][]float64, err error) {
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
		set, err := s.outside(f)
		if err != nil || set == nil {
			return nil, err
		}
		rows := &sample.Matrix{N: set.Len(), D: len(p.From), X: make([]float64, set.Len()*len(p.From))}
		for i := range rows.N {
			row := rows.Row(i)
			set.Dense(row, i)
			for j, v := range row {
				row[j] = min(max(v, p.Lower[j]), p.Upper[j])
			}
		}
		predicted, err := s.entry.predict(s.ctl, rows)
		if err != nil {
			return nil, err
		}
		for i, label := range predicted.Labels {
			if label != s.target {
				continue
			}
			c := candidate{x: rows.Row(i)}
			for j, v := range c.x {
				c.distance = math.Hypot(c.distance, p.Weights[j]*(v-p.From[j]))
			}
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch {
		case a.distance < b.distance:
			return -1
		case a.distance > b.distance:
			return 1
		}
		return 0
	})
	for _, c := range all[:min(len(all), mostStarts)] {
		starts = append(starts, c.x)
	}
	return starts, nil
}

// outside returns support vectors as samples that go through the steps of a pipeline; nil where
// these cannot be undone.
func (s *crossing) outside(f expansion.Machine) (sample.Set, error) {
	set := f.Vectors
	for at := len(s.derivatives.steps) - 1; at >= 0; at-- {
		inverter, ok := s.derivatives.steps[at].(model.Inverter)
		if !ok {
			return nil, nil
		}
		var err error
		if set, err = inverter.Inverse(s.ctl, set); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// atLeast returns a copy of numbers of which none is below the least.
func atLeast(numbers []float64, least float64) []float64 {
	made := slices.Clone(numbers)
	for j, v := range made {
		made[j] = max(v, least)
	}
	return made
}
