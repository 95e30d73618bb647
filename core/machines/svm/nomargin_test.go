package svm_test

import (
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// The message about a margin of zero advised a smaller nu: the reduced hulls grow then, and the
// margin stays zero (Crisp and Burges, A geometric interpretation of nu-SVM classifiers, 2000).
func TestALargerNuSeparatesClassesThatOverlap(t *testing.T) {
	x := &sample.Matrix{N: 8, D: 1, X: []float64{0, 1, 2, 3, 2.5, 3.5, 4.5, 5.5}}
	y := model.Classes{Of: []int32{0, 0, 0, 0, 1, 1, 1, 1}, Count: 2}
	for _, unit := range []float64{1e-6, 1e-4, 1, 1e4} {
		for _, nu := range []float64{1e-300, 1e-3, 0.1, 0.25, 0.6, 1} {
			scaled := &sample.Matrix{N: 8, D: 1, X: make([]float64, 8)}
			for i, v := range x.X {
				scaled.X[i] = unit * v
			}
			m := svm.NewNuSVC(catalog.Kernel)
			m.Kernel.Name, m.Nu = "linear", nu
			report, err := m.Fit(nil, model.NewTraining(scaled, y))
			if err != nil {
				t.Fatal(err)
			}
			// Each class may give 1 to a sample, of 4 nu: its reduced hull reaches to the mean of
			// the 4 nu samples next to the other class.
			zero := nu <= 0.25
			if (len(report.Notes) > 0) != zero || (m.Result.C[0] == 0) != zero {
				t.Errorf("unit %g, nu %g: C %g, %v", unit, nu, m.Result.C[0], report.Notes)
			}
		}
	}
}
