package metric

// meanSquaredError returns 1/n sum (y_i - f_i)^2.
func (m Metric) meanSquaredError(y, predicted []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range y {
		e, w := v-predicted[i], m.weight(i)
		sum, all = sum+float64(w*e*e), all+w
	}
	return sum / all
}
