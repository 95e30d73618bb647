package svm

import "math"

// What a machine starts from must be feasible for its problem: within the bounds,
// and with the sums that the equalities fix. These functions make a feasible point
// of the solution of a similar problem, changing it as little as they simply can.

// alike is the relative difference that rounding may have made. What should stand
// at a bound and does not quite would be free, and move.
const alike = 1e-12

// clip cuts a to [0, upper], and puts at the bound what is there but for rounding.
func clip(a, upper []float64) {
	for i := range a {
		a[i] = max(a[i], 0)
		if a[i] > upper[i]*(1-alike) {
			a[i] = upper[i]
		}
	}
}

// stretch multiplies a solution by t, of 1 to reach, such that the dual objective
// is least on the ray that it lies on,
//
//	W(t a) = t^2/2 a'Ka - t sum a,   t = sum a / a'Ka,   a'Ka = 2 (W(a) + sum a).
//
// Where all bounds are reach times what they were, t a keeps to them and to the
// equality; and since most samples at a bound stay there, it is closer to the
// solution than a.
func stretch(a []float64, objective, reach float64) {
	total := sum(a)
	if t := min(total/(2*(objective+total)), reach); t > 1 && t <= math.MaxFloat64 {
		for i := range a {
			a[i] *= t
		}
	}
}

// balance scales the parts of a that have a positive and a negative sign so that
// they have equal sums, the larger one down, which keeps to all bounds.
func balance(a, sign []float64) {
	var positive, negative float64
	for i, v := range a {
		if sign[i] > 0 {
			positive += v
		} else {
			negative += v
		}
	}
	least := min(positive, negative)
	if max(positive, negative)-least <= alike*least {
		return
	}
	for i := range a {
		sum := negative
		if sign[i] > 0 {
			sum = positive
		}
		if sum > 0 {
			a[i] *= least / sum
		}
	}
}

// reach makes a >= 0 sum to total within [0, upper], whose sum is at least total:
// it scales a, cuts it off at the bounds, and spreads what is missing over the
// room that they leave.
func reach(a, upper []float64, total float64) {
	if s := sum(a); s > 0 {
		for i := range a {
			a[i] *= total / s
		}
	}
	clip(a, upper)
	missing, room := total-sum(a), sum(upper)-sum(a)
	if missing <= alike*total || room <= 0 {
		return
	}
	for i := range a {
		a[i] = min(a[i]+(upper[i]-a[i])*min(missing/room, 1), upper[i])
	}
}

// fill returns the point that stands at the upper bound from the first coordinate
// on until it sums to total: LIBSVM's start where the sum is given.
func fill(upper []float64, total float64) []float64 {
	a := make([]float64, len(upper))
	for i, u := range upper {
		a[i] = min(u, total)
		total -= a[i]
	}
	return a
}

func sum(a []float64) float64 {
	s := 0.0
	for _, v := range a {
		s += v
	}
	return s
}
