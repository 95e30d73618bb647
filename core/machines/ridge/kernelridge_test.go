package ridge_test

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
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

type options = func(*ridge.KernelRidgeOptions)

func fit(t testing.TB, training model.Training, change ...options) (*ridge.KernelRidge, *ridge.KernelRidgeFit, model.Report) {
	t.Helper()
	r := ridge.NewKernelRidge(catalog.Kernel)
	for _, c := range change {
		c(&r.KernelRidgeOptions)
	}
	report, err := r.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return r, r.Fitted().(*ridge.KernelRidgeFit), report
}

func predict(t testing.TB, r *ridge.KernelRidge, x sample.Set) []float64 {
	t.Helper()
	y, err := r.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

func matrix(t testing.TB, x []float64, n, d int) *sample.Matrix {
	t.Helper()
	m, err := sample.NewMatrix(x, n, d)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wave returns n samples of d features, and a smooth target with noise.
func wave(rng *rand.Rand, n, d int) (*sample.Matrix, []float64) {
	x, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		for j := range d {
			x[i*d+j] = rng.NormFloat64()
			y[i] += math.Sin(x[i*d+j])
		}
		y[i] += 0.1 * rng.NormFloat64()
	}
	return &sample.Matrix{N: n, D: d, X: x}, y
}

func rbf(gamma float64) options {
	return func(o *ridge.KernelRidgeOptions) { o.Kernel.Gamma = kernel.Width{Value: gamma} }
}
func alpha(a float64) options              { return func(o *ridge.KernelRidgeOptions) { o.Alpha = a } }
func withBias(o *ridge.KernelRidgeOptions) { o.FitIntercept = true }
func named(name string) options {
	return func(o *ridge.KernelRidgeOptions) { o.Kernel.Name = name }
}

func rows(n int, keep func(i int) bool) (index []int) {
	for i := range n {
		if keep(i) {
			index = append(index, i)
		}
	}
	return index
}

func pick(v []float64, index []int) []float64 {
	if v == nil {
		return nil
	}
	picked := make([]float64, len(index))
	for p, i := range index {
		picked[p] = v[i]
	}
	return picked
}

var weights = map[string]func(i int) float64{
	"none": nil, "steps": func(i int) float64 { return 0.5 + 0.5*float64(i%5) },
	"zeros": func(i int) float64 { return float64(min(i%4, 1)) },
}

func weight(name string, n int) []float64 {
	f := weights[name]
	if f == nil {
		return nil
	}
	w := make([]float64, n)
	for i := range w {
		w[i] = f(i)
	}
	return w
}

// TestScikitLearn compares with scikit-learn's results on real data; see
// core/internal/golden/ridge.py.
func TestScikitLearn(t *testing.T) {
	var golden struct {
		Tolerance float64
		Cases     []struct {
			Data, Kernel, Weights             string
			Gamma, Coef0, Alpha               float64
			Degree                            int
			DualCoef, Predicted, LooResiduals []float64
		}
	}
	facts.Golden(t, "kernelridge.json", &golden)
	for _, c := range golden.Cases {
		t.Run(c.Data+" "+c.Kernel+" "+c.Weights, func(t *testing.T) {
			x, y := facts.Libsvm(t, c.Data)
			r, f, report := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: weight(c.Weights, x.N)}}, func(o *ridge.KernelRidgeOptions) {
				o.Alpha = c.Alpha
				o.Kernel = kernel.Spec{Name: c.Kernel, Gamma: kernel.Width{Value: c.Gamma}, Degree: c.Degree, Coef0: c.Coef0}
			})
			support.Near(t, "predictions", predict(t, r, x)[:len(c.Predicted)], c.Predicted, golden.Tolerance)
			if len(c.DualCoef) > 0 {
				support.Near(t, "dual coefficients", f.Coef, c.DualCoef, golden.Tolerance)
			}
			if len(c.LooResiduals) > 0 {
				support.Near(t, "leave one out", f.LooResiduals, c.LooResiduals, golden.Tolerance)
			}
			if singular := len(report.Notes) > 0; singular != (c.Alpha == 0) {
				t.Errorf("notes %v at alpha %v", report.Notes, c.Alpha)
			}
		})
	}
}

// The worked examples of the textbook: section 3.2 with and without a bias, and
// two points with a given kernel matrix.
func TestWorkedExamples(t *testing.T) {
	line := model.NewTraining(matrix(t, []float64{0, 1, 2, 3}, 4, 1), model.Values([]float64{1, 3, 4, 4}))
	r, f, _ := fit(t, line, named("linear"), alpha(5))
	support.Near(t, "a without a bias", f.Coef, []float64{0.2, 34. / 95, 6. / 19, 7. / 95}, 1e-14)
	support.Near(t, "w without a bias", predict(t, r, matrix(t, []float64{1}, 1, 1)), []float64{23. / 19}, 1e-14)
	r, f, _ = fit(t, line, named("linear"), alpha(5), withBias)
	support.Near(t, "a with a bias", f.Coef, []float64{-0.25, 0.05, 0.15, 0.05}, 1e-14)
	support.Near(t, "w + b and b", predict(t, r, matrix(t, []float64{1, 0}, 2, 1)), []float64{2.75, 2.25}, 1e-14)
	_, f, report := fit(t, model.NewTraining(matrix(t, []float64{2, 1, 1, 2}, 2, 2), model.Values([]float64{1, 0})), named("precomputed"))
	support.Near(t, "a of a given matrix", f.Coef, []float64{3. / 8, -1. / 8}, 1e-15)
	support.Near(t, "objective", []float64{report.Objective}, []float64{3. / 8}, 1e-15)
	// The mean of a Gaussian process with the variance alpha of its noise.
	r, _, _ = fit(t, model.NewTraining(matrix(t, []float64{1}, 1, 1), model.Values([]float64{1})), named("precomputed"), alpha(0.25))
	support.Near(t, "mean of the process", predict(t, r, matrix(t, []float64{1}, 1, 1)), []float64{0.8}, 1e-15)
}

// The closed form of leave-one-out equals fits without each sample in turn, for every
// kernel, with and without bias and weights.
func TestLeaveOneOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(81, 1))
	const n = 40
	x, y := wave(rng, n, 3)
	for _, k := range []string{"rbf", "linear", "poly", "sigmoid"} {
		for _, bias := range []bool{false, true} {
			for name := range weights {
				set := []options{named(k), rbf(0.2), alpha(0.5), func(o *ridge.KernelRidgeOptions) { o.FitIntercept, o.Kernel.Coef0 = bias, 0.1 }}
				w := weight(name, n)
				_, f, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}, set...)
				if k == "sigmoid" && f.LooResiduals == nil {
					continue // indefinite on these data
				}
				want := make([]float64, n)
				squares, sum := 0.0, 0.0
				for i := range n {
					rest := rows(n, func(j int) bool { return j != i })
					part, _, _ := fit(t, model.Training{Data: model.Data{X: x.Select(rest), Target: model.Values(pick(y, rest)), Weight: pick(w, rest)}}, set...)
					want[i] = y[i] - predict(t, part, x.Select([]int{i}))[0]
					wi := 1.0
					if w != nil {
						wi = w[i]
					}
					squares, sum = squares+wi*want[i]*want[i], sum+wi
				}
				support.Near(t, k+" "+name, f.LooResiduals, want, 1e-9)
				support.Near(t, k+" "+name+": error", []float64{f.LooError}, []float64{squares / sum}, 1e-9)
			}
		}
	}
}

func TestRelations(t *testing.T) {
	rng := rand.New(rand.NewPCG(82, 1))
	const n = 600 // more than a block of columns
	x, y := wave(rng, n, 4)
	for _, bias := range []options{func(*ridge.KernelRidgeOptions) {}, withBias} {
		set := []options{rbf(0.3), alpha(0.2), bias}
		r, f, report := fit(t, model.NewTraining(x, model.Values(y)), set...)
		want := predict(t, r, x)
		support.Near(t, "sparse", predict(t, r, support.Sparse(x)), want, 1e-12)
		rs, fs, _ := fit(t, model.NewTraining(support.Sparse(x), model.Values(y)), set...)
		support.Near(t, "trained on sparse", predict(t, rs, x), want, 1e-10)
		support.Near(t, "trained on sparse: leave one out", fs.LooResiduals, f.LooResiduals, 1e-9)

		gram := make([]float64, n*n)
		for i := range n {
			for j := range n {
				distance := 0.0
				for c := range x.D {
					distance += (x.X[i*x.D+c] - x.X[j*x.D+c]) * (x.X[i*x.D+c] - x.X[j*x.D+c])
				}
				gram[i*n+j] = math.Exp(-0.3 * distance)
			}
		}
		g := matrix(t, gram, n, n)
		rg, _, _ := fit(t, model.NewTraining(g, model.Values(y)), append(set, named("precomputed"))...)
		support.Near(t, "precomputed", predict(t, rg, g), want, 1e-9)

		// The residual of a sample is lambda a, and the objective lambda |f|^2 plus
		// their squares.
		objective := 0.0
		for i, a := range f.Coef {
			if residual := y[i] - want[i]; !(math.Abs(residual-0.2*a) <= 1e-10) {
				t.Fatalf("residual %v, lambda a %v", residual, 0.2*a)
			}
			objective += 0.2*a*(want[i]-f.Intercept) + 0.04*a*a
		}
		support.Near(t, "objective", []float64{report.Objective}, []float64{objective}, 1e-10)

		// A weight of 2 equals the sample twice.
		w, twice := make([]float64, n), []int{}
		for i := range w {
			w[i] = float64(i % 3)
			for range i % 3 {
				twice = append(twice, i)
			}
		}
		rw, _, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: w}}, set...)
		rt, _, _ := fit(t, model.NewTraining(x.Select(twice), model.Values(pick(y, twice))), set...)
		support.Near(t, "weights", predict(t, rw, x), predict(t, rt, x), 1e-9)
	}
}

// A system without a Cholesky factor gets its least-squares solution, with a warning.
func TestSingularSystems(t *testing.T) {
	code := func(r model.Report) (codes []string) {
		for _, n := range r.Notes {
			codes = append(codes, n.Code)
		}
		return codes
	}
	// The first sample twice, with different targets: their mean is fitted.
	twice := model.NewTraining(matrix(t, []float64{0, 0, 1, 2}, 4, 1), model.Values([]float64{1, 3, 5, 7}))
	for _, bias := range []bool{false, true} {
		r, f, report := fit(t, twice, alpha(0), rbf(1), func(o *ridge.KernelRidgeOptions) { o.FitIntercept = bias })
		support.Near(t, "interpolation", predict(t, r, twice.X), []float64{2, 2, 5, 7}, 1e-9)
		support.Near(t, "sum of squares", []float64{report.Objective}, []float64{2}, 1e-9)
		if !slices.Equal(code(report), []string{"WARN_SINGULAR"}) || len(f.LooResiduals) != 0 || f.LooError != math.MaxFloat64 {
			t.Errorf("bias %v: notes %v, %d leave-one-out residuals", bias, report.Notes, len(f.LooResiduals))
		}
	}
	// With a zero kernel the function is zero, and the bias is the mean.
	zero := model.NewTraining(matrix(t, make([]float64, 4), 4, 1), model.Values([]float64{1, 3, 5, 7}))
	r, _, _ := fit(t, zero, alpha(0), named("linear"), withBias)
	support.Near(t, "zero kernel", predict(t, r, zero.X), []float64{4, 4, 4, 4}, 1e-12)
	// One sample at the origin: only a constant has a value there.
	for _, bias := range []bool{false, true} {
		r, f, _ := fit(t, model.NewTraining(matrix(t, []float64{0}, 1, 1), model.Values([]float64{3})), alpha(0), named("linear"), func(o *ridge.KernelRidgeOptions) { o.FitIntercept = bias })
		want := 0.0
		if bias {
			want = 3
		}
		if got := predict(t, r, zero.X); got[0] != want || f.Coef[0] != 0 {
			t.Errorf("constant %t: %v, coefficient %v", bias, got[0], f.Coef[0])
		}
	}
	// An indefinite matrix: the linear equations still hold.
	indefinite := model.NewTraining(matrix(t, []float64{0, 3, 3, 0}, 2, 2), model.Values([]float64{1, 2}))
	_, f, report := fit(t, indefinite, named("precomputed"))
	support.Near(t, "indefinite", []float64{f.Coef[0] + 3*f.Coef[1], 3*f.Coef[0] + f.Coef[1]}, []float64{1, 2}, 1e-12)
	if !slices.Equal(code(report), []string{"WARN_INDEFINITE"}) {
		t.Errorf("notes %v", report.Notes)
	}
	// One sample, and a bias: without this sample there is nothing to fit.
	_, f, _ = fit(t, model.NewTraining(matrix(t, []float64{2}, 1, 1), model.Values([]float64{3})), withBias)
	support.Near(t, "one sample", []float64{f.Coef[0], f.Intercept, f.LooResiduals[0]}, []float64{0, 3, 3}, 1e-15)
}

// Systems that are near to singular are solved as well as any. Of 1 and 10⁻¹² on the diagonal both
// equations hold. With a linear kernel and no penalty, a line with a constant goes through two points
// close together, although the part of the constant that no w x can represent is small.
func TestNearlySingularSystems(t *testing.T) {
	_, f, report := fit(t, model.NewTraining(matrix(t, []float64{1, 0, 0, 1e-6}, 2, 2), model.Values([]float64{1, 2})), alpha(0), named("linear"))
	support.Near(t, "coefficients", f.Coef, []float64{1, 2e12}, 1e-12)
	support.Near(t, "left out", f.LooResiduals, []float64{1, 2}, 1e-12)
	if len(report.Notes) > 0 {
		t.Errorf("notes %v", report.Notes)
	}
	near := model.NewTraining(matrix(t, []float64{1, 1.01}, 2, 1), model.Values([]float64{0, 1}))
	r, f, _ := fit(t, near, alpha(0), named("linear"), withBias)
	support.Within(t, "line", predict(t, r, near.X), []float64{0, 1}, 1e-9)
	support.NearNumber(t, "constant", f.Intercept, -100, 1e-9)
}

// A damaged result is refused: numbers for other samples than there are.
func TestRestoreOfDamagedResults(t *testing.T) {
	x, y := wave(rand.New(rand.NewPCG(83, 2)), 6, 2)
	for name, damage := range map[string]func(f *ridge.KernelRidgeFit){
		"whole":            func(*ridge.KernelRidgeFit) {},
		"no residuals":     func(f *ridge.KernelRidgeFit) { f.LooResiduals = nil },
		"fewer residuals":  func(f *ridge.KernelRidgeFit) { f.LooResiduals = f.LooResiduals[1:] },
		"more residuals":   func(f *ridge.KernelRidgeFit) { f.LooResiduals = append(f.LooResiduals, 1) },
		"one bound":        func(f *ridge.KernelRidgeFit) { f.Bounds = []float64{1} },
		"more than bounds": func(f *ridge.KernelRidgeFit) { f.Bounds = []float64{1, 2, 3} },
	} {
		r, f, _ := fit(t, model.NewTraining(x, model.Values(y)))
		damage(f)
		err := f.Restore(catalog.Kernel, r.Kernel)
		var e *fault.Error
		if fits := name == "whole" || name == "no residuals"; fits != (err == nil) || !fits && (!errors.As(err, &e) || e.Code != fault.Format) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestBadTrainingIsANamedError(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 1))
	x, y := wave(rng, 20, 2)
	large := &sample.CSR{N: 20000, D: 1, Ptr: make([]int32, 20001)}
	many := make([]int, 2400)
	for i := range many {
		many[i] = i % 20
	}
	for name, c := range map[string]struct {
		training model.Training
		change   options
		code     fault.Code
		argument string
	}{
		"alpha < 0":        {model.NewTraining(x, model.Values(y)), alpha(-1), fault.Option, "alpha"},
		"alpha NaN":        {model.NewTraining(x, model.Values(y)), alpha(math.NaN()), fault.Option, "alpha"},
		"unknown kernel":   {model.NewTraining(x, model.Values(y)), named("rfb"), fault.Option, "kernel"},
		"not square":       {model.NewTraining(x, model.Values(y)), named("precomputed"), fault.Shape, "X"},
		"no weight":        {model.Training{Data: model.Data{X: x, Target: model.Values(y), Weight: make([]float64, 20)}}, alpha(1), fault.Weight, "sampleWeight"},
		"too large":        {model.NewTraining(large, model.Values(make([]float64, 20000))), alpha(1), fault.Memory, "X"},
		"overflow":         {model.NewTraining(matrix(t, []float64{1e200}, 1, 1), model.Values([]float64{1})), named("linear"), fault.Numeric, "X"},
		"target overflows": {model.NewTraining(x, model.Values(slices.Repeat([]float64{1e308}, 20))), alpha(0.01), fault.Numeric, "X"},
		"large, singular":  {model.NewTraining(x.Select(many), model.Values(pick(y, many))), alpha(0), fault.Numeric, "alpha"},
	} {
		r, f, _ := fit(t, model.NewTraining(x, model.Values(y)))
		c.change(&r.KernelRidgeOptions)
		_, err := r.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
		if r.Fitted() != any(f) {
			t.Errorf("%s: the previous fit is gone", name)
		}
	}
}

// Stopping and aborting at any checkpoint keep the previous fit.
func TestAbortAtEveryCheckpoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(84, 1))
	x, y := wave(rng, 300, 3)
	r, f, _ := fit(t, model.NewTraining(x, model.Values(y)))
	ends, phases := 0, map[string]bool{}
	for at := 1; ; at++ {
		count, last := 0, 0.0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(report run.Report) run.Signal {
			phases[report.Phase] = true
			if !(report.Fraction >= last && report.Fraction < 1) {
				t.Errorf("fraction %v after %v", report.Fraction, last)
			}
			last = report.Fraction
			if count++; count == at {
				return []run.Signal{run.Stop, run.Abort}[at%2]
			}
			return run.Continue
		}}.Ctl()
		report, err := r.Fit(ctl, model.NewTraining(x, model.Values(y)))
		if count < at {
			break
		}
		if err != nil || report.Status != run.Aborted || r.Fitted() != any(f) {
			t.Fatalf("ended at checkpoint %d: %v, %v", at, report.Status, err)
		}
		ends++
	}
	if ends < 10 || len(phases) != 3 {
		t.Errorf("%d checkpoints in the phases %v", ends, phases)
	}
}

func BenchmarkFit(b *testing.B) {
	rng := rand.New(rand.NewPCG(85, 1))
	x, y := wave(rng, 2000, 10)
	for b.Loop() {
		fit(b, model.NewTraining(x, model.Values(y)))
	}
}
