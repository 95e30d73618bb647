package programs_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/programs"
	"maxmargin/core/model"
)

// Fits with a basis did not end, and could not be stopped, on some rows of huge numbers and of
// milliseconds: the solution of the program that looks for a direction without an end is zero, the
// search for its last digits went on until the products of its pairs were 0 / 0, and a
// regularisation that is not a number was raised for ever.
func TestFitsWithABasisEnd(t *testing.T) {
	for seed := range uint64(24) {
		rng := rand.New(rand.NewPCG(seed, 222))
		n, y := 5+rng.IntN(11), model.Values{}
		x := &sample.Matrix{N: n, D: 2}
		for range n {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			y = append(y, a+2*b)
			if seed%2 == 0 {
				a, b = 1e152*a, 1e152*b
			} else {
				a = 1.7e12 + math.Floor(1e6*rng.Float64())
			}
			x.X = append(x.X, a, b)
		}
		m := programs.NewRegularizationNetwork(catalog.Kernel)
		m.Kernel.Name, m.Basis.Basis = "linear", "quadratic"
		ctl, checkpoints := support.Counting()
		if _, err := m.Fit(ctl, model.NewTraining(x, y)); err != nil {
			t.Error(seed, err)
		}
		if c := checkpoints(); c > 1000 {
			t.Errorf("seed %d: %d checkpoints", seed, c)
		}
	}
}

// The sweep found this one: all coefficients were finite, and their sums at the training samples
// were not.
func TestSumsThatOverflow(t *testing.T) {
	for seed := range uint64(10) {
		d := random(seed, 12, 2)
		for i := range d.X.(*sample.Matrix).X {
			d.X.(*sample.Matrix).X[i] *= 1e152
		}
		m := tube(1e9, 0.5, 1, "square")
		m.Kernel.Name = "linear"
		_, err := m.Fit(nil, d)
		var f *fault.Error
		if err != nil && (!errors.As(err, &f) || f.Code != fault.Numeric) {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err != nil {
			continue
		}
		for _, v := range predictions(t, m, d.X) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("seed %d: the answer %v after a fit without an error", seed, v)
			}
		}
	}
}
