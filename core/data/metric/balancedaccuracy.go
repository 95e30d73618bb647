package metric

// balancedAccuracy returns the mean, over the classes that occur in y, of the
// share of their samples whose class is right (the recall): every class counts
// the same, however few samples it has.
func (m Metric) balancedAccuracy(y, predicted []int32, k int) float64 {
	c := m.countClasses(y, predicted, k)
	sum, classes := 0.0, 0
	for i := range k {
		if c.truly[i] > 0 {
			sum += c.right[i] / c.truly[i]
			classes++
		}
	}
	return sum / float64(classes)
}

// counts are numbers of samples by class, or the sums of their weights.
type counts struct {
	right     []float64 // whose class is predicted
	truly     []float64 // of the class
	predicted []float64 // that are said to be of it
}

func (m Metric) countClasses(y, predicted []int32, k int) counts {
	c := counts{make([]float64, k), make([]float64, k), make([]float64, k)}
	for i, class := range y {
		w := m.weight(i)
		c.truly[class] += w
		c.predicted[predicted[i]] += w
		if predicted[i] == class {
			c.right[class] += w
		}
	}
	return c
}
