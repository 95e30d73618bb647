package tune_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/data/metric"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// Machines that solve one problem over all samples get whole rows of the store: with the same
// predictions bit for bit as without a store, cold, and with scores that differ by no more than
// samples at the boundary when each starts from the one before.
func TestAStudyOfOtherMachinesIsALoopOfFits(t *testing.T) {
	data, values := cloudsWithValues(160, 6, 2, 0)
	set := func(change func(m *svm.SVC)) func(c float64) model.Machine {
		return func(c float64) model.Machine {
			m := svc(c, 0.3, 1e-4)
			change(m)
			return m
		}
	}
	for name, c := range map[string]struct {
		target model.Target
		make   func(c float64) model.Machine
	}{
		"no constant":   {data.Target, set(func(m *svm.SVC) { m.FitIntercept = false })},
		"squared hinge": {data.Target, set(func(m *svm.SVC) { m.Loss = "squaredHinge" })},
		"two boxes":     {data.Target, set(func(m *svm.SVC) { m.Loss = "mixed" })},
		"hard margin":   {data.Target, set(func(m *svm.SVC) { m.C, m.Kernel.Gamma = math.Inf(1), kernel.Width{Value: 3} })},
		"bound":         {data.Target, set(func(m *svm.SVC) { m.NormBound = m.C })},
		"study solver":  {data.Target, set(func(m *svm.SVC) { m.Solver = "decomposition" })},
		"traced":        {data.Target, set(func(m *svm.SVC) { m.Trace = 5 })},
		"NuSVC":         {data.Target, func(c float64) model.Machine { m := svm.NewNuSVC(catalog.Kernel); m.Nu = 0.1 + 0.05*c; return m }},
		"SVR":           {values, func(c float64) model.Machine { m := svm.NewSVR(catalog.Kernel); m.C = c; return m }},
		"NuSVR":         {values, func(c float64) model.Machine { m := svm.NewNuSVR(catalog.Kernel); m.C = c; return m }},
		"OneClassSVM":   {nil, func(c float64) model.Machine { m := svm.NewOneClassSVM(catalog.Kernel); m.Nu = 0.1 + 0.05*c; return m }},
		"SVDD":          {nil, func(c float64) model.Machine { m := svm.NewSVDD(catalog.Kernel); m.Nu = 0.1 + 0.05*c; return m }},
	} {
		run := func(store, warm bool) []tune.Outcome {
			s := study(t, data, 4, store)
			s.Data.Target = c.target
			if _, ok := c.target.(model.Values); ok {
				s.Metric, _ = metric.Find("", metric.OfValues)
				s.Store = nil
				if store {
					s.Store = gram.NewStore(data.X, 100<<20)
				}
			}
			outcomes, err := s.Run(nil, tune.Job{Split: 1, Machines: []model.Machine{c.make(0.5), c.make(2), c.make(5)}, Share: true, Warm: warm})
			if err != nil {
				t.Fatal(name, err)
			}
			return outcomes
		}
		want, got, warm := run(false, false), run(true, false), run(true, true)
		for i := range want {
			same := slices.Equal(got[i].Labels, want[i].Labels) && slices.Equal(got[i].Values, want[i].Values) && got[i].Report.Iterations == want[i].Report.Iterations
			if got[i].Err != nil || want[i].Err != nil || !same {
				t.Errorf("%s, candidate %d: %v and %v; other predictions, or %d iterations for %d", name, i, got[i].Err, want[i].Err, got[i].Report.Iterations, want[i].Report.Iterations)
			}
			if warm[i].Err != nil || math.Abs(warm[i].Score-want[i].Score) > 0.03 {
				t.Errorf("%s, candidate %d: %v; warm it scores %v, cold %v", name, i, warm[i].Err, warm[i].Score, want[i].Score)
			}
		}
	}
}

// A fit to samples of which some are there twice or more, as those of a bootstrap are, has a
// coordinate for each time: a view over all samples of the store would have one for all times.
func TestAStudyOfRepeatedRowsIsALoopOfFits(t *testing.T) {
	data, _ := cloudsWithValues(90, 6, 2, 0)
	train, test := []int{}, []int{}
	for i := range 90 {
		switch i % 3 {
		case 0:
			test = append(test, i)
		case 1:
			train = append(train, i, i, i)
		default:
			train = append(train, i)
		}
	}
	var outcomes [2][]tune.Outcome
	for i, store := range []bool{false, true} {
		s := study(t, data, 3, store)
		s.Splits = []tune.Split{{Train: train, Test: test}}
		var err error
		if outcomes[i], err = s.Run(nil, tune.Job{Split: 0, Machines: []model.Machine{svc(0.1, 0.3, 1e-4), svc(2, 0.3, 1e-4)}, Share: true}); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range outcomes[0] {
		if got := outcomes[1][i]; !slices.Equal(got.Labels, want.Labels) || got.Report.Objective != want.Report.Objective {
			t.Errorf("candidate %d: objective %v, want %v", i, got.Report.Objective, want.Report.Objective)
		}
	}
}
