package tree_test

import (
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
)

// Bug: rounding decided which class a leaf predicts that has the same weight of two: 1.1 + 2.2 is more
// than 3.3. Whole weights say what the rule is.
func TestLeavesOfEqualClasses(t *testing.T) {
	for _, y := range [][]int32{{0, 1, 0}, {1, 0, 1}} {
		var said [2][]int32
		for i, weight := range [][]float64{{1.1, 3.3, 2.2}, {11, 33, 22}} {
			m, x := tree.NewDecisionTreeClassifier(), &sample.Matrix{N: 3, D: 1, X: []float64{1, 1, 1}}
			data := model.NewTraining(x, model.Classes{Of: y, Count: 2})
			data.Weight = weight
			if _, err := m.Fit(nil, data); err != nil {
				t.Fatal(err)
			}
			said[i], _ = m.Predict(nil, x)
		}
		if !slices.Equal(said[0], said[1]) {
			t.Errorf("classes %v, of ten times the weights %v", said[0], said[1])
		}
	}
}

// Bug: the squares of weights of 1e-170 were 0, and those of 1e170 infinite, so that 'gini' split by the
// first feature, or not at all. Only the shares of weights count; powers of two round nothing.
func TestOnlySharesOfWeightsCount(t *testing.T) {
	x := &sample.Matrix{N: 6, D: 2, X: []float64{0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 1, 2}}
	y := []int32{0, 0, 1, 1, 1, 1} // the second feature separates
	for _, criterion := range []string{"gini", "error", "entropy"} {
		for _, unit := range []float64{1, 0x1p-560, 0x1p560, 0x1p1020} {
			m := tree.NewDecisionTreeClassifier()
			m.Criterion = criterion
			data := model.NewTraining(x, model.Classes{Of: y, Count: 2})
			data.Weight = []float64{unit, 2 * unit, unit, unit, unit, 2 * unit}
			if _, err := m.Fit(nil, data); err != nil {
				t.Fatal(err)
			}
			close(t, criterion, m.Result.Importances, []float64{0, 1}, 0)
			close(t, criterion, m.Result.Shares, []float64{0.375, 0.625, 1, 0, 0, 1}, 0)
		}
	}
}
