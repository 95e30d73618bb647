package metric

import (
	"math"
	"slices"
)

// ofErrors returns a metric of the errors y - f, as scikit-learn defines them. In an error in
// percent, a y near 0 counts as 2^-52; explained variance is R2 without the mean of the errors.
func (m Metric) ofErrors(y, f []float64) float64 {
	errors, mean, sum, n := make([]float64, len(y)), 0.0, 0.0, 0.0
	for i, v := range y {
		e, w := v-f[i], m.weight(i)
		n += w
		mean += float64(w * e)
		if errors[i] = math.Abs(e); m.key == "meanAbsolutePercentageError" {
			sum += float64(w * (errors[i] / max(math.Abs(v), 0x1p-52)))
		} else { // of pinball loss
			sum += float64(w * max(float64(m.number*e), float64((m.number-1)*e)))
		}
	}
	mean /= n
	switch m.key {
	case "maxError":
		return slices.Max(errors)
	case "medianAbsoluteError":
		if m.Weight != nil {
			return m.median(errors, n)
		}
		slices.Sort(errors)
		half := len(errors) / 2
		return (errors[half] + errors[len(errors)-1-half]) / 2
	case "explainedVariance":
		moved := make([]float64, len(f))
		for i, v := range f {
			moved[i] = v + mean
		}
		return m.r2(y, moved)
	}
	return sum / n
}

// median returns the least error that half of the weight does not exceed; all is the sum of the
// weights.
func (m Metric) median(errors []float64, all float64) float64 {
	sum := 0.0
	for _, run := range runs(errors) {
		for _, i := range run {
			sum += m.Weight[i]
		}
		if sum > 0 && sum >= all*(0.5-1e-10) { // with rounding of the sums
			return errors[run[0]]
		}
	}
	return math.NaN()
}

// topK returns the share of the samples whose class is among the k of the highest scores. Among
// equal scores later classes come first, as in scikit-learn.
func (m Metric) topK(y []int32, f []float64, cols int) float64 {
	hits, all := 0.0, 0.0
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
		if all += m.weight(i); before < m.number {
			hits += m.weight(i)
		}
	}
	return hits / all
}

// ofPairs returns the mean over the ordered pairs of classes of the metric of the scores of the
// first among the samples of both (Hand and Till 2001).
func (m Metric) ofPairs(y []int32, f []float64, k int) float64 {
	sum := 0.0
	for a := range k {
		for b := range k {
			of := m
			of.Weight = nil
			var own, scores []float64
			for i, class := range y {
				if a != b && (int(class) == a || int(class) == b) {
					own, scores = append(own, float64(class)), append(scores, f[i*k+a])
					if m.Weight != nil {
						of.Weight = append(of.Weight, m.Weight[i])
					}
				}
			}
			if a != b {
				sum += of.ofScores(own, scores, float64(a))
			}
		}
	}
	return sum / float64(k*(k-1))
}
