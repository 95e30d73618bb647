package metric

import (
	"math"
	"slices"
)

// ofErrors returns a metric of the errors y - f, as scikit-learn defines them. An error in percent
// of a y near 0 is that of 2^-52; explained variance is that of R2 after the mean of the errors is
// taken off.
func (m Metric) ofErrors(y, f []float64) float64 {
	n := float64(len(y))
	errors, mean, sum := make([]float64, len(y)), 0.0, 0.0
	for i, v := range y {
		e := v - f[i]
		mean += e / n
		if errors[i] = math.Abs(e); m.key == "meanAbsolutePercentageError" {
			sum += errors[i] / max(math.Abs(v), 0x1p-52)
		} else { // of pinball loss
			sum += max(float64(m.number*e), float64((m.number-1)*e))
		}
	}
	switch m.key {
	case "maxError":
		return slices.Max(errors)
	case "medianAbsoluteError":
		slices.Sort(errors)
		half := len(errors) / 2
		return (errors[half] + errors[len(errors)-1-half]) / 2
	case "explainedVariance":
		moved := make([]float64, len(f))
		for i, v := range f {
			moved[i] = v + mean
		}
		return R2(y, moved)
	}
	return sum / n
}

// topK returns the share of the samples whose class is among the k of the highest scores. Among
// equal scores later classes come first, as in scikit-learn.
func (m Metric) topK(y []int32, f []float64, cols int) float64 {
	hits := 0.0
	for i, class := range y {
		before := 0.0
		if cols == 1 { // the score of the second of two classes, above 0 where it is chosen
			if (f[i] > 0) != (class == 1) {
				before = 1
			}
		} else {
			own := f[i*cols : i*cols+cols]
			for c, v := range own {
				if v > own[class] || v == own[class] && c > int(class) {
					before++
				}
			}
		}
		if before < m.number {
			hits++
		}
	}
	return hits / float64(len(y))
}

// ofPairs returns the mean over the ordered pairs of classes of the metric of the scores of the
// first among the samples of both (Hand and Till 2001).
func (m Metric) ofPairs(y []int32, f []float64, k int) float64 {
	sum := 0.0
	for a := range k {
		for b := range k {
			var own, scores []float64
			for i, class := range y {
				if a != b && (int(class) == a || int(class) == b) {
					own, scores = append(own, float64(class)), append(scores, f[i*k+a])
				}
			}
			if a != b {
				sum += m.ofScores(own, scores, float64(a))
			}
		}
	}
	return sum / float64(k*(k-1))
}
