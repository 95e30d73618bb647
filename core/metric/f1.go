package metric

// F1Macro returns the mean, over the classes that occur in y or among the
// predictions, of
//
//	F1 = 2 right / (truly + predicted),
//
// the harmonic mean of precision (right / predicted) and recall (right / truly).
func F1Macro(y, predicted []int32, k int) float64 {
	c := countClasses(y, predicted, k)
	sum, classes := 0.0, 0
	for i := range k {
		if all := c.truly[i] + c.predicted[i]; all > 0 {
			sum += 2 * float64(c.right[i]) / float64(all)
			classes++
		}
	}
	return sum / float64(classes)
}
