package metric

// Accuracy returns the share of the samples whose class is right.
func Accuracy(y, predicted []int32, _ int) float64 {
	right := 0
	for i, c := range y {
		if predicted[i] == c {
			right++
		}
	}
	return float64(right) / float64(len(y))
}
