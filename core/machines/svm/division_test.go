package svm_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// threeClouds returns samples of three overlapping classes of different sizes.
func threeClouds(seed uint64) (*sample.Matrix, model.Classes) {
	rng := rand.New(rand.NewPCG(seed, 7))
	var data []float64
	var of []int32
	for class, count := range []int{40, 25, 60} {
		for range count {
			data = append(data, rng.NormFloat64()+float64(class), rng.NormFloat64()-float64(class)/2)
			of = append(of, int32(class))
		}
	}
	return &sample.Matrix{N: len(of), D: 2, X: data}, model.Classes{Of: of, Count: 3}
}

// A fit with solutions that others have found, of all problems or of some, is the fit that finds
// them itself, bit by bit, but for the counts of kernel values and of rows in the cache.
func TestAFitWithSolutionsOfOthersIsTheSame(t *testing.T) {
	x, y := threeClouds(1)
	weight := make([]float64, x.N)
	for i := range weight {
		weight[i] = float64(i%4) / 2
	}
	svc := func(change func(s *svm.SVC)) func() model.Divisible {
		return func() model.Divisible {
			s := svm.NewSVC(catalog.Kernel)
			change(s)
			return s
		}
	}
	for name, made := range map[string]func() model.Divisible{
		"pairs":        svc(func(s *svm.SVC) {}),
		"against rest": svc(func(s *svm.SVC) { s.MultiClass = "ovr" }),
		"squared":      svc(func(s *svm.SVC) { s.Loss = "squaredHinge" }),
		"mixed":        svc(func(s *svm.SVC) { s.Loss = "mixed" }),
		"bounded":      svc(func(s *svm.SVC) { s.NormBound = 2 }),
		"hard":         svc(func(s *svm.SVC) { s.C, s.MaxIter = math.Inf(1), 500 }),
		"short":        svc(func(s *svm.SVC) { s.MaxIter = 3 }),
		"nu": func() model.Divisible {
			s := svm.NewNuSVC(catalog.Kernel)
			s.Nu = 0.3
			return s
		},
	} {
		for _, weights := range [][]float64{nil, weight} {
			training := model.Training{Data: model.Data{X: x, Target: y, Weight: weights}}
			whole := made()
			want, err := whole.Fit(nil, training)
			if err != nil {
				t.Fatal(name, err)
			}
			division, err := made().Divide(training)
			if err != nil || division == nil {
				t.Fatal(name, division, err)
			}
			sizes := division.Sizes()
			if len(sizes) != 3 {
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
	case *svm.SVC:
		return *m.Result
	case *svm.NuSVC:
		return *m.Result
	}
	return nil
}

// The solution of a problem that cannot be one is refused.
func TestBrokenSolutionsAreRefused(t *testing.T) {
	x, y := threeClouds(2)
	good := []float64{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0.5}
	for name, broken := range map[string][]float64{
		"short": good[:5], "odd": good[:11], "status": append([]float64{99}, good[1:]...),
		"place": append(append([]float64{}, good[:10]...), 65, 1), "before": append(append([]float64{}, good[:10]...), -1, 1),
	} {
		s := svm.NewSVC(catalog.Kernel)
		if _, err := s.Fit(nil, model.Training{Data: model.Data{X: x, Target: y}, Resources: model.Resources{Solved: model.Solved{broken}}}); err == nil {
			t.Errorf("%s: %v is taken for a solution", name, broken)
		}
	}
}

// What cannot be shared is not.
func TestFitsThatAreNotShared(t *testing.T) {
	x, y := threeClouds(3)
	training := model.Training{Data: model.Data{X: x, Target: y}}
	fitted := svm.NewSVC(catalog.Kernel)
	if _, err := fitted.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	two := y
	two.Of = append([]int32{}, y.Of...)
	for i, class := range two.Of {
		two.Of[i] = min(class, 1)
	}
	two.Count = 2
	for name, c := range map[string]struct {
		change   func(s *svm.SVC)
		training model.Training
	}{
		"time":  {func(s *svm.SVC) { s.MaxTime = 1e6 }, training},
		"trace": {func(s *svm.SVC) { s.Trace = 5 }, training},
		"start": {func(s *svm.SVC) { s.WarmStart = true }, model.Training{Data: training.Data, Resources: model.Resources{Start: fitted}}},
		"two":   {func(s *svm.SVC) {}, model.Training{Data: model.Data{X: x, Target: two}}},
	} {
		s := svm.NewSVC(catalog.Kernel)
		c.change(s)
		if d, err := s.Divide(c.training); err != nil || d != nil {
			t.Errorf("%s: %v, %v", name, d, err)
		}
	}
}
