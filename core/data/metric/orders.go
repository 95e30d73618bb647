package metric

import (
	"cmp"
	"math"

	"maxmargin/core/base/order"
)

// OfValues compares the values of n samples with the predictions. Measures of order count pairs of
// samples, by sorting, in O(n log n).
func (m Metric) OfValues(y, f []float64) float64 {
	switch m.key {
	case "r2":
		return m.r2(y, f)
	case "meanSquaredError":
		return m.meanSquaredError(y, f)
	case "rootMeanSquaredError":
		return math.Sqrt(m.meanSquaredError(y, f))
	case "meanAbsoluteError":
		return m.meanAbsoluteError(y, f)
	case "meanAbsoluteErrorMacro", "meanAbsoluteErrorWorst": // of the errors of the samples of each y
		sum, worst, ranks := 0.0, math.Inf(-1), 0.0
		for _, run := range runs(y) {
			own, all := 0.0, 0.0
			for _, i := range run {
				own, all = own+float64(m.weight(i)*math.Abs(y[i]-f[i])), all+m.weight(i)
			}
			if all > 0 {
				sum, worst, ranks = sum+own/all, max(worst, own/all), ranks+1
			}
		}
		if m.key == "meanAbsoluteErrorWorst" {
			return worst
		}
		return sum / ranks
	case "medianAbsoluteError", "maxError", "meanAbsolutePercentageError", "meanPinballLoss@alpha", "explainedVariance":
		return m.ofErrors(y, f)
	case "spearman":
		return spearman(y, f)
	case "ndcg", "ndcg@k":
		switch best := m.gain(y, y); {
		case len(y) < 2: // a single sample has one order
			return math.NaN()
		case best > 0:
			return m.gain(y, f) / best
		}
		return 0 // nothing is relevant, as in scikit-learn
	}
	n := len(y)
	rows, opposite := make([]int, n), make([]float64, n)
	for i, v := range f {
		rows[i], opposite[i] = i, -v
	}
	right, different := concordant(rows, y, f)
	wrong, _ := concordant(rows, y, opposite) // and the rest are ties of the predictions
	_, others := concordant(rows, f, y)
	same, ofY, ofF, all := float64(right), float64(different), float64(others), float64(n)
	switch m.key {
	case "kendallTau": // b
		return max(-1, min(1, (same-float64(wrong))/math.Sqrt(ofY)/math.Sqrt(ofF)))
	case "inversionRate":
		return (ofY - same) / ofY
	case "preferenceRisk":
		return 2 * (ofY - same) / all / all
	}
	// The pairs whose order or tie differs are wrong, or of different y or different predictions
	// alone.
	differ := ofY + ofF - 2*same - float64(wrong)
	if m.key == "rankingLoss" {
		return min(1, differ)
	}
	return differ / (all * (all - 1) / 2) // kendallLoss
}

// runs returns the indices of equal values, by ascending value.
func runs(x []float64) (all [][]int) {
	sorted := order.Of(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && x[sorted[to]] == x[sorted[from]] {
			to++
		}
		all = append(all, sorted[from:to])
		from = to
	}
	return all
}

// spearman returns Pearson's correlation of the positions in ascending order, where equal numbers
// share the mean of theirs; NaN where all y or all predictions are equal.
func spearman(y, f []float64) float64 {
	var places [2][]float64 // less the mean of all
	for side, x := range [2][]float64{y, f} {
		places[side] = make([]float64, len(x))
		lower := 0
		for _, run := range runs(x) {
			for _, i := range run {
				places[side][i] = float64(lower) + float64(len(run)-len(x))/2
			}
			lower += len(run)
		}
	}
	var xx, xy, yy float64
	for i, a := range places[0] {
		b := places[1][i]
		xx, xy, yy = xx+float64(a*a), xy+float64(a*b), yy+float64(b*b)
	}
	return max(-1, min(1, xy/math.Sqrt(xx)/math.Sqrt(yy)))
}

// gain returns the sum of y over log2(1 + place) for the k samples of the largest predictions, all
// of them for ndcg. Samples of equal predictions share their places.
func (m Metric) gain(y, f []float64) float64 {
	total, place := 0.0, len(f)
	for _, run := range runs(f) {
		relevance, discount := 0.0, 0.0
		for _, i := range run {
			relevance += y[i]
			if m.key == "ndcg" || float64(place) <= m.number {
				discount += 1 / math.Log2(1+float64(place))
			}
			place--
		}
		total += relevance / float64(len(run)) * discount
	}
	return total
}

// ofScores compares positive samples with scores that are high for them. y is positive if it equals
// positive, or if it is above 0 when positive is NaN. Without a positive sample the result is NaN,
// except the precision of k samples; rocAuc needs a negative one, too.
//
// It visits the different scores, descending. Of upTo samples with at least a score, hits are
// positive. Equal scores count as if their order were drawn.
func (m Metric) ofScores(y, scores []float64, positive float64) float64 {
	is := func(v float64) bool { return v == positive || math.IsNaN(positive) && v > 0 }
	all, opposite := 0.0, make([]float64, len(y))
	for i, v := range y {
		if opposite[i] = -scores[i]; is(v) {
			all += m.weight(i)
		}
	}
	many := min(m.number, float64(len(y)))
	if m.key == "breakEven" {
		many = all
	}
	var hits, upTo, area, precision, found float64
	for _, run := range runs(opposite) {
		n, own := 0.0, 0.0
		for _, i := range run {
			if n += m.weight(i); is(y[i]) {
				own += m.weight(i)
			}
		}
		if n == 0 {
			continue
		}
		if upTo < many {
			found += float64(own * min(1, (many-upTo)/n))
		}
		area += float64((n - own) * (hits + own/2))
		hits, upTo = hits+own, upTo+n
		precision += float64(own * hits / upTo)
	}
	switch m.key {
	case "rocAuc", "rocAucOvo":
		return area / hits / (upTo - hits)
	case "averagePrecision":
		return precision / hits
	case "precision@k":
		return found / many
	}
	return found / hits // recall, and metrics that equal it
}
