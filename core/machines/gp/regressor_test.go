package gp_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/gp"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

type options = func(*gp.GaussianProcessRegressorOptions)

func machine(change ...options) *gp.GaussianProcessRegressor {
	g := gp.NewGaussianProcessRegressor(catalog.Kernel)
	for _, c := range change {
		c(&g.GaussianProcessRegressorOptions)
	}
	return g
}

func fit(t testing.TB, training model.Training, change ...options) (*gp.GaussianProcessRegressor, *gp.GaussianProcessRegressorFit, model.Report) {
	t.Helper()
	g := machine(change...)
	report, err := g.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return g, g.Result, report
}

func given(o *gp.GaussianProcessRegressorOptions) { o.Optimizer = "none" }

func noise(alpha float64) options {
	return func(o *gp.GaussianProcessRegressorOptions) { o.Alpha = alpha }
}

func factor(v float64) options {
	return func(o *gp.GaussianProcessRegressorOptions) { o.Variance = v }
}

func gamma(g float64) options {
	return func(o *gp.GaussianProcessRegressorOptions) { o.Kernel.Gamma = kernel.Width{Value: g} }
}

func tree(text string) options {
	return func(o *gp.GaussianProcessRegressorOptions) { o.Kernel.Name = text }
}

func distribution(t testing.TB, g *gp.GaussianProcessRegressor, x sample.Set, covariance bool) (mean, spread []float64) {
	t.Helper()
	mean, spread, err := g.Distribution(nil, x, covariance)
	if err != nil {
		t.Fatal(err)
	}
	return mean, spread
}

func matrix(n, d int, x ...float64) *sample.Matrix { return &sample.Matrix{N: n, D: d, X: x} }

// wave returns n samples of d features, and a smooth target with noise.
func wave(seed uint64, n, d int, sd float64) (*sample.Matrix, []float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		for j := range d {
			x[i*d+j] = rng.NormFloat64()
			y[i] += math.Sin(2*x[i*d+j]) / float64(j+1)
		}
		y[i] += sd * rng.NormFloat64()
	}
	return matrix(n, d, x...), y
}

func span(n int) []int {
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	return index
}

// TestScikitLearn compares evidence, gradient, mean, standard deviation and covariance with
// scikit-learn's on real data; see core/internal/golden/gp.py.
func TestScikitLearn(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			Data, Kernel              string
			Train                     int
			NormalizeY                bool
			Variance, Alpha, Evidence float64
			Gradient, Mean, Std       []float64
			Covariance                []float64
		}
	}
	facts.Golden(t, "sklearn.json", &golden)
	for _, c := range golden.Cases {
		t.Run(c.Data+" "+c.Kernel, func(t *testing.T) {
			x, y := facts.Libsvm(t, c.Data)
			n := x.Len()
			train, rest := x.Select(span(n)[:c.Train]), x.Select(span(n)[c.Train:c.Train+len(c.Mean)])
			g, f, _ := fit(t, model.NewTraining(train, model.Values(y[:c.Train])), given, noise(c.Alpha), factor(c.Variance), tree(c.Kernel),
				func(o *gp.GaussianProcessRegressorOptions) { o.NormalizeY = c.NormalizeY })
			mean, std := distribution(t, g, rest, false)
			support.Near(t, "mean", mean, c.Mean, golden.Tolerance)
			support.Near(t, "standard deviation", std, c.Std, golden.Tolerance)
			_, covariance := distribution(t, g, rest.Select(span(6)), true)
			support.Near(t, "covariance", covariance, c.Covariance, golden.Tolerance)
			support.NearNumber(t, "evidence of the fit", f.Evidence, c.Evidence, golden.Tolerance)
			value, gradient, err := g.Evidence(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			support.NearNumber(t, "evidence", value, c.Evidence, golden.Tolerance)
			if c.Gradient != nil {
				support.Near(t, "gradient by "+f.ParameterNames, gradient, c.Gradient, golden.Tolerance)
			}
		})
	}
}

// One sample x = 0 with y = 1, k(x, x) = 1 and noise of variance 0.25: the mean there is 0.8
// and the variance 0.2 (a vector of the specification).
func TestOneSample(t *testing.T) {
	g, _, _ := fit(t, model.NewTraining(matrix(1, 1, 0), model.Values{1}), given, noise(0.25))
	mean, std := distribution(t, g, matrix(1, 1, 0), false)
	support.NearNumber(t, "mean", mean[0], 0.8, 1e-15)
	support.NearNumber(t, "variance", std[0]*std[0], 0.2, 1e-15)
}

// The mean is the function of kernel ridge regression with the penalty alpha / variance, with
// weights of any kind, zero among them, and for kernels of every kind of sample.
func TestMeanIsKernelRidge(t *testing.T) {
	x, y := wave(101, 60, 3, 0.1)
	weights := make([]float64, 60)
	for i := range weights {
		weights[i] = float64(i % 4)
	}
	for _, w := range [][]float64{nil, weights} {
		training := model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}
		g, f, _ := fit(t, training, given, noise(0.3), factor(2), gamma(0.4))
		r := ridge.NewKernelRidge(catalog.Kernel)
		r.Alpha, r.Kernel.Gamma = 0.15, kernel.Width{Value: 0.4}
		if _, err := r.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		want, err := r.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		mean, _ := distribution(t, g, x, false)
		support.Near(t, "mean", mean, want, 1e-12)
		got, err := g.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "prediction", got, want, 1e-12)
		if _, covariance := distribution(t, g, x, true); covariance[61] < 0 || !(math.Abs(covariance[1]-covariance[60]) <= 0) {
			t.Errorf("covariance of two samples %v and %v", covariance[1], covariance[60])
		}
		sparse, _, _ := fit(t, model.Training{Data: model.Data{X: support.Sparse(x), Target: model.Values(y), Weight: w}}, given, noise(0.3), factor(2), gamma(0.4))
		_, std := distribution(t, g, x, false)
		_, again := distribution(t, sparse, support.Sparse(x), false)
		support.Near(t, "standard deviation of sparse samples", again, std, 1e-10)
		if f.Noise != 0.3 {
			t.Errorf("noise %v", f.Noise)
		}
	}
}

// The gradient is that of differences of the evidence, with weights, in trees with several
// parameters.
func TestGradientIsOfDifferences(t *testing.T) {
	x, y := wave(102, 90, 3, 0.2)
	weights := make([]float64, 90)
	for i := range weights {
		weights[i] = 0.5 * float64(i%5)
	}
	for _, k := range []string{"rbf", "laplacian", "matern", "poly", "minkowski",
		`{"kernel":"sum","parts":[{"kernel":"scale","factor":0.5,"parts":[{"kernel":"rbf","gamma":0.3}]},{"kernel":"scale","factor":0.1,"parts":[{"kernel":"linear"}]}]}`,
		`{"kernel":"product","parts":[{"kernel":"columns","columns":[0],"parts":[{"kernel":"rbf","gamma":0.3}]},{"kernel":"rationalQuadratic","gamma":0.2,"alpha":2}]}`,
		`{"kernel":"gaussian","gamma":0.5,"parts":[{"kernel":"weighted","matrix":[0.3,1,2]}]}`,
	} {
		for _, w := range [][]float64{nil, weights} {
			g, f, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}, given, noise(0.2), factor(1.5), tree(k))
			_, gradient, err := g.Evidence(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if names := strings.Fields(f.ParameterNames); len(names) != len(gradient) {
				t.Fatalf("%d derivatives by %v", len(gradient), names)
			}
			for p, name := range strings.Fields(f.ParameterNames) {
				at := func(h float64) float64 {
					theta := append([]float64(nil), f.Parameters...)
					theta[p] *= math.Exp(h)
					value, _, err := g.Evidence(nil, theta)
					if err != nil {
						t.Fatal(err)
					}
					return value
				}
				const h = 1e-4
				if want := (at(h) - at(-h)) / (2 * h); !(math.Abs(gradient[p]-want) <= 1e-6*(1+math.Abs(want))) {
					t.Errorf("%s: derivative by %s %v, differences give %v", k, name, gradient[p], want)
				}
			}
		}
	}
}

// A weight of w counts as w samples with the same target, also for the evidence.
func TestWeightsCountAsSamples(t *testing.T) {
	x, y := wave(103, 40, 2, 0.2)
	weights, twice := make([]float64, 40), []int{}
	for i := range weights {
		weights[i] = float64(i % 3)
		for range i % 3 {
			twice = append(twice, i)
		}
	}
	var targets []float64
	for _, i := range twice {
		targets = append(targets, y[i])
	}
	for _, o := range []options{given, func(*gp.GaussianProcessRegressorOptions) {}} {
		a, f, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: weights}}, o, noise(0.3), gamma(0.7))
		b, g, _ := fit(t, model.NewTraining(x.Select(twice), model.Values(targets)), o, noise(0.3), gamma(0.7))
		support.NearNumber(t, "evidence", f.Evidence, g.Evidence, 1e-8)
		mean, std := distribution(t, a, x, false)
		wantMean, wantStd := distribution(t, b, x, false)
		support.Near(t, "mean", mean, wantMean, 1e-4)
		support.Near(t, "standard deviation", std, wantStd, 1e-4)
	}
}

// The search ends where the gradient vanishes, at a larger evidence than it began with, finds
// the noise and the width that the data were made with, and does not care in which units y is.
func TestSearch(t *testing.T) {
	x, y := wave(104, 250, 1, 0.1)
	g, f, report := fit(t, model.NewTraining(x, model.Values(y)))
	_, before, _ := fit(t, model.NewTraining(x, model.Values(y)), given)
	if !(f.Evidence > before.Evidence+10) || report.Objective != f.Evidence || report.Iterations < 3 {
		t.Errorf("evidence %v after %d steps, %v before", f.Evidence, report.Iterations, before.Evidence)
	}
	value, gradient, err := g.Evidence(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range gradient {
		if !(math.Abs(v) <= 1e-5*250) {
			t.Errorf("derivative %d is %v at the end", i, v)
		}
	}
	support.NearNumber(t, "evidence", value, f.Evidence, 1e-9)
	if sd := math.Sqrt(f.Noise); sd < 0.08 || sd > 0.12 {
		t.Errorf("noise of standard deviation %v, made with 0.1", sd)
	}
	large := make([]float64, len(y))
	for i, v := range y {
		large[i] = 1e4*v + 3e4
	}
	_, std := distribution(t, g, matrix(3, 1, -3, 0, 3), false)
	scaled, s, _ := fit(t, model.NewTraining(x, model.Values(large)), func(o *gp.GaussianProcessRegressorOptions) { o.NormalizeY = true })
	_, wide := distribution(t, scaled, matrix(3, 1, -3, 0, 3), false)
	for i := range std {
		if r := wide[i] / std[i] / 1e4; r < 0.95 || r > 1.05 {
			t.Errorf("standard deviation %v of targets in other units, %v before", wide[i], std[i])
		}
	}
	if !(math.Abs(s.Noise/f.Noise/1e8-1) <= 0.05) {
		t.Errorf("noise %v of targets in other units, %v before", s.Noise, f.Noise)
	}
	for i := range large {
		large[i] = 1e4 * y[i]
	}
	_, s, _ = fit(t, model.NewTraining(x, model.Values(large)))
	support.NearNumber(t, "noise of 10,000 y", s.Noise/1e8, f.Noise, 1e-4)
}

// A search in a large set begins with a part of it and ends where all derivatives vanish.
func TestSearchOfALargeSet(t *testing.T) {
	x, y := wave(105, 1100, 2, 0.3)
	g, _, report := fit(t, model.NewTraining(x, model.Values(y)))
	_, gradient, err := g.Evidence(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range gradient {
		if !(math.Abs(v) <= 1e-5*1100) {
			t.Errorf("derivative %d is %v after %d steps", i, v, report.Iterations)
		}
	}
}

// A width far from the data's is a local optimum in which all is noise; restarts leave it.
func TestRestarts(t *testing.T) {
	x, y := wave(106, 60, 1, 0.05)
	training := model.NewTraining(x, model.Values(y))
	_, one, _ := fit(t, training, gamma(1e-4), noise(10))
	_, many, _ := fit(t, training, gamma(1e-4), noise(10), func(o *gp.GaussianProcessRegressorOptions) { o.Restarts = 20 })
	if many.Evidence < one.Evidence {
		t.Errorf("restarts end with the evidence %v, the search without with %v", many.Evidence, one.Evidence)
	}
	_, best, _ := fit(t, training, gamma(1))
	if !(many.Evidence > best.Evidence-1e-3) {
		t.Errorf("20 restarts end with the evidence %v, a good start with %v", many.Evidence, best.Evidence)
	}
}

// The covariance of 20,000 functions drawn from the prior tends to the kernel matrix, and
// their mean to 0; those of a fit have its covariance and mean. Seeds decide the draws.
func TestSamples(t *testing.T) {
	const m, count = 5, 20000
	x := matrix(m, 1, -1, -0.4, 0, 0.1, 2)
	fresh := machine(factor(2), gamma(0.8))
	learnt, _, _ := fit(t, model.NewTraining(matrix(2, 1, -0.5, 1), model.Values{1, -1}), given, factor(2), gamma(0.8), noise(0.1))
	for name, g := range map[string]*gp.GaussianProcessRegressor{"prior": fresh, "posterior": learnt} {
		mean, covariance := distribution(t, g, x, true)
		y, err := g.Sample(nil, x, count, 3)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m {
			for j := range m {
				sum, product := 0.0, 0.0
				for s := range count {
					sum += y[i*count+s] - mean[i]
					product += (y[i*count+s] - mean[i]) * (y[j*count+s] - mean[j])
				}
				// Four standard errors: of a mean, and of a covariance.
				if e := 4 * math.Sqrt(covariance[i*m+i]/count); !(math.Abs(sum/count) <= e) {
					t.Errorf("%s: mean of value %d differs by %v, more than %v", name, i, sum/count, e)
				}
				c := covariance[i*m+j]
				if e := 4 * math.Sqrt((covariance[i*m+i]*covariance[j*m+j]+c*c)/count); !(math.Abs(product/count-c) <= e) {
					t.Errorf("%s: covariance %d, %d is %v, want %v within %v", name, i, j, product/count, c, e)
				}
			}
		}
		again, _ := g.Sample(nil, x, count, 3)
		other, _ := g.Sample(nil, x, count, 4)
		if again[7] != y[7] || other[7] == y[7] {
			t.Errorf("%s: draws %v, %v with the same seed, %v with another", name, y[7], again[7], other[7])
		}
	}
	_, covariance := distribution(t, fresh, x, true)
	support.NearNumber(t, "prior covariance", covariance[1], 2*math.Exp(-0.8*0.36), 1e-14)
}

// The density of a labelling under the prior is the closed form, and a product of conditional
// densities gives the evidence.
func TestDensity(t *testing.T) {
	fresh := machine(gamma(0.5), noise(0.2))
	x := matrix(2, 1, 0, 1)
	k := math.Exp(-0.5)
	det := 1 - k*k
	y := []float64{1, -1}
	want := -(y[0]*y[0]-2*k*y[0]*y[1]+y[1]*y[1])/(2*det) - math.Log(det)/2 - math.Log(2*math.Pi)
	got, err := fresh.Density(nil, x, y, false)
	if err != nil {
		t.Fatal(err)
	}
	support.NearNumber(t, "density of a labelling", got, want, 1e-13)

	x, y = wave(107, 12, 2, 0.1)
	sum := 0.0
	for i := range 12 {
		g := machine(gamma(0.5), noise(0.2), given)
		if i > 0 {
			if _, err := g.Fit(nil, model.NewTraining(x.Select(span(i)), model.Values(y[:i]))); err != nil {
				t.Fatal(err)
			}
		}
		next, err := g.Density(nil, x.Select([]int{i}), y[i:i+1], true)
		if err != nil {
			t.Fatal(err)
		}
		sum += next
	}
	_, f, _ := fit(t, model.NewTraining(x, model.Values(y)), gamma(0.5), noise(0.2), given)
	support.NearNumber(t, "sum of the log densities of each target given those before", sum, f.Evidence, 1e-10)
	all, err := fresh.Density(nil, x, y, true)
	if err != nil {
		t.Fatal(err)
	}
	support.NearNumber(t, "density of all", all, f.Evidence, 1e-10)
}

// Matrices that belong to no process, and what a precomputed kernel cannot say, are errors
// with a code.
func TestBadInput(t *testing.T) {
	code := func(what string, err error, want fault.Code, argument string) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != want || f.Argument != argument {
			t.Errorf("%s: %v, want %s about %q", what, err, want, argument)
		}
	}
	twice := model.NewTraining(matrix(3, 1, 0, 0, 1), model.Values{1, 2, 3})
	for _, optimizer := range []string{"none", "evidence"} {
		g := machine(noise(0), func(o *gp.GaussianProcessRegressorOptions) { o.Optimizer = optimizer })
		_, err := g.Fit(nil, twice)
		code("equal samples without noise", err, fault.Numeric, "alpha")
		g = machine(noise(0.01), tree("sigmoid"), gamma(1), func(o *gp.GaussianProcessRegressorOptions) { o.Optimizer, o.Kernel.Coef0 = optimizer, -1 })
		_, err = g.Fit(nil, model.NewTraining(matrix(3, 1, 0, 1, 2), model.Values{1, 2, 3}))
		code("an indefinite kernel", err, fault.Numeric, "alpha")
	}
	g, _, _ := fit(t, twice, noise(0.1))
	_, _, err := g.Evidence(nil, []float64{1, 1})
	code("two parameters of three", err, fault.Shape, "parameters")
	_, _, err = g.Evidence(nil, []float64{1, -1, 1})
	code("a negative parameter", err, fault.Option, "parameters")
	_, _, err = g.Evidence(nil, []float64{1, 1, 0})
	code("no noise", err, fault.Numeric, "alpha")
	_, err = g.Density(nil, matrix(2, 1, 3, 3), []float64{1, 2}, false)
	code("the density of one value twice", err, fault.Numeric, "X")
	_, err = g.Density(nil, matrix(2, 1, 3, 4), []float64{1}, false)
	code("one value for two rows", err, fault.Shape, "y")
	_, _, err = machine().Evidence(nil, nil)
	code("the evidence before a fit", err, fault.NotFitted, "")
	p, _, _ := fit(t, model.NewTraining(matrix(2, 2, 2, 1, 1, 2), model.Values{1, 0}), tree("precomputed"))
	_, _, err = p.Distribution(nil, matrix(1, 2, 1, 1), false)
	code("the standard deviation of a precomputed kernel", err, fault.Type, "kernel")
	_, _, err = p.Evidence(nil, nil)
	code("the evidence of a precomputed kernel", err, fault.Type, "kernel")
}

// At an alpha of 0 the search learns the rest and the function interpolates.
func TestWithoutNoise(t *testing.T) {
	x, y := matrix(6, 1, 0, 1, 2, 3, 4, 5), []float64{1, 3, 2, -1, 0, 1}
	g, f, _ := fit(t, model.NewTraining(x, model.Values(y)), noise(0), gamma(1))
	if f.Noise != 0 {
		t.Errorf("noise %v was learnt", f.Noise)
	}
	mean, std := distribution(t, g, x, false)
	support.Near(t, "mean", mean, y, 1e-4)
	for _, v := range std {
		if !(v <= 1e-3) {
			t.Errorf("standard deviation %v at a training sample", v)
		}
	}
}

// All widths of kernels can be learnt: formats that write a model as source text rely on it.
func TestWidthsAreLearnt(t *testing.T) {
	widths := 0
	for _, entry := range catalog.Kernels() {
		made := entry.New()
		for _, o := range schema.Of(made) {
			if o.Type != schema.WidthParameter {
				continue
			}
			widths++
			if f, _ := reflect.TypeOf(made).Elem().FieldByName("Gamma"); o.Name != "gamma" || f.Tag.Get("learn") != "log" {
				t.Errorf("the width %s of %s is not learnt", o.Name, entry.Name)
			}
		}
	}
	if widths < 8 {
		t.Errorf("only %d kernels have a width", widths)
	}
}

func BenchmarkFit(b *testing.B) {
	x, y := wave(109, 2000, 8, 0.1)
	for b.Loop() {
		g := machine(func(o *gp.GaussianProcessRegressorOptions) { o.MaxIter = 10 })
		report, err := g.Fit(nil, model.NewTraining(x, model.Values(y)))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(report.Objective, "evidence")
		b.ReportMetric(float64(report.Iterations), "steps")
	}
}
