package svm_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// Ascent in the order "cyclic" went through the rows of one class, then through those of the other
// (defect 51). Table 7.1 of Cristianini & Shawe-Taylor goes from i = 1 to l: here it is, over the
// rows of two of three classes.
func TestAscentGoesThroughTheRowsInTurn(t *testing.T) {
	x, labels := data(rand.New(rand.NewPCG(7, 1)), 30, 2, 3)
	for _, scheme := range []string{reduction.OneVsOne, reduction.OneVsRest} {
		m := svm.NewSVC(catalog.Kernel)
		m.Kernel, m.FitIntercept, m.Solver, m.Trace, m.MultiClass = gauss(0.5), false, "ascent", 40, scheme
		if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: labels, Count: 3})); err != nil {
			t.Fatal(err)
		}
		var rows []int // of the first problem: of class 0, and of class 1 or of all others
		for i, c := range labels {
			if c < 2 || scheme == reduction.OneVsRest {
				rows = append(rows, i)
			}
		}
		sign := func(i int) float64 {
			if (labels[i] == 0) == (scheme == reduction.OneVsRest) {
				return 1
			}
			return -1
		}
		alpha, want := map[int]float64{}, []int32{}
		for len(want) < 40 {
			for _, i := range rows {
				slope := 1.0
				for _, j := range rows {
					a, b := x.Row(i), x.Row(j)
					d := (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])
					slope -= sign(i) * sign(j) * alpha[j] * math.Exp(-d/2)
				}
				if next := min(max(alpha[i]+slope, 0), 1); next != alpha[i] { // eta is 1 / k(x, x) = 1
					alpha[i], want = next, append(want, int32(i))
				}
			}
		}
		fit := m.Fitted().(*svm.SVCFit)
		if got := fit.TraceSets[:fit.TraceEnds[0]]; len(got) == 0 || !slices.Equal(got, want[:len(got)]) {
			t.Errorf("%s: rows %v, Table 7.1 has %v", scheme, got, want)
		}
	}
}
