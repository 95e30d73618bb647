package prep_test

import (
	"math"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

// times returns numbers in another unit.
func times(x []float64, unit float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * unit
	}
	return y
}

// Bug: an end within 1e-7 took all numbers of unit 1e-9, so that all became the least one. Shares do
// not depend on the unit.
func TestQuantilesDoNotDependOnTheUnit(t *testing.T) {
	x := []float64{0, 1, 2, 3, 4}
	for _, unit := range []float64{1, 1e-9, 1e-300, 1e300} {
		s := prep.NewQuantileTransformer()
		s.OutputDistribution = "normal"
		if _, err := s.Fit(nil, model.NewTraining(matrix(times(x, unit), 1), nil)); err != nil {
			t.Fatal(err)
		}
		made, err := s.Transform(nil, matrix(times([]float64{-1, 0, 1, 2, 3, 4, 5}, unit), 1))
		if err != nil {
			t.Fatal(err)
		}
		// The normal quantiles of the shares 1/4, 1/2 and 3/4; those of 1e-7 at the ends.
		const end, quarter = 5.199337582605575, 0.6744897501960817
		support.Near(t, "quantiles", all(made), []float64{-end, -end, -quarter, 0, quarter, end, end}, 1e-9)

		m := ridge.NewKernelRidge(catalog.Kernel)
		m.Alpha, m.Kernel.Gamma = 1e-6, kernel.Width{Value: 1}
		target, err := prep.NewTransformedTarget([]model.Part{{Name: "KernelRidge", Label: "regressor", Machine: m, New: func() (model.Machine, error) { return ridge.NewKernelRidge(catalog.Kernel), nil }}})
		if err != nil {
			t.Fatal(err)
		}
		target.(*prep.TransformedTarget).Transformer = "quantile"
		if _, err := target.Fit(nil, model.NewTraining(matrix(x, 1), model.Values(times(x, unit)))); err != nil {
			t.Fatal(err)
		}
		y, err := target.(model.Regressor).Predict(nil, matrix(x, 1))
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "predictions", times(y, 1/unit), x, 1e-3)
	}
}

// Bug: squares that left the range made scores 0. F has no unit, and powers of two round nothing.
func TestScoresHaveNoUnit(t *testing.T) {
	one, two := []float64{1, 2, 3, 4, 5, 6}, []float64{3, 1, 4, 1, 5, 2}
	numbers := []float64{1.1, 2, 2.9, 4, 5.1, 6}
	for _, y := range []model.Target{model.Values(numbers), model.Classes{Of: []int32{0, 0, 0, 1, 1, 1}, Count: 2}} {
		scores := func(a, b float64) []float64 {
			target := y
			if v, ok := y.(model.Values); ok {
				target = model.Values(times(v, b))
			}
			x := matrix(make([]float64, 12), 2)
			for i := range one {
				x.X[2*i], x.X[2*i+1] = a*one[i], two[i]
			}
			return selector(t, 1, "f", x, target).Result.Scores
		}
		want := scores(1, 1)
		for _, unit := range []float64{0x1p-550, 0x1p525} {
			support.Within(t, "other units", scores(unit, 1), want, 0)
			support.Within(t, "y in other units, too", scores(1/unit, unit), want, 0)
		}
	}
	// By hand: the sums of squares and products about the means are 17.5, 17.4283... and 17.45.
	x := matrix(one, 1)
	r := 17.45 / math.Sqrt(17.5*17.428333333333335)
	for _, w := range []float64{1, 1e16, 1e170} { // a weight of w is w samples
		s := prep.NewSelectKBest()
		s.K = 1
		training := model.NewTraining(x, model.Values(numbers))
		training.Weight = []float64{w, w, w, w, w, w}
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		want := r * r / (1 - r*r) * (6*w - 2)
		support.NearNumber(t, "F over the weight", s.Result.Scores[0]/want, 1, 1e-9)
	}
}

// Bug: squares of differences of 1e-170 were 0, so that all samples were as near as the nearest.
func TestNeighboursOfGapsHaveNoUnit(t *testing.T) {
	gap := math.NaN()
	for _, unit := range []float64{1, 0x1p-560, 0x1p560} {
		for _, weights := range []string{"uniform", "distance"} {
			s := prep.NewKNNImputer()
			s.Neighbors, s.Weights = 2, weights
			if _, err := s.Fit(nil, model.NewTraining(matrix(times([]float64{0, 10, 1, 20, 5, 90}, unit), 2), nil)); err != nil {
				t.Fatal(err)
			}
			made, err := s.Transform(nil, matrix(times([]float64{0.25, gap}, unit), 2))
			if err != nil {
				t.Fatal(err)
			}
			// The nearest are at 1/4 and 3/4: by distance they count 3 to 1.
			want := map[string]float64{"uniform": 15, "distance": 12.5}[weights]
			support.NearNumber(t, weights, all(made)[1]/unit, want, 1e-14)
		}
	}
}
