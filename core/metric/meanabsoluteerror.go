package metric

import "math"

// MeanAbsoluteError returns 1/n sum |y_i - f_i|.
func MeanAbsoluteError(y, predicted []float64) float64 {
	sum := 0.0
	for i, v := range y {
		sum += math.Abs(v - predicted[i])
	}
	return sum / float64(len(y))
}
