package linear_test

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
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/solve/qp"
)

// clouds is n samples of d features in k overlapping clouds, and a target. Entries below zero
// are set to zero, so that the sparse form has fewer entries.
func clouds(rng *rand.Rand, n, d, k int) (x *sample.Matrix, y []int32, target []float64) {
	x, y, target = &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n), make([]float64, n)
	for i := range n {
		y[i] = int32(i % k)
		row := x.Row(i)
		for j := range row {
			row[j] = max(0, rng.NormFloat64()+1.5*math.Sin(float64((int(y[i])+1)*(j+1))))
			target[i] += row[j] * float64(j-1)
		}
		target[i] += 1 + rng.NormFloat64()
	}
	return x, y, target
}

// fitter fits one kind of machine and gives the values of its functions on x.
type fitter func(t rapid.TB, training model.Training, x sample.Set, change func(c *float64, shrinking *bool, seed *int)) []float64

func svcFitter(loss string, c float64) fitter {
	return func(t rapid.TB, training model.Training, x sample.Set, change func(c *float64, shrinking *bool, seed *int)) []float64 {
		t.Helper()
		m := linear.NewLinearSVC()
		m.C, m.Loss, m.Tol, m.MaxIter = c, loss, 1e-9, 1e6
		change(&m.C, &m.Shrinking, &m.Seed)
		converge(t, m, training)
		values, _, err := m.Decision(nil, x, "ovr")
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
}

func svrFitter(loss string, c float64) fitter {
	return func(t rapid.TB, training model.Training, x sample.Set, change func(c *float64, shrinking *bool, seed *int)) []float64 {
		t.Helper()
		m := linear.NewLinearSVR()
		m.C, m.Loss, m.Tol, m.MaxIter, m.Epsilon = c, loss, 1e-9, 1e6, 0.3
		change(&m.C, &m.Shrinking, &m.Seed)
		converge(t, m, training)
		values, err := m.Predict(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
}

func converge(t rapid.TB, m model.Machine, training model.Training) model.Report {
	t.Helper()
	report, err := m.Fit(nil, facts.For(m, training))
	if err != nil || report.Status != run.Converged {
		t.Fatalf("%+v, %v", report, err)
	}
	return report
}

// Relations between fits to related data, which hold for all data. The fits visit samples in
// different orders, so the relations hold only at the optimum.
func TestRelations(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, d, k := rapid.IntRange(12, 50).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d"), rapid.IntRange(2, 4).Draw(t, "k")
		x, y, target := clouds(rng, n, d, k)
		c := rapid.Float64Range(0.05, 2).Draw(t, "C")
		fit := rapid.SampledFrom([]fitter{svcFitter("hinge", c), svcFitter("squaredHinge", c), svcFitter("modifiedHuber", c), svcFitter("logistic", c),
			svrFitter("epsilonInsensitive", c), svrFitter("squaredEpsilonInsensitive", c), svrFitter("huber", c)}).Draw(t, "machine")
		training := model.NewTraining(x, facts.Either{Classes: model.Classes{Of: y, Count: k}, Values: target})
		asIs := func(*float64, *bool, *int) {}
		want := fit(t, training, x, asIs)

		pick := func(rows []int) model.Training {
			return model.Training{Data: training.Select(rows, nil)}
		}
		csr := training
		csr.X = support.Sparse(x)
		support.Near(t, "sparse samples", fit(t, csr, csr.X, asIs), want, 1e-6)
		support.Near(t, "no shrinking", fit(t, training, x, func(_ *float64, shrinking *bool, _ *int) { *shrinking = false }), want, 1e-6)
		support.Near(t, "another seed", fit(t, training, x, func(_ *float64, _ *bool, seed *int) { *seed = 77 }), want, 1e-6)
		support.Near(t, "another order", fit(t, pick(rng.Perm(n)), x, asIs), want, 1e-6)

		// A weight of 2 equals the sample twice, for randomly chosen samples.
		weight := make([]float64, n)
		var twice []int
		for i := range n {
			weight[i] = float64(1 + rng.IntN(2))
			for range int(weight[i]) {
				twice = append(twice, i)
			}
		}
		weighted := training
		weighted.Weight = weight
		values := fit(t, weighted, x, asIs)
		support.Near(t, "weight 2", fit(t, pick(twice), x, asIs), values, 1e-6)

		// Weights w with C equal weights 2w with C/2.
		weighted.Weight = slices.Clone(weight)
		for i := range weight {
			weighted.Weight[i] *= 2
		}
		support.Near(t, "half of C", fit(t, weighted, x, func(c *float64, _ *bool, _ *int) { *c /= 2 }), values, 1e-6)

		// A sample of weight zero has no effect.
		rest := make([]int, n-2)
		for i := range n {
			weighted.Weight[i] = 1
			if i > 0 && i < n-1 {
				rest[i-1] = i
			}
		}
		weighted.Weight[0], weighted.Weight[n-1] = 0, 0
		support.Near(t, "weight 0", fit(t, weighted, x, asIs), fit(t, pick(rest), x, asIs), 1e-6)
	})
}

// One-versus-rest equals the two-class machines for every class against the rest.
func TestOneVersusRest(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(3, 3)), 60, 4, 3)
	m := linear.NewLinearSVC()
	m.Tol = 1e-9
	converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 3}))
	values, cols, err := m.Decision(nil, x, "")
	if err != nil || cols != 3 {
		t.Fatal(cols, err)
	}
	predicted, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	for c := range 3 {
		own, column := make([]int32, len(y)), make([]float64, len(y))
		for i := range y {
			column[i] = values[i*3+c]
			if int(y[i]) == c {
				own[i] = 1
			}
			if column[i] > values[i*3+int(predicted[i])] {
				t.Errorf("row %d: class %d is predicted, class %d has a larger value", i, predicted[i], c)
			}
		}
		two := linear.NewLinearSVC()
		two.Tol = 1e-9
		converge(t, two, model.NewTraining(x, model.Classes{Of: own, Count: 2}))
		alone, _, err := two.Decision(nil, x, "")
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "against the rest", column, alone, 1e-7)
	}
	if _, _, err := m.Decision(nil, x, "ovo"); !is(err, fault.Option) {
		t.Errorf("values of pairs: %v", err)
	}
}

// Without a bias, LinearSVC solves the dual problem of package qp without a group.
func TestIsSMOWithoutABias(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		n := rapid.IntRange(10, 60).Draw(t, "n")
		x, y, _ := clouds(rng, n, 3, 2)
		c := rapid.Float64Range(0.05, 3).Draw(t, "C")
		m := linear.NewLinearSVC()
		m.C, m.Loss, m.FitIntercept, m.Tol, m.MaxIter = c, "hinge", false, 1e-9, 1e6
		report := converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))

		smo := solveSMO(t, x, y, c)
		w := make([]float64, 3)
		for i, a := range smo.Alpha {
			for j, v := range x.Row(i) {
				w[j] += a * (2*float64(y[i]) - 1) * v
			}
		}
		support.Near(t, "weights", m.Fitted().(*linear.LinearSVCFit).Weights, w, 1e-6)
		support.Near(t, "objective", []float64{report.Objective}, []float64{smo.Objective}, 1e-8)
	})
}

// solveSMO solves the dual of the soft margin without a bias.
func solveSMO(t rapid.TB, x sample.Set, y []int32, c float64) qp.Result {
	t.Helper()
	n := x.Len()
	p := qp.Problem{Sign: make([]float64, n), Linear: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Group: make([]int, n)}
	all := make([]int, n)
	for i := range n {
		all[i], p.Sign[i], p.Linear[i], p.Upper[i], p.Group[i] = i, 2*float64(y[i])-1, -1, c, -1
	}
	matrix := gram.NewMatrix(kernel.Linear{}, x)
	p.K = matrix.View(&gram.Memory{}, 1<<20, matrix.Segment(all, nil))
	solver := qp.NewSMO(p, qp.Settings{Tolerance: 1e-9})
	r := solver.Result(solver.Run(nil))
	if r.Status != run.Converged {
		t.Fatal(r.Status)
	}
	return r
}

// With a free bias, LinearSVC with the hinge loss is SVC with the linear kernel.
func TestFreeBiasIsThatOfSVC(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(20, 60).Draw(t, "n")
		c, scaling := rapid.Float64Range(0.05, 2).Draw(t, "C"), rapid.Float64Range(0.5, 3).Draw(t, "interceptScaling")
		freeBias(t, seed, n, c, scaling)
	})
}

// Two support vectors that almost coincide, one of them zero: coordinate descent alone
// ended at its iteration limit, after a million passes, with a gap of 3e-7.
func TestFreeBiasWithAlmostEqualSamples(t *testing.T) {
	if report := freeBias(t, 0xec, 20, 0.8528438157702669, 3); report.Iterations > 5000 {
		t.Errorf("%d passes", report.Iterations)
	}
}

// Four free support vectors in three dimensions: after inexact passes the centre of the penalty
// on the bias moved away from the solution, and the fit ended at its iteration limit, after a
// million passes, with a gap of 2e-7.
func TestFreeBiasWithInexactCentres(t *testing.T) {
	if report := freeBias(t, 0x1067, 46, 2, 0.73046875); report.Iterations > 1000 {
		t.Errorf("%d passes", report.Iterations)
	}
}

// freeBias compares the machines on data drawn with a seed, and returns the report of
// LinearSVC.
func freeBias(t rapid.TB, seed uint64, n int, c, scaling float64) model.Report {
	t.Helper()
	x, y, _ := clouds(rand.New(rand.NewPCG(seed, 3)), n, 3, 2)
	m := linear.NewLinearSVC()
	m.Loss, m.InterceptPenalty, m.Tol, m.MaxIter = "hinge", false, 1e-8, 1e6
	m.C, m.InterceptScaling = c, scaling
	report := converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	reference := svm.NewSVC(catalog.Kernel)
	reference.C, reference.Kernel.Name, reference.Tol = m.C, "linear", 1e-10
	want := converge(t, reference, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	support.Near(t, "objective", []float64{report.Objective}, []float64{want.Objective}, 1e-6)
	got, _, err := m.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	values, _, err := reference.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	// The bias is an interval when no support vector is free; <w, x> is not.
	for i := n - 1; i >= 0; i-- {
		got[i] -= got[0]
		values[i] -= values[0]
	}
	support.Near(t, "decision values", got, values, 1e-5)
	return report
}

// A warm start gives the same solution in fewer passes, also after saving, and
// needs the same number of samples.
func TestWarmStart(t *testing.T) {
	x, y, target := clouds(rand.New(rand.NewPCG(5, 5)), 300, 5, 3)
	training := model.NewTraining(x, facts.Either{Classes: model.Classes{Of: y, Count: 3}, Values: target})
	for _, machine := range []string{"LinearSVC", "LinearSVR"} {
		m, err := catalog.NewMachine(machine)
		if err != nil {
			t.Fatal(err)
		}
		set := func(m model.Machine, c float64, warm bool) {
			switch o := m.Options().(type) {
			case *linear.LinearSVCOptions:
				o.C, o.WarmStart, o.Tol, o.MaxIter = c, warm, 1e-6, 1e6
			case *linear.LinearSVROptions:
				o.C, o.WarmStart, o.Tol, o.MaxIter = c, warm, 1e-6, 1e6
			}
		}
		set(m, 0.2, true)
		first := converge(t, m, training)
		bytes, err := codec.Encode(codec.Model{Name: machine, Classes: names(3), Report: first, Machine: m})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		cold, _ := catalog.NewMachine(machine)
		set(cold, 0.22, true)
		want := converge(t, cold, training)
		warm, _ := catalog.NewMachine(machine)
		set(warm, 0.22, true)
		training.Start = again.Machine
		got := converge(t, warm, training)
		support.Near(t, "objective", []float64{got.Objective}, []float64{want.Objective}, 1e-6)
		if got.Iterations >= want.Iterations {
			t.Errorf("%s: %d passes from a similar fit, %d from nothing", machine, got.Iterations, want.Iterations)
		}
		few := model.Training{Data: training.Select([]int{0, 1, 2}, nil), Resources: model.Resources{Start: again.Machine}}
		if _, err := warm.Fit(nil, facts.For(warm, few)); !is(err, fault.Option) {
			t.Errorf("%s: a start with other samples: %v", machine, err)
		}
		training.Start = nil
	}
}

func names(k int) codec.Classes {
	return codec.Classes{Kind: "number", Names: []string{"0", "1", "2", "3"}[:k]}
}

func is(err error, code fault.Code) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == code
}

// The same seed gives the same bits, another seed others, and a saved model keeps its bits.
func TestSeeds(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(6, 6)), 200, 4, 2)
	weights := func(seed int) []float64 {
		m := linear.NewLinearSVC()
		m.Seed = seed
		converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
		return m.Fitted().(*linear.LinearSVCFit).Weights
	}
	if !slices.Equal(weights(1), weights(1)) {
		t.Error("the same seed gives other weights")
	}
	if slices.Equal(weights(1), weights(2)) {
		t.Error("the seed makes no difference")
	}
}

// Degenerate data give a solution, or an error that says what is missing; never NaN.
func TestDegenerateData(t *testing.T) {
	zero := &sample.Matrix{N: 4, D: 2, X: make([]float64, 8)}
	same := &sample.Matrix{N: 4, D: 2, X: []float64{1, 2, 1, 2, 1, 2, 1, 2}}
	for _, scaling := range []float64{0, 1} {
		for _, penalised := range []bool{true, false} {
			for _, set := range []*sample.Matrix{zero, same} {
				for _, loss := range []string{"hinge", "squaredHinge"} {
					m := linear.NewLinearSVC()
					m.Loss, m.FitIntercept, m.InterceptPenalty = loss, scaling > 0, penalised
					report, err := m.Fit(nil, model.NewTraining(set, model.Classes{Of: []int32{0, 1, 1, 1}, Count: 2}))
					if err != nil || report.Status == "" {
						t.Fatalf("%+v, %v", report, err)
					}
					values, _, err := m.Decision(nil, set, "")
					if err != nil {
						t.Fatal(err)
					}
					if scaling > 0 && !(values[0] > 0) {
						t.Errorf("three of four are of class 1, but the value is %v", values[0])
					}
				}
				for _, loss := range []string{"epsilonInsensitive", "squaredEpsilonInsensitive"} {
					m := linear.NewLinearSVR()
					m.Loss, m.FitIntercept, m.InterceptPenalty, m.C = loss, scaling > 0, penalised, 100
					if _, err := m.Fit(nil, model.NewTraining(set, model.Values([]float64{3, 3, 3, 3}))); err != nil {
						t.Fatal(err)
					}
					values, err := m.Predict(nil, set)
					if err != nil {
						t.Fatal(err)
					}
					if scaling > 0 && !(math.Abs(values[0]-3) <= 0.1) {
						t.Errorf("%s: 3 everywhere is learnt as %v", loss, values[0])
					}
				}
			}
		}
	}
	for _, c := range []struct {
		what     string
		training model.Training
		code     fault.Code
	}{
		{"one class", model.NewTraining(same, model.Classes{Of: []int32{1, 1, 1, 1}, Count: 2}), fault.Weight},
		{"one class of one", model.NewTraining(same, model.Classes{Of: []int32{0, 0, 0, 0}, Count: 1}), fault.OneClass},
		{"no weight in a class", model.Training{Data: model.Data{X: same, Target: model.Classes{Of: []int32{0, 1, 2, 2}, Count: 3}, Weight: []float64{1, 1, 0, 0}}}, fault.Weight},
		{"huge numbers", model.NewTraining(&sample.Matrix{N: 2, D: 2, X: []float64{1e200, 0, 0, 1}}, model.Classes{Of: []int32{0, 1}, Count: 2}), fault.Numeric},
		{"huge weights", model.Training{Data: model.Data{X: same, Target: model.Classes{Of: []int32{0, 1, 1, 1}, Count: 2}, Weight: []float64{math.MaxFloat64, 1, 1, 1}}}, fault.Weight},
	} {
		m := linear.NewLinearSVC()
		m.C = 10
		if report, err := m.Fit(nil, c.training); !is(err, c.code) {
			if c.what == "one class" && is(err, fault.OneClass) {
				continue
			}
			t.Errorf("%s: %+v, %v", c.what, report, err)
		}
	}
	r := linear.NewLinearSVR()
	for what, training := range map[string]model.Training{
		"huge targets": model.NewTraining(same, model.Values([]float64{1e308, -1e308, 1e308, -1e308})),
		"huge numbers": model.NewTraining(&sample.Matrix{N: 2, D: 2, X: []float64{1e200, 0, 0, 1}}, model.Values([]float64{1, 2})),
	} {
		if report, err := r.Fit(nil, training); !is(err, fault.Numeric) {
			t.Errorf("%s: %+v, %v", what, report, err)
		}
	}
	if _, err := r.Fit(nil, model.Training{Data: model.Data{X: same, Target: model.Values([]float64{1, 2, 3, 4}), Weight: make([]float64, 4)}}); !is(err, fault.Weight) {
		t.Errorf("no weight at all: %v", err)
	}
}

// Contradictory labels and many duplicates are accepted.
func TestContradictions(t *testing.T) {
	x := &sample.Matrix{N: 200, D: 1, X: make([]float64, 200)}
	y := make([]int32, 200)
	for i := range y {
		x.X[i], y[i] = float64(i%2), int32(i/2%2)
	}
	m := linear.NewLinearSVC()
	converge(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	values, _, err := m.Decision(nil, x, "")
	if err != nil {
		t.Fatal(err)
	}
	if !(math.Abs(values[0]) <= 1e-3) || !(math.Abs(values[1]) <= 1e-3) {
		t.Errorf("as many of either class everywhere give %v", values[:2])
	}
}

// Stopping at any checkpoint keeps the solution so far; aborting at any checkpoint keeps
// the previous fit; and a fit that reaches its limit has the status of the limit.
func TestEveryCheckpointCanEnd(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(8, 8)), 1000, 20, 3)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	m := linear.NewLinearSVC()
	converge(t, m, training)
	before := slices.Clone(m.Fitted().(*linear.LinearSVCFit).Weights)
	visits := 0
	ctl := func(at int, signal run.Signal) *run.Ctl {
		visits = 0
		return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			if math.IsNaN(r.Objective) || r.Fraction < 0 || r.Fraction > 1 {
				t.Errorf("report %+v", r)
			}
			if visits++; visits == at {
				return signal
			}
			return run.Continue
		}}.Ctl()
	}
	m.Tol = 1e-5
	if _, err := m.Fit(ctl(-1, run.Continue), training); err != nil {
		t.Fatal(err)
	}
	total := visits
	if total < 40 {
		t.Fatalf("only %d checkpoints", total)
	}
	before = slices.Clone(m.Fitted().(*linear.LinearSVCFit).Weights)
	for at := 1; at <= total; at += 1 + total/25 {
		report, err := m.Fit(ctl(at, run.Abort), training)
		if err != nil || report.Status != run.Aborted || !slices.Equal(before, m.Fitted().(*linear.LinearSVCFit).Weights) {
			t.Fatalf("aborted at %d: %+v, %v", at, report, err)
		}
		other := linear.NewLinearSVC()
		report, err = other.Fit(ctl(at, run.Stop), training)
		if err != nil || report.Status != run.Stopped && at < total/4 || math.IsInf(report.Gap, 0) {
			t.Fatalf("stopped at %d: %+v, %v", at, report, err)
		}
		if _, err := other.Predict(nil, x); err != nil {
			t.Fatal(err)
		}
	}
	m.MaxIter = 1
	if report, err := m.Fit(nil, training); err != nil || report.Status != run.IterationLimit || report.Iterations != 3 {
		t.Errorf("one pass: %+v, %v", report, err)
	}
	m.MaxIter, m.MaxTime = 1e6, 1
	if report, err := m.Fit(support.Ticking(), training); err != nil || report.Status != run.TimeLimit {
		t.Errorf("a millisecond: %+v, %v", report, err)
	}
}
