package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
	"maxmargin/core/model/schema"
)

// data is n samples of d features in k overlapping clouds. Entries below zero are set to
// zero, so that the sparse form has fewer entries.
func data(rng *rand.Rand, n, d, k int) (*sample.Matrix, []int32) {
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			x[i*d+j] = max(0, rng.NormFloat64()+1.5*math.Sin(float64((int(y[i])+1)*(j+1))))
		}
	}
	m, err := sample.NewMatrix(x, n, d)
	if err != nil {
		panic(err)
	}
	return m, y
}

type options func(*svm.SVCOptions)

func tight(o *svm.SVCOptions) { o.Tol = 1e-8 }

// rbf fixes the width: gamma 'scale' would follow the data.
func rbf(gamma float64) options {
	return func(o *svm.SVCOptions) {
		o.Kernel.Name, o.Kernel.Gamma.Name, o.Kernel.Gamma.Value = "rbf", "", gamma
	}
}

func fit(t rapid.TB, training model.Training, set ...options) *svm.SVC {
	t.Helper()
	m := svm.NewSVC(catalog.Kernel)
	for _, s := range set {
		s(&m.SVCOptions)
	}
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m
}

func decide(t rapid.TB, m *svm.SVC, x sample.Set) []float64 {
	t.Helper()
	f, _, err := m.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// normal returns the decision values without the bias: <w, phi(x)>. They are
// unique, while the bias is an interval when no support vector is free.
func normal(t rapid.TB, m *svm.SVC, x sample.Set) []float64 {
	t.Helper()
	f := decide(t, m, x)
	var r schema.Record
	schema.PutFitted(&r, m.Fitted())
	bias, err := r.Float64s("intercept", len(f)/x.Len())
	if err != nil {
		t.Fatal(err)
	}
	for i := range f {
		f[i] -= bias[i%len(bias)]
	}
	return f
}

// Relations between fits to related data, which hold for all data.
func TestRelations(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d, k := rapid.IntRange(12, 60).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d"), rapid.IntRange(2, 4).Draw(t, "k")
		x, y := data(rng, n, d, k)
		c := rapid.Float64Range(0.05, 20).Draw(t, "C")
		set := []options{tight, rbf(0.3), func(o *svm.SVCOptions) { o.C = c }}
		base := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), set...)
		want := normal(t, base, x)

		support.Near(t, "sparse samples", normal(t, fit(t, model.NewTraining(support.Sparse(x), model.Classes{Of: y, Count: k}), set...), support.Sparse(x)), want, 1e-6)
		support.Near(t, "dense model, sparse samples", normal(t, base, support.Sparse(x)), want, 1e-12)

		gramMatrix := make([]float64, n*n)
		for i := range n {
			for j := range n {
				var distance float64
				for f := range d {
					distance += (x.X[i*d+f] - x.X[j*d+f]) * (x.X[i*d+f] - x.X[j*d+f])
				}
				gramMatrix[i*n+j] = math.Exp(-0.3 * distance)
			}
		}
		g := &sample.Matrix{N: n, D: n, X: gramMatrix}
		given := append(append([]options(nil), set...), func(o *svm.SVCOptions) { o.Kernel.Name = "precomputed" })
		support.Near(t, "precomputed", normal(t, fit(t, model.NewTraining(g, model.Classes{Of: y, Count: k}), given...), g), want, 1e-6)

		without := append(append([]options(nil), set...), func(o *svm.SVCOptions) { o.Shrinking = false })
		support.Near(t, "no shrinking", normal(t, fit(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), without...), x), want, 1e-6)

		tiny := append(append([]options(nil), set...), func(o *svm.SVCOptions) { o.CacheSize = 1e-6 })
		support.Near(t, "no cache", normal(t, fit(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), tiny...), x), want, 1e-6)

		// A weight of 2 equals the sample twice, for randomly chosen samples.
		weight := make([]float64, n)
		var twice []int
		var labels []int32
		for i := range n {
			weight[i] = float64(1 + rng.IntN(2))
			for range int(weight[i]) {
				twice, labels = append(twice, i), append(labels, y[i])
			}
		}
		weighted := normal(t, fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, set...), x)
		support.Near(t, "weight 2", normal(t, fit(t, model.NewTraining(x.Select(twice), model.Classes{Of: labels, Count: k}), set...), x), weighted, 1e-5)

		// Weights w with C equal weights 2w with C/2.
		for i := range weight {
			weight[i] *= 2
		}
		half := append(append([]options(nil), set...), func(o *svm.SVCOptions) { o.C = c / 2 })
		support.Near(t, "scaled weights", normal(t, fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, half...), x), weighted, 1e-5)

		// A sample of weight zero has no effect.
		for i := range weight {
			weight[i] = 1
		}
		weight[0], weight[n-1] = 0, 0
		rest := make([]int, n-2)
		for i := range rest {
			rest[i] = i + 1
		}
		support.Near(t, "weight 0", normal(t, fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: k}, Weight: weight}}, set...), x),
			normal(t, fit(t, model.NewTraining(x.Select(rest), model.Classes{Of: y[1 : n-1], Count: k}), set...), x), 1e-5)

		// The order of the samples does not matter.
		order := rng.Perm(n)
		shuffled := make([]int32, n)
		for p, i := range order {
			shuffled[p] = y[i]
		}
		support.Near(t, "permuted", normal(t, fit(t, model.NewTraining(x.Select(order), model.Classes{Of: shuffled, Count: k}), set...), x), want, 1e-5)
	})
}

// Samples that are not support vectors can be removed without a change of the machine.
func TestOnlySupportVectorsMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := data(rng, 200, 3, 2)
	set := []options{tight, rbf(0.5)}
	base := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 2}), set...)
	var r schema.Record
	schema.PutFitted(&r, base.Fitted())
	indices, _ := r.Int32s("support.indices", -1, 0, 200)
	if len(indices) == 0 || len(indices) >= 200 {
		t.Fatalf("%d of 200 samples are support vectors: nothing to test", len(indices))
	}
	var rows []int
	var labels []int32
	for _, i := range indices {
		rows, labels = append(rows, int(i)), append(labels, y[i])
	}
	support.Near(t, "support vectors only", decide(t, fit(t, model.NewTraining(x.Select(rows), model.Classes{Of: labels, Count: 2}), set...), x), decide(t, base, x), 1e-5)
}

// The dual variables balance, keep to their bounds, and give the decision values
// and the objective that the machine reports.
func TestDualVariables(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	x, y := data(rng, 150, 3, 2)
	m := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 2}), tight, rbf(0.5), func(o *svm.SVCOptions) { o.C = 2 })
	var r schema.Record
	schema.PutFitted(&r, m.Fitted())
	indices, _ := r.Int32s("support.indices", -1, 0, 150)
	coef, _ := r.Float64s("dual.coef", len(indices))
	bias, _ := r.Float64s("intercept", 1)
	f := decide(t, m, x)
	sum, alphas, quadratic := 0.0, 0.0, 0.0
	for p, i := range indices {
		sum += coef[p]
		sign := 2*float64(y[i]) - 1
		if a := sign * coef[p]; a <= 0 || a > 2 {
			t.Errorf("alpha of sample %d is %v, outside (0, 2]", i, a)
		}
		alphas += sign * coef[p]
		quadratic += coef[p] * (f[i] - bias[0])
	}
	if !(math.Abs(sum) <= 1e-9) {
		t.Errorf("sum of y alpha is %g", sum)
	}
	objective, _ := r.Float64s("pair.objective", 1)
	if want := quadratic/2 - alphas; !(math.Abs(objective[0]-want) <= 1e-9*math.Abs(want)) {
		t.Errorf("objective %v, from the decision values %v", objective[0], want)
	}
}

// Class weights are sample weights; 'balanced' is n / (k n_c).
func TestClassWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	x, y := data(rng, 90, 3, 3)
	for i := range 60 {
		if y[i] == 2 {
			y[i] = 0 // unequal classes
		}
	}
	count := make([]float64, 3)
	for _, c := range y {
		count[c]++
	}
	for name, factor := range map[string][]float64{
		"map": {1, 3, 0.5}, "balanced": {90 / (3 * count[0]), 90 / (3 * count[1]), 90 / (3 * count[2])},
	} {
		weight := make([]float64, len(y))
		for i, c := range y {
			weight[i] = factor[c]
		}
		byClass := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 3}), tight, func(o *svm.SVCOptions) {
			o.ClassWeight.Name = name
			if name == "map" {
				o.ClassWeight.Weights = factor
			}
		})
		bySample := fit(t, model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 3}, Weight: weight}}, tight)
		support.Near(t, name, decide(t, byClass, x), decide(t, bySample, x), 1e-6)
	}
}

func TestDecisionShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for _, k := range []int{2, 3, 5} {
		x, y := data(rng, 20*k, 3, k)
		m := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: k}), rbf(1))
		want := map[string]int{"ovo": k * (k - 1) / 2, "ovr": k, "": k}
		if k == 2 {
			want = map[string]int{"ovo": 1, "ovr": 1, "": 1}
		}
		classes, err := m.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for shape, cols := range want {
			f, got, err := m.Decision(nil, x, shape)
			if err != nil || got != cols || len(f) != x.N*cols {
				t.Errorf("k=%d, shape %q: %d values in %d columns, want %d columns (%v)", k, shape, len(f), got, cols, err)
			}
			for i, c := range classes {
				row := f[i*cols : (i+1)*cols]
				switch {
				case k == 2:
					if (row[0] > 0) != (c == 1) {
						t.Errorf("sample %d: class %d at decision value %v", i, c, row[0])
					}
				case shape == "ovr":
					for _, v := range row {
						if math.Floor(v+1./3) > math.Floor(row[c]+1./3) {
							t.Errorf("sample %d: class %d has fewer votes than another: %v", i, c, row)
						}
					}
				}
			}
		}
		var e *fault.Error
		if _, _, err := m.Decision(nil, x, "ovx"); !errors.As(err, &e) || e.Code != fault.Option {
			t.Errorf("shape 'ovx': %v", err)
		}
	}
}

func TestBadTrainingIsANamedError(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 2))
	x, y := data(rng, 30, 3, 3)
	two, z := data(rng, 30, 3, 2)
	zeroOf := func(class int32) []float64 {
		w := make([]float64, 30)
		for i := range w {
			if z[i] != class && y[i] != class {
				w[i] = 1
			}
		}
		return w
	}
	skew, _ := sample.NewMatrix([]float64{1, 0.5, 0.4, 1}, 2, 2)
	huge, _ := sample.NewMatrix([]float64{1e300, -1e300, 1e300, -1e300, 5e307, 1}, 6, 1)
	for name, c := range map[string]struct {
		training model.Training
		change   options
		code     fault.Code
		argument string
	}{
		"one class after weights":  {model.Training{Data: model.Data{X: two, Target: model.Classes{Of: z, Count: 2}, Weight: zeroOf(1)}}, nil, fault.OneClass, "y"},
		"no weight at all":         {model.Training{Data: model.Data{X: two, Target: model.Classes{Of: z, Count: 2}, Weight: make([]float64, two.Len())}}, nil, fault.Weight, "sampleWeight"},
		"a class without weight":   {model.Training{Data: model.Data{X: x, Target: model.Classes{Of: y, Count: 3}, Weight: zeroOf(2)}}, nil, fault.Weight, "sampleWeight"},
		"C = 0":                    {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.C = 0 }, fault.Option, "C"},
		"C = NaN":                  {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.C = math.NaN() }, fault.Option, "C"},
		"gamma < 0":                {model.NewTraining(two, model.Classes{Of: z, Count: 2}), rbf(-1), fault.Option, "gamma"},
		"unknown rule":             {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Gamma.Name = "scales" }, fault.Option, "gamma"},
		"unknown kernel":           {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Name = "rfb" }, fault.Option, "kernel"},
		"degree -1":                {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Degree = -1 }, fault.Option, "degree"},
		"maxIter 0":                {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.MaxIter = 0 }, fault.Option, "maxIter"},
		"maxIter 1.5":              {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.MaxIter = 1.5 }, fault.Option, "maxIter"},
		"class weights for others": {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1}} }, fault.Option, "classWeight"},
		"class weight NaN": {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) {
			o.ClassWeight = model.ClassWeight{Name: "map", Weights: []float64{1, math.NaN()}}
		}, fault.Option, "classWeight"},
		"precomputed not square":    {model.NewTraining(two, model.Classes{Of: z, Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Name = "precomputed" }, fault.Shape, "X"},
		"precomputed asymmetric":    {model.NewTraining(skew, model.Classes{Of: z[:2], Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Name = "precomputed" }, fault.Asymmetric, "X"},
		"numbers that overflow":     {model.NewTraining(huge, model.Classes{Of: []int32{0, 1, 0, 1, 0, 1}, Count: 2}), nil, fault.Numeric, "X"},
		"polynomial that overflows": {model.NewTraining(huge, model.Classes{Of: []int32{0, 1, 0, 1, 0, 1}, Count: 2}), func(o *svm.SVCOptions) { rbf(1)(o); o.Kernel.Name = "poly" }, fault.Numeric, "X"},
	} {
		m := fit(t, model.NewTraining(two, model.Classes{Of: z, Count: 2}))
		before := decide(t, m, two)
		if c.change != nil {
			c.change(&m.SVCOptions)
		}
		_, err := m.Fit(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
		support.Near(t, name+": the previous fit", decide(t, m, two), before, 0)
	}
}

func TestPredictChecksWhatItIsGiven(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	x, y := data(rng, 30, 3, 2)
	other, _ := data(rng, 5, 4, 2)
	var e *fault.Error
	if _, err := svm.NewSVC(catalog.Kernel).Predict(nil, x); !errors.As(err, &e) || e.Code != fault.NotFitted {
		t.Errorf("before fit: %v", err)
	}
	if _, err := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 2})).Predict(nil, other); !errors.As(err, &e) || e.Code != fault.FeatureCount || e.Details["expected"] != 3 {
		t.Errorf("4 features for 3: %v", err)
	}
}

// Degenerate data give a status and finite numbers.
func TestDegenerateData(t *testing.T) {
	for name, x := range map[string][]float64{
		"all duplicates":   {1, 2, 1, 2, 1, 2, 1, 2},
		"all zero":         make([]float64, 8),
		"constant feature": {0, 5, 1, 5, 2, 5, 3, 5},
	} {
		set, _ := sample.NewMatrix(x, 4, 2)
		for _, k := range []string{"rbf", "linear", "poly", "sigmoid"} {
			m := fit(t, model.NewTraining(set, model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2}), func(o *svm.SVCOptions) { o.Kernel.Name = k })
			for _, f := range decide(t, m, set) {
				if math.IsNaN(f) || math.IsInf(f, 0) {
					t.Errorf("%s, %s: decision value %v", name, k, f)
				}
			}
		}
	}
}

// At every checkpoint, a stop keeps the solution so far, and an abort keeps the previous fit.
func TestStopAndAbortAtEveryCheckpoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	x, y := data(rng, 400, 4, 3)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	m := fit(t, training, rbf(2))
	before := decide(t, m, x)
	rbf(0.1)(&m.SVCOptions)
	m.C = 100
	ends := 0
	for at := 1; ; at++ {
		count := 0
		watch := func(answer run.Signal) *run.Ctl {
			count = 0
			return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
				if math.IsNaN(r.Objective) || r.Iteration < 0 || r.Fraction < 0 || r.Fraction >= 1 {
					t.Errorf("checkpoint %d reports %+v", count, r)
				}
				if count++; count == at {
					return answer
				}
				return run.Continue
			}}.Ctl()
		}
		report, err := m.Fit(watch(run.Abort), training)
		if count < at {
			break // the fit has fewer checkpoints
		}
		if err != nil || report.Status != run.Aborted {
			t.Fatalf("aborted at checkpoint %d: %v, %v", at, report.Status, err)
		}
		support.Near(t, "after an abort", decide(t, m, x), before, 0)
		stopped := svm.NewSVC(catalog.Kernel)
		stopped.SVCOptions = m.SVCOptions
		report, err = stopped.Fit(watch(run.Stop), training)
		if err != nil || report.Status != run.Stopped {
			t.Fatalf("stopped at checkpoint %d: %v, %v", at, report.Status, err)
		}
		decide(t, stopped, x)
		ends++
	}
	if ends < 5 {
		t.Errorf("only %d checkpoints", ends)
	}
}

func TestBudgetsKeepTheBestSolutionSoFar(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 2))
	x, y := data(rng, 3000, 10, 3)
	for want, change := range map[run.Status]options{
		run.IterationLimit: func(o *svm.SVCOptions) { o.MaxIter = 20 },
		run.TimeLimit:      func(o *svm.SVCOptions) { o.MaxTime, o.Tol = 5, 1e-9 },
	} {
		m := svm.NewSVC(catalog.Kernel)
		change(&m.SVCOptions)
		r, err := m.Fit(support.Ticking(), model.NewTraining(x, model.Classes{Of: y, Count: 3}))
		if err != nil || r.Status != want || !(r.Gap > m.Tol) || r.Objective >= 0 {
			t.Errorf("%s: %+v, %v", want, r, err)
		}
		classes, err := m.Predict(nil, x)
		if err != nil || len(classes) != x.N {
			t.Errorf("%s: the model does not predict: %v", want, err)
		}
	}
}

func BenchmarkFit(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 2))
	x, y := data(rng, 2000, 20, 2)
	for b.Loop() {
		fit(b, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	}
}

// Machines for all pairs of classes predict by a vote or by a knock-out: the two agree
// where one class wins all its pairs, and can differ where none does.
func TestDecisionGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 2))
	x, y := data(rng, 300, 2, 5)
	m := fit(t, model.NewTraining(x, model.Classes{Of: y, Count: 5}), rbf(1))
	votes, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	m.MultiClass = "dag"
	graph, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	pairs, cols, err := m.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	elected, differ := 0, 0
	for i := range votes {
		wins := make([]int, 5)
		reduction.Pairs(5, func(pair, a, b int) bool {
			if pairs[i*cols+pair] > 0 {
				wins[a]++
			} else {
				wins[b]++
			}
			return true
		})
		switch {
		case wins[votes[i]] == 4:
			elected++
			if graph[i] != votes[i] {
				t.Errorf("sample %d: class %d wins all its pairs, and the graph elects %d", i, votes[i], graph[i])
			}
		case graph[i] != votes[i]:
			differ++
		}
	}
	if elected < 200 {
		t.Errorf("only %d of 300 samples have a class that wins all its pairs", elected)
	}
	t.Logf("%d samples whose class wins all its pairs, %d elected otherwise by the graph", elected, differ)
}
