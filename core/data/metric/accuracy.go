package metric

// Accuracy returns the share of the samples whose class is right.
func Accuracy(y, predicted []int32, _ int) float64 { return Metric{}.accuracy(y, predicted) }

// accuracy is Accuracy by the weights of the samples.
func (m Metric) accuracy(y, predicted []int32) float64 {
	right, all := 0.0, 0.0
	for i, c := range y {
		w := m.weight(i)
		if all += w; predicted[i] == c {
			right += w
		}
	}
	return right / all
}
