package metric

// R2 returns the coefficient of determination,
//
//	1 - sum (y_i - f_i)^2 / sum (y_i - mean y)^2,
//
// which is at most 1, and 0 for the mean of y. When y is constant it is 1 for a
// perfect prediction and 0 for any other, as in scikit-learn.
func R2(y, predicted []float64) float64 {
	mean := 0.0
	for _, v := range y {
		mean += v
	}
	mean /= float64(len(y))
	left, total := 0.0, 0.0
	for i, v := range y {
		e, d := v-predicted[i], v-mean
		left += float64(e * e)
		total += float64(d * d)
	}
	switch {
	case total > 0:
		return 1 - left/total
	case left == 0:
		return 1
	}
	return 0
}
