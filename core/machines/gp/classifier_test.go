package gp_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/gp"
	"maxmargin/core/model"
)

type choice = func(*gp.GaussianProcessClassifierOptions)

func keep(o *gp.GaussianProcessClassifierOptions) { o.Optimizer = "none" }

func classifier(t testing.TB, training model.Training, change ...choice) (*gp.GaussianProcessClassifier, *gp.GaussianProcessClassifierFit, model.Report) {
	t.Helper()
	g := gp.NewGaussianProcessClassifier(catalog.Kernel)
	for _, c := range change {
		c(&g.GaussianProcessClassifierOptions)
	}
	report, err := g.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return g, g.Result, report
}

// moons returns n samples of d features with noisy labels of k classes.
func moons(seed uint64, n, d, k int) (*sample.Matrix, model.Classes) {
	rng := rand.New(rand.NewPCG(seed, 3))
	x, y := matrix(n, d, make([]float64, n*d)...), make([]int32, n)
	for i := range n {
		for j := range d {
			x.X[i*d+j] = rng.NormFloat64()
		}
		y[i] = int32(math.Abs(math.Floor(math.Sin(1.5*x.X[i*d])*float64(k)+0.4*rng.NormFloat64()))) % int32(k)
	}
	for c := range k {
		y[c] = int32(c)
	}
	return x, model.Classes{Of: y, Count: k}
}

// TestClassifierOfScikitLearn compares evidence, gradient, latent means, probabilities and
// predictions with scikit-learn's on real data; see core/internal/golden/gpc.py.
func TestClassifierOfScikitLearn(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			Data, Kernel                    string
			Train, Test                     []int
			Variance, Evidence              float64
			Classes, Predicted              []float64
			Gradient, Latent, Probabilities []float64
			Best                            *float64
		}
	}
	facts.Golden(t, "classifier.json", &golden)
	facts.Path(t, "libsvm") // without it, no case could run
	searched := 0
	for _, c := range golden.Cases {
		t.Run(c.Data+" "+c.Kernel, func(t *testing.T) {
			x, y := facts.Libsvm(t, c.Data)
			labels := make([]int32, len(c.Train))
			for p, i := range c.Train {
				labels[p] = int32(slices.Index(c.Classes, y[i]))
			}
			training := model.NewTraining(x.Select(c.Train), model.Classes{Of: labels, Count: len(c.Classes)})
			rest := x.Select(c.Test)
			g, f, _ := classifier(t, training, keep, func(o *gp.GaussianProcessClassifierOptions) { o.Variance, o.Kernel.Name = c.Variance, c.Kernel })
			support.NearNumber(t, "evidence of the fit", f.Evidence, c.Evidence, golden.Tolerance)
			value, gradient, err := g.Evidence(nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			support.NearNumber(t, "evidence", value, c.Evidence, golden.Tolerance)
			support.Near(t, "gradient by "+f.ParameterNames, gradient, c.Gradient, golden.Tolerance)
			latent, cols, err := g.Decision(nil, rest, "")
			if err != nil || cols*rest.Len() != len(c.Latent) {
				t.Fatalf("%d columns (%v)", cols, err)
			}
			support.Near(t, "latent means", latent, c.Latent, golden.Tolerance)
			p, err := g.Probabilities(nil, rest)
			if err != nil {
				t.Fatal(err)
			}
			support.Near(t, "probabilities", p, c.Probabilities, golden.Tolerance)
			said, err := g.Predict(nil, rest)
			if err != nil {
				t.Fatal(err)
			}
			for i, class := range said {
				if c.Classes[class] != c.Predicted[i] {
					t.Errorf("sample %d is of class %v, want %v", i, c.Classes[class], c.Predicted[i])
				}
			}
			if c.Best != nil {
				searched++
				_, best, _ := classifier(t, training, func(o *gp.GaussianProcessClassifierOptions) { o.Kernel.Gamma = kernel.Width{Value: 0.5} })
				if !(best.Evidence > *c.Best-1e-4) {
					t.Errorf("the search ends at the evidence %v, scikit-learn's at %v", best.Evidence, *c.Best)
				}
			}
		})
	}
	if searched < 2 {
		t.Errorf("%d searches compared", searched)
	}
}

// The gradient is that of differences of the evidence, with weights, for kernels with several
// parameters and for several classes.
func TestClassifierGradientIsOfDifferences(t *testing.T) {
	for _, k := range []int{2, 3} {
		x, y := moons(201, 70, 3, k)
		weights := make([]float64, 70)
		for i := range weights {
			weights[i] = 0.5 * float64(1+i%5)
			if i > 10 && i%7 == 0 {
				weights[i] = 0
			}
		}
		for _, name := range []string{"rbf", "laplacian", "poly", `{"kernel":"gaussian","gamma":0.5,"parts":[{"kernel":"weighted","matrix":[0.3,1,2]}]}`} {
			training := model.Training{Data: model.Data{X: x, Target: y, Weight: weights}}
			g, f, _ := classifier(t, training, keep, func(o *gp.GaussianProcessClassifierOptions) { o.Variance, o.Kernel.Name, o.Kernel.Coef0 = 2.5, name, 1 })
			_, gradient, err := g.Evidence(nil, nil)
			if err != nil || len(gradient) != len(f.Parameters) {
				t.Fatal(len(gradient), err)
			}
			for p := range gradient {
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
					t.Errorf("%d classes, %s: derivative %d of %s is %v, differences give %v", k, name, p, f.ParameterNames, gradient[p], want)
				}
			}
		}
	}
}

// A weight of w counts as w samples.
func TestClassifierWeightsCountAsSamples(t *testing.T) {
	x, y := moons(202, 50, 2, 3)
	weights, copies := make([]float64, 50), []int{}
	for i := range weights {
		weights[i] = float64(1 + i%3)
		if i > 5 && i%5 == 0 {
			weights[i] = 0
		}
		for range int(weights[i]) {
			copies = append(copies, i)
		}
	}
	for _, o := range []choice{keep, func(*gp.GaussianProcessClassifierOptions) {}} {
		a, f, _ := classifier(t, model.Training{Data: model.Data{X: x, Target: y, Weight: weights}}, o)
		width := func(o *gp.GaussianProcessClassifierOptions) { o.Kernel.Gamma = kernel.Width{Value: f.Widths[0]} }
		b, g, _ := classifier(t, model.NewTraining(x.Select(copies), y.Select(copies)), o, width)
		support.NearNumber(t, "evidence", f.Evidence, g.Evidence, 1e-8)
		p, err := a.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		want, err := b.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "probabilities", p, want, 1e-4)
	}
}

// Probabilities are the mean of the logistic function over the normal distribution of f, to
// the 1e-4 of the five error functions, and the larger one is that of the predicted class.
func TestClassifierProbabilitiesAreIntegrals(t *testing.T) {
	for _, k := range []int{2, 4} {
		x, y := moons(203, 80, 2, k)
		g, _, _ := classifier(t, model.NewTraining(x, y))
		p, err := g.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		said, err := g.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for i, class := range said {
			row := p[i*k : (i+1)*k]
			sum := 0.0
			for _, v := range row {
				sum += v
			}
			if !(math.Abs(sum-1) <= 1e-14) || row[class] != slices.Max(row) || slices.Min(row) < 0 {
				t.Errorf("probabilities %v where class %d is predicted", row, class)
			}
		}
	}
	for _, c := range [][2]float64{{0, 1}, {1, 0}, {-2, 0.5}, {3, 4}, {0.3, 30}, {-12, 9}, {40, 1e-9}} {
		sum, steps := 0.0, 20000
		for s := range steps { // the midpoint rule over twelve standard deviations to each side
			z := 24*(float64(s)+0.5)/float64(steps) - 12
			sum += 24 / float64(steps) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) / (1 + math.Exp(-c[0]-math.Sqrt(c[1])*z))
		}
		support.NearNumber(t, "mean of the logistic function", gp.Averaged(c[0], c[1]), sum, 1e-4)
	}
}

// The search ends where the gradient vanishes; restarts end no lower.
func TestClassifierSearch(t *testing.T) {
	x, y := moons(204, 150, 2, 2)
	training := model.NewTraining(x, y)
	narrow := func(o *gp.GaussianProcessClassifierOptions) { o.Kernel.Gamma = kernel.Width{Value: 20} }
	g, f, report := classifier(t, training, narrow)
	_, before, _ := classifier(t, training, keep, narrow)
	if !(f.Evidence > before.Evidence+1) || report.Objective != f.Evidence || report.Iterations < 3 {
		t.Errorf("evidence %v after %d steps, %v before", f.Evidence, report.Iterations, before.Evidence)
	}
	value, gradient, err := g.Evidence(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	support.NearNumber(t, "evidence", value, f.Evidence, 1e-10)
	for i, v := range gradient {
		if !(math.Abs(v) <= 1e-5*150) {
			t.Errorf("derivative %d is %v at the end", i, v)
		}
	}
	_, many, _ := classifier(t, training, narrow, func(o *gp.GaussianProcessClassifierOptions) { o.Restarts = 3 })
	if !(many.Evidence >= f.Evidence-1e-9) {
		t.Errorf("restarts end with the evidence %v, the search without with %v", many.Evidence, f.Evidence)
	}
}

// With more than 1000 samples the search begins with a part of them, unless that part lacks a
// class.
func TestClassifierSearchOfALargeSet(t *testing.T) {
	x, y := moons(205, 1050, 2, 2)
	g, _, report := classifier(t, model.NewTraining(x, y), func(o *gp.GaussianProcessClassifierOptions) { o.Tol = 1e-4 })
	_, gradient, err := g.Evidence(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range gradient {
		if !(math.Abs(v) <= 1e-4*1050) {
			t.Errorf("derivative %d is %v after %d steps", i, v, report.Iterations)
		}
	}
	clear(y.Of[3:])
	if _, f, _ := classifier(t, model.NewTraining(x, y), func(o *gp.GaussianProcessClassifierOptions) { o.MaxIter = 1 }); !(f.Evidence < 0) {
		t.Errorf("evidence %v with one sample of a class", f.Evidence)
	}
}

// A fit that is stopped at any moment is kept, and says so; it answers.
func TestClassifierIsKeptWhenStopped(t *testing.T) {
	x, y := moons(206, 60, 2, 3)
	for stop := 1; stop < 400; stop += 1 + stop/3 {
		count := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if count++; count >= stop {
				return run.Stop
			}
			return run.Continue
		}}.Ctl()
		g := gp.NewGaussianProcessClassifier(catalog.Kernel)
		report, err := g.Fit(ctl, model.NewTraining(x, y))
		if err == nil && count < stop {
			break // the fit had ended
		}
		if err != nil || report.Status != run.Stopped {
			t.Fatalf("stopped at look %d: status %q (%v)", stop, report.Status, err)
		}
		if _, err := g.Probabilities(nil, x); err != nil {
			t.Fatal(err)
		}
	}
}

// Far from its labels the mode takes many steps of Newton's method, which shorter steps keep
// from running away: large variances and weights of all sizes end at a point of zero gradient.
func TestClassifierModeOfExtremes(t *testing.T) {
	x, y := moons(207, 40, 1, 2)
	weights := make([]float64, 40)
	for i := range weights {
		weights[i] = math.Pow(10, float64(i%9)-4)
	}
	for _, v := range []float64{1e-6, 1, 1e4} {
		g, f, _ := classifier(t, model.Training{Data: model.Data{X: x, Target: y, Weight: weights}}, keep, func(o *gp.GaussianProcessClassifierOptions) { o.Variance = v })
		latent, _, err := g.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		for i, value := range latent {
			sign := 2*float64(y.Of[i]) - 1
			want := v * weights[i] * sign / (1 + math.Exp(sign*value))
			if !(math.Abs(f.Coef[i]-want) <= 1e-6*(math.Abs(want)+v*weights[i]*1e-3)) {
				t.Errorf("variance %v: coefficient %d is %v, at the mode it is %v", v, i, f.Coef[i], want)
			}
		}
	}
}

func TestClassifierBadInput(t *testing.T) {
	code := func(what string, err error, want fault.Code, argument string) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != want || f.Argument != argument {
			t.Errorf("%s: %v, want %s about %q", what, err, want, argument)
		}
	}
	x, y := moons(208, 20, 2, 2)
	g := gp.NewGaussianProcessClassifier(catalog.Kernel)
	_, _, err := g.Evidence(nil, nil)
	code("the evidence before a fit", err, fault.NotFitted, "")
	_, err = g.Probabilities(nil, x)
	code("probabilities before a fit", err, fault.NotFitted, "")
	g.Kernel.Name, g.Kernel.Gamma, g.Kernel.Coef0, g.Variance = "sigmoid", kernel.Width{Value: 3}, -1, 1000
	_, err = g.Fit(nil, model.NewTraining(x, y))
	code("an indefinite kernel", err, fault.Numeric, "kernel")
	g, _, _ = classifier(t, model.NewTraining(x, y))
	_, _, err = g.Evidence(nil, []float64{1})
	code("one parameter of two", err, fault.Shape, "parameters")
	_, _, err = g.Evidence(nil, []float64{1, 0})
	code("a width of 0", err, fault.Option, "parameters")
	p, _, _ := classifier(t, model.NewTraining(matrix(2, 2, 2, 1, 1, 2), model.Classes{Of: []int32{0, 1}, Count: 2}), func(o *gp.GaussianProcessClassifierOptions) { o.Kernel.Name = "precomputed" })
	_, err = p.Probabilities(nil, matrix(1, 2, 1, 1))
	code("the probabilities of a precomputed kernel", err, fault.Type, "kernel")
	_, _, err = p.Evidence(nil, nil)
	code("the evidence of a precomputed kernel", err, fault.Type, "kernel")
}
