package ridge_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

// rejected fits the n samples and (x, v), and reports whether full conformal prediction rejects v.
func rejected(t *testing.T, training model.Training, x []float64, v, level float64, change ...options) bool {
	t.Helper()
	n, d := training.X.Len(), training.X.Dim()
	rows, y := make([]float64, (n+1)*d), append(slices.Clone(training.Values()), v)
	for i := range n {
		training.X.Dense(rows[i*d:(i+1)*d], i)
	}
	copy(rows[n*d:], x)
	all := matrix(t, rows, n+1, d)
	r, _, _ := fit(t, model.Training{Data: model.Data{X: all, Target: model.Values(y)}}, change...)
	f, above := predict(t, r, all), 0
	for i := range f {
		if math.Abs(y[i]-f[i]) >= math.Abs(v-f[n])*(1-1e-12) {
			above++
		}
	}
	return float64(above) <= (1-level)*float64(n+1)+1e-9
}

// Values just inside the intervals are kept by a fit with them, values just outside are
// rejected, with and without a constant, and for a kernel with which coefficients exceed 1.
func TestFullConformalIntervalsAreThoseOfRefitting(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	x, y := wave(rng, 40, 2)
	training := model.Training{Data: model.Data{X: x, Target: model.Values(y)}}
	infinite := 0
	for name, change := range map[string]options{
		"rbf": func(o *ridge.KernelRidgeOptions) {
			o.Alpha, o.Kernel = 0.1, kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: 0.7}}
		},
		"constant": func(o *ridge.KernelRidgeOptions) {
			o.Alpha, o.FitIntercept, o.Kernel = 0.5, true, kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: 0.7}}
		},
		"poly": func(o *ridge.KernelRidgeOptions) {
			o.Alpha, o.FitIntercept, o.Kernel = 0.1, true, kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1}, Degree: 3, Coef0: 1}
		},
	} {
		// The last point lies far outside, where the kernel of degree 3 has a large leverage.
		points := matrix(t, []float64{0.3, -0.2, 1.5, 0.1, -4, 5}, 3, 2)
		if name != "poly" {
			points = matrix(t, []float64{0.3, -0.2, 1.5, 0.1}, 2, 2)
		}
		r, _, _ := fit(t, training, change)
		for _, level := range []float64{0.5, 0.8, 0.9, 0.9015} { // of 41 samples 4.04 at the last, of 40 only 3.94
			intervals, err := r.Intervals(nil, points, y, level)
			if err != nil {
				t.Fatal(err)
			}
			for j := range points.N {
				low, high := intervals[2*j], intervals[2*j+1]
				at := points.X[2*j : 2*j+2]
				for side, end := range map[float64]float64{-1: low, 1: high} {
					if math.Abs(end) == math.MaxFloat64 {
						infinite++
						if rejected(t, training, at, side*1e6, level, change) {
							t.Errorf("%s at %v, level %v: no end on the side %v, but 1e6 is rejected", name, at, level, side)
						}
						continue
					}
					step := side * 1e-6 * (1 + math.Abs(end))
					if rejected(t, training, at, end-step, level, change) || !rejected(t, training, at, end+step, level, change) {
						t.Errorf("%s at %v, level %v: the end %v on the side %v is none", name, at, level, end, side)
					}
				}
			}
		}
	}
	if infinite == 0 {
		t.Error("no interval is infinite: the test says nothing of them")
	}
	r, _, _ := fit(t, training)
	if intervals, err := r.Intervals(nil, x, y, 0.99); err != nil || intervals[0] != -math.MaxFloat64 || intervals[1] != math.MaxFloat64 {
		t.Errorf("40 samples are too few for the level 0.99, got %v, %v", intervals[:2], err)
	}
}

// Four orthonormal rows, lambda 3 and the row x = (4, 0, 0, 0): K + lambda I is 4 I, so that a_i = y_i/4,
// c = (1, 0, 0, 0), f(x) = y_1 and v = f(x) + 15 t. The residuals are |a_1 - t|, |a_2| to |a_4| and |t|.
// At the level 4/5, of which (1 - 0.8) 5 is just below 1 in floating point, one of the four must be no
// smaller than |t|, which |a_1 - t| stays without end on the side where a_1 and t differ in sign, and
// with a_1 = 0 on both sides, where the two are equal.
func TestIntervalsWithoutAnEnd(t *testing.T) {
	x := matrix(t, []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, 4, 4)
	const end = math.MaxFloat64
	for _, c := range []struct{ first, at, low, high float64 }{
		{-4, 4, -4 - 15*0.5, end}, // a_1 = -1: |-1 + s| >= s and 1/2 >= s up to s = 1/2
		{4, 4, -end, 4 + 15*0.5},
		{0, 4, -end, end},
		{-4, -4, -end, 4 + 15*0.5}, // c = (-1, 0, 0, 0), f(x) = -y_1
		{4, -4, -4 - 15*0.5, end},
	} {
		y := []float64{c.first, 1, 2, 1}
		r, _, _ := fit(t, model.NewTraining(x, model.Values(y)), alpha(3), named("linear"))
		got, err := r.Intervals(nil, matrix(t, []float64{c.at, 0, 0, 0}, 1, 4), y, 0.8)
		if err != nil || !slices.Equal(got, []float64{c.low, c.high}) {
			t.Errorf("y_1 = %v at %v: %v, want %v and %v (%v)", c.first, c.at, got, c.low, c.high, err)
		}
	}
}

func TestIntervalsRefuse(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(3, 2)), 10, 2)
	gram := matrix(t, []float64{2, 1, 1, 2}, 2, 2)
	equal := matrix(t, []float64{1, 1, 1, 1}, 4, 1) // the system has a factor, which is rounding alone
	rounding := func(o *ridge.KernelRidgeOptions) { alpha(4.5e-16)(o); named("linear")(o) }
	for name, c := range map[string]struct {
		x        *sample.Matrix
		y        []float64
		passed   []float64
		change   options
		code     fault.Code
		argument string
	}{
		"fewer targets": {x, y, y[1:], alpha(1), fault.Shape, "y"},
		"more targets":  {x, y, append(y[:10:10], 1), alpha(1), fault.Shape, "y"},
		"no penalty":    {x, y, y, alpha(0), fault.Option, "alpha"},
		"equal rows":    {equal, y[:4], y[:4], rounding, fault.Numeric, "alpha"},
		"precomputed":   {gram, []float64{1, 2}, []float64{1, 2}, named("precomputed"), fault.Option, "kernel"},
	} {
		r, _, _ := fit(t, model.NewTraining(c.x, model.Values(c.y)), c.change)
		_, err := r.Intervals(nil, c.x, c.passed, 0.5)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: %v", name, err)
		}
	}
}
