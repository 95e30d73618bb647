package counterfactual

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/base/run"
)

// mostSwitches is how many combinations of other categories are searched at most.
const mostSwitches = 200

// mostStarts is the number of starts of a search. fewStarts is the number for a search with a
// changed category, because there are many.
const (
	mostStarts = 8
	fewStarts  = 2
)

// Search solves a problem in which some coordinates are categories, with a list of them. The change
// of a category costs the weight of its coordinate. If the functions are not linear, starts returns
// at most count start points; it is nil for linear ones.
//
// The first search keeps the categories of x0. Others follow with other categories, those of the
// least cost first, until this cost alone exceeds the best change. Search reports whether it saw
// everything that could be closer. It changes the points and the bounds of p.
func Search(ctl *run.Ctl, p Problem, categories [][]float64, starts func(p Problem, count int) ([][]float64, error)) (best *Change, all bool, err error) {
	own := slices.Clone(p.From)
	allowed := make([][]float64, len(categories)) // other categories, within the bounds
	var columns []int                             // whose category may change
	for j, list := range categories {
		if len(list) == 0 {
			continue
		}
		for _, category := range list {
			if category != own[j] && category >= p.Lower[j] && category <= p.Upper[j] {
				allowed[j] = append(allowed[j], category)
			}
		}
		if len(allowed[j]) > 0 {
			columns = append(columns, j)
		}
		p.Lower[j], p.Upper[j] = own[j], own[j]
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(p.Weights[a], p.Weights[b]) })
	norm := func(a, b float64) float64 {
		if p.Norm == 1 {
			return a + b
		}
		return math.Hypot(a, b)
	}
	searches := 0
	try := func(switched []int, cost float64) error {
		copy(p.From, own)
		return combine(p, allowed, switched, func() (bool, error) {
			if searches++; searches > mostSwitches {
				return false, nil
			}
			found, err := nearby(ctl, p, len(switched) > 0, starts)
			if err != nil || found == nil {
				return err == nil, err
			}
			found.Distance = norm(cost, found.Distance)
			if best == nil || found.Distance < best.Distance {
				found.X = slices.Clone(found.X)
				best = found
			}
			return true, nil
		})
	}
	// Best-first search over subsets of columns. A subset has two children: its last column replaced
	// by the next one, or the next one added.
	type subset struct {
		last     int
		cost     float64
		switched []int
	}
	waiting := []subset{{-1, 0, nil}}
	for len(waiting) > 0 {
		least := 0
		for i, w := range waiting {
			if w.cost < waiting[least].cost {
				least = i
			}
		}
		next := waiting[least]
		waiting = slices.Delete(waiting, least, least+1)
		if best != nil && next.cost >= best.Distance {
			return best, true, nil
		}
		if searches > mostSwitches {
			return best, false, nil
		}
		if err := try(next.switched, next.cost); err != nil {
			return nil, false, err
		}
		at := next.last + 1
		if at == len(columns) {
			continue
		}
		weight := p.Weights[columns[at]]
		waiting = append(waiting, subset{at, norm(next.cost, weight), append(slices.Clone(next.switched), columns[at])})
		if before := next.switched; len(before) > 0 {
			before = before[:len(before)-1]
			cost := 0.0
			for _, j := range before {
				cost = norm(cost, p.Weights[j])
			}
			waiting = append(waiting, subset{at, norm(cost, weight), append(slices.Clone(before), columns[at])})
		}
	}
	return best, searches <= mostSwitches, nil
}

// combine sets the columns of a problem to each combination of categories and calls visit, until that
// returns false.
func combine(p Problem, categories [][]float64, columns []int, visit func() (bool, error)) error {
	if len(columns) == 0 {
		_, err := visit()
		return err
	}
	j := columns[0]
	own, more := p.From[j], true
	for _, category := range categories[j] {
		if !more {
			break
		}
		p.From[j], p.Lower[j], p.Upper[j] = category, category, category
		err := combine(p, categories, columns[1:], func() (bool, error) {
			var err error
			more, err = visit()
			return more, err
		})
		if err != nil {
			return err
		}
	}
	p.From[j], p.Lower[j], p.Upper[j] = own, own, own
	return nil
}

// nearby returns the closest sample with the categories that the problem has.
func nearby(ctl *run.Ctl, p Problem, switched bool, starts func(p Problem, count int) ([][]float64, error)) (*Change, error) {
	count := mostStarts
	if switched {
		if reached, err := p.Reached(p.From); err != nil {
			return nil, err
		} else if reached {
			return &Change{X: slices.Clone(p.From), Starts: 1}, nil
		}
		count = fewStarts
	}
	p.Starts = nil
	if starts != nil {
		var err error
		if p.Starts, err = starts(p, count); err != nil {
			return nil, err
		}
	}
	return Solve(ctl, p)
}
