package perceptron_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/model"
)

func matrix(d int, x ...float64) *sample.Matrix {
	return &sample.Matrix{N: len(x) / d, D: d, X: x}
}

func primal(t rapid.TB, training model.Training, set func(*perceptron.PerceptronOptions)) (*perceptron.PerceptronFit, model.Report) {
	t.Helper()
	p := perceptron.NewPerceptron()
	set(&p.PerceptronOptions)
	report, err := p.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return p.Fitted().(*perceptron.PerceptronFit), report
}

func dual(t rapid.TB, training model.Training, set func(*perceptron.KernelPerceptronOptions)) (*perceptron.KernelPerceptron, *perceptron.KernelPerceptronFit) {
	t.Helper()
	p := perceptron.NewKernelPerceptron(catalog.Kernel)
	p.Kernel.Name = "linear"
	set(&p.KernelPerceptronOptions)
	if _, err := p.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return p, p.Fitted().(*perceptron.KernelPerceptronFit)
}

func asIs(*perceptron.PerceptronOptions)         {}
func linear(*perceptron.KernelPerceptronOptions) {}

// alphas returns the coefficients of n samples without the signs of their classes.
func alphas(f *perceptron.KernelPerceptronFit, y []int32) []float64 {
	a := make([]float64, len(y))
	for at, i := range f.Indices {
		a[i] = f.Coef[at] * (2*float64(y[i]) - 1)
	}
	return a
}

// The check values of the specification, worked out by hand there (introduction,
// part 1, C2-20): (a) four points, (b) the logical AND.
func TestMistakesInOrder(t *testing.T) {
	four := model.NewTraining(matrix(2, 2, 2, 2, 0, 0, 0, -1, 0), model.Classes{Of: []int32{1, 1, 0, 0}, Count: 2})
	f, report := primal(t, four, asIs)
	if !slices.Equal(f.Weights, []float64{6, 4}) || f.Bias[0] != -8 || f.Mistakes.Mistakes[0] != 7 || f.Passes[0] != 5 || report.Status != run.Converged {
		t.Errorf("w = %v, b = %v, %d mistakes in %d passes, %s", f.Weights, f.Bias, f.Mistakes.Mistakes[0], f.Passes[0], report.Status)
	}
	if want := []int32{0, 2, 2, 0, 2, 1, 2}; !slices.Equal(f.Sequence, want) || !slices.Equal(f.PassMistakes, []int32{2, 1, 2, 2, 0}) {
		t.Errorf("mistakes at %v, want %v; in passes %v", f.Sequence, want, f.PassMistakes)
	}
	if want := 4 / math.Sqrt(52); !(math.Abs(f.Margins[0]-want) <= 1e-15) || f.RadiusSquare != 8 {
		t.Errorf("margin %v, want %v; R^2 = %v", f.Margins[0], want, f.RadiusSquare)
	}
	_, k := dual(t, four, linear)
	if got := alphas(k, four.Labels()); !slices.Equal(got, []float64{2, 1, 4, 0}) || k.Intercept[0] != -8 || !slices.Equal(k.Sequence, f.Sequence) {
		t.Errorf("alpha = %v, b = %v, mistakes at %v", got, k.Intercept, k.Sequence)
	}

	// The exact-tie trap: R^2 as the square of a rounded R is 2.0000000000000004, and
	// learning ends after 5 mistakes at a plane that two points lie on.
	and := model.NewTraining(matrix(2, 0, 0, 1, 0, 0, 1, 1, 1), model.Classes{Of: []int32{0, 0, 0, 1}, Count: 2})
	f, _ = primal(t, and, asIs)
	if !slices.Equal(f.Weights, []float64{3, 4}) || f.Bias[0] != -6 || f.Mistakes.Mistakes[0] != 17 || f.Passes[0] != 9 || f.RadiusSquare != 2 {
		t.Errorf("AND: w = %v, b = %v, %d mistakes in %d passes, R^2 = %v", f.Weights, f.Bias, f.Mistakes.Mistakes[0], f.Passes[0], f.RadiusSquare)
	}
	_, k = dual(t, and, linear)
	if got := alphas(k, and.Labels()); !slices.Equal(got, []float64{3, 4, 3, 7}) || k.Intercept[0] != -6 || k.Mistakes.Mistakes[0] != 17 {
		t.Errorf("AND: alpha = %v, b = %v", got, k.Intercept)
	}
}

// XOR, from the same source: (c) with an additional feature for every sample, (d) with a
// kernel of degree 2.
func TestExclusiveOr(t *testing.T) {
	xor := model.NewTraining(matrix(2, 0, 0, 1, 0, 0, 1, 1, 1), model.Classes{Of: []int32{0, 1, 1, 0}, Count: 2})
	_, f := dual(t, xor, func(o *perceptron.KernelPerceptronOptions) { o.Delta = 1 })
	if got := alphas(f, xor.Labels()); !slices.Equal(got, []float64{1, 1, 1, 1}) || f.Intercept[0] != 0 || f.Mistakes.Mistakes[0] != 4 || f.Passes[0] != 2 {
		t.Errorf("delta = 1: alpha = %v, b = %v, %d mistakes in %d passes", got, f.Intercept, f.Mistakes.Mistakes[0], f.Passes[0])
	}
	p, f := dual(t, xor, func(o *perceptron.KernelPerceptronOptions) {
		o.Kernel.Name, o.Kernel.Degree, o.Kernel.Coef0 = "poly", 2, 1
		o.Kernel.Gamma.Name, o.Kernel.Gamma.Value = "", 1
	})
	if got := alphas(f, xor.Labels()); !slices.Equal(got, []float64{22, 17, 17, 13}) || f.Intercept[0] != -9 || f.Mistakes.Mistakes[0] != 69 || f.Passes[0] != 27 {
		t.Errorf("degree 2: alpha = %v, b = %v, %d mistakes in %d passes", got, f.Intercept, f.Mistakes.Mistakes[0], f.Passes[0])
	}
	values, _, err := p.Decision(nil, xor.X, "")
	if err != nil || !slices.Equal(values, []float64{-10, 2, 2, -12}) {
		t.Errorf("f = %v, %v", values, err)
	}
	// Without either, learning ends only at maxIter.
	if _, report := primal(t, xor, func(o *perceptron.PerceptronOptions) { o.MaxIter = 50 }); report.Status != run.IterationLimit || report.Iterations != 50 || report.Gap == 0 {
		t.Errorf("not separable: %+v", report)
	}
}

// The meaning of f(x) = 0 changes the machine: check value F1 of the large margin
// classifiers.
func TestTies(t *testing.T) {
	three := model.NewTraining(matrix(2, 1, 1, -1, -0.5, 0.5, -1), model.Classes{Of: []int32{1, 0, 0}, Count: 2})
	for tie, want := range map[string]struct {
		w        []float64
		b        float64
		mistakes int32
	}{
		"positive": {[]float64{1, 0.5}, -1, 1},
		"negative": {[]float64{0.5, 2}, 0, 2},
		"mistake":  {[]float64{0.5, 2}, 0, 2},
	} {
		f, _ := primal(t, three, func(o *perceptron.PerceptronOptions) { o.Tie, o.InterceptStep = tie, "unit" })
		if !slices.Equal(f.Weights, want.w) || f.Bias[0] != want.b || f.Mistakes.Mistakes[0] != want.mistakes {
			t.Errorf("%s: w = %v, b = %v, %d mistakes", tie, f.Weights, f.Bias, f.Mistakes.Mistakes[0])
		}
	}
}

// separable is n samples that a hyperplane separates, with integer coordinates, so that all
// sums are exact.
func separable(rng *rand.Rand, n, d int) model.Training {
	w := make([]float64, d+1)
	for j := range w {
		w[j] = float64(rng.IntN(9) - 4)
	}
	if w[0] == 0 {
		w[0] = 1
	}
	classes := make([]int32, n)
	t := model.NewTraining(matrix(d, make([]float64, n*d)...), model.Classes{Of: classes, Count: 2})
	for i := range n {
		f := 0.5 // off the grid
		for f == 0.5 || i < 2 && (f > 0) != (i == 1) {
			f = w[d] + 0.5
			for j := range d {
				t.X.(*sample.Matrix).Row(i)[j] = float64(rng.IntN(21) - 10)
				f += w[j] * t.X.(*sample.Matrix).Row(i)[j]
			}
		}
		if f > 0 {
			classes[i] = 1
		}
	}
	return t
}

// On separable data: the dual form with the linear kernel makes the mistakes of the primal
// form and has the same weights; the number of mistakes is within Novikoff's bound for every
// kind of bias; the learning rate changes only the scale; sparse and dense samples give the
// same fit; and updates with the same samples, pass by pass, equal a fit.
func TestSeparable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.IntRange(1, 4).Draw(t, "d")
		training := separable(rng, rapid.IntRange(2, 30).Draw(t, "n"), d)
		step := rapid.SampledFrom([]string{"radius", "unit", "none"}).Draw(t, "bias")
		set := func(o *perceptron.PerceptronOptions) {
			o.MaxIter, o.FitIntercept = 1e6, step != "none"
			if step != "none" {
				o.InterceptStep = step
			} else {
				o.MaxIter = 100 // there may be no such hyperplane through zero
			}
		}
		f, report := primal(t, training, set)
		if report.Status == run.Converged {
			if f.Margins[0] <= 0 || f.Bounds[0] == 0 || !(float64(f.Mistakes.Mistakes[0]) <= f.Bounds[0]*(1+1e-12)) {
				t.Fatalf("%d mistakes, margin %v, bound %v", f.Mistakes.Mistakes[0], f.Margins[0], f.Bounds[0])
			}
		} else if step != "none" {
			t.Fatalf("%+v", report)
		}

		_, k := dual(t, training, func(o *perceptron.KernelPerceptronOptions) {
			var p perceptron.PerceptronOptions
			p.InterceptStep = o.InterceptStep
			set(&p)
			o.MaxIter, o.FitIntercept, o.InterceptStep = p.MaxIter, p.FitIntercept, p.InterceptStep
		})
		if !slices.Equal(f.Sequence, k.Sequence) || f.Mistakes.Mistakes[0] != k.Mistakes.Mistakes[0] || f.Bias[0] != k.Intercept[0] {
			t.Fatalf("mistakes at %v, in dual form at %v", f.Sequence, k.Sequence)
		}
		w := make([]float64, d)
		for at, i := range k.Indices {
			for j, v := range training.X.(*sample.Matrix).Row(int(i)) {
				w[j] += k.Coef[at] * v
			}
		}
		if !slices.Equal(w, f.Weights) {
			t.Fatalf("w = %v, in dual form %v", f.Weights, w)
		}
		if !(math.Abs(k.Margins[0]-f.Margins[0]) <= 1e-9*math.Abs(f.Margins[0])) {
			t.Fatalf("margin %v, in dual form %v", f.Margins[0], k.Margins[0])
		}

		eighth, _ := primal(t, training, func(o *perceptron.PerceptronOptions) { set(o); o.Eta0 = 0.125 })
		if !slices.Equal(eighth.Sequence, f.Sequence) || eighth.Weights[0] != f.Weights[0]/8 {
			t.Fatalf("at the rate 1/8 mistakes at %v and w = %v", eighth.Sequence, eighth.Weights)
		}

		online := perceptron.NewPerceptron()
		set(&online.PerceptronOptions)
		for range f.Passes[0] {
			if _, err := online.Update(nil, training); err != nil {
				t.Fatal(err)
			}
		}
		u := online.Fitted().(*perceptron.PerceptronFit)
		if !slices.Equal(u.Weights, f.Weights) || u.Mistakes.Mistakes[0] != f.Mistakes.Mistakes[0] || !slices.Equal(u.PassMistakes, f.PassMistakes) {
			t.Fatalf("pass by pass %v with %v mistakes, in one fit %v with %v", u.Weights, u.PassMistakes, f.Weights, f.PassMistakes)
		}
	})
}

// Updates sample by sample are the same in both forms, also when the machine is
// saved and loaded, and when the samples are sparse.
func TestUpdatesInBothForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	training := separable(rng, 40, 3)
	x := training.X.(*sample.Matrix)
	a, b := perceptron.NewPerceptron(), perceptron.NewKernelPerceptron(catalog.Kernel)
	b.Kernel.Name = "linear"
	var two model.Machine = b
	for from := 0; from < 40; from += 5 {
		part := model.NewTraining(&sample.Matrix{N: 5, D: 3, X: x.X[3*from : 3*(from+5)]}, model.Classes{Of: training.Labels()[from : from+5], Count: 2})
		if _, err := a.Update(nil, part); err != nil {
			t.Fatal(err)
		}
		if from%10 == 5 {
			s := &sample.CSR{N: 5, D: 3, Ptr: []int32{0, 3, 6, 9, 12, 15}, Value: x.X[3*from : 3*(from+5)]}
			for range 5 {
				s.Index = append(s.Index, 0, 1, 2)
			}
			part.X = s
		}
		if _, err := two.(model.Updatable).Update(nil, part); err != nil {
			t.Fatal(err)
		}
		bytes, err := codec.Encode(codec.Model{Name: "KernelPerceptron", Classes: codec.Classes{Kind: "number", Names: []string{"0", "1"}}, Report: model.Report{Status: run.Converged}, Machine: two})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		two = again.Machine
	}
	want, _, err := a.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := two.(model.Classifier).Decision(nil, x, "")
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("f = %v, in dual form %v, %v", want, got, err)
	}
	if m := two.Fitted().(*perceptron.KernelPerceptronFit); m.Mistakes.Mistakes[0] != a.Fitted().(*perceptron.PerceptronFit).Mistakes.Mistakes[0] || m.Samples != 40 {
		t.Errorf("%v mistakes of %d samples", m.Mistakes.Mistakes, m.Samples)
	}
}

// One-versus-rest is a perceptron for every class.
func TestClasses(t *testing.T) {
	x := matrix(2, 5, 0, 6, 1, 0, 5, 1, 6, -5, -5, -6, -4)
	y := []int32{0, 0, 1, 1, 2, 2}
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	p := perceptron.NewPerceptron()
	k := perceptron.NewKernelPerceptron(catalog.Kernel)
	k.Kernel.Name = "rbf"
	for _, m := range []model.Classifier{p, k} {
		report, err := m.Fit(nil, training)
		if err != nil || report.Status != run.Converged {
			t.Fatalf("%+v, %v", report, err)
		}
		got, err := m.Predict(nil, x)
		if err != nil || !slices.Equal(got, y) {
			t.Errorf("%v, %v", got, err)
		}
		values, cols, err := m.Decision(nil, x, "ovr")
		if err != nil || cols != 3 || len(values) != 18 {
			t.Errorf("%d values in %d columns, %v", len(values), cols, err)
		}
	}
	for c := range 3 {
		own := make([]int32, len(y))
		for i := range y {
			if int(y[i]) == c {
				own[i] = 1
			}
		}
		f, _ := primal(t, model.NewTraining(x, model.Classes{Of: own, Count: 2}), asIs)
		if all := p.Fitted().(*perceptron.PerceptronFit); !slices.Equal(all.Weights[2*c:2*c+2], f.Weights) {
			t.Errorf("class %d: %v, alone %v", c, all.Weights[2*c:2*c+2], f.Weights)
		}
	}
}

func is(err error, code fault.Code) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == code
}

// Degenerate data, and wrong options.
func TestRefusals(t *testing.T) {
	zero := matrix(2, 0, 0, 0, 0, 0, 0)
	huge := matrix(2, 1e200, 0, 0, 1, 0, 2)
	for _, name := range []string{"Perceptron", "KernelPerceptron", "MulticlassPerceptron", "MulticlassKernelPerceptron"} {
		m, err := catalog.NewMachine(name)
		if err != nil {
			t.Fatal(err)
		}
		u := m.(model.Updatable)
		if _, err := m.(model.Classifier).Predict(nil, zero); !is(err, fault.NotFitted) {
			t.Errorf("%s: predicting at once: %v", name, err)
		}
		if _, err := m.Fit(nil, model.NewTraining(huge, model.Classes{Of: []int32{0, 1, 1}, Count: 2})); !is(err, fault.Numeric) {
			t.Errorf("%s: huge numbers: %v", name, err)
		}
		if _, err := m.Fit(nil, model.NewTraining(zero, model.Classes{Of: []int32{1, 1, 1}, Count: 2})); !is(err, fault.OneClass) {
			t.Errorf("%s: one class: %v", name, err)
		}
		if report, err := m.Fit(nil, model.NewTraining(zero, model.Classes{Of: []int32{0, 1, 1}, Count: 2})); err != nil || report.Status != run.IterationLimit {
			t.Errorf("%s: nothing but zeros: %+v, %v", name, report, err)
		}
		if _, err := u.Update(nil, model.NewTraining(matrix(1, 1, 2, 3), model.Classes{Of: []int32{0, 1, 1}, Count: 2})); !is(err, fault.FeatureCount) {
			t.Errorf("%s: another number of features: %v", name, err)
		}
		if _, err := u.Update(nil, model.NewTraining(zero, model.Classes{Of: []int32{0, 1, 2}, Count: 3})); !is(err, fault.Type) {
			t.Errorf("%s: another number of classes: %v", name, err)
		}
		if _, err := u.Update(nil, model.NewTraining(zero, model.Classes{Of: []int32{1, 1, 1}, Count: 2})); err != nil {
			t.Errorf("%s: an update of one class: %v", name, err)
		}
	}
	one, joint := perceptron.NewKernelPerceptron(catalog.Kernel), perceptron.NewMulticlassKernelPerceptron(catalog.Kernel)
	one.Kernel.Name, joint.Kernel.Name = "precomputed", "precomputed"
	for _, given := range []interface {
		model.Classifier
		model.Updatable
	}{one, joint} {
		square := model.NewTraining(matrix(2, 1, 0, 0, 1), model.Classes{Of: []int32{0, 1}, Count: 2})
		if report, err := given.Fit(nil, square); err != nil || report.Status != run.Converged {
			t.Fatalf("%+v, %v", report, err)
		}
		if got, err := given.Predict(nil, square.X); err != nil || !slices.Equal(got, square.Labels()) {
			t.Errorf("%v, %v", got, err)
		}
		if _, err := given.Update(nil, square); !is(err, fault.Option) {
			t.Errorf("an update of precomputed values: %v", err)
		}
	}
}

// Stopping at any checkpoint keeps the function so far; aborting keeps the previous fit.
func TestCanEndAnywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	x, y := matrix(20, make([]float64, 20*1000)...), make([]int32, 1000)
	for i := range y {
		y[i] = int32(rng.IntN(3))
		for j := range x.Row(i) {
			x.Row(i)[j] = rng.NormFloat64()
		}
	}
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	decide := func(m model.Classifier) []float64 {
		values, _, err := m.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
	p, k := perceptron.NewPerceptron(), perceptron.NewKernelPerceptron(catalog.Kernel)
	joint, jointDual := perceptron.NewMulticlassPerceptron(), perceptron.NewMulticlassKernelPerceptron(catalog.Kernel)
	p.MaxIter, k.MaxIter, joint.MaxIter, jointDual.MaxIter = 5, 5, 5, 5
	joint.Output, jointDual.Output = "averaged", "averaged"
	for _, m := range []model.Updatable{p, k, joint, jointDual} {
		if report, err := m.Fit(nil, training); err != nil || report.Status != run.IterationLimit {
			t.Fatalf("%+v, %v", report, err)
		}
		kept := decide(m.(model.Classifier))
		for at := 1; at < 12; at += 2 {
			for _, fit := range []func(*run.Ctl, model.Training) (model.Report, error){m.Update, m.Fit} {
				for _, signal := range []run.Signal{run.Abort, run.Stop} {
					visits := 0
					report, err := fit(run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
						if visits++; visits == at {
							return signal
						}
						return run.Continue
					}}.Ctl(), training)
					now := decide(m.(model.Classifier))
					if err != nil || visits >= at && signal == run.Abort && (report.Status != run.Aborted || !slices.Equal(kept, now)) {
						t.Fatalf("aborted at %d of %d: %+v, %v", at, visits, report, err)
					}
					if report.Status == run.Stopped && signal != run.Stop {
						t.Fatalf("%+v", report)
					}
					kept = now
				}
			}
		}
	}
}
