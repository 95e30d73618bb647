package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/catalog"
	"maxmargin/core/model"
	"maxmargin/core/run"
	"maxmargin/core/sample"
	"maxmargin/core/svm"
)

// NuSVC said of narrow margins, such as those of X near 1e-4 and of a small nu, that they are zero:
// the tolerance was larger than they are (defect 22). rho is half the sum of a class times the
// squared distance of the reduced hulls, so C = 1/rho follows from it; where single samples may have
// all of the sum these are the hulls, whose distance along a line is that of two numbers.
func TestNarrowMarginsOfNuSVCAreNotZero(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 22))
		n, apart := 6+2*rng.IntN(30), math.Pow(10, -3+3*rng.Float64())
		line, y := make([]float64, n), make([]int32, n)
		for i := range line {
			line[i], y[i] = 1+math.Abs(rng.NormFloat64())+apart/2, 1
			if i%2 == 0 {
				line[i], y[i] = 2-line[i], 0
			}
		}
		line[0], line[1] = 1-apart/2, 1+apart/2
		for _, unit := range []float64{1e-6, 1e-4, 1, 1e4} {
			for _, nu := range []float64{1.9 / float64(n), 1e-3, 1e-9, 1e-200} {
				x := &sample.Matrix{N: n, D: 1, X: make([]float64, n)}
				for i, v := range line {
					x.X[i] = unit * v
				}
				m := svm.NewNuSVC(catalog.Kernel)
				m.Kernel.Name, m.Nu = "linear", nu
				report, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
				if err != nil || report.Status != run.Converged || len(report.Notes) > 0 {
					t.Errorf("seed %d, %d rows %g apart, unit %g, nu %g: %+v, %v", seed, n, apart, unit, nu, report, err)
					continue
				}
				d := unit * apart
				if c := 4 / (nu * float64(n) * d * d); math.Abs(m.Result.C[0]/c-1) > 3e-3 {
					t.Errorf("seed %d, %d rows %g apart, unit %g, nu %g: C is %g, not %g", seed, n, apart, unit, nu, m.Result.C[0], c)
				}
			}
		}
	}
}

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
