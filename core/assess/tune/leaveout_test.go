package tune_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/order"
	"maxmargin/core/data/metric"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/machines/ridge"
	"maxmargin/core/model"
)

// Every sample is predicted by a machine that learns from all others, with their weights: as a fit to
// fewer rows predicts it. A sample of weight 0, or one that is not asked for, takes no fit.
func TestLeaveOneOutIsALoopOfFits(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 1))
	const n = 12
	x, y, weight := make([]float64, 2*n), make(model.Values, n), make([]float64, n)
	for i := range n {
		x[2*i], x[2*i+1] = rng.NormFloat64(), rng.NormFloat64()
		y[i], weight[i] = x[2*i]+rng.NormFloat64(), float64(i%4)
	}
	for _, w := range [][]float64{nil, weight} {
		data := model.Data{X: &sample.Matrix{N: n, D: 2, X: x}, Target: y, Weight: w}
		given := slices.Clone(w)
		machine := func() *ridge.KernelRidge {
			m := ridge.NewKernelRidge(catalog.Kernel)
			m.Kernel.Gamma = kernel.Width{Value: 0.5}
			return m
		}
		fitted := machine()
		if _, err := fitted.Fit(nil, model.Training{Data: data}); err != nil {
			t.Fatal(err)
		}
		whole, err := fitted.Predict(nil, data.X)
		if err != nil {
			t.Fatal(err)
		}
		fresh := func() (model.Machine, error) { return machine(), nil }
		asked := []int32{0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11} // not 8
		got, err := tune.LeaveOneOut(nil, &tune.Study{Data: data, Store: gram.NewStore(data.X, 0)}, fitted, fresh, asked)
		if err != nil {
			t.Fatal(err)
		}
		fits := 0
		for i := range n {
			want := whole[i]
			if i != 8 && (w == nil || w[i] > 0) {
				fits++
				m := machine()
				rest := slices.Delete(order.Between(0, n), i, i+1)
				if _, err := m.Fit(nil, model.Training{Data: data.Select(rest, nil)}); err != nil {
					t.Fatal(err)
				}
				own, err := m.Predict(nil, data.X.Select([]int{i}))
				if err != nil {
					t.Fatal(err)
				}
				want = own[0]
			}
			support.NearNumber(t, "left out", got.Values[i], want, 1e-10)
		}
		if got.Fits != fits || !slices.Equal(data.Weight, given) {
			t.Errorf("%d fits, want %d; weights %v, before %v", got.Fits, fits, data.Weight, given)
		}
	}
}

// Without the only sample of a class there is nothing to predict by.
func TestLeaveOneOutOfTheOnlySampleOfAClass(t *testing.T) {
	data := model.NewTraining(&sample.Matrix{N: 4, D: 1, X: []float64{-2, -1, 1, 3}}, model.Classes{Of: []int32{0, 0, 0, 1}, Count: 2})
	fitted := svc(1, 0, 1e-6)
	if _, err := fitted.Fit(nil, data); err != nil {
		t.Fatal(err)
	}
	fresh := func() (model.Machine, error) { return svc(1, 0, 1e-6), nil }
	got, err := tune.LeaveOneOut(nil, &tune.Study{Data: data.Data, Store: gram.NewStore(data.X, 0)}, fitted, fresh, []int32{0, 1, 2, 3})
	if err != nil || got.Fits != 4 || got.Labels[3] != -1 || got.Labels[0] != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Metrics of numbers take the numbers of the classes, not their places: of the classes 10, 20 and 50
// the errors are 0, 40, 30 and 10.
func TestClassesAreJudgedByTheirNumbers(t *testing.T) {
	by, err := metric.Find("meanAbsoluteError", metric.OfRanks)
	if err != nil {
		t.Fatal(err)
	}
	got, err := tune.OfClasses(by, []float64{10, 20, 50}, []int32{0, 0, 1, 1}, []int32{0, 2, 2, 0}, 3, nil, nil)
	if err != nil || math.Abs(got-20) > 1e-12 {
		t.Errorf("mean absolute error %v, not 20 (%v)", got, err)
	}
}

// Scores of several classes are judged by a value for each class, also of a machine that has one for each
// pair of them.
func TestScoresAreOfClasses(t *testing.T) {
	data := clouds(90, 3, 3, 0)
	s := study(t, data, 3, true)
	var err error
	if s.Metric, err = metric.Find("rocAuc", metric.OfClasses); err != nil {
		t.Fatal(err)
	}
	m := svc(1, 0.3, 1e-4)
	o, err := s.Run(nil, tune.Job{Machines: []model.Machine{m}})
	if err != nil || o[0].Err != nil {
		t.Fatal(err, o[0].Err)
	}
	own, y := svc(1, 0.3, 1e-4), []int32{}
	if _, err := own.Fit(nil, model.Training{Data: data.Select(s.Splits[0].Train, nil)}); err != nil {
		t.Fatal(err)
	}
	f, cols, err := own.Decision(nil, data.X.Select(s.Splits[0].Test), "ovr")
	for _, i := range s.Splits[0].Test {
		y = append(y, data.Labels()[i])
	}
	want, other := s.Metric.OfScores(y, f, cols, 3)
	if err != nil || other != nil || o[0].Score != want {
		t.Errorf("%v, want %v (%v, %v)", o[0].Score, want, err, other)
	}
}

// The training samples are judged within their own lists.
func TestListsOfTrainingSamples(t *testing.T) {
	data, values := cloudsWithValues(40, 2, 2, 0)
	s := study(t, data, 4, false)
	s.Data.Target, s.Lists = values, make([]int32, 40)
	for i := range s.Lists {
		s.Lists[i] = int32(i * i % 7)
		values[i] = float64(i % 3)
	}
	var err error
	if s.Metric, err = metric.Find("ndcg", metric.OfValues); err != nil {
		t.Fatal(err)
	}
	m := ridge.NewKernelRidge(catalog.Kernel)
	o, err := s.Run(nil, tune.Job{Machines: []model.Machine{m}, Train: true})
	if err != nil || o[0].Err != nil {
		t.Fatal(err, o[0].Err)
	}
	for _, c := range []struct {
		rows  []int
		score float64
	}{{s.Splits[0].Train, o[0].TrainScore}, {s.Splits[0].Test, o[0].Score}} {
		found, err := m.Predict(nil, data.X.Select(c.rows))
		if err != nil {
			t.Fatal(err)
		}
		var y []float64
		var lists []int32
		for _, i := range c.rows {
			y, lists = append(y, values[i]), append(lists, s.Lists[i])
		}
		support.NearNumber(t, "score", c.score, s.Metric.Within(y, found, lists, 7), 1e-12)
	}
}
