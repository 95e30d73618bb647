package tune_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/metric"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// clouds are k overlapping clouds of n samples around offset.
func clouds(n, d, k int, offset float64) model.Training {
	t, _ := cloudsWithValues(n, d, k, offset)
	return t
}

// cloudsWithValues are clouds with a number to be predicted for each sample.
func cloudsWithValues(n, d, k int, offset float64) (model.Training, model.Values) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	t, values := model.NewTraining(nil, model.Classes{Of: make([]int32, n), Count: k}), make(model.Values, n)
	x := make([]float64, n*d)
	for i := range n {
		t.Labels()[i] = int32(i % k)
		for j := range d {
			x[i*d+j] = offset + rng.NormFloat64()
			if j%k == int(t.Labels()[i]) {
				x[i*d+j] += 0.8
			}
		}
		values[i] = math.Sin(x[i*d]) + 0.1*rng.NormFloat64()
	}
	t.X = &sample.Matrix{N: n, D: d, X: x}
	return t, values
}

func study(t testing.TB, data model.Training, k int, store bool) *tune.Study {
	t.Helper()
	splits, err := tune.KFold(tune.Samples{N: data.X.Len(), Labels: data.Labels(), Shuffle: true, Seed: 1}, k)
	if err != nil {
		t.Fatal(err)
	}
	m, err := metric.Find("", metric.OfClasses)
	if err != nil {
		t.Fatal(err)
	}
	s := &tune.Study{Data: data.Data, Splits: splits, Metric: m}
	s.Memory = &gram.Memory{}
	if store {
		s.Store = gram.NewStore(data.X, 100<<20)
		s.Store.Sort(data.Labels())
	}
	return s
}

func svc(c, gamma, tol float64) *svm.SVC {
	m := svm.NewSVC(catalog.Kernel)
	m.C, m.Tol = c, tol
	if gamma > 0 {
		m.Kernel.Gamma = kernel.Width{Value: gamma}
	}
	return m
}

// byHand does the work of a study with its parts.
func byHand(t *testing.T, data model.Training, split tune.Split, m model.Classifier) (float64, []int32) {
	t.Helper()
	part := func(rows []int) (sample.Set, []int32) {
		y := make([]int32, len(rows))
		for p, i := range rows {
			y[p] = data.Labels()[i]
		}
		return data.X.Select(rows), y
	}
	x, y := part(split.Train)
	if _, err := m.Fit(nil, model.NewTraining(x, model.Classes{Of: y, Count: data.Classes()})); err != nil {
		t.Fatal(err)
	}
	x, y = part(split.Test)
	predicted, err := m.Predict(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return metric.Accuracy(y, predicted, data.Classes()), predicted
}

// The results equal those of a loop of fits, bit for bit: shared rows are the same numbers
// for every width, any classes and every size of the store.
func TestAStudyIsALoopOfFits(t *testing.T) {
	for _, k := range []int{2, 3} {
		data := clouds(150, 6, k, 0)
		for _, room := range []int{-1, 0, 40 * 160 * 8, 100 << 20} {
			s := study(t, data, 4, room >= 0)
			if room >= 0 {
				s.Store.Limit = room
			}
			for f, split := range s.Splits {
				var candidates []model.Machine
				for _, gamma := range []float64{0.02, 0.3} {
					for _, c := range []float64{0.1, 10} {
						candidates = append(candidates, svc(c, gamma, 1e-3))
					}
				}
				outcomes, err := s.Run(nil, tune.Job{Split: f, Machines: candidates, Share: true})
				if err != nil || len(outcomes) != 4 {
					t.Fatal(len(outcomes), err)
				}
				for i, o := range outcomes {
					m := candidates[i].(*svm.SVC)
					own := svc(m.C, m.Kernel.Gamma.Value, 1e-3)
					score, predicted := byHand(t, data, split, own)
					if o.Err != nil || o.Score != score || !slices.Equal(o.Labels, predicted) {
						t.Errorf("fold %d, candidate %d: %v right (%v), by hand %v", f, i, o.Score, o.Err, score)
					}
					if !reflect.DeepEqual(coefficients(m), coefficients(own)) {
						t.Errorf("room %d, fold %d, candidate %d: other dual variables than by hand", room, f, i)
					}
				}
			}
		}
	}
}

func coefficients(m *svm.SVC) any {
	f := m.Fitted().(*svm.SVCFit)
	return []any{f.Coef, f.Indices, f.Intercept}
}

// Started from a smaller C the same optimum is found, to the tolerance.
func TestWarmStartsFindTheSameOptimum(t *testing.T) {
	data := clouds(200, 5, 2, 0)
	s := study(t, data, 4, true)
	chain := func(warm bool) (outcomes []tune.Outcome) {
		for f := range s.Splits {
			var candidates []model.Machine
			for _, c := range []float64{0.03, 0.3, 3, 30} {
				candidates = append(candidates, svc(c, 0.1, 1e-6))
			}
			o, err := s.Run(nil, tune.Job{Split: f, Machines: candidates, Share: true, Warm: warm})
			if err != nil {
				t.Fatal(err)
			}
			outcomes = append(outcomes, o...)
		}
		return outcomes
	}
	cold, warm := chain(false), chain(true)
	changed := false
	for i := range cold {
		a, b := cold[i], warm[i]
		if !(math.Abs(a.Report.Objective-b.Report.Objective) <= 1e-6*math.Abs(a.Report.Objective)) || !slices.Equal(a.Labels, b.Labels) || a.Score != b.Score {
			t.Errorf("candidate %d: objective %v and %v, score %v and %v", i, a.Report.Objective, b.Report.Objective, a.Score, b.Score)
		}
		changed = changed || a.Report.Iterations != b.Report.Iterations
	}
	if !changed {
		t.Error("warm starts change nothing at all: they are not used")
	}
}

// Far from the origin the store centres all samples, while a fold alone would centre its
// own samples: the rows differ by rounding, and the results agree.
func TestFarOffDataAgree(t *testing.T) {
	data := clouds(120, 4, 2, 1e4)
	s := study(t, data, 3, true)
	for f, split := range s.Splits {
		o, err := s.Run(nil, tune.Job{Split: f, Machines: []model.Machine{svc(1, 0.2, 1e-6)}, Share: true})
		if err != nil {
			t.Fatal(err)
		}
		if score, _ := byHand(t, data, split, svc(1, 0.2, 1e-6)); !(math.Abs(o[0].Score-score) <= 1e-12) {
			t.Errorf("fold %d: %v, by hand %v", f, o[0].Score, score)
		}
	}
}

// Every machine of the catalog can be studied, sharing and warm or not.
func TestEveryMachineCanBeStudied(t *testing.T) {
	for _, entry := range catalog.Machines() {
		if entry.Kind() == catalog.Transformer {
			continue // there is nothing to judge; the engine refuses it
		}
		data, values := cloudsWithValues(60, 3, 2, 0)
		s := study(t, data, 3, true)
		s.Data.Target = facts.For(entry.New(), model.NewTraining(nil, facts.Either{Classes: data.Target.(model.Classes), Values: values})).Target
		s.Metric, _ = metric.Find("", s.Kind())
		o, err := s.Run(nil, tune.Job{Machines: []model.Machine{entry.New(), entry.New()}, Share: true, Train: true})
		if err != nil || len(o) != 2 {
			t.Fatalf("%s: %v", entry.Name, err)
		}
		want := entry.Kind() == catalog.Detector
		if o[0].Err != nil || math.IsNaN(o[0].Score) != want || math.IsNaN(o[0].TrainScore) != want {
			t.Errorf("%s: %+v", entry.Name, o[0])
		}
		if len(o[0].Labels)+len(o[0].Values) != len(s.Splits[0].Test) {
			t.Errorf("%s: %d labels and %d values for %d samples", entry.Name, len(o[0].Labels), len(o[0].Values), len(s.Splits[0].Test))
		}
	}
}

// A Gram matrix is reduced to the rows and columns of the training samples.
func TestPrecomputedKernels(t *testing.T) {
	data := clouds(90, 3, 2, 0)
	g := data
	n := data.X.Len()
	x := &sample.Matrix{N: n, D: n, X: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			for f, v := range data.X.(*sample.Matrix).Row(i) {
				x.X[i*n+j] += float64(v * data.X.(*sample.Matrix).Row(j)[f])
			}
		}
	}
	g.X = x
	s, want := study(t, g, 3, true), study(t, data, 3, false)
	s.Gram = true
	for f := range s.Splits {
		of := func(s *tune.Study, kernel string) tune.Outcome {
			m := svc(1, 0, 1e-6)
			m.Kernel.Name = kernel
			o, err := s.Run(nil, tune.Job{Split: f, Machines: []model.Machine{m}, Share: true})
			if err != nil || o[0].Err != nil {
				t.Fatal(err, o)
			}
			return o[0]
		}
		if a, b := of(s, "precomputed"), of(want, "linear"); !slices.Equal(a.Labels, b.Labels) {
			t.Errorf("fold %d: a Gram matrix gives other classes than its samples", f)
		}
	}
}

// Pipelines that differ in C alone share the earlier steps: the result equals, bit for
// bit, that of pipelines fitted one by one.
func TestPipelinesShareWhatComesBefore(t *testing.T) {
	data := clouds(120, 4, 3, 5)
	candidate := func(c float64) model.Machine {
		m := svc(c, 0.2, 1e-6)
		p, err := prep.NewPipeline([]model.Part{{Name: "StandardScaler", Machine: prep.NewStandardScaler()}, {Name: "SVC", Machine: m}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	s := study(t, data, 3, true)
	for f, split := range s.Splits {
		chain := []model.Machine{candidate(0.1), candidate(1), candidate(10)}
		outcomes, err := s.Run(nil, tune.Job{Split: f, Machines: chain, Share: true, Warm: true})
		if err != nil || len(outcomes) != 3 {
			t.Fatal(len(outcomes), err)
		}
		single, err := s.Run(nil, tune.Job{Split: f, Machines: []model.Machine{candidate(0.1)}, Share: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range []float64{0.1, 1, 10} {
			if score, predicted := byHand(t, data, split, candidate(c).(model.Classifier)); outcomes[i].Score != score || !slices.Equal(outcomes[i].Labels, predicted) {
				t.Errorf("fold %d, C = %v: %v (%v), by hand %v", f, c, outcomes[i].Score, outcomes[i].Err, score)
			}
		}
		if single[0].Report.Objective != outcomes[0].Report.Objective {
			t.Errorf("fold %d: the objective is %v in a chain and %v alone", f, outcomes[0].Report.Objective, single[0].Report.Objective)
		}
	}
}

// A candidate that cannot be fitted has an error, and does not affect the others.
func TestAFailureIsAnOutcome(t *testing.T) {
	data := clouds(60, 3, 2, 0)
	for i := range data.Labels() {
		data.Labels()[i] = int32(min(1, i/50))
	}
	s := study(t, data, 3, true)
	bad := svm.NewNuSVC(catalog.Kernel)
	bad.Nu = 0.9 // more than 2 min(20, 40)/60
	good := svm.NewNuSVC(catalog.Kernel)
	good.Nu = 0.1
	o, err := s.Run(nil, tune.Job{Machines: []model.Machine{bad, good}, Warm: true})
	var f *fault.Error
	if err != nil || len(o) != 2 || !errors.As(o[0].Err, &f) || !math.IsNaN(o[0].Score) || o[1].Err != nil || !(o[1].Score > 0) {
		t.Fatalf("%+v, %v", o, err)
	}
	// A class without training samples.
	s.Splits = []tune.Split{{Train: []int{0, 1, 2, 3}, Test: []int{50, 51}}}
	o, err = s.Run(nil, tune.Job{Machines: []model.Machine{svc(1, 0, 1e-3)}})
	if err != nil || !errors.As(o[0].Err, &f) || f.Code != fault.OneClass {
		t.Fatalf("%+v, %v", o, err)
	}
}

// A stopped job has the finished results; an aborted one has none. The reports give the
// progress of the whole job.
func TestStopAndAbort(t *testing.T) {
	data := clouds(400, 4, 2, 0)
	s := study(t, data, 3, true)
	run1 := func(signal run.Signal, after float64) ([]tune.Outcome, []float64, error) {
		var seen []float64
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			seen = append(seen, r.Fraction)
			if r.Fraction >= after {
				return signal
			}
			return run.Continue
		}}.Ctl()
		o, err := s.Run(ctl, tune.Job{Machines: []model.Machine{svc(1, 0.1, 1e-3), svc(2, 0.1, 1e-3), svc(4, 0.1, 1e-3), svc(8, 0.1, 1e-3)}})
		return o, seen, err
	}
	o, seen, err := run1(run.Stop, 0.5)
	if err != nil || len(o) == 0 || len(o) > 2 {
		t.Errorf("stopped half-way: %d outcomes, %v", len(o), err)
	}
	if !slices.IsSorted(seen) || len(seen) < 2 {
		t.Errorf("fractions %v", seen)
	}
	if o, _, err := run1(run.Abort, 0.5); !errors.Is(err, run.ErrAborted) || o != nil {
		t.Errorf("aborted: %d outcomes, %v", len(o), err)
	}
	if o, _, err := run1(run.Continue, 2); err != nil || len(o) != 4 {
		t.Errorf("to the end: %d outcomes, %v", len(o), err)
	}
}

// BenchmarkSearch is a grid search over six values of C in five folds, with and
// without shared rows and warm starts.
func BenchmarkSearch(b *testing.B) {
	for _, d := range []int{10, 100} {
		data := clouds(1000, d, 2, 0)
		for _, how := range []struct {
			name        string
			share, warm bool
		}{{"loop", false, false}, {"rows", true, false}, {"warm", false, true}, {"both", true, true}} {
			b.Run(how.name+map[int]string{10: "/d=10", 100: "/d=100"}[d], func(b *testing.B) {
				for b.Loop() {
					s := study(b, data, 5, true)
					for f := range s.Splits {
						var candidates []model.Machine
						for _, c := range []float64{0.1, 1, 10, 100, 1000, 10000} {
							candidates = append(candidates, svc(c, 0.3/float64(d), 1e-3))
						}
						if _, err := s.Run(nil, tune.Job{Split: f, Machines: candidates, Share: how.share, Warm: how.warm}); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}

// Every candidate has its own maxTime, alone and in a pipeline, and a score from its fit at
// the end of this time. The clock advances each time it is read.
func TestMaxTimeIsForEachCandidate(t *testing.T) {
	data := clouds(300, 4, 3, 0)
	timed := func(maxTime float64) model.Machine {
		m := svc(100, 0.1, 1e-9)
		m.MaxTime = maxTime
		return m
	}
	for what, machine := range map[string]func(float64) model.Machine{
		"alone": timed,
		"in a pipeline": func(maxTime float64) model.Machine {
			p, err := prep.NewPipeline([]model.Part{{Name: "StandardScaler", Machine: prep.NewStandardScaler()}, {Name: "SVC", Machine: timed(maxTime)}})
			if err != nil {
				t.Fatal(err)
			}
			return p
		},
	} {
		s := study(t, data, 3, true)
		o, err := s.Run(support.Ticking(), tune.Job{Machines: []model.Machine{machine(1), machine(1e6), machine(6), machine(1e6)}, Train: true})
		if err != nil || len(o) != 4 {
			t.Fatalf("%s: %d outcomes, %v", what, len(o), err)
		}
		for i, want := range []run.Status{run.TimeLimit, run.Converged, run.TimeLimit, run.Converged} {
			if o[i].Err != nil || o[i].Report.Status != want || math.IsNaN(o[i].Score) || math.IsNaN(o[i].TrainScore) {
				t.Errorf("%s: candidate %d ends %q with the score %v (%v), want %q", what, i+1, o[i].Report.Status, o[i].Score, o[i].Err, want)
			}
		}
	}
}

// TestPredictionsOfASearchAreWatched: they were neither seen nor stopped.
func TestPredictionsOfASearchAreWatched(t *testing.T) {
	data := clouds(6000, 2, 2, 0)
	train, test := make([]int, 100), make([]int, 5900)
	for i := range data.X.Len() {
		if i < 100 {
			train[i] = i
		} else {
			test[i-100] = i
		}
	}
	s := study(t, data, 2, false)
	s.Splits = []tune.Split{{Train: train, Test: test}}
	m := svm.NewSVC(catalog.Kernel)
	fit := 0
	counted := func(count *int, at int) *run.Ctl {
		return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if *count++; *count == at {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
	}
	if _, err := m.Fit(counted(&fit, 0), model.Training{Data: data.Select(train, nil)}); err != nil {
		t.Fatal(err)
	}
	all := 0
	if _, err := s.Run(counted(&all, 0), tune.Job{Machines: []model.Machine{m}}); err != nil || all < fit+5 {
		t.Fatalf("%d checkpoints, of the fit alone %d, %v", all, fit, err)
	}
	for at := fit + 2; at <= all; at++ {
		count := 0
		if _, err := s.Run(counted(&count, at), tune.Job{Machines: []model.Machine{m}}); err != run.ErrAborted || count != at {
			t.Errorf("aborted at checkpoint %d of %d: %d seen, %v", at, all, count, err)
		}
	}
}
