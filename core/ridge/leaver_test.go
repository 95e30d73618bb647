package ridge_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/fault"
	"maxmargin/core/internal/support"
	"maxmargin/core/model"
	"maxmargin/core/order"
	"maxmargin/core/ridge"
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
}
