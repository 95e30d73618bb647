package model_test

import (
	"math"
	"testing"

	"maxmargin/core/model"
)

func TestNumbersThatAreNotFiniteAreFound(t *testing.T) {
	large := []float64{0, -0.5, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}
	if err := model.Finite(nil, large, []float64{}); err != nil {
		t.Error(err)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for at := range large {
			numbers := append([]float64(nil), large...)
			numbers[at] = x
			if model.Finite(large, numbers) == nil {
				t.Errorf("%v at %d passes", x, at)
			}
		}
	}
}

// TestReportsAreFinite: model files hold no other numbers.
func TestReportsAreFinite(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range [][2]float64{{inf, math.MaxFloat64}, {-inf, -math.MaxFloat64}, {math.NaN(), math.MaxFloat64}, {-3, -3}} {
		if r := (model.Report{Objective: c[0], Gap: c[0]}).Finite(); r.Objective != c[1] || r.Gap != c[1] {
			t.Errorf("%v becomes %+v", c[0], r)
		}
	}
}
