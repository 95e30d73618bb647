package ranking

import (
	"cmp"

	"maxmargin/core/base/order"
	"maxmargin/core/model"
)

// kendall is the hinge surrogate of Kendall's loss (Shalev-Shwartz & Ben-David, section 17.4),
//
//	1/P sum over the pairs with y_i > y_j of w_i w_j max(0, 1 - (f_i - f_j)),
//
// where P is the sum of w_i w_j over these pairs, or 1. Without weights and ties P is r(r-1)/2.
// Rows of the same relevance are no pair: the text has a term for them that is always 1, and
// without influence. The pairs are never formed: a cut takes O(r log r).
type kendall struct {
	grade  []int     // place of y_i among the different values, from 0
	weight []float64 // nil: all 1
	factor float64   // 1/P
	pairs  float64   // sum of w_i w_j
	tree   []float64 // Fenwick's, of sums by grade
}

// newKendall returns the surrogate of rows of these relevances and weights. It has no pairs
// when they are all of the same relevance.
func newKendall(y, weight []float64, mean bool) *kendall {
	k := &kendall{grade: make([]int, len(y)), weight: weight, factor: 1}
	grades, below, own := 0, 0.0, 0.0
	byValue := order.Of(len(y), func(i, j int) int { return cmp.Compare(y[i], y[j]) })
	for p, i := range byValue {
		if p > 0 && y[i] != y[byValue[p-1]] {
			grades++
			below, own = below+own, 0
		}
		k.grade[i] = grades
		k.pairs += k.weightOf(i) * below
		own += k.weightOf(i)
	}
	k.tree = make([]float64, grades+2)
	if mean && k.pairs > 0 {
		k.factor = 1 / k.pairs
	}
	return k
}

func (k *kendall) weightOf(i int) float64 { return model.WeightAt(k.weight, i) }

// put adds the weight of row i to the sum of its grade.
func (k *kendall) put(i, grade int) {
	for at := grade + 1; at < len(k.tree); at += at & -at {
		k.tree[at] += k.weightOf(i)
	}
}

// below returns the sum of the weights of lower grades.
func (k *kendall) below(grade int) (sum float64) {
	for at := grade; at > 0; at -= at & -at {
		sum += k.tree[at]
	}
	return sum
}

// cut takes the pairs with f_i - f_j < 1. It goes down the rows by their scores and meets all
// rows that are less than 1 lower, and then up, with the grades upside down.
func (k *kendall) cut(scores, coef []float64) (constant float64) {
	ascending := order.Of(len(scores), func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
	highest, r := len(k.tree)-2, len(scores)
	clear(coef)
	clear(k.tree)
	met := r
	for p := r - 1; p >= 0; p-- {
		i := ascending[p]
		for met > 0 && scores[i]-scores[ascending[met-1]] < 1 {
			met--
			k.put(ascending[met], k.grade[ascending[met]])
		}
		pull := k.factor * k.weightOf(i) * k.below(k.grade[i])
		coef[i] -= pull
		constant += pull
	}
	clear(k.tree)
	met = 0
	for _, j := range ascending {
		for met < r && scores[ascending[met]]-scores[j] < 1 {
			k.put(ascending[met], highest-k.grade[ascending[met]])
			met++
		}
		coef[j] += k.factor * k.weightOf(j) * k.below(highest-k.grade[j])
	}
	return constant
}
