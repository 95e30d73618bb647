package counterfactual

import (
	"cmp"
	"math"
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/machines/prep"
)

// Vectors returns samples that affine steps of a pipeline map to the vectors of an expansion, moved
// into the bounds. course is the path of From through the steps.
func (p *Problem) Vectors(vectors sample.Set, course *prep.Course) *sample.Matrix {
	rows := &sample.Matrix{N: vectors.Len(), D: len(p.From), X: make([]float64, vectors.Len()*len(p.From))}
	vector := make([]float64, len(course.X))
	for i := range rows.N {
		vectors.Dense(vector, i)
		row := rows.Row(i)
		copy(row, p.From)
		for c, j := range course.From {
			if slope := course.Slopes[c]; slope != 0 {
				row[j] = min(max(p.From[j]+(vector[c]-course.X[c])/slope, p.Lower[j]), p.Upper[j])
			}
		}
	}
	return rows
}

// Closest returns the samples that are closest to From by the weights, at most count of them.
func (p *Problem) Closest(samples [][]float64, count int) (closest [][]float64) {
	type candidate struct {
		x        []float64
		distance float64
	}
	all := make([]candidate, len(samples))
	for i, x := range samples {
		all[i].x = x
		for j, v := range x {
			all[i].distance = math.Hypot(all[i].distance, p.Weights[j]*(v-p.From[j]))
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	for _, c := range all[:min(len(all), count)] {
		closest = append(closest, c.x)
	}
	return closest
}
