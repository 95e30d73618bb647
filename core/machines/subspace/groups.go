package subspace

import (
	"math"

	"maxmargin/core/model"
)

// groups are the samples with a positive weight, by class.
type groups struct {
	rows   []int     // of the training set, length m
	class  []int32   // of each
	share  []float64 // weight of each over that of its class
	root   []float64 // S: square root of the prior of the class times the share
	priors []float64 // of the k classes
}

func newGroups(t model.Training, priors string) (*groups, error) {
	weight, err := model.ClassWeight{Name: "none"}.Costs(1, t)
	if err != nil {
		return nil, err
	}
	rows, share, total, err := model.Positive(weight, len(weight))
	if err != nil {
		return nil, err
	}
	g := &groups{rows: rows, class: make([]int32, len(rows)), share: share, root: make([]float64, len(rows)), priors: make([]float64, t.Classes())}
	mass := make([]float64, t.Classes())
	for p, i := range rows {
		g.class[p] = t.Labels()[i]
		mass[t.Labels()[i]] += share[p]
	}
	for c := range mass {
		g.priors[c] = mass[c] / total
		if priors == "equal" {
			g.priors[c] = 1 / float64(t.Classes())
		}
	}
	for p, c := range g.class {
		share[p] /= mass[c]
		g.root[p] = math.Sqrt(g.priors[c] * share[p])
	}
	return g, nil
}
