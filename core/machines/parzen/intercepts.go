package parzen

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/base/linalg"
	"maxmargin/core/data/sample"
	"maxmargin/core/model/expansion"
)

// intercepts returns 1/2 sum_e p_e |mu_e|^2 - 1/2 |mu_c|^2 of every class c, from
// meanNorms.
func (b *blocks) intercepts(total float64) []float64 {
	intercept, mean := make([]float64, len(b.masses)), 0.0
	for c, mass := range b.masses {
		intercept[c] = -b.sums[c][c] / 2
		mean += float64(mass / total * intercept[c])
	}
	for c := range intercept {
		intercept[c] -= mean
	}
	return intercept
}

// linearIntercepts returns the intercepts of functions with the linear kernel, whose
// coefficients over these rows of x are the rows of coef. At the mean m, with delta_c =
// mu_c - m,
//
//	f_c(m) = 1/2 sum_e p_e |delta_e|^2 - 1/2 |delta_c|^2,
//
// which does not depend on the origin. The intercept is f(m) - <w, m> with the weights w = sum
// coef_i x_i of predictions, so that their rounding cancels near m.
func (b *blocks) linearIntercepts(x sample.Set, rows []int, coef []float64, total float64) []float64 {
	k, d := len(b.masses), x.Dim()
	delta, m, row := make([]float64, k*d), make([]float64, d), make([]float64, d)
	for c, rows := range b.rows {
		mu := delta[c*d : (c+1)*d]
		for p, i := range rows {
			x.Dense(row, i)
			lanes.Update(mu, b.weights[c][p]/b.masses[c], row)
		}
		lanes.Update(m, b.masses[c]/total, mu)
	}
	values, mean := make([]float64, k), 0.0
	for c, mass := range b.masses {
		own := delta[c*d : (c+1)*d]
		lanes.Update(own, -1, m)
		values[c] = -linalg.Dot(own, own) / 2
		mean += float64(mass / total * values[c])
	}
	for c := range values {
		values[c] -= mean
	}
	values = expansion.Difference(values, 1)
	w := make([]float64, d)
	for q := range values {
		clear(w)
		for p, i := range rows {
			x.Dense(row, i)
			lanes.Update(w, coef[q*len(rows)+p], row)
		}
		values[q] -= linalg.Dot(w, m)
	}
	return values
}
