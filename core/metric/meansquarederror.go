package metric

// MeanSquaredError returns 1/n sum (y_i - f_i)^2.
func MeanSquaredError(y, predicted []float64) float64 {
	sum := 0.0
	for i, v := range y {
		e := v - predicted[i]
		sum += float64(e * e)
	}
	return sum / float64(len(y))
}
