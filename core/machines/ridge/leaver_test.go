package ridge_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

// What a Leaver says is what a fit without the sample finds: coefficients, and the constant with the
// offset that the machine adds.
func TestALeaverIsARefit(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(12, 1)), 20, 2)
	for i := range y {
		y[i] += 5 // so that the constant is large
	}
	for name := range weights {
		for _, constant := range []bool{false, true} {
			change := []options{alpha(0.3), rbf(0.7), func(o *ridge.KernelRidgeOptions) { o.FitIntercept = constant }}
			training := model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: weight(name, len(y))}}
			r, _, _ := fit(t, training, change...)
			squares, err := r.Squares(training)
			if err != nil {
				t.Fatal(err)
			}
			squares.Offset = 0.25
			leaver, err := ridge.NewLeaver(nil, squares, x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range y {
				rest := slices.Delete(order.Between(0, len(y)), i, i+1)
				_, want, _ := fit(t, model.Training{Data: training.Select(rest, nil)}, change...)
				coef, bias, err := leaver.Without(0, i)
				if err != nil {
					t.Fatal(err)
				}
				if coef[i] != 0 {
					t.Errorf("weights %s, constant %t: sample %d keeps the coefficient %v", name, constant, i, coef[i])
				}
				support.Near(t, "coefficients", pick(coef, rest), want.Coef, 1e-9)
				support.NearNumber(t, "constant", bias, want.Intercept+0.25, 1e-9)
			}
		}
	}
}

// The same of the functions of several classes, one of which has a sample without weight.
func TestALeaverOfClassesIsARefit(t *testing.T) {
	x, _ := wave(rand.New(rand.NewPCG(12, 3)), 15, 2)
	y, w := make([]int32, x.N), make([]float64, x.N)
	for i := range y {
		y[i], w[i] = int32(i%3), 0.5+float64(i%4)
	}
	w[5] = 0
	training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 3}, Weight: w}}
	set := func(o *ridge.LSSVCOptions) {
		o.C, o.Kernel.Gamma = 3, kernel.Width{Value: 0.4}
		o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1, 2, 0.5}}
	}
	m, _, _ := lssvc(t, training, set)
	squares, err := m.Squares(training)
	if err != nil {
		t.Fatal(err)
	}
	leaver, err := ridge.NewLeaver(nil, squares, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range y {
		rest := slices.Delete(order.Between(0, len(y)), i, i+1)
		_, want, _ := lssvc(t, model.Training{Data: training.Select(rest, nil)}, set)
		for q := range 3 {
			coef, bias, err := leaver.Without(q, i)
			if err != nil {
				t.Fatal(err)
			}
			var kept []int
			for _, p := range want.Indices {
				kept = append(kept, rest[p])
			}
			own := want.Coef[q*len(kept) : (q+1)*len(kept)]
			support.Near(t, "coefficients", append(pick(coef, kept), bias), append(slices.Clone(own), want.Intercept[q]), 1e-9)
		}
	}
}

// Coefficients that differ from those of the samples by more than a thousandth of the largest one are
// those of another fit, and nothing is left after the only sample with a weight.
func TestALeaverOfOtherSamplesIsRefused(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(12, 2)), 20, 2)
	training := model.NewTraining(x, model.Values(y))
	r, f, _ := fit(t, training)
	largest := 0.0
	for _, a := range f.Coef {
		largest = max(largest, a, -a)
	}
	refused := func(what string, err error, code fault.Code) {
		var known *fault.Error
		if !errors.As(err, &known) || known.Code != code || known.Argument != "refit" {
			t.Errorf("%s: %v", what, err)
		}
	}
	for off, fits := range map[float64]bool{0: true, 0.9e-3: true, 1.1e-3: false, 1: false} {
		squares, err := r.Squares(training)
		if err != nil {
			t.Fatal(err)
		}
		squares.Coef = [][]float64{slices.Clone(f.Coef)}
		squares.Coef[0][3] += off * largest
		if _, err = ridge.NewLeaver(nil, squares, x); fits && err != nil {
			t.Errorf("off by %v of the largest: %v", off, err)
		} else if !fits {
			refused("other coefficients", err, fault.Option)
		}
	}
	one := model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: make([]float64, len(y))}}
	one.Weight[5] = 2
	r, _, _ = fit(t, one)
	squares, err := r.Squares(one)
	if err != nil {
		t.Fatal(err)
	}
	leaver, err := ridge.NewLeaver(nil, squares, x)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = leaver.Without(0, 5)
	refused("the only sample", err, fault.Empty)

	// Two rows whose kernel differs from 1 by the rounding: the system has a factor, which is noise.
	for _, apart := range []float64{1e-8, 2e-8} {
		near := matrix(t, []float64{0, apart, 1}, 3, 1)
		flat := model.NewTraining(near, model.Values([]float64{1, 2, 3}))
		r, _, _ = fit(t, flat, alpha(0), rbf(1))
		if squares, err = r.Squares(flat); err != nil {
			t.Fatal(err)
		}
		_, err = ridge.NewLeaver(nil, squares, near)
		refused("a singular system", err, fault.Numeric)
	}
}
