package parzen_test

import (
	"math"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

// TestTheDensitiesOfParzenClassifierAreProbabilities: without the option probability it answers what
// its densities say, by hand with windows of width 1; the predicted class has the largest, also at a
// tie.
func TestTheDensitiesOfParzenClassifierAreProbabilities(t *testing.T) {
	for k, y := range map[int][]int32{2: {1, 0, 1, 0}, 3: {1, 0, 2, 0}} {
		x := &sample.Matrix{N: 4, D: 1, X: []float64{-1, 1, 2, 4}}
		c := parzen.NewParzenClassifier()
		c.Bandwidth = kernel.Width{Value: 1}
		if _, err := c.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: k})); err != nil {
			t.Fatal(err)
		}
		at := &sample.Matrix{N: 3, D: 1, X: []float64{0, 1.5, 3}}
		p, err := c.Probabilities(nil, at)
		if err != nil || len(p) != 3*k {
			t.Fatal(p, err)
		}
		classes, err := c.Predict(nil, at)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			want, sum := make([]float64, k), 0.0
			for j, class := range y {
				d := at.X[i] - x.X[j]
				v := math.Exp(-d * d / 2)
				want[class], sum = want[class]+v, sum+v
			}
			for c, v := range p[i*k : i*k+k] {
				if !(math.Abs(v-want[c]/sum) <= 1e-12) {
					t.Errorf("%d classes, row %d, class %d: %v, want %v", k, i, c, v, want[c]/sum)
				}
				if int32(c) != classes[i] && v >= p[i*k+int(classes[i])] {
					t.Errorf("%d classes, row %d: class %d is predicted, but %d is as probable", k, i, classes[i], c)
				}
			}
		}
	}
}

// A model that was stopped before its probabilities were learnt has none: neither in memory, where
// its wrapper says so, nor when it is read from a file, which has no wrapper.
func TestParzenClassifierHasOnlyTheProbabilitiesThatWereAskedFor(t *testing.T) {
	x := &sample.Matrix{N: 2, D: 1, X: []float64{-1, 1}}
	c := parzen.NewParzenClassifier()
	c.Method = "sigmoid"
	if _, err := c.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1}, Count: 2})); err != nil {
		t.Fatal(err)
	}
	if p, err := c.Probabilities(nil, x); err == nil || p != nil {
		t.Errorf("probabilities of the densities in the place of calibrated ones: %v", p)
	}
}
