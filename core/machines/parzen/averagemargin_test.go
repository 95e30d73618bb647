package parzen_test

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
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

type options = func(*parzen.AverageMarginClassifierOptions)

func named(name string) options {
	return func(o *parzen.AverageMarginClassifierOptions) { o.Kernel.Name = name }
}

func rbf(gamma float64) options {
	return func(o *parzen.AverageMarginClassifierOptions) { o.Kernel.Gamma = kernel.Width{Value: gamma} }
}

func balanced(o *parzen.AverageMarginClassifierOptions) { o.ClassWeight.Name = "balanced" }

func scheme(name string) options {
	return func(o *parzen.AverageMarginClassifierOptions) { o.MultiClass = name }
}

func fit(t testing.TB, training model.Training, change ...options) (*parzen.AverageMarginClassifier, *parzen.AverageMarginClassifierFit, model.Report) {
	t.Helper()
	m := parzen.NewAverageMarginClassifier(catalog.Kernel)
	for _, c := range change {
		c(&m.AverageMarginClassifierOptions)
	}
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m, m.Fitted().(*parzen.AverageMarginClassifierFit), report
}

func decide(t testing.TB, m *parzen.AverageMarginClassifier, x sample.Set) []float64 {
	t.Helper()
	f, _, err := m.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func matrix(x ...[]float64) *sample.Matrix {
	m := &sample.Matrix{N: len(x), D: len(x[0])}
	for _, row := range x {
		m.X = append(m.X, row...)
	}
	return m
}

// clouds returns n samples of k classes around k corners.
func clouds(rng *rand.Rand, n, d, k int) (*sample.Matrix, []int32) {
	m, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			m.X[i*d+j] = rng.NormFloat64()
		}
		m.X[i*d+int(y[i])%d] += 4
	}
	return m, y
}

// Worked by hand from the definition: three points, a Gaussian and a linear
// kernel. Positive is class 1.
func TestWorkedExamples(t *testing.T) {
	x := matrix([]float64{0, 0}, []float64{1, 0}, []float64{0, 2})
	m, f, report := fit(t, model.NewTraining(x, model.Classes{Of: []int32{1, 1, 0}, Count: 2}), rbf(0.5))
	support.Near(t, "average margin", f.Margins, []float64{0.6479215278}, 1e-10)
	support.Near(t, "decision values", decide(t, m, x), []float64{0.7568794025, 0.7842748418, -0.4026103391}, 1e-10)
	support.Near(t, "f(1,1)", decide(t, m, matrix([]float64{1, 1})), []float64{0.3120391558}, 1e-10)
	if report.Objective != -f.Margins[0] || len(report.Notes) != 0 {
		t.Errorf("report %+v", report)
	}
	x = matrix([]float64{1, 0}, []float64{0, 1}, []float64{-1, -1})
	m, f, _ = fit(t, model.NewTraining(x, model.Classes{Of: []int32{1, 1, 0}, Count: 2}), named("linear"))
	support.Near(t, "linear: average margin", f.Margins, []float64{0.94280904}, 1e-8)
	support.Near(t, "linear: w", decide(t, m, matrix([]float64{1, 0}, []float64{0, 1})), []float64{0.70710678, 0.70710678}, 1e-8)
}

// The margin is the weighted mean of y f(x) that no other f of norm 1 exceeds.
func TestTheAverageMarginIsReachedAndLargest(t *testing.T) {
	rng := rand.New(rand.NewPCG(101, 1))
	x, y := clouds(rng, 60, 3, 2)
	weight := make([]float64, 60)
	for i := range weight {
		weight[i] = float64(i % 4)
	}
	m, f, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 2}, Weight: weight}}, named("linear"), balanced)
	mean := func(values []float64) float64 {
		var mass, sum [2]float64
		for i, v := range values {
			mass[y[i]] += weight[i]
			sum[y[i]] += weight[i] * v
		}
		// Balanced by the number of samples, which is equal here.
		return (sum[1] - sum[0]) / (mass[0] + mass[1])
	}
	support.Near(t, "average margin", []float64{mean(decide(t, m, x))}, f.Margins, 1e-12)
	w := decide(t, m, matrix([]float64{1, 0, 0}, []float64{0, 1, 0}, []float64{0, 0, 1}))
	support.Near(t, "norm", []float64{w[0]*w[0] + w[1]*w[1] + w[2]*w[2]}, []float64{1}, 1e-12)
	for range 200 {
		v := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		length := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
		values := make([]float64, 60)
		for i := range values {
			for j := range v {
				values[i] += v[j] / length * x.X[i*3+j]
			}
		}
		if got := mean(values); got > f.Margins[0] {
			t.Fatalf("%v has the average margin %v, above %v", v, got, f.Margins[0])
		}
	}
}

func TestRelations(t *testing.T) {
	rng := rand.New(rand.NewPCG(102, 1))
	for _, k := range []int{2, 4} {
		for _, name := range []string{reduction.OneVsOne, reduction.OneVsRest, reduction.Graph} {
			x, y := clouds(rng, 90, 4, k)
			set := []options{rbf(0.3), scheme(name)}
			m, _, _ := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), set...)
			want := decide(t, m, x)
			classes, err := m.Predict(nil, x)
			if err != nil {
				t.Fatal(err)
			}
			right := 0
			for i, c := range classes {
				if c == y[i] {
					right++
				}
			}
			if right < 80 {
				t.Errorf("k = %d, %s: %d of 90 right", k, name, right)
			}

			s := &sample.CSR{N: x.N, D: x.D, Ptr: make([]int32, 1)}
			for i := range x.N {
				for j, v := range x.Row(i) {
					s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, v)
				}
				s.Ptr = append(s.Ptr, int32(len(s.Index)))
			}
			ms, _, _ := fit(t, model.NewTraining(s, model.Classes{Of: y, Count: k}), set...)
			support.Near(t, "sparse", decide(t, ms, s), want, 1e-12)

			g := &sample.Matrix{N: x.N, D: x.N, X: make([]float64, x.N*x.N)}
			for i := range x.N {
				for j := range x.N {
					for c := range x.D {
						g.X[i*x.N+j] += (x.X[i*x.D+c] - x.X[j*x.D+c]) * (x.X[i*x.D+c] - x.X[j*x.D+c])
					}
					g.X[i*x.N+j] = math.Exp(-0.3 * g.X[i*x.N+j])
				}
			}
			mg, _, _ := fit(t, model.NewTraining(g, model.Classes{Of: y, Count: k}), append(set, named("precomputed"))...)
			support.Near(t, "precomputed", decide(t, mg, g), want, 1e-12)

			weight, twice, labels := make([]float64, x.N), []int{}, []int32{}
			for i := range weight {
				weight[i] = float64(i / k % 3)
				for range i / k % 3 {
					twice, labels = append(twice, i), append(labels, y[i])
				}
			}
			mw, _, _ := fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, set...)
			mt, _, _ := fit(t, model.NewTraining(x.Select(twice), model.Classes{Of: labels, Count: k}), set...)
			support.Near(t, "weights", decide(t, mw, x), decide(t, mt, x), 1e-12)
			mg, _, _ = fit(t, model.Training{Data: model.Data{X: g, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, append(set, named("precomputed"))...)
			support.Near(t, "precomputed with weights", decide(t, mg, g), decide(t, mw, x), 1e-12)
		}
	}
}

// Functions without a norm give a warning or an error, and never NaN.
func TestDegenerateData(t *testing.T) {
	exclusiveOr := matrix([]float64{1, 1}, []float64{-1, -1}, []float64{1, -1}, []float64{-1, 1})
	for name, c := range map[string]struct {
		x      sample.Set
		kernel string
		code   string
	}{
		"exclusive or":  {exclusiveOr, "linear", "WARN_DEGENERATE"},
		"all alike":     {matrix([]float64{2}, []float64{2}, []float64{2}, []float64{2}), "rbf", "WARN_DEGENERATE"},
		"zero kernel":   {matrix([]float64{0}, []float64{0}, []float64{0}, []float64{0}), "linear", "WARN_DEGENERATE"},
		"negative norm": {matrix([]float64{0, 1, 2, 2}, []float64{1, 0, 2, 2}, []float64{2, 2, 0, 1}, []float64{2, 2, 1, 0}), "precomputed", "WARN_INDEFINITE"},
	} {
		m, f, report := fit(t, model.NewTraining(c.x, model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}), named(c.kernel))
		if len(report.Notes) != 1 || report.Notes[0].Code != c.code || f.Margins[0] != 0 {
			t.Errorf("%s: notes %v, margin %v", name, report.Notes, f.Margins)
		}
		for _, v := range decide(t, m, c.x) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s: decision value %v", name, v)
			}
		}
	}
}

func TestBadTrainingIsANamedError(t *testing.T) {
	rng := rand.New(rand.NewPCG(103, 1))
	x, y := clouds(rng, 30, 2, 3)
	without := make([]float64, 30)
	for i := range without {
		without[i] = float64(min(i%3, 1))
	}
	for name, c := range map[string]struct {
		training model.Training
		change   options
		code     fault.Code
		argument string
	}{
		"unknown scheme": {model.NewTraining(x, model.Classes{Of: y, Count: 3}), scheme("ova"), fault.Option, "multiClass"},
		"unknown kernel": {model.NewTraining(x, model.Classes{Of: y, Count: 3}), named("rfb"), fault.Option, "kernel"},
		"no weight left": {model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 3}, Weight: without}}, rbf(1), fault.Weight, "sampleWeight"},
		"one class left": {model.Training{Data: model.Data{X: x.Select([]int{0, 1}), Target: model.Classes{Of: []int32{0, 1}, Count: 2}, Weight: []float64{1, 0}}}, rbf(1), fault.OneClass, "y"},
		"not square":     {model.NewTraining(x, model.Classes{Of: y, Count: 3}), named("precomputed"), fault.Shape, "X"},
		"overflow":       {model.NewTraining(matrix([]float64{1e200}, []float64{1}), model.Classes{Of: []int32{0, 1}, Count: 2}), named("linear"), fault.Numeric, "X"},
		"class weights": {model.NewTraining(x, model.Classes{Of: y, Count: 3}), func(o *parzen.AverageMarginClassifierOptions) {
			o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1}}
		}, fault.Option, "classWeight"},
	} {
		m, f, _ := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
		c.change(&m.AverageMarginClassifierOptions)
		_, err := m.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
		if m.Fitted() != any(f) {
			t.Errorf("%s: the previous fit is gone", name)
		}
	}
}

func TestAbortAtEveryCheckpoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(104, 1))
	x, y := clouds(rng, 200, 3, 3)
	m, f, _ := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
	ends := 0
	for at := 1; ; at++ {
		count := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(report run.Report) run.Signal {
			if count++; count == at {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
		report, err := m.Fit(ctl, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
		if count < at {
			break
		}
		if err != nil || report.Status != run.Aborted || m.Fitted() != any(f) {
			t.Fatalf("aborted at checkpoint %d: %v, %v", at, report.Status, err)
		}
		ends++
	}
	if ends < 20 {
		t.Errorf("only %d checkpoints", ends)
	}
}

// A model file whose parts do not fit together is an error.
func TestRestoreChecksWhatTagsCannotSay(t *testing.T) {
	rng := rand.New(rand.NewPCG(105, 1))
	x, y := clouds(rng, 30, 2, 3)
	_, f, _ := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
	for name, damage := range map[string]func(f *parzen.AverageMarginClassifierFit, m *parzen.AverageMarginClassifier){
		"a class twice": func(f *parzen.AverageMarginClassifierFit, _ *parzen.AverageMarginClassifier) {
			f.Order = []int32{0, 1, 1}
		},
		"too few problems": func(f *parzen.AverageMarginClassifierFit, _ *parzen.AverageMarginClassifier) {
			f.Margins = slices.Clone(f.Margins[:2])
		},
		"no vectors":     func(f *parzen.AverageMarginClassifierFit, _ *parzen.AverageMarginClassifier) { f.Vectors = nil },
		"another kernel": func(_ *parzen.AverageMarginClassifierFit, m *parzen.AverageMarginClassifier) { m.Kernel.Name = "rfb" },
	} {
		m := parzen.NewAverageMarginClassifier(catalog.Kernel)
		damaged := *f
		damage(&damaged, m)
		if err := m.Restore(&damaged); !errors.Is(err, &fault.Error{Code: fault.Format}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
