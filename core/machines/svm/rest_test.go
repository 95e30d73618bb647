package svm_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// One-versus-rest has the decision values of one two-class machine for each class, and
// predicts the class with the largest value.
func TestOneVersusRest(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		n, k := rapid.IntRange(20, 60).Draw(t, "n"), rapid.IntRange(3, 5).Draw(t, "k")
		x, y := data(rng, n, 3, k)
		set := []options{tight, rbf(0.4), func(o *svm.SVCOptions) { o.MultiClass = "ovr" }}
		training := model.NewTraining(x, model.Classes{Of: y, Count: k})
		m := fit(t, training, set...)
		values, cols, err := m.Decision(nil, x, "ovr")
		if err != nil || cols != k {
			t.Fatalf("%d columns, %v", cols, err)
		}
		classes, err := m.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for c := range k {
			two := model.NewTraining(x, model.Classes{Of: make([]int32, n), Count: 2})
			for i, own := range y {
				if int(own) == c {
					two.Labels()[i] = 1
				}
			}
			want := decide(t, fit(t, two, set...), x)
			got := make([]float64, n)
			for i := range got {
				got[i] = values[i*k+c]
				if best := slices.Max(values[i*k : (i+1)*k]); values[i*k+int(classes[i])] != best {
					t.Fatalf("sample %d is said to be of class %d, whose value is not the largest", i, classes[i])
				}
			}
			// Without the bias, which is an interval when no support vector is free.
			support.Near(t, "value", offset(got), offset(want), 1e-5)
		}
		if _, _, err := m.Decision(nil, x, "ovo"); err == nil {
			t.Fatal("it has values for pairs")
		}
		warm := svm.NewSVC(catalog.Kernel)
		warm.SVCOptions = m.SVCOptions
		training.Start = m
		if report, err := warm.Fit(nil, training); err != nil || report.Iterations > 10*k {
			t.Fatalf("%d iterations from the solution, %v", report.Iterations, err)
		}
	})
}

// offset returns v less its first entry.
func offset(v []float64) []float64 {
	moved := make([]float64, len(v))
	for i := range v {
		moved[i] = v[i] - v[0]
	}
	return moved
}
