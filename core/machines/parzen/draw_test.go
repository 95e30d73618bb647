package parzen_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

var drawnFrom = []string{"gaussian", "tophat", "epanechnikov", "exponential", "linear", "cosine"}

// drawn returns samples from the density of a window around rows of d features, and the machine.
func drawn(t *testing.T, window string, h float64, x *sample.Matrix, weight []float64, count int) (*parzen.KernelDensity, []float64) {
	t.Helper()
	k := parzen.NewKernelDensity()
	k.Window, k.Bandwidth = window, kernel.Width{Value: h}
	if _, err := k.Fit(nil, model.Training{Data: model.Data{X: x, Weight: weight}}); err != nil {
		t.Fatal(err)
	}
	points, err := k.Draw(nil, count, 11)
	if err != nil {
		t.Fatal(err)
	}
	return k, points
}

// distance returns the statistic of Kolmogorov and Smirnov times the root of the number: above
// 1.95 with a probability of 0.001 if the values have this distribution function.
func distance(values []float64, distribution func(v float64) float64) float64 {
	slices.Sort(values)
	n, most := float64(len(values)), 0.0
	for i, v := range values {
		p := distribution(v)
		most = max(most, p-float64(i)/n, float64(i+1)/n-p)
	}
	return most * math.Sqrt(n)
}

// On a line the samples have the density that the machine states, whose integral is computed
// from its values; weights are shares of the samples.
func TestDrawsHaveTheDensity(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{-2, 0, 0.5, 3}}
	for _, window := range drawnFrom {
		k, points := drawn(t, window, 0.7, x, []float64{1, 2, 0, 5}, 20000)
		const from, to, steps = -16.0, 17.0, 33000
		grid := &sample.Matrix{N: steps, D: 1, X: make([]float64, steps)}
		for i := range grid.X {
			grid.X[i] = from + (to-from)*(float64(i)+0.5)/steps
		}
		values, err := k.Decision(nil, grid)
		if err != nil {
			t.Fatal(err)
		}
		upTo := make([]float64, steps+1)
		for i, v := range values {
			upTo[i+1] = upTo[i] + math.Exp(v+k.Offset())*(to-from)/steps
		}
		if !(math.Abs(upTo[steps]-1) <= 1e-4) {
			t.Fatalf("%s: the density has the integral %v", window, upTo[steps])
		}
		if s := distance(points, func(v float64) float64 {
			return upTo[min(max(int((v-from)/(to-from)*steps+0.5), 0), steps)]
		}); s > 1.95 {
			t.Errorf("%s: the statistic of Kolmogorov and Smirnov is %v", window, s)
		}
	}
}

// In five dimensions the distances from a single sample have the density kappa(u) u^4, and the
// directions have the mean 0 and the same variance along each axis.
func TestDrawsInFiveDimensions(t *testing.T) {
	const d, count, h = 5, 20000, 2.0
	shape := map[string]func(u float64) float64{
		"gaussian": func(u float64) float64 { return math.Exp(-u * u / 2) }, "tophat": func(float64) float64 { return 1 },
		"epanechnikov": func(u float64) float64 { return 1 - u*u }, "exponential": func(u float64) float64 { return math.Exp(-u) },
		"linear": func(u float64) float64 { return 1 - u }, "cosine": func(u float64) float64 { return math.Cos(math.Pi / 2 * u) },
	}
	for _, window := range drawnFrom {
		_, points := drawn(t, window, h, &sample.Matrix{N: 1, D: d, X: []float64{1, 2, 3, 4, 5}}, nil, count)
		limit, steps := 1.0, 40000
		if window == "gaussian" || window == "exponential" {
			limit = 40
		}
		upTo := make([]float64, steps+1)
		for i := range steps {
			u := limit * (float64(i) + 0.5) / float64(steps)
			upTo[i+1] = upTo[i] + shape[window](u)*math.Pow(u, d-1)
		}
		lengths, squares := make([]float64, count), 0.0
		means, moments := make([]float64, d), make([]float64, d)
		for i := range count {
			sum := 0.0
			for j := range d {
				v := points[i*d+j] - float64(j+1)
				sum += v * v
				means[j] += v / count
				moments[j] += v * v / count
			}
			lengths[i] = math.Sqrt(sum) / h
			squares += sum / count
		}
		if s := distance(lengths, func(v float64) float64 {
			return upTo[min(int(v/limit*float64(steps)+0.5), steps)] / upTo[steps]
		}); s > 1.95 {
			t.Errorf("%s: the statistic of Kolmogorov and Smirnov is %v", window, s)
		}
		for j := range d {
			variance := squares / d
			if !(math.Abs(means[j]) <= 4*math.Sqrt(variance/count)) || !(math.Abs(moments[j]/variance-1) <= 0.08) {
				t.Errorf("%s: along axis %d the mean is %v and the variance %v, of %v on average", window, j, means[j], moments[j], variance)
			}
		}
	}
}

// The seed decides the draws; a machine that is not fitted says so.
func TestDrawsAreSeeded(t *testing.T) {
	k, first := drawn(t, "cosine", 1, &sample.Matrix{N: 2, D: 2, X: []float64{0, 0, 3, 3}}, nil, 10)
	again, _ := k.Draw(nil, 10, 11)
	other, _ := k.Draw(nil, 10, 12)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("draws do not follow the seed, and it alone")
	}
	_, err := parzen.NewKernelDensity().Draw(nil, 1, 0)
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.NotFitted {
		t.Errorf("before a fit: %v", err)
	}
}
