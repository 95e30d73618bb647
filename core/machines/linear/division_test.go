package linear_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
	"maxmargin/core/model/lowrank"
)

// A fit with solutions that others have found, of all classes or of some, is the fit that finds
// them itself, bit by bit.
func TestAFitWithSolutionsOfOthersIsTheSame(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(21, 1)), 120, 3, 3)
	weight := make([]float64, x.N)
	for i := range weight {
		weight[i] = float64(i%4) / 2
	}
	plain := func(change func(s *linear.LinearSVC)) func() model.Divisible {
		return func() model.Divisible {
			s := linear.NewLinearSVC()
			change(s)
			return s
		}
	}
	low := func(change func(s *linear.LowRankSVC)) func() model.Divisible {
		return func() model.Divisible {
			s := linear.NewLowRankSVC(catalog.Kernel)
			s.NComponents = 12
			change(s)
			return s
		}
	}
	for name, made := range map[string]func() model.Divisible{
		"linear":      plain(func(s *linear.LinearSVC) {}),
		"hinge":       plain(func(s *linear.LinearSVC) { s.Loss = "hinge" }),
		"logistic":    plain(func(s *linear.LinearSVC) { s.Loss = "logistic" }),
		"free bias":   plain(func(s *linear.LinearSVC) { s.InterceptPenalty = false }),
		"kept":        plain(func(s *linear.LinearSVC) { s.WarmStart = true }),
		"short":       plain(func(s *linear.LinearSVC) { s.MaxIter = 1 }),
		"low rank":    low(func(s *linear.LowRankSVC) {}),
		"low, kept":   low(func(s *linear.LowRankSVC) { s.WarmStart = true }),
		"low, int16":  low(func(s *linear.LowRankSVC) { s.Precision = lowrank.Int16 }),
		"low, random": low(func(s *linear.LowRankSVC) { s.Landmarks, s.Loss = lowrank.Random, "logistic" }),
	} {
		for _, weights := range [][]float64{nil, weight} {
			training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
			training.Weight = weights
			whole := made()
			want, err := whole.Fit(nil, training)
			if err != nil {
				t.Fatal(name, err)
			}
			division, err := made().Divide(training)
			if err != nil || division == nil {
				t.Fatal(name, division, err)
			}
			count := 0
			for i := range x.N {
				if weights == nil || weights[i] > 0 {
					count++
				}
			}
			if sizes := division.Sizes(); !reflect.DeepEqual(sizes, []int{count, count, count}) {
				t.Fatalf("%s: problems of %v samples", name, sizes)
			}
			for _, numbers := range [][]int{{2, 0, 1}, {1}, {}} {
				training.Solved = make(model.Solved, 3)
				for _, number := range numbers {
					solution, iterations, err := division.Solve(nil, number)
					if err != nil || iterations == 0 {
						t.Fatal(name, iterations, err)
					}
					training.Solved[number] = solution
				}
				shared := made()
				got, err := shared.Fit(nil, training)
				if err != nil {
					t.Fatal(name, err)
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, problems %v: report %+v, want %+v", name, numbers, got, want)
				}
				if a, b := foundBy(shared), foundBy(whole); !reflect.DeepEqual(a, b) {
					t.Errorf("%s, problems %v: found %+v, want %+v", name, numbers, a, b)
				}
			}
		}
	}
}

// foundBy returns what a fit left behind.
func foundBy(m model.Machine) any {
	switch m := m.(type) {
	case *linear.LinearSVC:
		return *m.Result
	case *linear.LowRankSVC:
		return *m.Result
	}
	return nil
}

// A machine that keeps features, and whose problems others have solved, computes them when the
// next fit needs them.
func TestAWarmStartAfterASharedFit(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(22, 1)), 200, 3, 3)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	made := func(c float64) *linear.LowRankSVC {
		s := linear.NewLowRankSVC(catalog.Kernel)
		s.NComponents, s.WarmStart, s.C = 20, true, c
		return s
	}
	division, err := made(1).Divide(training)
	if err != nil {
		t.Fatal(err)
	}
	shared := training
	for number := range 3 {
		solution, _, err := division.Solve(nil, number)
		if err != nil {
			t.Fatal(err)
		}
		shared.Solved = append(shared.Solved, solution)
	}
	next := func(first model.Training) any {
		start, again := made(1), made(5)
		fit(t, start, first)
		from := training
		from.Start = start
		fit(t, again, from)
		return *again.Result
	}
	if a, b := next(shared), next(training); !reflect.DeepEqual(a, b) {
		t.Errorf("the fit after a shared one found %+v, want %+v", a, b)
	}
}

// The solution of a problem that cannot be one is refused.
func TestBrokenSolutionsAreRefused(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(23, 1)), 30, 3, 3)
	good := []float64{0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 3, 0.5} // of three weights and one coefficient
	for name, broken := range map[string][]float64{
		"short": good[:5], "odd": good[:11], "status": append([]float64{99}, good[1:]...),
		"place": append(append([]float64{}, good[:10]...), 30, 1), "before": append(append([]float64{}, good[:10]...), -1, 1),
		"no place":  append(append([]float64{}, good[:10]...), math.NaN(), 1),
		"landmark":  append(append([]float64{}, good[:6]...), 1, 30, 1, 2, 3),
		"landmarks": append(append([]float64{}, good[:6]...), 9, 1, 2, 3),
	} {
		training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
		training.Solved = model.Solved{broken}
		if _, err := linear.NewLinearSVC().Fit(nil, training); err == nil {
			t.Errorf("%s: %v is taken for a solution", name, broken)
		}
		if _, err := linear.NewLowRankSVC(catalog.Kernel).Fit(nil, training); err == nil {
			t.Errorf("%s: %v is taken for a solution over features", name, broken)
		}
	}
}

// What cannot be shared is not, and whoever solves a part can be stopped while it computes features.
func TestFitsThatAreNotShared(t *testing.T) {
	x, y, _ := clouds(rand.New(rand.NewPCG(24, 1)), 600, 3, 3)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 3})
	fitted := linear.NewLowRankSVC(catalog.Kernel)
	fitted.WarmStart = true
	fit(t, fitted, training)
	two := make([]int32, len(y))
	for i, class := range y {
		two[i] = min(class, 1)
	}
	started := training
	started.Start = fitted
	for name, c := range map[string]struct {
		change   func(s *linear.LowRankSVC)
		training model.Training
	}{
		"time":  {func(s *linear.LowRankSVC) { s.MaxTime = 1e6 }, training},
		"start": {func(s *linear.LowRankSVC) { s.WarmStart = true }, started},
		"two":   {func(s *linear.LowRankSVC) {}, model.NewTraining(x, model.Classes{Of: two, Count: 2})},
	} {
		s := linear.NewLowRankSVC(catalog.Kernel)
		c.change(s)
		if d, err := s.Divide(c.training); err != nil || d != nil {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
	division, err := linear.NewLowRankSVC(catalog.Kernel).Divide(training)
	if err != nil {
		t.Fatal(err)
	}
	var phases []string
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		phases = append(phases, r.Phase)
		return run.Abort
	}}.Ctl()
	if _, _, err := division.Solve(ctl, 1); !errors.Is(err, run.ErrAborted) || len(phases) != 1 {
		t.Errorf("an aborted part gives %v after the reports %v", err, phases)
	}
	if _, _, err := division.Solve(nil, 3); err == nil {
		t.Error("there is a fourth problem")
	}
}
