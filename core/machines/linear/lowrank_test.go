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
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/prep"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
	"maxmargin/core/model/lowrank"
)

// values returns the decision values of a classifier, or the predictions of a regressor.
func values(t testing.TB, m model.Machine, x sample.Set) []float64 {
	t.Helper()
	var values []float64
	var err error
	switch m := m.(type) {
	case model.Classifier:
		values, _, err = m.Decision(nil, x, "ovr")
	case model.Regressor:
		values, err = m.Predict(nil, x)
	}
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// relative fails unless two lists differ by at most a share of the largest number.
func relative(t testing.TB, what string, got, want []float64, share float64) {
	t.Helper()
	largest := 0.0
	for _, v := range want {
		largest = max(largest, math.Abs(v))
	}
	support.Within(t, what, got, want, share*largest)
}

// everySeventh returns the rows 0, 7, 14, ...
func everySeventh(x sample.Set) sample.Set {
	var rows []int
	for i := 0; i < x.Len(); i += 7 {
		rows = append(rows, i)
	}
	return x.Select(rows)
}

// classesOf returns labels as classes, in ascending order.
func TestLowRankIsScikitLearns(t *testing.T) {
	var g struct {
		Tolerance float64
		Seed      int
		Cases     []struct {
			Data, Kernel, Loss string
			Landmarks          []int32
			Gamma, Coef0       float64
			C, Epsilon         float64
			Degree             int
			Values             []float64
		}
	}
	facts.Golden(t, "lowrank.json", &g)
	for _, c := range g.Cases {
		t.Run(c.Data+" "+c.Kernel+" "+c.Loss, func(t *testing.T) {
			x, y := facts.Libsvm(t, c.Data)
			spec := kernel.Spec{Name: c.Kernel, Gamma: kernel.Width{Value: c.Gamma}, Degree: c.Degree, Coef0: c.Coef0}
			choice := lowrank.Choice{NComponents: len(c.Landmarks), Landmarks: lowrank.Random, Precision: lowrank.Float32}
			if c.Data == "housing_scale" {
				m := linear.NewLowRankSVR(catalog.Kernel)
				m.Kernel, m.Choice, m.Seed, m.Loss, m.C, m.Epsilon, m.Tol, m.MaxIter = spec, choice, g.Seed, c.Loss, c.C, c.Epsilon, 1e-8, 1e6
				converge(t, m, model.NewTraining(x, model.Values(y)))
				if !slices.Equal(m.Result.Indices, c.Landmarks) {
					t.Fatalf("landmarks %v, want %v", m.Result.Indices, c.Landmarks)
				}
				relative(t, "prediction", values(t, m, everySeventh(x)), c.Values, g.Tolerance)
				return
			}
			m := linear.NewLowRankSVC(catalog.Kernel)
			m.Kernel, m.Choice, m.Seed, m.Loss, m.C, m.Tol, m.MaxIter = spec, choice, g.Seed, c.Loss, c.C, 1e-8, 1e6
			converge(t, m, model.NewTraining(x, facts.Classes(y)))
			if !slices.Equal(m.Result.Indices, c.Landmarks) {
				t.Fatalf("landmarks %v, want %v", m.Result.Indices, c.Landmarks)
			}
			relative(t, "decision value", values(t, m, everySeventh(x)), c.Values, g.Tolerance)
		})
	}
}

// If all samples are landmarks, and the bias is not penalised, the machines are SVC and SVR, but
// for features in float32.
func TestAllLandmarksAreTheExactMachine(t *testing.T) {
	x, labels := facts.Libsvm(t, "heart_scale")
	exact, low := svm.NewSVC(catalog.Kernel), linear.NewLowRankSVC(catalog.Kernel)
	exact.Kernel.Gamma, low.Kernel.Gamma = kernel.Width{Value: 0.1}, kernel.Width{Value: 0.1}
	exact.Tol, low.Tol, low.NComponents, low.InterceptPenalty, low.MaxIter = 1e-9, 1e-8, 300, false, 1e6
	training := model.NewTraining(x, facts.Classes(labels))
	converge(t, exact, training)
	converge(t, low, training)
	relative(t, "decision value", values(t, low, x), values(t, exact, x), 1e-5)
	if !(low.Result.DualityGaps[0] <= 1e-4) {
		t.Errorf("the duality gap is %v", low.Result.DualityGaps[0])
	}

	x, y := facts.Libsvm(t, "mpg_scale")
	regression, lowRegression := svm.NewSVR(catalog.Kernel), linear.NewLowRankSVR(catalog.Kernel)
	regression.Epsilon, lowRegression.Epsilon = 0.5, 0.5
	regression.Tol, lowRegression.Tol, lowRegression.NComponents, lowRegression.InterceptPenalty, lowRegression.MaxIter = 1e-9, 1e-8, 400, false, 1e6
	converge(t, regression, model.NewTraining(x, model.Values(y)))
	converge(t, lowRegression, model.NewTraining(x, model.Values(y)))
	relative(t, "prediction", values(t, lowRegression, x), values(t, regression, x), 1e-5)
}

// With the same landmarks the machines are Nystroem and then the linear machine with features
// in float64: for every loss, with weights, with and without a bias, with several classes.
func TestLowRankIsAPipeline(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n, k := rapid.IntRange(30, 60).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "k")
		dense, y, target := clouds(rng, n, 3, k)
		var x sample.Set = dense
		if rapid.Bool().Draw(t, "sparse") {
			x = support.Sparse(dense)
		}
		weight := make([]float64, n)
		for i := range weight {
			weight[i] = []float64{0, 0.5, 1, 2}[rng.IntN(4)]
			if i < k {
				weight[i] = 1 // no class is without samples
			}
			// Weights that add up to the same in two classes can leave a bias that is not penalised
			// an interval.
			weight[i] *= 1 + rng.Float64()/8
		}
		seed, m := rapid.IntRange(0, 100).Draw(t, "seed"), rapid.IntRange(3, 12).Draw(t, "m")
		spec := kernel.Spec{Name: "rbf", Gamma: kernel.Width{Value: 0.3}}
		map_ := prep.NewNystroem(catalog.Kernel)
		map_.Kernel, map_.NComponents, map_.Seed = spec, m, seed
		training := model.NewTraining(x, model.Classes{Of: y, Count: k})
		training.Weight = weight
		converge(t, map_, training)
		table, err := map_.Transform(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		bias := rapid.SampledFrom([]string{"penalised", "free", "none"}).Draw(t, "bias")
		choice := lowrank.Choice{NComponents: m, Landmarks: lowrank.Random, Precision: lowrank.Float32}

		loss := rapid.SampledFrom([]string{"hinge", "squaredHinge", "modifiedHuber", "logistic"}).Draw(t, "loss")
		plain, low := linear.NewLinearSVC(), linear.NewLowRankSVC(catalog.Kernel)
		plain.Loss, plain.FitIntercept, plain.InterceptPenalty, plain.Tol, plain.MaxIter = loss, bias != "none", bias != "free", 1e-9, 1e6
		low.Loss, low.FitIntercept, low.InterceptPenalty, low.Tol, low.MaxIter = loss, bias != "none", bias != "free", 1e-9, 1e6
		low.Kernel, low.Choice, low.Seed = spec, choice, seed
		linearTraining := training
		linearTraining.X = table
		converge(t, plain, linearTraining)
		converge(t, low, training)
		compare(t, "decision value", low, plain, x, table)

		loss = rapid.SampledFrom([]string{"epsilonInsensitive", "squaredEpsilonInsensitive", "gaussian", "huber"}).Draw(t, "residual loss")
		line, lowLine := linear.NewLinearSVR(), linear.NewLowRankSVR(catalog.Kernel)
		line.Epsilon, lowLine.Epsilon = 0.2, 0.2
		line.Loss, line.FitIntercept, line.InterceptPenalty, line.Tol, line.MaxIter = loss, bias != "none", bias != "free", 1e-9, 1e6
		lowLine.Loss, lowLine.FitIntercept, lowLine.InterceptPenalty, lowLine.Tol, lowLine.MaxIter = loss, bias != "none", bias != "free", 1e-9, 1e6
		lowLine.Kernel, lowLine.Choice, lowLine.Seed = spec, choice, seed
		training.Target, linearTraining.Target = model.Values(target), model.Values(target)
		converge(t, line, linearTraining)
		converge(t, lowLine, training)
		compare(t, "prediction", lowLine, line, x, table)
	})
}

// compare fails unless two machines have the same values, up to the rounding of features.
func compare(t rapid.TB, what string, low, plain model.Machine, x, table sample.Set) {
	t.Helper()
	valuesOf := func(m model.Machine, x sample.Set) (values []float64) {
		var err error
		switch m := m.(type) {
		case model.Classifier:
			values, _, err = m.Decision(nil, x, "ovr")
		case model.Regressor:
			values, err = m.Predict(nil, x)
		}
		if err != nil {
			t.Fatal(err)
		}
		return values
	}
	got, want := valuesOf(low, x), valuesOf(plain, table)
	largest := 1.0
	for _, v := range want {
		largest = max(largest, math.Abs(v))
	}
	support.Within(t, what, got, want, 3e-5*largest)
}

// The duality gap of a fit that ends early bounds how far its objective is above the least.
func TestDualityGapIsABound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	x, y, target := clouds(rng, 200, 3, 2)
	for _, free := range []bool{false, true} {
		for _, loss := range []string{"hinge", "squaredHinge", "modifiedHuber", "logistic"} {
			objective := func(maxIter float64) (value, gap float64) {
				m := linear.NewLowRankSVC(catalog.Kernel)
				m.Loss, m.MaxIter, m.Tol, m.NComponents, m.InterceptPenalty, m.C = loss, maxIter, 1e-9, 30, !free, 3
				fit(t, m, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
				return marginObjective(t, m, x, y, free), m.Result.DualityGaps[0]
			}
			least, rest := objective(1e6)
			if !(rest <= 1e-3*least) {
				t.Errorf("%s, free %v: the gap of the solution is %v of %v", loss, free, rest, least)
			}
			for _, passes := range []float64{1, 2, 5, 20} {
				value, gap := objective(passes)
				if above := value - least; !(above <= gap*(1+1e-6)+1e-4) {
					t.Errorf("%s, free %v, %v passes: %v above the least objective, but the gap is %v", loss, free, passes, above, gap)
				}
				if passes == 1 && !(gap >= 1e-6) {
					t.Errorf("%s, free %v: a gap of %v after one pass", loss, free, gap)
				}
			}
		}
	}
	m := linear.NewLowRankSVR(catalog.Kernel)
	m.Tol, m.NComponents, m.MaxIter = 1e-9, 30, 1e6
	fit(t, m, model.NewTraining(x, model.Values(target)))
	if gap := m.Result.DualityGaps[0]; !(gap <= 1e-4) {
		t.Errorf("the duality gap of a regression is %v", gap)
	}
}

// marginObjective is the primal objective of a LowRankSVC with two classes, from what it
// predicts and the squared norm of its function.
func marginObjective(t testing.TB, m *linear.LowRankSVC, x sample.Set, y []int32, free bool) float64 {
	t.Helper()
	f := m.Result
	sum := 0.0
	for i := range f.Indices { // |f|^2 = a' K a
		for j := range f.Indices {
			sum += f.Coef[i] * f.Coef[j] * gauss(f.Vectors, i, j, f.Widths[0]) / 2
		}
	}
	if !free {
		sum += f.Intercept[0] * f.Intercept[0] / 2
	}
	for i, v := range values(t, m, x) {
		z := 1 - float64(2*y[i]-1)*v
		switch {
		case m.Loss == "logistic":
			sum += m.C * math.Log1p(math.Exp(z-1))
		case z <= 0:
		case m.Loss == "hinge":
			sum += m.C * z
		case m.Loss == "modifiedHuber" && z > 2:
			sum += m.C * 4 * (z - 1)
		default:
			sum += m.C * z * z
		}
	}
	return sum
}

func gauss(x sample.Set, i, j int, gamma float64) float64 {
	a, b, square := make([]float64, x.Dim()), make([]float64, x.Dim()), 0.0
	x.Dense(a, i)
	x.Dense(b, j)
	for c := range a {
		square += (a[c] - b[c]) * (a[c] - b[c])
	}
	return math.Exp(-gamma * square)
}

// fit fits a machine, whatever ends the fit.
func fit(t testing.TB, m model.Machine, training model.Training) {
	t.Helper()
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
}

// kMeans needs vectors; 'auto' takes landmarks at random where there are none.
func TestLandmarksOfOtherKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	x, y, _ := clouds(rng, 40, 3, 2)
	matrix := &sample.Matrix{N: 40, D: 40, X: make([]float64, 1600)}
	for i := range 40 {
		for j := range 40 {
			matrix.X[i*40+j] = gauss(x, i, j, 0.3)
		}
	}
	for _, how := range []string{lowrank.Auto, lowrank.Random, lowrank.Leverage} {
		given, own := linear.NewLowRankSVC(catalog.Kernel), linear.NewLowRankSVC(catalog.Kernel)
		given.Kernel.Name, own.Kernel.Gamma = "precomputed", kernel.Width{Value: 0.3}
		given.NComponents, own.NComponents, given.Landmarks, own.Landmarks = 8, 8, how, how
		if how == lowrank.Auto {
			own.Landmarks = lowrank.Random
		}
		fit(t, given, model.NewTraining(matrix, model.Classes{Of: y, Count: 2}))
		fit(t, own, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
		relative(t, "decision value", values(t, given, matrix), values(t, own, x), 1e-6)
	}
	m := linear.NewLowRankSVC(catalog.Kernel)
	m.Kernel.Name, m.Landmarks = "precomputed", lowrank.KMeans
	_, err := m.Fit(nil, model.NewTraining(matrix, model.Classes{Of: y, Count: 2}))
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.Option || refused.Argument != "landmarks" {
		t.Errorf("kMeans of a precomputed kernel gives %v", err)
	}
}

// The centres of clusters are dense: there are no clusters of very wide samples.
func TestNoClustersOfWideSamples(t *testing.T) {
	x := &sample.CSR{N: 6, D: 1 << 20, Ptr: []int32{0, 1, 2, 3, 4, 5, 6}, Index: []int32{1, 2, 3, 4, 5, 6}, Value: []float64{1, 1, 1, 1, 1, 1}}
	training := model.NewTraining(x, model.Values{0, 1, 2, 3, 4, 5})
	m := linear.NewLowRankSVR(catalog.Kernel)
	m.NComponents, m.Kernel.Gamma = 3, kernel.Width{Value: 1}
	fit(t, m, training)
	m.NComponents = 5
	fit(t, m, training) // at random
	if len(m.Result.Indices) != 5 {
		t.Errorf("%d samples are landmarks, want 5 at random", len(m.Result.Indices))
	}
	m.Landmarks = lowrank.KMeans
	_, err := m.Fit(nil, training)
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != fault.Option || refused.Argument != "landmarks" {
		t.Errorf("kMeans of %d columns gives %v", x.D, err)
	}
}

// A stop while the features are computed leaves no model, and one during the descent keeps the
// best solution so far.
func TestLowRankEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	x, y, _ := clouds(rng, 2000, 3, 2)
	seen := map[string]bool{}
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		seen[r.Phase] = true
		if r.Iteration > 0 {
			return run.Stop
		}
		return run.Continue
	}}.Ctl()
	m := linear.NewLowRankSVC(catalog.Kernel)
	m.NComponents, m.C = 20, 1000
	report, err := m.Fit(ctl, model.NewTraining(x, model.Classes{Of: y, Count: 2}))
	if err != nil || report.Status != run.Stopped || m.Result.DualityGaps[0] <= 0 {
		t.Errorf("status %q with the gaps %v, error %v", report.Status, m.Result.DualityGaps, err)
	}
	for _, phase := range []string{"landmarks", "eigenvectors", "features"} {
		if !seen[phase] {
			t.Errorf("no report of the phase %q, only %v", phase, seen)
		}
	}
}
