package prep_test

import (
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// Products of features are those of scikit-learn, in its order, for dense and sparse samples:
// testdata/polynomial.json, by core/internal/golden/transformers.py with scikit-learn 1.2.1.
func TestPolynomialFeaturesAsScikitLearn(t *testing.T) {
	var g struct {
		Tolerance  float64
		X          []float64
		Rows, Cols int
		Cases      []struct {
			Degree                       int
			InteractionOnly, IncludeBias bool
			Made                         []float64
		}
	}
	facts.Golden(t, "polynomial.json", &g)
	x := &sample.Matrix{N: g.Rows, D: g.Cols, X: g.X}
	for _, c := range g.Cases {
		for _, set := range []sample.Set{x, support.Sparse(x)} {
			m := prep.NewPolynomialFeatures()
			m.Degree, m.InteractionOnly, m.IncludeBias = c.Degree, c.InteractionOnly, c.IncludeBias
			if _, err := m.Fit(nil, model.NewTraining(set, nil)); err != nil {
				t.Fatal(err)
			}
			made, err := m.Transform(nil, set)
			if err != nil {
				t.Fatal(err)
			}
			row, q := make([]float64, made.Dim()), len(c.Made)/g.Rows
			if q != len(row) || q != m.Result.Outputs {
				t.Fatalf("%+v: %d products, want %d", c, len(row), q)
			}
			for i := range g.Rows {
				made.Dense(row, i)
				for j, v := range row {
					if d := v - c.Made[i*q+j]; !(d <= g.Tolerance) || !(d >= -g.Tolerance) {
						t.Errorf("degree %d, %T: [%d, %d] is %v, want %v", c.Degree, set, i, j, v, c.Made[i*q+j])
					}
				}
			}
		}
	}
}
