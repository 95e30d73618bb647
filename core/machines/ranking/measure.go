package ranking

import (
	"cmp"
	"math"
	"sort"

	"maxmargin/core/base/order"
)

// measure is the hinge surrogate of a loss of sets (Shalev-Shwartz & Ben-David, equation 17.14):
// the largest, over the labellings v in V of the rows of a list with -1 and +1, of
//
//	Delta(v, y) + sum (v_i - y_i) f_i.
//
// Delta depends on the numbers of rows alone that are +1 or -1 in y and in v: a (true
// positives), b (false positives), c (false negatives) and d (true negatives). So for each a
// and b the best v has +1 at the a positives and at the b negatives with the largest scores
// (section 17.5.1). The text tries all b for each a. But each loss here is concave in b, and so
// are the sums of the largest scores: bisection finds the best b for an a, and a cut takes
// O(r log r) in all. V are all labellings, or those with at most k of +1 (recall at k) or at
// least k (precision at k). The surrogate bounds the loss only if y is in V.
type measure struct {
	y    []float64 // -1 and +1
	loss func(a, b, c, d float64) float64
	most int // greatest number of +1 in V
	few  int // least number of +1 in V
}

// newMeasure returns the surrogate of a measure by its name; k and beta are for those that have
// them.
func newMeasure(name string, y []float64, k int, beta float64) *measure {
	m := &measure{y: y, most: len(y)}
	switch name {
	case "f1":
		m.loss = func(a, b, c, _ float64) float64 { return 1 - share(2*a, 2*a+b+c) }
	case "fbeta":
		m.loss = func(a, b, c, _ float64) float64 {
			return 1 - share((1+beta*beta)*a, (1+beta*beta)*a+b+beta*beta*c)
		}
	case "recall@k":
		m.most = k
		m.loss = func(a, _, c, _ float64) float64 { return 1 - share(a, a+c) }
	case "precision@k":
		m.few = k
		m.loss = func(a, b, _, _ float64) float64 { return 1 - share(a, a+b) }
	case "balanced":
		m.loss = func(a, b, c, d float64) float64 { return 1 - (share(a, a+c)+share(d, d+b))/2 }
	case "01":
		m.loss = func(a, b, c, d float64) float64 { return (b + c) / (a + b + c + d) }
	}
	return m
}

// share returns a quotient; that of nothing by nothing is 1, as there is nothing to lose.
func share(part, whole float64) float64 {
	if whole == 0 {
		return 1
	}
	return part / whole
}

// contains reports whether y is in V.
func (m *measure) contains() bool {
	positive := 0
	for _, y := range m.y {
		if y > 0 {
			positive++
		}
	}
	return m.few <= positive && positive <= m.most
}

func (m *measure) cut(scores, coef []float64) (constant float64) {
	descending := order.Of(len(scores), func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	var positives, negatives []int
	for _, i := range descending {
		if m.y[i] > 0 {
			positives = append(positives, i)
		} else {
			negatives = append(negatives, i)
		}
	}
	// Sums of v_i f_i, less those of all -1, over 2.
	above, below := sums(scores, positives), sums(scores, negatives)
	best, bestA, bestB := math.Inf(-1), 0, 0
	for a, first := range above {
		loss := func(b int) float64 {
			return m.loss(float64(a), float64(b), float64(len(positives)-a), float64(len(negatives)-b))
		}
		// The last b that is not worse than the one before it.
		least, most := max(0, m.few-a), min(len(negatives), m.most-a)
		if least > most {
			continue
		}
		b := least + sort.Search(most-least, func(p int) bool {
			next := least + p + 1
			return loss(next)-loss(next-1)+2*(below[next]-below[next-1]) < 0
		})
		if value := loss(b) + 2*(first+below[b]); value >= best {
			best, bestA, bestB, constant = value, a, b, loss(b)
		}
	}
	for p, i := range positives {
		if coef[i] = 0; p >= bestA {
			coef[i] = -2
		}
	}
	for p, i := range negatives {
		if coef[i] = 0; p < bestB {
			coef[i] = 2
		}
	}
	return constant
}

// sums returns the sums of the first 0, 1, ... scores of rows.
func sums(scores []float64, rows []int) []float64 {
	all := []float64{0}
	for _, i := range rows {
		all = append(all, all[len(all)-1]+scores[i])
	}
	return all
}
