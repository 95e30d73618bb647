package metric

import "math"

// meanAbsoluteError returns 1/n sum |y_i - f_i|.
func (m Metric) meanAbsoluteError(y, predicted []float64) float64 {
	sum, all := 0.0, 0.0
	for i, v := range y {
		w := m.weight(i)
		sum, all = sum+float64(w*math.Abs(v-predicted[i])), all+w
	}
	return sum / all
}
