package metric

import "math"

// R2 returns the coefficient of determination,
//
//	1 - sum (y_i - f_i)^2 / sum (y_i - mean y)^2,
//
// which is at most 1, and 0 for the mean of y. For a constant y it is 1 for a perfect prediction
// and 0 for any other, as in scikit-learn. For one sample, which has no variance, it is NaN.
func R2(y, predicted []float64) float64 { return Metric{}.r2(y, predicted) }

// r2 is R2 by the weights of the samples.
func (m Metric) r2(y, predicted []float64) float64 {
	mean, all, n := 0.0, 0.0, 0
	low, high := math.Inf(1), math.Inf(-1)
	for i, v := range y {
		if w := m.weight(i); w > 0 {
			mean, all, n = mean+float64(w*v), all+w, n+1
			low, high = min(low, v), max(high, v)
		}
	}
	if n < 2 {
		return math.NaN()
	}
	mean = min(max(mean/all, low), high) // rounding gives equal numbers no variance
	left, total := 0.0, 0.0
	for i, v := range y {
		e, d := v-predicted[i], v-mean
		left += float64(m.weight(i) * e * e)
		total += float64(m.weight(i) * d * d)
	}
	switch {
	case total > 0:
		return 1 - left/total
	case left == 0:
		return 1
	}
	return 0
}
