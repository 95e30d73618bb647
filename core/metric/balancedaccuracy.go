package metric

// BalancedAccuracy returns the mean, over the classes that occur in y, of the
// share of their samples whose class is right (the recall): every class counts
// the same, however few samples it has.
func BalancedAccuracy(y, predicted []int32, k int) float64 {
	c := countClasses(y, predicted, k)
	sum, classes := 0.0, 0
	for i := range k {
		if c.truly[i] > 0 {
			sum += float64(c.right[i]) / float64(c.truly[i])
			classes++
		}
	}
	return sum / float64(classes)
}

// counts are numbers of samples by class.
type counts struct {
	right     []int // whose class is predicted
	truly     []int // of the class
	predicted []int // that are said to be of it
}

func countClasses(y, predicted []int32, k int) counts {
	c := counts{make([]int, k), make([]int, k), make([]int, k)}
	for i, class := range y {
		c.truly[class]++
		c.predicted[predicted[i]]++
		if predicted[i] == class {
			c.right[class]++
		}
	}
	return c
}
