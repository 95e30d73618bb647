package metric

import (
	"math"
	"strings"
)

// ofClasses returns a metric of classes. Many are quotients of four counts for a class: a samples
// are found, b others are taken for it, c are missed, and d are the rest. The quotient is that of
// the second of two classes, NaN for more; its mean over the classes in y or among the predictions
// (Macro); that of the summed counts (Micro); or the mean weighted by the numbers of samples
// (Weighted). 0/0 is 0, as in scikit-learn.
func (m Metric) ofClasses(y, predicted []int32, k int) float64 {
	switch m.key {
	case "balancedAccuracy":
		return m.balancedAccuracy(y, predicted, k)
	case "cohenKappa":
		return m.kappa(y, predicted, k, 0)
	case "linearKappa":
		return m.kappa(y, predicted, k, 1)
	case "quadraticKappa":
		return m.kappa(y, predicted, k, 2)
	case "matthewsCorrcoef":
		return m.matthews(y, predicted, k)
	}
	name, micro := strings.CutSuffix(m.key, "Micro")
	name, macro := strings.CutSuffix(name, "Macro")
	name, weighted := strings.CutSuffix(name, "Weighted")
	binary := !micro && !macro && !weighted
	if binary && k != 2 {
		return math.NaN()
	}
	counts := m.countClasses(y, predicted, k)
	var sum, weight, above, below, all float64
	for _, of := range counts.truly {
		all += of
	}
	for i := range k {
		a, of, taken := counts.right[i], counts.truly[i], counts.predicted[i]
		b, c := taken-a, of-a
		if !binary && of+taken == 0 || binary && i == 0 {
			continue
		}
		if !micro {
			above, below = 0, 0
		}
		beta := 1.0
		switch name {
		case "precision":
			above, below = above+a, below+taken
		case "recall":
			above, below = above+a, below+of
		case "specificity":
			d := all - of - b
			above, below = above+d, below+b+d
		case "fbeta@beta":
			beta = m.number
			fallthrough
		default: // f1
			found := float64((1 + beta*beta) * a)
			above, below = above+found, below+found+b+float64(beta*beta*c)
		}
		own := 1.0
		if weighted {
			own = of
		}
		if weight += own; below > 0 {
			sum += float64(own * (above / below))
		}
	}
	switch {
	case !micro:
		return sum / weight
	case below > 0:
		return above / below
	}
	return 0
}

// kappa returns Cohen's kappa, 1 - (disagreement) / (disagreement by chance). Class i for j counts
// i - j|^power, or 1 for power 0. It is NaN if all have the same class.
func (m Metric) kappa(y, predicted []int32, k int, power float64) float64 {
	counts, seen, chance, n := m.countClasses(y, predicted, k), 0.0, 0.0, 0.0
	for i, class := range y {
		n += m.weight(i)
		if class != predicted[i] {
			seen += float64(m.weight(i) * math.Pow(math.Abs(float64(class-predicted[i])), power))
		}
	}
	for i, of := range counts.truly {
		for j, taken := range counts.predicted {
			if i != j {
				chance += float64(math.Pow(math.Abs(float64(i-j)), power) * of * taken)
			}
		}
	}
	return 1 - float64(seen*n)/chance
}

// matthews returns the correlation of the classes with the predictions (Matthews 1975, for several
// classes Gorodkin 2004); 0 if either has one class only, as in scikit-learn.
func (m Metric) matthews(y, predicted []int32, k int) float64 {
	counts, n := m.countClasses(y, predicted, k), 0.0
	for _, own := range counts.truly {
		n += own
	}
	right, of, taken := 0.0, n*n, n*n
	for i := range k {
		a, b := counts.truly[i], counts.predicted[i]
		right += float64(n*counts.right[i]) - float64(a*b)
		of, taken = of-float64(a*a), taken-float64(b*b)
	}
	if of == 0 || taken == 0 {
		return 0
	}
	return right / math.Sqrt(of) / math.Sqrt(taken)
}

// OfProbabilities compares the classes of n samples with n rows of k probabilities. The log loss is
// the mean of -log p of the true classes; a p below 2^-52 counts as 2^-52. The Brier score is the
// mean of (1 - p)² for two classes, and for more the mean sum over the classes of the squared
// distances from 1 and 0.
func (m Metric) OfProbabilities(y []int32, p []float64, k int) float64 {
	sum, all := 0.0, 0.0
	for i, class := range y {
		row, w := p[i*k:i*k+k], m.weight(i)
		all += w
		if m.key == "logLoss" {
			sum -= float64(w * math.Log(max(row[class], 0x1p-52)))
			continue
		}
		for c, v := range row {
			if c == int(class) {
				v = 1 - v
			}
			sum += float64(w * v * v)
		}
	}
	if m.key == "brier" && k == 2 {
		sum /= 2
	}
	return sum / all
}
