package perceptron_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/machines/perceptron"
	"maxmargin/core/model"
)

func jointDual(t rapid.TB, training model.Training, spec kernel.Spec, set func(*perceptron.MulticlassKernelPerceptronOptions)) (*perceptron.MulticlassKernelPerceptron, model.Report) {
	t.Helper()
	m := perceptron.NewMulticlassKernelPerceptron(catalog.Kernel)
	m.Kernel = spec
	set(&m.MulticlassKernelPerceptronOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m, report
}

func gaussian(gamma float64) kernel.Spec {
	return kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: gamma}, Degree: 3}
}

// grid is samples with small whole numbers, so that all sums are exact, of k classes that each
// have one.
func grid(rng *rand.Rand, n, d, k int) model.Training {
	x, y := matrix(d, make([]float64, n*d)...), make([]int32, n)
	for i := range n {
		y[i] = int32(i)
		if i >= k {
			y[i] = int32(rng.IntN(k))
		}
		for j := range d {
			x.Row(i)[j] = float64(rng.IntN(17) - 8 + 6*int(y[i])*(j%2))
		}
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: k})
}

// sums returns the weights that coefficients over the rows of x stand for.
func sums(f *perceptron.MulticlassKernelPerceptronFit, x *sample.Matrix) (w []float64) {
	m := len(f.Indices)
	for q := range f.Intercept {
		own := make([]float64, x.D)
		for at, i := range f.Indices {
			for j, v := range x.Row(int(i)) {
				own[j] += f.Coef[q*m+at] * v
			}
		}
		w = append(w, own...)
	}
	return w
}

// With the linear kernel the dual form makes the mistakes of the linear one, and has its weights:
// for every output, order and step of the constants, in fits and in updates.
func TestMulticlassKernelPerceptronIsMulticlassPerceptron(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		k, d := rapid.IntRange(2, 4).Draw(t, "k"), rapid.IntRange(1, 3).Draw(t, "d")
		training := grid(rng, rapid.IntRange(k, 25).Draw(t, "n"), d, k)
		x := training.X.(*sample.Matrix)
		output := rapid.SampledFrom([]string{"last", "averaged"}).Draw(t, "output")
		updates := rapid.SampledFrom([]string{"online", "batch"}).Draw(t, "updates")
		step := rapid.SampledFrom([]string{"radius", "unit", "none"}).Draw(t, "step")
		shuffle := rapid.Bool().Draw(t, "shuffle")
		if rapid.Bool().Draw(t, "weights") {
			for range x.N {
				training.Weight = append(training.Weight, float64(rng.IntN(3)))
			}
			for i := range k {
				training.Weight[i] = 1
			}
		}
		p := perceptron.NewMulticlassPerceptron()
		p.Output, p.Updates, p.MaxIter, p.Shuffle, p.FitIntercept = output, updates, 30, shuffle, step != "none"
		q := perceptron.NewMulticlassKernelPerceptron(catalog.Kernel)
		q.Kernel.Name = "linear"
		q.Output, q.Updates, q.MaxIter, q.Shuffle, q.FitIntercept = output, updates, 30, shuffle, step != "none"
		if step != "none" {
			p.InterceptStep, q.InterceptStep = step, step
		}
		same := func() {
			a, b := p.Result, q.Result
			if a.Mistakes != b.Mistakes || !slices.Equal(a.PassMistakes, b.PassMistakes) || a.RadiusSquare != b.RadiusSquare {
				t.Fatalf("mistakes %v, in dual form %v", a.PassMistakes, b.PassMistakes)
			}
			support.NearNumber(t, "margin", b.Margin, a.Margin, 1e-9*(1+math.Abs(a.Margin)))
			support.NearNumber(t, "bound", b.Bound, a.Bound, 1e-9*a.Bound)
		}
		_, err := p.Fit(nil, training)
		_, other := q.Fit(nil, training)
		if err != nil || other != nil {
			t.Fatal(err, other)
		}
		same()
		scale := 1e-9
		for _, v := range p.Result.Bias {
			scale = max(scale, 1e-9*math.Abs(v))
		}
		support.Near(t, "weights", sums(q.Result, x), p.Result.Weights, scale)
		support.Near(t, "constants", q.Result.Intercept, p.Result.Bias, scale)
		for range 2 {
			_, err := p.Update(nil, training)
			_, other := q.Update(nil, training)
			if err != nil || other != nil {
				t.Fatal(err, other)
			}
			same()
		}
		want, _, err := p.Decision(nil, x, "")
		got, _, other := q.Decision(nil, x, "")
		if err != nil || other != nil {
			t.Fatal(err, other)
		}
		for _, v := range want {
			scale = max(scale, 1e-9*math.Abs(v))
		}
		support.Near(t, "values after updates", got, want, scale)
	})
}

// With the kernel (<x, z> + 1)^2 the machine is the rule itself, in the space of all monomials.
func TestMulticlassKernelPerceptronFollowsItsRuleInFeatureSpace(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 4))
	for _, updates := range []string{"online", "batch"} {
		training, rows, y := balls(rng, 45, 3, 1)
		mapped := make([][]float64, len(rows))
		for i, x := range rows {
			mapped[i] = []float64{x[0] * x[0], math.Sqrt2 * x[0] * x[1], x[1] * x[1], math.Sqrt2 * x[0], math.Sqrt2 * x[1], 1}
		}
		w, mean, mistakes := naive(mapped, y, 3, 40, 1, updates == "batch")
		for output, want := range map[string][]float64{"last": w, "averaged": mean} {
			m, _ := jointDual(t, training, kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1}, Degree: 2, Coef0: 1}, func(o *perceptron.MulticlassKernelPerceptronOptions) {
				o.Output, o.Updates, o.MaxIter, o.InterceptStep = output, updates, 40, "unit"
			})
			values, _, err := m.Decision(nil, training.X, "")
			if err != nil || m.Result.Mistakes != mistakes || mistakes < 10 {
				t.Errorf("%d mistakes, want %d, %v", m.Result.Mistakes, mistakes, err)
			}
			for i, x := range mapped {
				for c := range 3 {
					f := want[7*c+6]
					for j, v := range x {
						f += want[7*c+j] * v
					}
					support.NearNumber(t, "value", values[3*i+c], f, 1e-8)
				}
			}
		}
	}
}

// For two classes the machine is KernelPerceptron: the same mistakes, and twice its function,
// with any kernel, and with a feature for each sample.
func TestMulticlassKernelPerceptronOfTwoClassesIsKernelPerceptron(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		training := grid(rng, rapid.IntRange(2, 30).Draw(t, "n"), 2, 2)
		spec := kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1}, Degree: 2, Coef0: 1}
		delta := float64(rapid.IntRange(0, 2).Draw(t, "delta"))
		step := rapid.SampledFrom([]string{"radius", "unit"}).Draw(t, "step")
		p := perceptron.NewKernelPerceptron(catalog.Kernel)
		p.Kernel, p.InterceptStep, p.Delta, p.MaxIter = spec, step, delta, 30
		if _, err := p.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		m, _ := jointDual(t, training, spec, func(o *perceptron.MulticlassKernelPerceptronOptions) {
			o.InterceptStep, o.Delta, o.MaxIter = step, delta, 30
		})
		for range 2 {
			a, b := p.Result, m.Result
			if !slices.Equal(a.PassMistakes, b.PassMistakes) || !slices.Equal(a.Indices, b.Indices) || 2*a.Intercept[0] != b.Intercept[0] {
				t.Fatalf("%v mistakes in passes, KernelPerceptron makes %v", b.PassMistakes, a.PassMistakes)
			}
			for at, v := range a.Coef {
				if b.Coef[at] != 2*v {
					t.Fatalf("coefficients %v, of KernelPerceptron %v", b.Coef, a.Coef)
				}
			}
			if _, err := p.Update(nil, training); err != nil {
				t.Fatal(err)
			}
			if _, err := m.Update(nil, training); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// Theorem 17.5 in feature space: samples that differ are separable with a Gaussian kernel, and
// learning ends within the bound of the functions at the end, and within that of the smallest
// functions whose leads are at least 1, those of MulticlassSVC.
func TestMulticlassKernelPerceptronKeepsItsBound(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rng := rand.New(rand.NewPCG(seed, 6))
		k := rapid.IntRange(2, 4).Draw(t, "k")
		training, _, _ := balls(rng, rapid.IntRange(2*k, 30).Draw(t, "n"), k, 3*rng.Float64())
		spec := gaussian(3)
		best := multiclass.NewMulticlassSVC(catalog.Kernel)
		best.C, best.Kernel, best.FitIntercept, best.Tol = 1e6, spec, true, 1e-7
		best.MaxIter = 1e5
		reached, err := best.Fit(nil, training)
		if err != nil {
			t.Fatal(err)
		}
		updates := rapid.SampledFrom([]string{"online", "batch"}).Draw(t, "updates")
		m, report := jointDual(t, training, spec, func(o *perceptron.MulticlassKernelPerceptronOptions) {
			o.InterceptStep, o.MaxIter, o.Updates = "unit", 1e6, updates
		})
		f := m.Result
		if report.Status != run.Converged || f.Margin <= 0 || float64(f.Mistakes) > f.Bound {
			t.Fatalf("seed %d: %v after %d mistakes, margin %v, bound %v", seed, report.Status, f.Mistakes, f.Margin, f.Bound)
		}
		if smallest := 2 * (f.RadiusSquare + 1) * -2 * reached.Objective; !(slices.Max(best.Result.Hinge) >= 1e-3) && (float64(f.Mistakes) > smallest*1.01 || f.Bound < smallest*0.99) {
			t.Fatalf("seed %d: %d mistakes; the bounds are %v and %v", seed, f.Mistakes, smallest, f.Bound)
		}
		got, err := m.Predict(nil, training.X)
		if err != nil || !slices.Equal(got, training.Labels()) {
			t.Fatalf("seed %d: converged with errors, %v", seed, err)
		}
	})
}

// Updates through a file go on where the file's machine stopped: one by one they are the naive
// rule, once through all samples.
func TestMulticlassPerceptronsGoOnFromFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 7))
	training, rows, y := balls(rng, 60, 3, 1)
	x := training.X.(*sample.Matrix)
	w, mean, mistakes := naive(rows, y, 3, 1, 1, false)
	for output, want := range map[string][]float64{"last": w, "averaged": mean} {
		linear, dual := perceptron.NewMulticlassPerceptron(), perceptron.NewMulticlassKernelPerceptron(catalog.Kernel)
		linear.InterceptStep, linear.Output = "unit", output
		dual.InterceptStep, dual.Output, dual.Kernel.Name = "unit", output, "linear"
		for name, m := range map[string]model.Machine{"MulticlassPerceptron": linear, "MulticlassKernelPerceptron": dual} {
			for from := 0; from < 60; from += 20 {
				part := model.NewTraining(&sample.Matrix{N: 20, D: 2, X: x.X[2*from : 2*(from+20)]}, model.Classes{Of: y[from : from+20], Count: 3})
				report, err := m.(model.Updatable).Update(nil, part)
				if err != nil || report.Status != run.Converged {
					t.Fatalf("%v, %v", report.Status, err)
				}
				bytes, err := codec.Encode(codec.Model{Name: name, Classes: codec.Classes{Kind: "number", Names: []string{"0", "1", "2"}}, Report: report, Machine: m})
				if err != nil {
					t.Fatal(err)
				}
				again, err := codec.Decode(bytes)
				if err != nil {
					t.Fatal(err)
				}
				m = again.Machine
			}
			values, _, err := m.(model.Classifier).Decision(nil, x, "")
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range rows {
				for c := range 3 {
					support.NearNumber(t, name+" "+output, values[3*i+c], want[3*c]*row[0]+want[3*c+1]*row[1]+want[3*c+2], 1e-9)
				}
			}
			made := 0
			switch f := m.Fitted().(type) {
			case *perceptron.MulticlassPerceptronFit:
				made = f.Mistakes
			case *perceptron.MulticlassKernelPerceptronFit:
				made = f.Mistakes
			}
			if made != mistakes {
				t.Errorf("%s: %d mistakes, want %d", name, made, mistakes)
			}
		}
	}
}
