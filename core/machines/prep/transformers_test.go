package prep_test

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
	"maxmargin/core/model/schema"
)

// transformersGolden is testdata/transformers.json, by core/internal/golden/transformers.py with
// scikit-learn 1.2.1.
type transformersGolden struct {
	Tolerance float64
	Scaling   struct {
		X, Fresh []float64
		Cols     int
		Cases    []struct {
			Machine string
			Options struct {
				WithCentering, WithScaling bool
				Low, High                  float64
				NQuantiles                 int
				OutputDistribution         string
			}
			Sparse     bool
			Made, Back []float64
		}
	}
	Selection struct {
		X, Counts, Numbers                     []float64
		Rows                                   int
		Classes, Kept                          []int32
		FClasses, FNumbers, Chi2               []float64
		InformationClasses, InformationNumbers []float64
	}
}

// A golden of imputers has the places of missing values beside the numbers.
type imputersGolden struct {
	Tolerance float64
	Imputing  struct {
		X, Fresh              []float64
		Cols                  int
		Missing, MissingFresh []int
		Cases                 []struct {
			Machine string
			Options struct {
				Strategy, Weights string
				FillValue         float64
				NNeighbors        int
				AddIndicator      bool
			}
			Made []float64
		}
	}
}

// matrix returns a table of numbers with so many columns.
func matrix(x []float64, cols int) *sample.Matrix {
	return &sample.Matrix{N: len(x) / cols, D: cols, X: x}
}

// all returns the numbers of a set, row by row.
func all(x sample.Set) (numbers []float64) {
	row := make([]float64, x.Dim())
	for i := range x.Len() {
		x.Dense(row, i)
		numbers = append(numbers, row...)
	}
	return numbers
}

// within compares numbers with those of an oracle, by a tolerance relative to their sizes.
func within(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			t.Errorf("%s: [%d] is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// The scalers by largest values and quantiles give the results of scikit-learn for new samples,
// and can be inverted as there.
func TestMoreScalersAsScikitLearn(t *testing.T) {
	var g transformersGolden
	facts.Golden(t, "transformers.json", &g)
	for _, c := range g.Scaling.Cases {
		var m model.Inverter
		switch o := c.Options; c.Machine {
		case "MaxAbsScaler":
			m = prep.NewMaxAbsScaler()
		case "RobustScaler":
			s := prep.NewRobustScaler()
			s.WithCentering, s.WithScaling, s.QuantileRange = o.WithCentering, o.WithScaling, schema.Interval{Low: o.Low, High: o.High}
			m = s
		case "QuantileTransformer":
			s := prep.NewQuantileTransformer()
			s.NQuantiles, s.OutputDistribution = o.NQuantiles, o.OutputDistribution
			m = s
		}
		var x, fresh sample.Set = matrix(g.Scaling.X, g.Scaling.Cols), matrix(g.Scaling.Fresh, g.Scaling.Cols)
		if c.Sparse {
			x, fresh = support.Sparse(x.(*sample.Matrix)), support.Sparse(fresh.(*sample.Matrix))
		}
		if _, err := m.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		made, err := m.Transform(nil, fresh)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("%s %+v", c.Machine, c.Options)
		within(t, what, all(made), c.Made, g.Tolerance)
		back, err := m.Inverse(nil, made)
		if err != nil {
			t.Fatal(err)
		}
		within(t, what+" undone", all(back), c.Back, g.Tolerance)
	}
}

// selector returns a fitted SelectKBest.
func selector(t *testing.T, k int, score string, x sample.Set, y model.Target) *prep.SelectKBest {
	t.Helper()
	s := prep.NewSelectKBest()
	s.K, s.Score = k, score
	if _, err := s.Fit(nil, model.NewTraining(x, y)); err != nil {
		t.Fatal(err)
	}
	return s
}

// The scores of features are those of scikit-learn, for classes and for numbers, dense and sparse.
func TestScoresAsScikitLearn(t *testing.T) {
	var g transformersGolden
	facts.Golden(t, "transformers.json", &g)
	s := g.Selection
	x, counts := matrix(s.X, 6), matrix(s.Counts, 6)
	classes, numbers := model.Classes{Of: s.Classes, Count: 3}, model.Values(s.Numbers)
	for _, c := range []struct {
		what, score string
		x           sample.Set
		y           model.Target
		want        []float64
	}{
		{"F of classes", "f", x, classes, s.FClasses},
		{"F of classes, sparse", "f", support.Sparse(x), classes, s.FClasses},
		{"F of numbers", "f", x, numbers, s.FNumbers},
		{"F of numbers, sparse", "f", support.Sparse(x), numbers, s.FNumbers},
		{"chi2", "chi2", counts, classes, s.Chi2},
		{"chi2, sparse", "chi2", support.Sparse(counts), classes, s.Chi2},
		{"information of classes", "mutualInformation", x, classes, s.InformationClasses},
		{"information of numbers", "mutualInformation", x, numbers, s.InformationNumbers},
	} {
		got := slices.Clone(selector(t, 3, c.score, c.x, c.y).Result.Scores)
		within(t, c.what, got, c.want, g.Tolerance)
	}
	m := selector(t, 3, "f", x, numbers)
	if !slices.Equal(m.Result.Selected, s.Kept) {
		t.Errorf("kept %v, want %v", m.Result.Selected, s.Kept)
	}
	made, err := m.Transform(nil, x)
	if err != nil || made.Dim() != 3 || all(made)[3*7+1] != x.Row(7)[s.Kept[1]] {
		t.Errorf("%v, %v", made, err)
	}
}

// What SelectKBest cannot score, it refuses with the reason.
func TestSelectKBestRefuses(t *testing.T) {
	x := matrix([]float64{1, 2, 3, -4, 5, 6, 7, 8}, 2)
	classes, numbers := model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2}, model.Values{1, 2, 3, 4}
	for what, c := range map[string]struct {
		score  string
		x      sample.Set
		y      model.Target
		weight []float64
		code   fault.Code
	}{
		"no target":              {"f", x, nil, nil, fault.Type},
		"chi2 of numbers":        {"chi2", x, numbers, nil, fault.Option},
		"chi2 below 0":           {"chi2", x, classes, nil, fault.Type},
		"information of sparse":  {"mutualInformation", support.Sparse(x), classes, nil, fault.Option},
		"information by weights": {"mutualInformation", x, classes, []float64{1, 2, 1, 1}, fault.Option},
	} {
		s := prep.NewSelectKBest()
		s.Score = c.score
		training := model.NewTraining(c.x, c.y)
		training.Weight = c.weight
		if _, err := s.Fit(nil, training); !errors.Is(err, &fault.Error{Code: c.code}) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// The quantiles of weighted samples are those of the samples repeated.
func TestQuantilesOfWeightedSamples(t *testing.T) {
	x := matrix([]float64{5, 0, 2, 9, -3, 0, 4}, 1)
	weight := []float64{2, 1, 3, 1, 2, 2, 1}
	var twice []float64
	for i, w := range weight {
		for range int(w) {
			twice = append(twice, x.X[i])
		}
	}
	for _, of := range []func(*sample.Matrix) sample.Set{
		func(m *sample.Matrix) sample.Set { return m },
		func(m *sample.Matrix) sample.Set { return support.Sparse(m) },
	} {
		a, b := prep.NewRobustScaler(), prep.NewRobustScaler()
		_, sparse := of(x).(*sample.CSR)
		a.WithCentering, b.WithCentering = !sparse, !sparse
		weighted := model.NewTraining(of(x), nil)
		weighted.Weight = weight
		_, err := a.Fit(nil, weighted)
		_, other := b.Fit(nil, model.NewTraining(matrix(twice, 1), nil))
		if err = errors.Join(err, other); err != nil {
			t.Fatal(err)
		}
		within(t, "scale", a.Result.Scale, b.Result.Scale, 1e-15)
		within(t, "center", a.Result.Center, b.Result.Center, 1e-15)
	}
}

// Weights whose sum is less than the number of samples are scaled up to it, so that halves change
// nothing. The scales are those of scikit-learn 1.2.1 without weights:
//
//	RobustScaler(with_centering=False).fit([[0], [0], [3], [5], [9], [0], [2]]).scale_
func TestQuantilesOfLightSamples(t *testing.T) {
	x := matrix([]float64{0, 0, 3, 5, 9, 0, 2}, 1)
	for _, of := range []sample.Set{x, support.Sparse(x)} {
		s := prep.NewRobustScaler()
		s.WithCentering = false
		light := model.NewTraining(of, nil)
		light.Weight = slices.Repeat([]float64{0.5}, x.N)
		if _, err := s.Fit(nil, light); err != nil {
			t.Fatal(err)
		}
		within(t, "scale", s.Result.Scale, []float64{4}, 0)
	}
}

// Bug: the median of two samples of weight 0.09 was the larger one, because the sum of weights at
// the first one was 1 - 2^-53 after scaling. Equal weights below 1 change no quantile.
func TestQuantilesDoNotJumpByRounding(t *testing.T) {
	for n := 2; n < 40; n++ {
		x := matrix(make([]float64, n), 1)
		for i := range x.X {
			x.X[i] = float64(i * 7919 % n)
		}
		for k := 1; k < 100; k++ {
			for _, of := range []sample.Set{x, support.Sparse(x)} {
				s := prep.NewRobustScaler()
				_, sparse := of.(*sample.CSR)
				s.WithCentering = !sparse
				light := model.NewTraining(of, nil)
				light.Weight = slices.Repeat([]float64{float64(k) / 100}, n)
				if _, err := s.Fit(nil, light); err != nil {
					t.Fatal(err)
				}
				within(t, fmt.Sprint("scale of ", n), s.Result.Scale, []float64{float64(n-1) / 2}, 1e-9)
				if !sparse {
					within(t, fmt.Sprint("median of ", n), s.Result.Center, []float64{float64(n-1) / 2}, 1e-9)
				}
				if t.Failed() {
					return
				}
			}
		}
	}
}

// A millionth is no rounding: with weights of 1 - 1e-6 and 1 + 1e-6 the second of two samples is at
// both places between which the median lies, and is the mode.
func TestWeightsThatAreNearlyWhole(t *testing.T) {
	training := model.NewTraining(matrix([]float64{3, 5}, 1), nil)
	training.Weight = []float64{1 - 1e-6, 1 + 1e-6}
	for _, strategy := range []string{"median", "mostFrequent"} {
		s := prep.NewSimpleImputer()
		s.Strategy = strategy
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		within(t, strategy, s.Result.Statistics, []float64{5}, 0)
	}
}

// Bug: these weights, whose sum is 7, kept 6 quantiles or 7, depending on the order of the samples.
func TestOrderDoesNotChangeTheQuantilesKept(t *testing.T) {
	weight, x := []float64{1.3, 1.6, 1.8, 2.3}, []float64{0, 1, 2, 3}
	for range 4 {
		weight, x = append(weight[1:], weight[0]), append(x[1:], x[0])
		s := prep.NewQuantileTransformer()
		training := model.NewTraining(matrix(x, 1), nil)
		training.Weight = weight
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		if got := len(s.Result.Quantiles); got != 7 {
			t.Errorf("weights %v: %d quantiles, want 7", weight, got)
		}
	}
}

// Of numbers with equal weights the least is the mode. Bug: 1.1 + 2.2 counted as more than 3.3.
func TestModesDoNotDependOnRounding(t *testing.T) {
	for _, weight := range [][]float64{{0.3, 0.1, 0.2}, {3, 1, 2}, {0.7, 0.1, 0.6}, {3.3, 1.1, 2.2}} {
		s := prep.NewSimpleImputer()
		s.Strategy = "mostFrequent"
		training := model.NewTraining(matrix([]float64{5, 7, 7}, 1), nil)
		training.Weight = weight
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		within(t, fmt.Sprint("mode with ", weight), s.Result.Statistics, []float64{5}, 0)
	}
}

// A sample of weight 2 counts as two also for the number of quantiles that are kept, here those of
// 0, 0, 1 and 5.
func TestWeightsCountAsQuantilesKept(t *testing.T) {
	s := prep.NewQuantileTransformer()
	weighted := model.NewTraining(matrix([]float64{0, 5, 1}, 1), nil)
	weighted.Weight = []float64{2, 1, 1}
	if _, err := s.Fit(nil, weighted); err != nil {
		t.Fatal(err)
	}
	within(t, "quantiles", s.Result.Quantiles, []float64{0, 0, 1, 5}, 0)
}

// TestInformationOfClassesByDefinition compares with Ross's estimator over all pairs, with classes of
// one sample: these have no neighbour of their class, and count for nothing, as in scikit-learn.
func TestInformationOfClassesByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(54, 5))
	psi := func(m int) (sum float64) {
		for i := 1; i < m; i++ {
			sum += 1 / float64(i)
		}
		return sum
	}
	for range 40 {
		const n, k = 60, 3
		x, of, size := make([]float64, n), make([]int32, n), make([]int, 8)
		for i := range n {
			of[i] = int32(rng.IntN(3))
			if i < 5 {
				of[i] = int32(3 + i) // alone
			}
			size[of[i]]++
			x[i] = rng.NormFloat64() + float64(of[i])
		}
		s := prep.NewSelectKBest()
		s.K, s.Score, s.Neighbors = 1, "mutualInformation", k
		if _, err := s.Fit(nil, model.NewTraining(matrix(x, 1), model.Classes{Of: of, Count: 8})); err != nil {
			t.Fatal(err)
		}
		sum, count := 0.0, 0
		for i := range n {
			if size[of[i]] < 2 {
				continue
			}
			var own []float64
			for j := range n {
				if j != i && of[j] == of[i] {
					own = append(own, math.Abs(x[i]-x[j]))
				}
			}
			slices.Sort(own)
			near := min(k, len(own))
			closer := 0
			for j := range n {
				if size[of[j]] > 1 && (j == i || math.Abs(x[i]-x[j]) < own[near-1]) {
					closer++
				}
			}
			sum += psi(near) - psi(size[of[i]]) - psi(closer)
			count++
		}
		within(t, "information", s.Result.Scores, []float64{max(0, psi(count)+sum/float64(count))}, 1e-12)
	}
}

// A fit that is aborted leaves no report but that.
func TestInformationCanBeAborted(t *testing.T) {
	s := prep.NewSelectKBest()
	s.Score = "mutualInformation"
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()
	x := matrix([]float64{1, 2, 3, 4, 5, 6}, 2)
	if report, err := s.Fit(ctl, model.NewTraining(x, model.Values{1, 2, 3})); err != nil || report.Status != run.Aborted {
		t.Errorf("%+v, %v", report, err)
	}
}

// without returns a table with NaN in some places.
func without(x []float64, cols int, missing []int) *sample.Matrix {
	x = slices.Clone(x)
	for _, at := range missing {
		x[at] = math.NaN()
	}
	return matrix(x, cols)
}

// Imputers fill in what scikit-learn does, also in a sample without any value, and their
// indicators are the same. What a file has of them does so, too.
func TestImputersAsScikitLearn(t *testing.T) {
	var g imputersGolden
	facts.Golden(t, "transformers.json", &g)
	i := g.Imputing
	for _, c := range i.Cases {
		var m model.Transformer
		o := c.Options
		if o.NNeighbors == 60 && o.Weights == "uniform" {
			continue // scikit-learn below 1.5 counts samples without a distance; see TestNeighboursWithoutDistance
		}
		if c.Machine == "SimpleImputer" {
			s := prep.NewSimpleImputer()
			s.Strategy, s.FillValue, s.AddIndicator = o.Strategy, o.FillValue, o.AddIndicator
			m = s
		} else {
			s := prep.NewKNNImputer()
			s.Neighbors, s.Weights, s.AddIndicator = o.NNeighbors, o.Weights, o.AddIndicator
			m = s
		}
		if _, err := m.Fit(nil, model.NewTraining(without(i.X, i.Cols, i.Missing), nil)); err != nil {
			t.Fatal(err)
		}
		fresh := without(i.Fresh, i.Cols, i.MissingFresh)
		made, err := m.Transform(nil, fresh)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprintf("%s %+v", c.Machine, o)
		within(t, what, all(made), c.Made, g.Tolerance)
		again := model.Another(m.Fitted())
		record := &schema.Record{}
		schema.PutFitted(record, m.Fitted())
		if err := schema.TakeFitted(record, again, 0); err != nil {
			t.Fatal(err)
		}
		if err := m.Restore(again); err != nil {
			t.Fatal(err)
		}
		if made, err = m.Transform(nil, fresh); err != nil {
			t.Fatal(err)
		}
		within(t, what+" restored", all(made), c.Made, g.Tolerance)
	}
}

// The statistics of weighted samples are those of the samples repeated, and a feature without
// values becomes 0.
func TestImputersTakeWeights(t *testing.T) {
	nan := math.NaN()
	x := matrix([]float64{1, nan, 4, nan, nan, nan, 9, nan, 4, nan}, 2)
	for strategy, want := range map[string]float64{"mean": (3*1 + 2*4 + 9 + 4) / 7., "median": 4, "mostFrequent": 1} {
		s := prep.NewSimpleImputer()
		s.Strategy = strategy
		training := model.NewTraining(x, nil)
		training.Weight = []float64{3, 2, 5, 1, 1}
		if _, err := s.Fit(nil, training); err != nil {
			t.Fatal(err)
		}
		within(t, strategy, s.Result.Statistics, []float64{want, 0}, 1e-14)
	}
}

// TestNeighboursWithoutDistance compares KNNImputer with its definition on tables that have more
// gaps than values: training samples that share no feature with a sample are no neighbours of it,
// whatever the weights (scikit-learn's issue 29079). They once counted as the last ones.
func TestNeighboursWithoutDistance(t *testing.T) {
	nan := math.NaN()
	s := prep.NewKNNImputer()
	if _, err := s.Fit(nil, model.NewTraining(matrix([]float64{1, 1, 3, 5, nan, 100}, 2), nil)); err != nil {
		t.Fatal(err)
	}
	made, err := s.Transform(nil, matrix([]float64{2, nan, 1e200, nan, nan, nan}, 2))
	if err != nil {
		t.Fatal(err)
	}
	within(t, "two neighbours", all(made), []float64{2, 3, 1e200, 3, 2, 106. / 3}, 1e-14)

	rng := rand.New(rand.NewPCG(61, 62))
	const n, d = 12, 5
	filled := 0
	for range 200 {
		draw := func(rows int) *sample.Matrix {
			x := matrix(make([]float64, rows*d), d)
			for at := range x.X {
				if x.X[at] = float64(rng.IntN(4)); rng.IntN(5) > 1 {
					x.X[at] = nan
				}
			}
			return x
		}
		x, fresh := draw(n), draw(6)
		s := prep.NewKNNImputer()
		s.Neighbors, s.Weights = 1+rng.IntN(2*n), []string{"uniform", "distance"}[rng.IntN(2)]
		if _, err := s.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		made, err := s.Transform(nil, fresh)
		if err != nil {
			t.Fatal(err)
		}
		for i := range fresh.N {
			for j, v := range fresh.Row(i) {
				if v == v {
					continue
				}
				type near struct{ distance, value float64 }
				var known []near
				sum, count := 0.0, 0.0
				for p := range n {
					value := x.Row(p)[j]
					if value != value {
						continue
					}
					sum, count = sum+value, count+1
					square, both := 0.0, 0.0
					for c, a := range fresh.Row(i) {
						if b := x.Row(p)[c]; a == a && b == b {
							square, both = square+(a-b)*(a-b), both+1
						}
					}
					if both > 0 {
						known = append(known, near{math.Sqrt(d / both * square), value})
					}
				}
				slices.SortStableFunc(known, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
				places := min(len(known), s.Neighbors)
				want := 0.0
				switch {
				case len(known) > 0:
					total, mean := 0.0, 0.0
					last := known[places-1].distance // those at this distance share the places that are left
					first := slices.IndexFunc(known, func(k near) bool { return k.distance == last })
					equals := 0
					for _, k := range known {
						if k.distance == last {
							equals++
						}
					}
					for _, k := range known[:first+equals] {
						w := 1.0
						if s.Weights == "distance" {
							if w = 1 / k.distance; known[0].distance == 0 {
								w = 0
								if k.distance == 0 {
									w = 1
								}
							}
						}
						if k.distance == last {
							w *= float64(places-first) / float64(equals)
						}
						total, mean = total+w, mean+w*k.value
					}
					want = mean / total
				case count > 0:
					want = sum / count
				}
				filled++
				if got := all(made)[i*d+j]; !(math.Abs(got-want) <= 1e-12) {
					t.Errorf("%d neighbours, %s: sample %v among %v gets %v in column %d, want %v", s.Neighbors, s.Weights, fresh.Row(i), x.X, got, j, want)
				}
			}
		}
	}
	if filled < 2000 {
		t.Errorf("only %d values are filled in", filled)
	}
}
