package svm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// If every dual variable is at a bound, the optimality conditions give an interval for the
// intercept, and the intercept is its middle. With all variables at C, w is C times the
// difference of the sums of the classes, and the conditions y (w x + b) <= 1 for every sample
// give the interval. Variables that missed C by a rounding error once counted as free, and
// one of them moved the intercept to an end of the interval: after a warm start, or in
// another order of the rows.
func TestInterceptIsTheMiddleOfItsInterval(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 5))
		positive, negative := 7+rng.IntN(10), 7+rng.IntN(10)
		n := positive + negative
		x, y := &sample.Matrix{N: n, D: 2}, make([]int32, n)
		for i, at := range rng.Perm(n) {
			if at < positive {
				y[i] = 1
			}
			x.X = append(x.X, rng.NormFloat64()+float64(y[i]), rng.NormFloat64())
		}
		const C = 3e-4
		middle := func(weight [2]float64) float64 {
			w := [2]float64{}
			for i, class := range y {
				s := (2*float64(class) - 1) * C * weight[class]
				w[0] += s * x.X[2*i]
				w[1] += s * x.X[2*i+1]
			}
			low, high := math.Inf(-1), math.Inf(1)
			for i, class := range y {
				f := w[0]*x.X[2*i] + w[1]*x.X[2*i+1]
				if class == 1 {
					high = min(high, 1-f)
				} else {
					low = max(low, -1-f)
				}
			}
			return (low + high) / 2
		}
		weight := [2]float64{float64(n) / float64(2*negative), float64(n) / float64(2*positive)}
		machine := func(c float64) *svm.SVC {
			m := svm.NewSVC(catalog.Kernel)
			m.C, m.Kernel.Name, m.ClassWeight.Name = c, "linear", "balanced"
			return m
		}
		for _, from := range []float64{0, 10 * C, 1, 100} {
			name := fmt.Sprintf("seed %d, %d and %d samples, from C = %g", seed, negative, positive, from)
			training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
			if from > 0 {
				before := machine(from)
				if _, err := before.Fit(nil, training); err != nil {
					t.Fatal(err)
				}
				training.Start = before
			}
			m := machine(C)
			if _, err := m.Fit(nil, training); err != nil {
				t.Fatal(err)
			}
			fit := m.Fitted().(*svm.SVCFit)
			if want := middle(weight); !(math.Abs(fit.Intercept[0]-want) <= 1e-9) {
				t.Errorf("%s: the intercept is %v, the middle of its interval %v", name, fit.Intercept[0], want)
			}
			for _, a := range fit.Coef {
				class := 0
				if a > 0 {
					class = 1
				}
				if c := C * weight[class]; !(math.Abs(math.Abs(a)-c) <= 1e-9*c) {
					t.Fatalf("%s: the coefficient %v is not at its bound %v: the test shows nothing", name, a, c)
				}
			}
		}
	}
}
