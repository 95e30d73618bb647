package boost_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/boost"
	"maxmargin/core/model"

	"pgregory.net/rapid"
)

// gradientGolden is what scikit-learn answers; see core/internal/golden/gradientboosting.py.
type gradientGolden struct {
	Tolerance float64
	Sets      map[string]struct {
		X         [][]*float64 // nil: missing
		Y, Weight []float64
		Train, K  int
	}
	Cases []struct {
		Set      string
		Weighted bool
		Options  struct {
			Loss      string
			MaxIter   int     `json:"max_iter"`
			MaxBins   int     `json:"max_bins"`
			MaxLeaves int     `json:"max_leaf_nodes"`
			MaxDepth  int     `json:"max_depth"`
			InLeaf    int     `json:"min_samples_leaf"`
			Still     int     `json:"n_iter_no_change"`
			L2        float64 `json:"l2_regularization"`
			Rate      float64 `json:"learning_rate"`
			Tol       float64
			Stops     bool `json:"early_stopping"`
		}
		Iterations                    int
		Values, Losses, Probabilities []float64
	}
}

// set gives options the values of a case, where it has them.
func (g *gradientGolden) set(o *boost.GradientOptions, i int) {
	from := g.Cases[i].Options
	o.MaxIter = float64(from.MaxIter)
	if from.MaxBins > 0 {
		o.MaxBins = from.MaxBins
	}
	if from.MaxLeaves > 0 {
		o.MaxLeafNodes = float64(from.MaxLeaves)
	}
	if from.MaxDepth > 0 {
		o.MaxDepth = float64(from.MaxDepth)
	}
	if from.InLeaf > 0 {
		o.MinSamplesLeaf = from.InLeaf
	}
	if from.Rate > 0 {
		o.LearningRate = from.Rate
	}
	if o.L2Regularization = from.L2; from.Stops {
		o.EarlyStopping, o.ValidationFraction, o.Tol, o.NIterNoChange = "always", 0, from.Tol, from.Still
	}
}

// matrix returns rows of a set.
func matrix(rows [][]*float64) *sample.Matrix {
	x := &sample.Matrix{N: len(rows), D: len(rows[0])}
	for _, row := range rows {
		for _, v := range row {
			if v == nil {
				x.X = append(x.X, math.NaN())
			} else {
				x.X = append(x.X, *v)
			}
		}
	}
	return x
}

// The functions, losses and probabilities are scikit-learn's, with weights, few bins, a penalty, limits of trees,
// gaps, early stopping and medians.
func TestGradientBoostingOfScikitLearn(t *testing.T) {
	var g gradientGolden
	facts.Golden(t, "gradient.json", &g)
	for i, c := range g.Cases {
		s := g.Sets[c.Set]
		x, test := matrix(s.X[:s.Train]), matrix(s.X[s.Train:])
		if strings.Contains(c.Set, "gaps") {
			test = matrix(s.X[:100])
		}
		var target model.Target = model.Values(s.Y[:s.Train])
		if s.K > 0 {
			labels := make([]int32, s.Train)
			for i := range labels {
				labels[i] = int32(s.Y[i])
			}
			target = model.Classes{Of: labels, Count: s.K}
		}
		given := model.NewTraining(x, target)
		if c.Weighted {
			given.Weight = s.Weight[:s.Train]
		}
		var report model.Report
		var values, probabilities, losses []float64
		var err error
		if s.K > 0 {
			m := boost.NewHistGradientBoostingClassifier()
			g.set(&m.GradientOptions, i)
			if report, err = m.Fit(nil, given); err != nil {
				t.Fatal(err)
			}
			values, _, _ = m.Decision(nil, test, "")
			probabilities, _ = m.Probabilities(nil, test)
			losses = m.Result.TrainLoss
		} else {
			m := boost.NewHistGradientBoostingRegressor()
			if g.set(&m.GradientOptions, i); c.Options.Loss != "" {
				m.Loss = "absoluteError"
			}
			if report, err = m.Fit(nil, given); err != nil {
				t.Fatal(err)
			}
			values, _ = m.Predict(nil, test)
			losses = m.Result.TrainLoss
		}
		if report.Iterations != c.Iterations || report.Status != run.Converged {
			t.Errorf("%s, %+v: %d iterations, want %d (%s)", c.Set, c.Options, report.Iterations, c.Iterations, report.Status)
			continue
		}
		within(t, c.Set, i, "values", values, c.Values, g.Tolerance)
		within(t, c.Set, i, "probabilities", probabilities, c.Probabilities, g.Tolerance)
		if len(c.Losses) > 0 {
			within(t, c.Set, i, "losses", losses, c.Losses, g.Tolerance)
		}
	}
}

func within(t *testing.T, set string, number int, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("case %d, %s: %d %s, want %d", number, set, len(got), what, len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("case %d, %s: number %d of the %s is %v, want %v", number, set, i, what, got[i], want[i])
			return
		}
	}
}

// table returns n random samples of d features with few different values, and a number for each.
func table(seed uint64, n, d int) (x *sample.Matrix, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 11))
	x, y = &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]float64, n)
	for i := range x.X {
		x.X[i] = float64(rng.IntN(40)) / 8
	}
	for i := range y {
		y[i] = math.Sin(2*x.Row(i)[0]) + x.Row(i)[d-1]*x.Row(i)[1] + 0.3*rng.NormFloat64()
	}
	return x, y
}

// classesOf returns the numbers as k classes.
func classesOf(y []float64, k int) model.Classes {
	sorted := slices.Sorted(slices.Values(y))
	c := model.Classes{Of: make([]int32, len(y)), Count: k}
	for i, v := range y {
		at, _ := slices.BinarySearch(sorted, v)
		c.Of[i] = int32(at * k / len(y))
	}
	return c
}

// regressed returns the values of a fit for its samples, and the machine.
func regressed(t interface{ Fatal(...any) }, given model.Training, set func(*boost.HistGradientBoostingRegressor)) ([]float64, *boost.HistGradientBoostingRegressor) {
	m := boost.NewHistGradientBoostingRegressor()
	set(m)
	if _, err := m.Fit(nil, given); err != nil {
		t.Fatal(err)
	}
	values, err := m.Predict(nil, given.X)
	if err != nil {
		t.Fatal(err)
	}
	return values, m
}

// decided is the same for the functions of a classifier.
func decided(t interface{ Fatal(...any) }, given model.Training, set func(*boost.HistGradientBoostingClassifier)) ([]float64, *boost.HistGradientBoostingClassifier) {
	m := boost.NewHistGradientBoostingClassifier()
	set(m)
	if _, err := m.Fit(nil, given); err != nil {
		t.Fatal(err)
	}
	values, _, err := m.Decision(nil, given.X, "")
	if err != nil {
		t.Fatal(err)
	}
	return values, m
}

// Each tree makes the training loss smaller, and the losses are those of the predictions.
func TestTrainingLossFalls(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y := table(rapid.Uint64().Draw(t, "seed"), 150, 3)
		rate := rapid.Float64Range(0.01, 0.5).Draw(t, "rate")
		values, r := regressed(t, model.NewTraining(x, model.Values(y)), func(m *boost.HistGradientBoostingRegressor) { m.LearningRate, m.MaxIter = rate, 15 })
		sum := 0.0
		for i, v := range values {
			sum += (v - y[i]) * (v - y[i]) / 2 / float64(len(y))
		}
		classes := classesOf(y, 3)
		_, c := decided(t, model.NewTraining(x, classes), func(m *boost.HistGradientBoostingClassifier) { m.LearningRate, m.MaxIter = rate, 15 })
		p, _ := c.Probabilities(nil, x)
		logs := 0.0
		for i, k := range classes.Of {
			logs -= math.Log(p[3*i+int(k)]) / float64(len(y))
		}
		for want, losses := range map[float64][]float64{sum: r.Result.TrainLoss, logs: c.Result.TrainLoss} {
			if !(math.Abs(losses[len(losses)-1]-want) <= 1e-12) {
				t.Fatalf("the last loss is %v, want %v", losses[len(losses)-1], want)
			}
			for i := range losses[1:] {
				if !(losses[i+1] <= losses[i]+1e-12) {
					t.Fatalf("loss %d is %v after %v", i+1, losses[i+1], losses[i])
				}
			}
		}
	})
}

// Where each value has a bin of its own, only their order counts.
func TestMonotoneTransformsChangeNothing(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y := table(rapid.Uint64().Draw(t, "seed"), 120, 3)
		given := model.NewTraining(x, model.Values(y))
		set := func(m *boost.HistGradientBoostingRegressor) { m.MaxIter, m.MinSamplesLeaf = 10, 5 }
		want, _ := regressed(t, given, set)
		bent := &sample.Matrix{N: x.N, D: x.D, X: slices.Clone(x.X)}
		for i, v := range bent.X {
			bent.X[i] = []float64{math.Exp(v), v * v * v, 3 - 1/(v+1)}[i%3]
		}
		given.X = bent
		if got, _ := regressed(t, given, set); !slices.Equal(got, want) {
			t.Fatal("values of a transformed table differ")
		}
	})
}

// A sample of weight 2 is two samples, where leaves of a single sample are allowed.
func TestWeightsOfGradientBoosting(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		x, y := table(rapid.Uint64().Draw(t, "seed"), 80, 3)
		rows, weight := []int{}, make([]float64, len(y))
		for i := range y {
			weight[i] = float64(1 + i%3)
			rows = append(rows, slices.Repeat([]int{i}, 1+i%3)...)
		}
		loss := rapid.SampledFrom([]string{"squaredError", "absoluteError"}).Draw(t, "loss")
		weighted := model.NewTraining(x, model.Values(y))
		weighted.Weight = weight
		repeated := model.Training{Data: model.Data{X: x, Target: weighted.Target}.Select(rows, nil)}
		set := func(m *boost.HistGradientBoostingRegressor) {
			m.MaxIter, m.MinSamplesLeaf, m.MaxLeafNodes, m.L2Regularization, m.Loss = 5, 1, 4, 1, loss
		}
		want, _ := regressed(t, repeated, set)
		got, _ := regressed(t, weighted, set)
		for p, i := range rows {
			if !(math.Abs(want[p]-got[i]) <= 1e-9) {
				t.Fatalf("row %d: %v with a weight, %v repeated", i, got[i], want[p])
			}
		}
	})
}

// Bug: weights of 1e-170 or 1e170 gave trees without a split. Only their shares count here.
func TestSquaresOfWeightsStayInRange(t *testing.T) {
	x, y := table(3, 80, 3)
	of := func(w float64) []float64 {
		given := model.NewTraining(x, model.Values(y))
		given.Weight = slices.Repeat([]float64{w}, len(y))
		values, _ := regressed(t, given, func(m *boost.HistGradientBoostingRegressor) { m.MaxIter = 5 })
		return values
	}
	for _, w := range []float64{0x1p-560, 0x1p560} {
		support.Near(t, "values", of(w), of(1), 1e-11)
	}
}

// Of early stopping the samples that are set aside decide: the fit ends at the first iteration after
// which none of the last three losses is below the one before them. They are a tenth of each class.
func TestSamplesAreSetAside(t *testing.T) {
	x, y := table(5, 600, 3)
	given := model.NewTraining(x, classesOf(y, 3))
	_, m := decided(t, given, func(m *boost.HistGradientBoostingClassifier) {
		m.EarlyStopping, m.NIterNoChange, m.Tol, m.LearningRate, m.MaxIter = "always", 3, 1e-3, 0.3, 500
	})
	losses := m.Result.ValidationLoss
	for end := 4; end <= len(losses); end++ {
		ends := slices.Min(losses[end-3:end]) >= losses[end-4]-1e-3
		if ends != (end == len(losses)) {
			t.Fatalf("the losses %v ended the fit", losses)
		}
	}
	if len(losses) == 501 || len(losses) != len(m.Result.TrainLoss) {
		t.Errorf("%d losses of samples that are set aside, %d of the others", len(losses), len(m.Result.TrainLoss))
	}
	// Without them the shares of the classes are those of all samples: each class lacks as many.
	for _, v := range m.Result.Baseline {
		if !(math.Abs(v) < 1e-12) {
			t.Errorf("the classes begin at %v, want zeros", m.Result.Baseline)
		}
	}
}

// Whether a value is missing says all; of another feature, which lacks none, a missing value goes
// where most samples went.
func TestGapsAreLearnt(t *testing.T) {
	x := &sample.Matrix{N: 200, D: 2}
	labels := make([]int32, x.N)
	for i := range x.N {
		v := float64(i % 7)
		if i%4 == 0 {
			v, labels[i] = math.NaN(), 1
		}
		x.X = append(x.X, v, 1)
	}
	_, m := decided(t, model.NewTraining(x, model.Classes{Of: labels, Count: 2}), func(*boost.HistGradientBoostingClassifier) {})
	said, _ := m.Predict(nil, x)
	if !slices.Equal(said, labels) {
		t.Errorf("classes %v, want %v", said, labels)
	}
	y := make([]float64, x.N)
	for i := range x.N {
		x.Row(i)[0], y[i] = float64(i%4), float64(min(i%4, 1))
	}
	_, r := regressed(t, model.NewTraining(x, model.Values(y)), func(*boost.HistGradientBoostingRegressor) {})
	if value, _ := r.Predict(nil, &sample.Matrix{N: 1, D: 2, X: []float64{math.NaN(), 1}}); !(value[0] > 0.9) {
		t.Errorf("the value of a gap is %v, want that of most samples", value)
	}
}

// Columns that repeat others change nothing, also when so many histograms are too large to be kept.
func TestHistogramsThatAreNotKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, d, times = 600, 10, 100
	x, wide := &sample.Matrix{N: n, D: d}, &sample.Matrix{N: n, D: d * times}
	y := make([]float64, n)
	for i := range n {
		row := make([]float64, d)
		for j := range row {
			row[j] = rng.NormFloat64()
			y[i] += float64(j%3) * math.Abs(row[j])
		}
		x.X, wide.X = append(x.X, row...), append(wide.X, slices.Repeat(row, times)...)
	}
	set := func(m *boost.HistGradientBoostingRegressor) { m.MaxIter = 3 }
	want, _ := regressed(t, model.NewTraining(x, model.Values(y)), set)
	if got, _ := regressed(t, model.NewTraining(wide, model.Values(y)), set); !slices.Equal(got, want) {
		t.Error("repeated columns give other values")
	}
}

// A file whose nodes are no trees is refused.
func TestForgedForests(t *testing.T) {
	x, y := table(1, 100, 2)
	for what, forge := range map[string]func(f *boost.Forest){
		"a child before its parent": func(f *boost.Forest) { f.Left[f.Left[0]] = 0; f.Left[len(f.Left)-1] = 1 },
		"a child of another tree":   func(f *boost.Forest) { f.Left[0] = f.Roots[1] },
		"a root that is not there":  func(f *boost.Forest) { f.Roots[1] = int32(len(f.Left)) },
		"no functions":              func(f *boost.Forest) { f.Baseline = nil },
		"a tree too few":            func(f *boost.Forest) { f.Baseline = append(f.Baseline, 0, 0) },
	} {
		_, m := regressed(t, model.NewTraining(x, model.Values(y)), func(m *boost.HistGradientBoostingRegressor) { m.MaxIter = 2 })
		if m.Result.Forest.Check() != nil {
			t.Fatal("a fit is refused")
		}
		forge(&m.Result.Forest)
		if m.Result.Forest.Check() == nil {
			t.Errorf("%s is accepted", what)
		}
	}
}
