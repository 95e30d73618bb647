package linear

import (
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/model"
)

func TestNearestMean(t *testing.T) {
	m := NewNearestMean()
	x := &sample.Matrix{N: 4, D: 1, X: []float64{0, 2, 8, 10}}
	if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2})); err != nil {
		t.Fatal(err)
	}
	classes, err := m.Predict(nil, &sample.Matrix{N: 2, D: 1, X: []float64{4.9, 5.1}})
	if err != nil || classes[0] != 0 || classes[1] != 1 {
		t.Errorf("%v, %v", classes, err)
	}
}
