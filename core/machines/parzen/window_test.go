package parzen_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

// windows is what core/internal/golden/windows.py makes.
type windows struct {
	Tolerance float64
	Densities []struct {
		Data, Window string
		Columns      int
		Bandwidth    float64
		Weights      bool
		Logs         []*float64
	}
	Rules []struct {
		Data, Rule string
		Columns    int
		Bandwidth  float64
	}
	Regressions []struct {
		Window                 string
		Bandwidth              float64
		Predictions, Residuals []float64
	}
}

func readWindows(t testing.TB) (g windows) {
	t.Helper()
	facts.Golden(t, "windows.json", &g)
	return g
}

// halves returns all rows but every fifth, and every fifth, with their first columns.
func halves(t testing.TB, name string, columns int) (train, test *sample.Matrix) {
	t.Helper()
	all, _ := facts.Libsvm(t, name)
	row := make([]float64, all.Dim())
	train, test = &sample.Matrix{D: columns}, &sample.Matrix{D: columns}
	for i := range all.Len() {
		all.Dense(row, i)
		to := train
		if i%5 == 0 {
			to = test
		}
		to.N, to.X = to.N+1, append(to.X, row[:columns]...)
	}
	return train, test
}

func density(t testing.TB, training model.Training, smoothing parzen.Smoothing, nu float64) (*parzen.KernelDensity, *parzen.KernelDensityFit) {
	t.Helper()
	m := parzen.NewKernelDensity()
	m.Smoothing, m.Nu = smoothing, nu
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m, m.Result
}

// logs returns the logarithms of a density.
func logs(t testing.TB, m *parzen.KernelDensity, x sample.Set) []float64 {
	t.Helper()
	values, err := m.Decision(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range values {
		values[i] += m.Result.Offset
	}
	return values
}

func fixed(window string, h float64) parzen.Smoothing {
	return parzen.Smoothing{Window: window, Bandwidth: kernel.Width{Value: h}}
}

func TestKernelDensityIsScikitLearns(t *testing.T) {
	g := readWindows(t)
	for _, c := range g.Densities {
		train, test := halves(t, c.Data, c.Columns)
		training := model.NewTraining(train, nil)
		if c.Weights {
			for i := range train.N {
				training.Weight = append(training.Weight, float64(1+i%3))
			}
		}
		m, _ := density(t, training, fixed(c.Window, c.Bandwidth), 0.1)
		for _, set := range []sample.Set{test, support.Sparse(test)} {
			got := logs(t, m, set)
			want := make([]float64, len(c.Logs))
			for i, v := range c.Logs {
				if v != nil {
					want[i] = *v
				} else if want[i] = parzen.Lowest; got[i] < parzen.Lowest*0.99 {
					got[i] = parzen.Lowest
				}
			}
			support.Near(t, c.Data+" "+c.Window, got, want, g.Tolerance)
		}
	}
	for _, c := range g.Rules {
		train, _ := halves(t, c.Data, c.Columns)
		_, f := density(t, model.NewTraining(train, nil), parzen.Smoothing{Window: "gaussian", Bandwidth: kernel.Width{Name: c.Rule}}, 0)
		support.NearNumber(t, c.Rule, f.Bandwidth, c.Bandwidth, 1e-13)
	}
}

// Every window is a density: on a line its integral is 1, by the trapezoidal rule.
func TestWindowsIntegrateToOne(t *testing.T) {
	grid := &sample.Matrix{D: 1}
	const from, to, steps = -30, 30, 60000
	for i := range steps + 1 {
		grid.N, grid.X = grid.N+1, append(grid.X, from+(to-from)*float64(i)/steps)
	}
	training := model.Training{Data: model.Data{X: matrix([]float64{-1}, []float64{0.3}, []float64{2}), Weight: []float64{1, 3, 2}}}
	for _, name := range []string{"gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"} {
		m, _ := density(t, training, fixed(name, 0.8), 0)
		integral := 0.0
		for _, v := range logs(t, m, grid) {
			integral += math.Exp(v) * (to - from) / steps
		}
		support.WithinNumber(t, name, integral, 1, 1e-3)
	}
}

// At most the share nu of the training samples lies outside, and one more sample would be
// too many.
func TestTheThresholdLeavesOutNu(t *testing.T) {
	rng := rand.New(rand.NewPCG(301, 1))
	x, _ := clouds(rng, 200, 2, 3)
	weight := make([]float64, 200)
	all := 0.0
	for i := range weight {
		weight[i] = float64(1 + i%4)
		all += weight[i]
	}
	for _, nu := range []float64{0, 0.01, 0.25, 0.5, 0.99} {
		m, _ := density(t, model.Training{Data: model.Data{X: x, Weight: weight}}, fixed("gaussian", 0.5), nu)
		values, _ := m.Decision(nil, x)
		inside, err := m.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		outside, next := 0.0, math.Inf(1)
		for i, v := range values {
			if (v < 0) != (inside[i] == -1) {
				t.Fatalf("decision value %v, prediction %d", v, inside[i])
			}
			if v < 0 {
				outside += weight[i]
			} else {
				next = min(next, v)
			}
		}
		more := outside
		for i, v := range values {
			if v == next {
				more += weight[i]
			}
		}
		if outside > nu*all || more <= nu*all {
			t.Errorf("nu %v: %v of %v are outside, with the next %v", nu, outside, all, more)
		}
	}
}

// Bug: with nu = 0.29 only 28 of 100 samples were outside, because 0.29 times 100 is less than 29
// after rounding, and so are sums of equal weights.
func TestTheThresholdDoesNotDependOnRounding(t *testing.T) {
	x, _ := clouds(rand.New(rand.NewPCG(306, 1)), 100, 2, 3)
	for _, weight := range []float64{1, 0.1, 0.7} {
		weights := make([]float64, 100)
		for i := range weights {
			weights[i] = weight
		}
		for share := range 100 {
			m, _ := density(t, model.Training{Data: model.Data{X: x, Weight: weights}}, fixed("gaussian", 0.5), float64(share)/100)
			values, err := m.Decision(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			outside := 0
			for _, v := range values {
				if v < 0 {
					outside++
				}
			}
			if outside != share {
				t.Fatalf("weights of %v, nu %v: %d of 100 samples are outside", weight, float64(share)/100, outside)
			}
		}
	}
}

// With a Gaussian window the signs are those of the average margin machine with the kernel
// rbf, as both add up the same numbers; with three classes its functions against the rest
// do not decide alike, but two classes must.
func TestParzenClassifierIsTheAverageMarginMachine(t *testing.T) {
	rng := rand.New(rand.NewPCG(302, 1))
	x, y := clouds(rng, 120, 3, 2)
	fresh, _ := clouds(rng, 300, 3, 2)
	weight := make([]float64, x.N)
	for i := range weight {
		weight[i] = 0.5 + rng.Float64()
	}
	training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 2}, Weight: weight}}
	const h = 0.9
	average, _, _ := fit(t, training, rbf(1/(2*h*h)))
	m := parzen.NewParzenClassifier()
	m.Smoothing = fixed("gaussian", h)
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	got, _, err := m.Decision(nil, fresh, "")
	if err != nil {
		t.Fatal(err)
	}
	want := decide(t, average, fresh)
	for i := range want {
		if (got[i] > 0) != (want[i] > 0) {
			t.Errorf("row %d: %v, the average margin machine says %v", i, got[i], want[i])
		}
		if !(math.Abs(got[i]) <= 1) {
			t.Errorf("row %d: a difference of probabilities of %v", i, got[i])
		}
	}
}

// The decision values are those of the densities of the classes, whatever the window.
func TestParzenClassifierComparesDensities(t *testing.T) {
	rng := rand.New(rand.NewPCG(303, 1))
	x, y := clouds(rng, 90, 2, 3)
	for i := range y {
		if y[i] == 2 && i%2 == 0 {
			y[i] = 0 // classes of different sizes
		}
	}
	fresh, _ := clouds(rng, 40, 2, 3)
	for _, name := range []string{"gaussian", "exponential", "epanechnikov", "tophat"} {
		for _, priors := range []string{"empirical", "equal"} {
			m := parzen.NewParzenClassifier()
			m.Smoothing, m.Priors = fixed(name, 1.5), priors
			if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: 3})); err != nil {
				t.Fatal(err)
			}
			got, cols, err := m.Decision(nil, fresh, "")
			if err != nil || cols != 3 {
				t.Fatal(cols, err)
			}
			want, sums := make([]float64, 3*fresh.N), make([]float64, fresh.N)
			for c := range int32(3) {
				var index []int
				for i, label := range y {
					if label == c {
						index = append(index, i)
					}
				}
				d, _ := density(t, model.NewTraining(x.Select(index), nil), fixed(name, 1.5), 0)
				prior := 1.0
				if priors == "empirical" {
					prior = float64(len(index))
				}
				for i, v := range logs(t, d, fresh) {
					want[3*i+int(c)] = prior * math.Exp(v)
					sums[i] += want[3*i+int(c)]
				}
			}
			for i, sum := range sums {
				if sum == 0 {
					continue // no window reaches it
				}
				for c := range 3 {
					support.WithinNumber(t, name+" "+priors, got[3*i+c], want[3*i+c]/sum, 1e-12)
				}
			}
		}
	}
}

func TestKernelRegressionIsTheFormula(t *testing.T) {
	g := readWindows(t)
	train, test := halves(t, "iris.scale", 4)
	columns := func(m *sample.Matrix) (x *sample.Matrix, y []float64) {
		x = &sample.Matrix{N: m.N, D: 3}
		for i := range m.N {
			x.X, y = append(x.X, m.Row(i)[:3]...), append(y, m.Row(i)[3])
		}
		return x, y
	}
	x, y := columns(train)
	fresh, _ := columns(test)
	for _, c := range g.Regressions {
		m := regression(t, model.NewTraining(x, model.Values(y)), fixed(c.Window, c.Bandwidth))
		support.Near(t, c.Window, predict(t, m, fresh), c.Predictions, g.Tolerance)
		support.Near(t, c.Window+", left out", m.Result.LooResiduals, c.Residuals, g.Tolerance)
		squares := 0.0
		for _, v := range c.Residuals {
			squares += v * v / float64(len(y))
		}
		support.NearNumber(t, c.Window+", error", m.Result.LooError, squares, g.Tolerance)
	}
}

func regression(t testing.TB, training model.Training, smoothing parzen.Smoothing) *parzen.KernelRegression {
	t.Helper()
	m := parzen.NewKernelRegression()
	m.Smoothing = smoothing
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m
}

func predict(t testing.TB, m *parzen.KernelRegression, x sample.Set) []float64 {
	t.Helper()
	y, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// Leaving a sample out is a fit without it.
func TestLeftOutSamplesAreAbsent(t *testing.T) {
	rng := rand.New(rand.NewPCG(304, 1))
	x, _ := clouds(rng, 30, 2, 2)
	y, weight := make([]float64, 30), make([]float64, 30)
	for i := range y {
		y[i], weight[i] = rng.NormFloat64(), 0.5+rng.Float64()
	}
	for _, name := range []string{"gaussian", "linear"} { // of the second, no window reaches some samples
		s := fixed(name, 0.4)
		m := regression(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: weight}}, s)
		for i := range y {
			absent := append([]float64(nil), weight...)
			absent[i] = 0
			other := regression(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: absent}}, s)
			support.Near(t, name, []float64{m.Result.LooResiduals[i]}, []float64{y[i] - predict(t, other, x.Select([]int{i}))[0]}, 1e-12)
		}
	}
}

// Far from all samples, where every window underflows or ends, the nearest decide.
func TestFarSamplesTakeTheNearest(t *testing.T) {
	x := matrix([]float64{0}, []float64{1}, []float64{1}, []float64{5})
	far := matrix([]float64{-1000}, []float64{1e6}, []float64{0.9})
	for _, name := range []string{"gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"} {
		s := fixed(name, 0.01)
		m := regression(t, model.NewTraining(x, model.Values{1, 2, 4, 8}), s)
		support.Near(t, name, predict(t, m, far), []float64{1, 8, 3}, 1e-3)
		c := parzen.NewParzenClassifier()
		c.Smoothing = s
		if _, err := c.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1, 0}, Count: 2})); err != nil {
			t.Fatal(err)
		}
		got, err := c.Predict(nil, far)
		if err != nil || got[0] != 0 || got[1] != 0 || got[2] != 1 {
			t.Errorf("%s: %v (%v)", name, got, err)
		}
	}
}

// A digit that is lost to cancellation would show: samples that are close to each other
// and far from zero.
func TestWindowsFarFromZero(t *testing.T) {
	near, far := &sample.Matrix{N: 40, D: 2}, &sample.Matrix{N: 40, D: 2}
	rng := rand.New(rand.NewPCG(305, 1))
	for range 80 {
		v := float64(rng.IntN(1024)) / 1024
		near.X, far.X = append(near.X, v), append(far.X, v+1<<20)
	}
	for _, name := range []string{"gaussian", "linear"} {
		m, _ := density(t, model.NewTraining(near, nil), fixed(name, 0.1), 0.1)
		other, _ := density(t, model.NewTraining(far, nil), fixed(name, 0.1), 0.1)
		support.Near(t, name, logs(t, other, far), logs(t, m, near), 1e-14)
	}
}

func TestBadBandwidthsAreNamedErrors(t *testing.T) {
	for name, c := range map[string]struct {
		x         *sample.Matrix
		smoothing parzen.Smoothing
		code      fault.Code
		argument  string
	}{
		"unknown rule":    {matrix([]float64{1}, []float64{2}), parzen.Smoothing{Window: "gaussian", Bandwidth: kernel.Width{Name: "best"}}, fault.Option, "bandwidth"},
		"unknown window":  {matrix([]float64{1}, []float64{2}), fixed("box", 1), fault.Option, "window"},
		"negative":        {matrix([]float64{1}, []float64{2}), fixed("gaussian", -1), fault.Option, "bandwidth"},
		"squares vanish":  {matrix([]float64{1}, []float64{2}), fixed("gaussian", 1e-200), fault.Numeric, "X"},
		"squares explode": {matrix([]float64{1e160}, []float64{2}), fixed("gaussian", 1), fault.Numeric, "X"},
	} {
		m := parzen.NewKernelDensity()
		m.Smoothing = c.smoothing
		_, err := m.Fit(nil, model.NewTraining(c.x, nil))
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
	}
}
