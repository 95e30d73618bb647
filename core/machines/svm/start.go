package svm

// A solver must start from a feasible point: within the bounds, and with the sums that
// the equality constraints fix. These functions turn the solution of a similar problem
// into a feasible point near it.

// alike is the relative difference that counts as rounding. Otherwise a variable that rounding
// keeps from its bound would count as free.
const alike = 1e-12

// clip limits a to [0, upper], and sets values that differ from a bound by rounding to
// the bound.
func clip(a, upper []float64) {
	for i := range a {
		a[i] = max(a[i], 0)
		if a[i] > upper[i]*(1-alike) {
			a[i] = upper[i]
		}
	}
}

// reach makes a >= 0 sum to total within [0, upper], whose sum is at least total: it
// scales a, limits it to the bounds, and distributes the rest in proportion to upper - a.
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

// fill returns the point whose first coordinates are at their upper bounds until the sum is total,
// LIBSVM's starting point for a given sum.
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
