package ranking_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/ranking"
	"maxmargin/core/model"
)

// sets returns n rows of 2 features in lists, of which about a share is positive.
func sets(n, lists int, offset float64, seed uint64) model.Training {
	rng := rand.New(rand.NewPCG(seed, 2))
	x := &sample.Matrix{N: n, D: 2, X: make([]float64, 2*n)}
	y := model.Sets{Classes: model.Classes{Of: make([]int32, n), Count: 2}, List: make([]int32, n), Lists: lists}
	for i := range n {
		x.X[2*i], x.X[2*i+1] = rng.NormFloat64(), rng.NormFloat64()
		if x.X[2*i]+0.5*x.X[2*i+1]+0.8*rng.NormFloat64() > offset {
			y.Of[i] = 1
		}
		y.List[i] = int32(i % lists)
	}
	return model.NewTraining(x, y)
}

// TestSetRankerIsTheProgramOfItsLabellings has a constraint for each labelling of each list.
func TestSetRankerIsTheProgramOfItsLabellings(t *testing.T) {
	data := sets(18, 3, 0.3, 5)
	y, x := data.Target.(model.Sets), data.X.(*sample.Matrix)
	m := ranking.NewSetRanker()
	m.C, m.Tol, m.MaxIter, m.InterceptScaling = 2, 1e-9, 1e6, 1.5
	r := fitted(t, m, data)
	cost := []float64{2, 2, 2}
	var of []int
	var constant []float64
	var cuts [][]float64
	for q := range 3 {
		for bits := range 1 << 6 {
			a, tp, fp, fn := make([]float64, 3), 0.0, 0.0, 0.0
			for p := range 6 {
				i := 3*p + q
				truth, v := 2*float64(y.Of[i])-1, -1.0
				if bits>>p&1 > 0 {
					v = 1
				}
				switch {
				case truth > 0 && v > 0:
					tp++
				case v > 0:
					fp++
				case truth > 0:
					fn++
				}
				a[0], a[1], a[2] = a[0]+(v-truth)*x.X[2*i], a[1]+(v-truth)*x.X[2*i+1], a[2]+(v-truth)*1.5
			}
			delta := 0.0
			if tp+fp+fn > 0 {
				delta = 1 - 2*tp/(2*tp+fp+fn)
			}
			of, constant, cuts = append(of, q), append(constant, delta), append(cuts, a)
		}
	}
	w, objective := least(t, 3, cost, of, constant, cuts)
	got := []float64{m.Result.Weights[0], m.Result.Weights[1], m.Result.Bias[0] / 1.5}
	for j := range w {
		if !(math.Abs(got[j]-w[j]) <= 1e-6) {
			t.Fatalf("weights %v, the program's are %v", got, w)
		}
	}
	if !(math.Abs(r.Objective-objective) <= 1e-6) {
		t.Errorf("objective %v, want %v", r.Objective, objective)
	}
}

// f1 returns the F1 of class 1.
func f1(t *testing.T, m model.Classifier, data model.Training) float64 {
	t.Helper()
	predicted, err := m.Predict(nil, data.X)
	if err != nil {
		t.Fatal(err)
	}
	right, all := 0.0, 0.0
	for i, y := range data.Labels() {
		right, all = right+float64(y&predicted[i]), all+float64(y+predicted[i])
	}
	return 2 * right / all
}

// TestF1OfRareClasses: trained for F1, a classifier finds more of a rare class than one that
// counts errors, on new samples.
func TestF1OfRareClasses(t *testing.T) {
	train, test := sets(2000, 1, 2.2, 7), sets(5000, 1, 2.2, 8)
	m, other := ranking.NewSetRanker(), linear.NewLinearSVC()
	m.Tol = 0.01
	fitted(t, m, train)
	other.Loss = "hinge"
	counted := train
	counted.Target = train.Target.(model.Sets).Classes
	fitted(t, other, counted)
	if own, by := f1(t, m, test), f1(t, other, test); !(own > by+0.05) {
		t.Errorf("F1 is %v, and %v of a classifier that counts errors", own, by)
	}
}

// TestListsOutsideVAreRefused is T11: recall at k needs at most k positives in every list,
// precision at k at least k. Weights differ between lists only.
func TestListsOutsideVAreRefused(t *testing.T) {
	data := sets(40, 4, 0, 9)
	m := ranking.NewSetRanker()
	var f *fault.Error
	for name, k := range map[string]int{"recall@k": 1, "precision@k": 9} {
		m.Measure, m.K = name, k
		if _, err := m.Fit(nil, data); !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "k" {
			t.Errorf("%s of %d: %v", name, k, err)
		}
	}
	m.Measure, m.K = "recall@k", 10
	data.Weight = make([]float64, 40)
	for i := range data.Weight {
		data.Weight[i] = float64(1 + i%4)
	}
	fitted(t, m, data)
	data.Weight[5] = 0
	fitted(t, m, data)
	data.Weight[5] = 7
	if _, err := m.Fit(nil, data); !errors.As(err, &f) || f.Code != fault.Weight {
		t.Error("weights that differ in a list:", err)
	}
}
