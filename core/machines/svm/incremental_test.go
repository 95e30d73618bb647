package svm_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

var manyChanges = flag.Int("changes", 250, "random changes of each data set in TestIncrementalMachines; 10000 take minutes")

// incrementalCase is a machine with data whose rows join it and leave it.
type incrementalCase struct {
	name  string
	pool  model.Data
	start int // rows at first
	new   func() model.Incremental
	fresh func() model.Machine // of the same options, without increments
}

func withKernel(spec *kernel.Spec, gamma float64) {
	spec.Name = "linear"
	if gamma > 0 {
		spec.Name, spec.Gamma.Name, spec.Gamma.Value = "rbf", "", gamma
	}
}

// classification makes IncrementalSVC beside SVC, both set by the same function.
func classification(name string, x sample.Set, y []int32, k, start int, c, gamma float64, set func(o *svm.IncrementalSVCOptions)) incrementalCase {
	data := model.Data{X: x, Target: model.Classes{Of: y, Count: k}}
	options := func() svm.IncrementalSVCOptions {
		m := svm.NewIncrementalSVC(catalog.Kernel)
		m.C = c
		withKernel(&m.Kernel, gamma)
		if set != nil {
			set(&m.IncrementalSVCOptions)
		}
		return m.IncrementalSVCOptions
	}
	return incrementalCase{name, data, start,
		func() model.Incremental {
			m := svm.NewIncrementalSVC(catalog.Kernel)
			m.IncrementalSVCOptions = options()
			return m
		},
		func() model.Machine {
			m, o := svm.NewSVC(catalog.Kernel), options()
			m.C, m.Kernel, m.ClassWeight, m.Option, m.FitIntercept, m.Tol = o.C, o.Kernel, o.ClassWeight, o.Option, o.FitIntercept, 1e-11
			return m
		}}
}

func regression(name string, x sample.Set, y []float64, start int, c, epsilon, gamma float64) incrementalCase {
	return incrementalCase{name, model.Data{X: x, Target: model.Values(y)}, start,
		func() model.Incremental {
			m := svm.NewIncrementalSVR(catalog.Kernel)
			m.C, m.Epsilon = c, epsilon
			withKernel(&m.Kernel, gamma)
			return m
		},
		func() model.Machine {
			m := svm.NewSVR(catalog.Kernel)
			m.C, m.Epsilon, m.Tol = c, epsilon, 1e-11
			withKernel(&m.Kernel, gamma)
			return m
		}}
}

func detection(name string, x sample.Set, start int, nu, gamma float64) incrementalCase {
	return incrementalCase{name, model.Data{X: x}, start,
		func() model.Incremental {
			m := svm.NewIncrementalOneClass(catalog.Kernel)
			m.Nu = nu
			withKernel(&m.Kernel, gamma)
			return m
		},
		func() model.Machine {
			m := svm.NewOneClassSVM(catalog.Kernel)
			m.Nu, m.Tol = nu, 1e-12
			withKernel(&m.Kernel, gamma)
			return m
		}}
}

// rounded returns a copy on a grid, on which many rows are equal.
func rounded(x *sample.Matrix, steps float64) *sample.Matrix {
	made := &sample.Matrix{N: x.N, D: x.D, X: slices.Clone(x.X)}
	for i, v := range made.X {
		made.X[i] = math.Round(steps*v) / steps
	}
	return made
}

func incrementalCases() []incrementalCase {
	rng := rand.New(rand.NewPCG(1, 9))
	two, labels := data(rng, 160, 4, 2)
	three, labels3 := data(rng, 120, 3, 3)
	wave, values := &sample.Matrix{N: 140, D: 2}, make([]float64, 140)
	for i := range values {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		wave.X = append(wave.X, a, b)
		values[i] = math.Sin(2*a) + b/2 + 0.2*rng.NormFloat64()
	}
	steps := make([]float64, len(values))
	for i, v := range values {
		steps[i] = math.Round(2*v) / 2
	}
	balanced := func(o *svm.IncrementalSVCOptions) { o.ClassWeight.Name = "balanced" }
	rest := func(o *svm.IncrementalSVCOptions) { o.MultiClass = "ovr" }
	free := func(o *svm.IncrementalSVCOptions) { o.FitIntercept = false }
	return []incrementalCase{
		classification("rbf", two, labels, 2, 60, 2, 0.3, nil),
		classification("equal rows", rounded(two, 1), labels, 2, 70, 1, 0.5, nil),
		classification("linear", rounded(two, 2), labels, 2, 70, 0.5, 0, nil),
		classification("balanced", two, labels, 2, 50, 1, 0.3, balanced),
		classification("no constant", two, labels, 2, 50, 1, 0.3, free),
		classification("three classes", three, labels3, 3, 60, 1, 0.5, nil),
		classification("three classes against the rest", three, labels3, 3, 60, 1, 0.5, rest),
		regression("tube", wave, values, 60, 2, 0.1, 0.5),
		regression("tube, equal rows", rounded(wave, 2), steps, 60, 1, 0.25, 0.5),
		regression("no tube", rounded(wave, 3), steps, 60, 1, 0, 0.5),
		detection("region", two, 60, 0.3, 0.3),
		detection("region, equal rows", rounded(two, 1), 60, 0.2, 0.3),
		detection("all outside", two, 40, 1, 0.3),
	}
}

// values returns the decision values or the predictions of a machine.
func valuesOf(t *testing.T, m model.Machine, x sample.Set) []float64 {
	t.Helper()
	var f []float64
	var err error
	switch m := m.(type) {
	case model.Classifier:
		shape := reduction.OneVsOne
		if s, ok := m.(*svm.IncrementalSVC); ok && s.MultiClass == "ovr" {
			shape = reduction.OneVsRest
		}
		if s, ok := m.(*svm.SVC); ok && s.MultiClass == "ovr" {
			shape = reduction.OneVsRest
		}
		f, _, err = m.Decision(nil, x, shape)
	case model.Detector:
		f, err = m.Decision(nil, x)
	case model.Regressor:
		f, err = m.Predict(nil, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// roundTrip saves a machine and loads it.
func roundTrip(t *testing.T, name string, m model.Incremental, k int) model.Incremental {
	t.Helper()
	saved := codec.Model{Name: name, Machine: m, Report: model.Report{Status: run.Converged}}
	for c := range k {
		saved.Classes.Kind = "number"
		saved.Classes.Names = append(saved.Classes.Names, fmt.Sprint(c))
	}
	bytes, err := codec.Encode(saved)
	if err != nil {
		t.Fatal(err)
	}
	again, err := codec.Decode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	return again.Machine.(model.Incremental)
}

// publishedCases are machines on published data sets.
func publishedCases(t *testing.T) []incrementalCase {
	heart, disease := facts.Libsvm(t, "heart_scale")
	guide, kinds := facts.Libsvm(t, "svmguide3")
	iris, species := facts.Libsvm(t, "iris.scale")
	cars, consumption := facts.Libsvm(t, "mpg_scale")
	return []incrementalCase{
		classification("heart", heart, facts.Classes(disease).Of, 2, 130, 1, 1.0/13, nil),
		classification("svmguide3", guide, facts.Classes(kinds).Of, 2, 300, 2, 0.125, nil),
		classification("iris", iris, facts.Classes(species).Of, 3, 70, 10, 0.25, nil),
		regression("mpg", cars, consumption, 150, 4, 0.5, 0.25),
		detection("heart, one class", heart, 130, 0.5, 1.0/13),
	}
}

// TestIncrementalMachines adds and removes random rows and compares with fits to what is left.
func TestIncrementalMachines(t *testing.T) {
	check := func(t *testing.T, cases []incrementalCase) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.run(t, *manyChanges, max(*manyChanges/40, 5)) })
		}
	}
	t.Run("generated", func(t *testing.T) { check(t, incrementalCases()) })
	t.Run("published", func(t *testing.T) { check(t, publishedCases(t)) })
}

// run makes so many changes, and compares with a fit each so many.
func (c incrementalCase) run(t *testing.T, changes, every int) {
	rng := rand.New(rand.NewPCG(uint64(len(c.name)), 7))
	n := c.pool.X.Len()
	in := rng.Perm(n)[:c.start]
	m := c.new()
	part := func(rows []int) model.Training { return model.Training{Data: c.pool.Select(rows, nil)} }
	if _, err := m.Fit(nil, part(in)); err != nil {
		t.Fatal(err)
	}
	k := c.pool.Classes()
	worst := 0.0
	for step := range changes {
		report, err := model.Report{}, error(nil)
		if count := 1 + rng.IntN(4)/3*rng.IntN(5); len(in) < c.start || len(in) < c.start*5/4 && rng.IntN(2) == 0 {
			add := make([]int, count)
			for p := range add {
				add[p] = rng.IntN(n)
			}
			in = append(in, add...)
			report, err = m.Update(nil, part(add))
		} else {
			var gone []int32
			var left []int
			for p, i := range in {
				if rng.IntN(len(in)) < count {
					gone = append(gone, int32(p))
				} else {
					left = append(left, i)
				}
			}
			if labels := c.pool.Select(left, nil).Labels(); len(gone) == 0 || len(slices.Compact(slices.Sorted(slices.Values(labels)))) < k {
				continue
			}
			rng.Shuffle(len(gone), func(a, b int) { gone[a], gone[b] = gone[b], gone[a] })
			in = left
			report, err = m.Remove(nil, gone)
		}
		if err != nil || report.Status != run.Converged {
			t.Fatalf("step %d: %v %v", step, report.Status, err)
		}
		if step%every != every-1 {
			continue
		}
		fresh := c.fresh()
		if _, err := fresh.Fit(nil, part(in)); err != nil {
			t.Fatal(err)
		}
		got, want := valuesOf(t, m, c.pool.X), valuesOf(t, fresh, c.pool.X)
		for i := range got {
			worst = max(worst, math.Abs(got[i]-want[i]))
		}
		if !(worst <= 1e-8) {
			t.Fatalf("step %d: %.3g from a fit to the %d rows (KKT violation %.2g)", step, worst, len(in), report.Gap)
		}
		if step%(4*every) == 4*every-1 {
			m = roundTrip(t, nameOf(m), m, k)
		}
	}
	t.Logf("%d changes, at most %.2g from fits", changes, worst)
}

func nameOf(m model.Machine) string {
	switch m.(type) {
	case *svm.IncrementalSVC:
		return "IncrementalSVC"
	case *svm.IncrementalSVR:
		return "IncrementalSVR"
	}
	return "IncrementalOneClass"
}
