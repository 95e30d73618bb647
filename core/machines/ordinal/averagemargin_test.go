package ordinal_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
)

func matrix(d int, x ...float64) *sample.Matrix { return &sample.Matrix{N: len(x) / d, D: d, X: x} }

// draw returns n samples of k ranks, whose means lie on a curve, with noise.
func draw(rng *rand.Rand, n, d, k int, noise float64) (*sample.Matrix, []int32) {
	x, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	for i := range n {
		y[i] = int32(rng.IntN(k))
		for j := range d {
			x.X[i*d+j] = float64(y[i])*(1+0.2*float64(j)) + noise*rng.NormFloat64()
		}
	}
	return x, y
}

func averageMargin(t testing.TB, training model.Training, change func(o *ordinal.OrdinalAverageMarginOptions)) (*ordinal.OrdinalAverageMargin, *ordinal.OrdinalAverageMarginFit) {
	t.Helper()
	m := ordinal.NewOrdinalAverageMargin(catalog.Kernel)
	m.Kernel.Name = "linear"
	if change != nil {
		change(&m.OrdinalAverageMarginOptions)
	}
	if _, err := m.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return m, m.Result
}

func utilities(t testing.TB, m model.Classifier, x sample.Set) []float64 {
	t.Helper()
	f, cols, err := m.Decision(nil, x, "")
	if err != nil || cols != 1 {
		t.Fatal(cols, err)
	}
	return f
}

// The specification's case: X = 0, 1, 3 with ranks 1, 2, 3 has r = (-2, 0, 2) and w = 1.
func TestAverageMarginByHand(t *testing.T) {
	m, fit := averageMargin(t, model.NewTraining(matrix(1, 0, 1, 3), ranked(3, 0, 1, 2)), nil)
	support.Near(t, "w", utilities(t, m, matrix(1, 1)), []float64{1}, 1e-15)
	// s = 36; r = (-2, 0, 2) over its root. The three pairs differ by 1, 2 and 3.
	support.Near(t, "coefficients", fit.Coef, []float64{-2. / 6, 2. / 6}, 1e-15)
	support.Near(t, "average margin", []float64{fit.Margin}, []float64{2}, 1e-15)
	support.Near(t, "boundaries", fit.Thresholds, []float64{0.5, 2}, 1e-15)
	got, err := m.Predict(nil, matrix(1, -5, 0.5, 0.51, 2, 2.01))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int32{0, 0, 1, 1, 2} {
		if got[i] != want {
			t.Errorf("rank %d of row %d, want %d: an interval is open below and closed above", got[i], i, want)
		}
	}
}

// The closed form equals the sum over all pairs, weighted by products, and no other
// function of norm 1 has a larger mean difference.
func TestAverageMarginIsTheSumOverPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(161, 1))
	const n, d = 40, 3
	x, y := draw(rng, n, d, 4, 1)
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = float64(i%4) / 2
	}
	training := model.NewTraining(x, ranked(4, y...))
	training.Weight = weight
	m, fit := averageMargin(t, training, nil)
	mean := func(f []float64) float64 {
		sum, mass := 0.0, 0.0
		for i := range n {
			for j := range n {
				if y[i] < y[j] {
					sum, mass = sum+weight[i]*weight[j]*(f[j]-f[i]), mass+weight[i]*weight[j]
				}
			}
		}
		return sum / mass
	}
	support.Near(t, "average margin", []float64{fit.Margin}, []float64{mean(utilities(t, m, x))}, 1e-12)
	w := utilities(t, m, matrix(d, 1, 0, 0, 0, 1, 0, 0, 0, 1))
	support.Near(t, "norm", []float64{math.Hypot(math.Hypot(w[0], w[1]), w[2])}, []float64{1}, 1e-12)
	for range 200 {
		v := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		length, f := math.Hypot(math.Hypot(v[0], v[1]), v[2]), make([]float64, n)
		for i := range f {
			for j := range v {
				f[i] += v[j] / length * x.X[i*d+j]
			}
		}
		if mean(f) > fit.Margin {
			t.Fatalf("%v has a larger average margin", v)
		}
	}
}

// Of two ranks it is AverageMarginClassifier with balanced classes, and a precomputed
// kernel gives the same function.
func TestAverageMarginRelations(t *testing.T) {
	rng := rand.New(rand.NewPCG(162, 1))
	x, y := draw(rng, 60, 3, 3, 1)
	rbf := func(o *ordinal.OrdinalAverageMarginOptions) {
		o.Kernel.Name, o.Kernel.Gamma = "rbf", kernel.Width{Value: 0.3}
	}
	m, fit := averageMargin(t, model.NewTraining(x, ranked(3, y...)), rbf)
	want := utilities(t, m, x)
	g := matrix(60, make([]float64, 3600)...)
	for i := range 60 {
		for j := range 60 {
			s := 0.0
			for c := range 3 {
				s += (x.X[3*i+c] - x.X[3*j+c]) * (x.X[3*i+c] - x.X[3*j+c])
			}
			g.X[60*i+j] = math.Exp(-0.3 * s)
		}
	}
	p, given := averageMargin(t, model.NewTraining(g, ranked(3, y...)), func(o *ordinal.OrdinalAverageMarginOptions) { o.Kernel.Name = "precomputed" })
	support.Near(t, "precomputed", utilities(t, p, g), want, 1e-12)
	support.Near(t, "boundaries", given.Thresholds, fit.Thresholds, 1e-12)

	two := make([]int32, 60)
	for i, rank := range y {
		two[i] = min(rank, 1)
	}
	m, _ = averageMargin(t, model.NewTraining(x, ranked(2, two...)), rbf)
	other := parzen.NewAverageMarginClassifier(catalog.Kernel)
	other.Kernel.Name, other.Kernel.Gamma, other.ClassWeight.Name = "rbf", kernel.Width{Value: 0.3}, "balanced"
	if _, err := other.Fit(nil, model.NewTraining(x, model.Classes{Of: two, Count: 2})); err != nil {
		t.Fatal(err)
	}
	support.Near(t, "two ranks", utilities(t, m, x), utilities(t, other, x), 1e-12)
}

// Ranks without samples are never predicted, wherever they stand.
func TestRanksWithoutSamplesAreNeverPredicted(t *testing.T) {
	for _, rule := range []string{"pairs", "errors"} {
		m, fit := averageMargin(t, model.NewTraining(matrix(1, 0, 1, 2, 3, 4, 5), ranked(7, 1, 1, 3, 3, 4, 4)),
			func(o *ordinal.OrdinalAverageMarginOptions) { o.Thresholds = rule })
		support.Near(t, "boundaries", fit.Thresholds, []float64{-math.MaxFloat64, 1.5, 1.5, 3.5, math.MaxFloat64, math.MaxFloat64}, 1e-15)
		got, err := m.Predict(nil, matrix(1, -1e9, 1, 1.6, 3, 4, 1e9))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []int32{1, 1, 3, 3, 4, 4} {
			if got[i] != want {
				t.Errorf("%s: rank %d of row %d, want %d", rule, got[i], i, want)
			}
		}
	}
}

// A hundred thousand rows take work in proportion to n log n with the linear kernel, also when
// every row has a rank of its own: a pass has a checkpoint for 16 rows, and work on all pairs of
// rows would have 600,000, one for every 16,384 elements.
func TestAverageMarginOfManyRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(163, 1))
	const n, d = 100_000, 10
	for _, k := range []int{5, n} {
		x, y := draw(rng, n, d, k, 1)
		m := ordinal.NewOrdinalAverageMargin(catalog.Kernel)
		m.Kernel.Name, m.Thresholds = "linear", "pairs"
		ctl, checkpoints := support.Counting()
		if _, err := m.Fit(ctl, model.NewTraining(x, ranked(k, y...))); err != nil {
			t.Fatal(err)
		}
		if count := checkpoints(); count < n/100 || count > n/10 {
			t.Errorf("%d rows of %d ranks took %d checkpoints", n, k, count)
		}
	}
}

// Bug: products of up to four weights left the range. Only their shares count, and powers of two round
// nothing. Of a rank whose weights are tiny beside those of the other one, it is the difference of the
// means that counts: 0 and 1.5, with the closed form <w, x> = x. Pairs without weight are refused.
func TestProductsOfWeights(t *testing.T) {
	weighted := func(low, high float64) model.Training {
		training := model.NewTraining(matrix(1, 0, 1, 2), ranked(2, 0, 1, 1))
		training.Weight = []float64{low, high, high}
		return training
	}
	m, want := averageMargin(t, weighted(1, 1), nil)
	f := utilities(t, m, matrix(1, 0, 1, 2))
	for _, w := range []float64{0x1p-1000, 0x1p-280, 0x1p280, 0x1p1000} {
		m, fit := averageMargin(t, weighted(w, w), nil)
		support.Within(t, "utilities", utilities(t, m, matrix(1, 0, 1, 2)), f, 0)
		support.Within(t, "margin and boundary", []float64{fit.Margin, fit.Thresholds[0]}, []float64{want.Margin, want.Thresholds[0]}, 0)
	}
	_, fit := averageMargin(t, weighted(1e-200, 1), nil)
	support.Near(t, "margin of a light rank", []float64{fit.Margin}, []float64{1.5}, 1e-14)
	var e *fault.Error
	if _, err := ordinal.NewOrdinalAverageMargin(catalog.Kernel).Fit(nil, weighted(1e-200, 1e200)); !errors.As(err, &e) || e.Code != fault.Weight {
		t.Errorf("weights without products: %v", err)
	}
}
