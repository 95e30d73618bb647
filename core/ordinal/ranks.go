package ordinal

import "maxmargin/core/model"

// present returns the samples of positive weight with these weights, the ranks that have such
// samples, ascending, and the place of each rank among these, -1 for the others.
func present(t model.Training) (rows []int, weight []float64, total float64, ranks, place []int, err error) {
	rows, weight, total, err = model.Positive(t.Weight, t.X.Len())
	place = make([]int, t.Classes())
	for _, i := range rows {
		place[t.Labels()[i]] = 1
	}
	for r, has := range place {
		if place[r] = -1; has == 1 {
			place[r] = len(ranks)
			ranks = append(ranks, r)
		}
	}
	return rows, weight, total, ranks, place, err
}
