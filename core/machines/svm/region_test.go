package svm_test

import (
	"math"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// A sum of 16 or 18 twentieths is more than the quotient 16/20 or 18/20.
func TestSharesAreQuotients(t *testing.T) {
	for _, n := range []int{10, 20, 30} {
		x := &sample.Matrix{N: n, D: 1, X: make([]float64, n)}
		for i := range x.X {
			x.X[i] = float64(i*i) / 7
		}
		one := svm.NewOneClassSVM(catalog.Kernel)
		one.Nu = 0.9
		train(t, one, model.NewTraining(x, nil))
		fit := one.Fitted().(*svm.OneClassSVMFit)
		for _, share := range []float64{fit.Errors, fit.Support} {
			if count := math.Round(share * float64(n)); share != count/float64(n) {
				t.Errorf("%v is not %v/%d", share, count, n)
			}
		}
		if fit.Errors > one.Nu || fit.Support < one.Nu {
			t.Errorf("%v of %d samples", fit, n)
		}
	}
}
