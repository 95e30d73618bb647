package svm_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// A margin near the tolerance was zero or 30 times too narrow, by the unit of X: heart_scale with nu
// 0.33 had C 935 and, in a unit of 1e-4, 33. Just above the nu at which the reduced convex hulls part,
// C is the same in every unit, and below it every unit finds a margin of zero.
func TestNarrowMarginsDoNotDependOnTheUnit(t *testing.T) {
	const n, d = 120, 3
	random := rand.New(rand.NewPCG(8, 88))
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		y[i] = int32(i % 2)
		for j := range d {
			x[i*d+j] = random.NormFloat64() + 0.8*float64(y[i])
		}
	}
	zero, narrow := 0, 0
	for nu := 0.3; nu < 0.8; nu += 0.01 {
		var before float64
		for _, unit := range []float64{1, 1e-6, 1e-4, 1e3} {
			scaled := make([]float64, len(x))
			for i, v := range x {
				scaled[i] = unit * v
			}
			c := nuMargin(t, &sample.Matrix{N: n, D: d, X: scaled}, y, nu) * unit * unit
			if unit == 1 {
				before = c
			} else if !(math.Abs(c-before) <= 0.02*before) {
				t.Errorf("nu %.2f: C is %v in units of %g, and %v in units of 1", nu, c, unit, before)
			}
		}
		switch {
		case before == 0:
			zero++
		case before > 1:
			narrow++
		}
	}
	if zero < 5 || narrow < 3 {
		t.Errorf("%d margins are zero and %d narrow", zero, narrow)
	}
}

// NuSVC(nu=nu, kernel='linear', tol=1e-10).fit(X, y) of scikit-learn 1.2.1: C is the largest |dual_coef_|.
// With nu 0.33 it ends at 20,000,000 iterations with C 302,802.
func TestNarrowMarginsOfHeart(t *testing.T) {
	for _, fact := range facts.CSVC() {
		if fact.Name != "heart_scale linear" {
			continue
		}
		train, _ := fact.Load(t)
		for nu, want := range map[float64]float64{0.33: 0, 0.34: 2.8676438473741253, 0.345: 1.6613294757605368} {
			if got := nuMargin(t, train.X, fact.ClassIndices(t, train.Y), nu); !(math.Abs(got-want) <= 0.01*want) {
				t.Errorf("nu %v: C is %v, want %v", nu, got, want)
			}
		}
	}
}

// nuMargin returns C, the inverse of the margin rho, of a linear NuSVC; 0 where it says that the margin
// is zero.
func nuMargin(t *testing.T, x sample.Set, y []int32, nu float64) float64 {
	m := svm.NewNuSVC(catalog.Kernel)
	m.Kernel.Name, m.Nu = "linear", nu
	report, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	if err != nil {
		t.Fatal(err)
	}
	if c := m.Result.C[0]; (c == 0) != (len(report.Notes) > 0) {
		t.Errorf("nu %v: C is %v, with the notes %v", nu, c, report.Notes)
	}
	return m.Result.C[0]
}
