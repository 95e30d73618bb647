package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// With C = 1 a function cannot follow targets around 1e5; the score was about zero, without
// a warning. There is no warning for scaled targets, targets of pure noise, a constant
// median, and a C that is small on purpose but large enough for the targets.
func TestTargetsTooLargeForCGiveAWarning(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	const n = 120
	x, signal, noise := &sample.Matrix{N: n, D: 2}, make(model.Values, n), make(model.Values, n)
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x.X = append(x.X, a, b)
		signal[i], noise[i] = a+math.Sin(b), rng.NormFloat64()
	}
	times := func(y model.Values, by, plus float64) model.Values {
		z := make(model.Values, n)
		for i, v := range y {
			z[i] = by*v + plus
		}
		return z
	}
	svr := func(kernel string, epsilon, c float64) model.Machine {
		m := svm.NewSVR(catalog.Kernel)
		m.Kernel.Name, m.Epsilon, m.C = kernel, epsilon, c
		return m
	}
	linearSVR := func(c float64) model.Machine {
		m := linear.NewLinearSVR()
		m.C = c
		return m
	}
	for name, c := range map[string]struct {
		machine model.Machine
		y       model.Values
		warns   bool
	}{
		"SVR, 1e5":                  {svr("rbf", 0.1, 1), times(signal, 1e5, 1e5), true},
		"SVR, linear, 1e5":          {svr("linear", 0.1, 1), times(signal, 1e5, 0), true},
		"SVR, 1e5 and C":            {svr("rbf", 0.1, 1e5), times(signal, 1e5, 1e5), false},
		"SVR, offset":               {svr("rbf", 0.1, 1), times(signal, 1, 1e5), false},
		"SVR, scaled":               {svr("rbf", 0.1, 1), signal, false},
		"SVR, noise":                {svr("rbf", 0.1, 1), noise, false},
		"SVR, median of noise":      {svr("linear", 0, 1), noise, false},
		"SVR, small C that follows": {svr("linear", 0, 0.02), signal, false},
		"LinearSVR, 1e5":            {linearSVR(1), times(signal, 1e5, 1e5), true},
		"LinearSVR, scaled":         {linearSVR(1), signal, false},
		"LinearSVR, noise":          {linearSVR(1), noise, false},
	} {
		report, err := c.machine.Fit(nil, model.NewTraining(x, c.y))
		if err != nil {
			t.Fatal(name, err)
		}
		warned := false
		for _, note := range report.Notes {
			warned = warned || note.Code == "WARN_TARGET_SCALE"
		}
		if warned != c.warns {
			t.Errorf("%s: the warnings %v", name, report.Notes)
		}
	}
}

// The warning begins where predictions leave four fifths of the variance.
func TestOutOfReachBeginsAtFourFifths(t *testing.T) {
	target, coef, bound := make(model.Values, 10), make([]float64, 10), make([]float64, 10)
	for i := range target {
		target[i], coef[i], bound[i] = float64(2*(i%2)-1), 1, 1
	}
	for share, warns := range map[float64]bool{0.1: true, 0.11: false} { // 0.81 and 0.7921 of the variance are left
		notes := model.OutOfReach(1, coef, bound, target, func() []float64 {
			f := make([]float64, 10)
			for i := range f {
				f[i] = share * target[i]
			}
			return f
		})
		if (len(notes) > 0) != warns {
			t.Errorf("a share of %g: %v", share, notes)
		}
	}
}
