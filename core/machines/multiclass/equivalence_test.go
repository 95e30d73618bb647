package multiclass_test

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
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/multiclass"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func equivalence(t rapid.TB, training model.Training, set func(*multiclass.EquivalenceSVCOptions)) (*multiclass.EquivalenceSVC, model.Report) {
	t.Helper()
	m := multiclass.NewEquivalenceSVC(catalog.Kernel)
	set(&m.EquivalenceSVCOptions)
	report, err := m.Fit(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return m, report
}

func judged(t rapid.TB, m *multiclass.EquivalenceSVC, x sample.Set, pairs []float64) []float64 {
	t.Helper()
	values, err := m.Judge(nil, x, pairs)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// allPairs are the pairs of n rows, each once.
func allPairs(n int) (pairs []float64) {
	for i := range n {
		for j := i + 1; j < n; j++ {
			pairs = append(pairs, float64(i), float64(j))
		}
	}
	return pairs
}

// clusters are n rows of d features around a centre for each of k classes.
func clusters(rng *rand.Rand, n, d, k int) model.Training {
	x, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			x.X[i*d+j] = rng.NormFloat64() + 2*math.Sin(float64(3*int(y[i])+j))
		}
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: k})
}

// The pairs written out, their kernel matrix given to LIBSVM: the values of pairs, those of
// classes, the constant and the number of support pairs.
func TestEquivalenceSVCAsLibsvmOverPairs(t *testing.T) {
	var g struct {
		Tolerance float64
		Cases     []struct {
			Pairwise, Kernel              string
			Classes                       int
			Balanced                      bool
			C, Constant                   float64
			X, Weights, New, Asked, Means []float64
			Values                        []float64
			Y                             []int32
			SupportPairs                  int
		}
	}
	facts.Golden(t, "equivalence.json", &g)
	for _, c := range g.Cases {
		n := len(c.Y)
		training := model.NewTraining(&sample.Matrix{N: n, D: 2, X: c.X}, model.Classes{Of: c.Y, Count: c.Classes})
		training.Weight = c.Weights
		for _, shrinking := range []bool{true, false} {
			m, report := equivalence(t, training, func(o *multiclass.EquivalenceSVCOptions) {
				o.Pairwise, o.C, o.Tol, o.Shrinking = c.Pairwise, c.C, 1e-10, shrinking
				o.Kernel = kernel.Spec{Name: c.Kernel, Gamma: kernel.Width{Value: 0.5}, Degree: 2, Coef0: 1}
				if c.Balanced {
					o.PairWeight = "balanced"
				}
			})
			rows := &sample.Matrix{N: n + 6, D: 2, X: slices.Concat(c.X, c.New)}
			if report.Status != run.Converged || !(m.Result.DualityGap <= 1e-6) {
				t.Errorf("%s, gap %v", report.Status, m.Result.DualityGap)
			}
			support.Near(t, "values of pairs", judged(t, m, rows, c.Asked), c.Values, g.Tolerance)
			support.NearNumber(t, "constant", m.Result.Constant, c.Constant, g.Tolerance)
			if got := len(m.Result.PairCoef); !(math.Abs(float64(got-c.SupportPairs)) <= 1) {
				t.Errorf("%d support pairs, want %d", got, c.SupportPairs)
			}
			fresh := &sample.Matrix{N: 6, D: 2, X: c.New}
			values, cols, err := m.Decision(nil, fresh, "")
			if err != nil {
				t.Fatal(err)
			}
			classes, err := m.Predict(nil, fresh)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 6 {
				means := c.Means[i*c.Classes : (i+1)*c.Classes]
				average := 0.0
				for _, v := range means {
					average += v / float64(c.Classes)
				}
				if cols == 1 {
					support.NearNumber(t, "value of two classes", values[i], means[1]-means[0], g.Tolerance)
				} else {
					for k, v := range means {
						support.NearNumber(t, "value of a class", values[i*cols+k], v-average, g.Tolerance)
					}
				}
				if best := slices.Index(means, slices.Max(means)); int(classes[i]) != best {
					t.Errorf("%s, %s: row %d is of class %d, want %d", c.Pairwise, c.Kernel, i, classes[i], best)
				}
			}
		}
	}
}

// With the linear kernel metric learning is SVC with the kernel <x, z>^2 on differences of rows.
func TestEquivalenceSVCIsSVCOfDifferences(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 16))
		k, d := rapid.IntRange(2, 4).Draw(t, "k"), rapid.IntRange(1, 4).Draw(t, "d")
		n := rapid.IntRange(2*k, 20).Draw(t, "n")
		c := math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "C"))
		training := clusters(rng, n, d, k)
		x, y := training.X.(*sample.Matrix), training.Labels()
		pairs := allPairs(n)
		differences, kind := &sample.Matrix{N: len(pairs) / 2, D: d}, make([]int32, len(pairs)/2)
		for p := range kind {
			i, j := int(pairs[2*p]), int(pairs[2*p+1])
			if y[i] == y[j] {
				kind[p] = 1
			}
			for q := range d {
				differences.X = append(differences.X, x.Row(i)[q]-x.Row(j)[q])
			}
		}
		known := svm.NewSVC(catalog.Kernel)
		known.C, known.Tol = c, 1e-9
		known.Kernel = kernel.Spec{Name: "poly", Gamma: kernel.Width{Value: 1}, Degree: 2}
		if _, err := known.Fit(nil, model.NewTraining(differences, model.Classes{Of: kind, Count: 2})); err != nil {
			t.Fatal(err)
		}
		want, _, err := known.Decision(nil, differences, "")
		if err != nil {
			t.Fatal(err)
		}
		m, _ := equivalence(t, training, func(o *multiclass.EquivalenceSVCOptions) { o.C, o.Tol, o.Kernel = c, 1e-9, linear })
		support.Near(t, "values of pairs", judged(t, m, x, pairs), want, 1e-6)
	})
}

// The relation does not depend on the order of a pair, not even in the last bit; the value of a
// class is the mean of the values of pairs with its rows, less the average of these means; and a
// file keeps all of that.
func TestEquivalenceSVCClassifiesByMeansOfPairs(t *testing.T) {
	support.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 17))
		k := rapid.IntRange(2, 4).Draw(t, "k")
		n := rapid.IntRange(2*k, 24).Draw(t, "n")
		training := clusters(rng, n, 3, k)
		for range n {
			training.Weight = append(training.Weight, 0.5+rng.Float64())
		}
		name := rapid.SampledFrom([]string{"metricLearning", "tensorProduct"}).Draw(t, "pairwise")
		most := rapid.SampledFrom([]float64{20, 1e5}).Draw(t, "maxPairs")
		made, report := equivalence(t, training, func(o *multiclass.EquivalenceSVCOptions) {
			o.Pairwise, o.Kernel, o.MaxPairs = name, rbf(0.2), most
		})
		bytes, err := codec.Encode(codec.Model{Name: "EquivalenceSVC", Classes: codec.Classes{Kind: "number", Names: []string{"0", "1", "2", "3"}[:k]}, Report: report, Machine: made})
		if err != nil {
			t.Fatal(err)
		}
		again, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		m := again.Machine.(*multiclass.EquivalenceSVC)
		fresh := clusters(rng, 5, 3, k).X.(*sample.Matrix)
		x := &sample.Matrix{N: n + 5, D: 3, X: slices.Concat(training.X.(*sample.Matrix).X, fresh.X)}
		values, cols, err := m.Decision(nil, fresh, "")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 5 {
			var there, back []float64
			for j := range n {
				there, back = append(there, float64(n+i), float64(j)), append(back, float64(j), float64(n+i))
			}
			f := judged(t, m, x, there)
			if !slices.Equal(f, judged(t, m, x, back)) || !slices.Equal(f, judged(t, made, x, there)) {
				t.Fatal("the value of a pair depends on its order, or on a file")
			}
			mean, total, average := make([]float64, k), make([]float64, k), 0.0
			for j, c := range training.Labels() {
				mean[c] += training.Weight[j] * f[j]
				total[c] += training.Weight[j]
			}
			for c := range k {
				mean[c] /= total[c]
				average += mean[c] / float64(k)
			}
			if cols == 1 {
				support.NearNumber(t, "value of two classes", values[i], mean[1]-mean[0], 1e-9*(1+math.Abs(average)))
				continue
			}
			for c, v := range mean {
				support.NearNumber(t, "value of a class", values[i*cols+c], v-average, 1e-9*(1+math.Abs(average)))
			}
		}
	})
}

// Of too many pairs as many of either kind are drawn, as far as there are; drawing decides
// nothing when there are few enough.
func TestEquivalenceSVCDrawsPairs(t *testing.T) {
	training := clusters(rand.New(rand.NewPCG(1, 18)), 40, 2, 4) // 780 pairs, 180 of the same class
	for _, c := range []struct{ most, pairs, same float64 }{{100, 100, 50}, {500, 500, 180}, {779, 779, 180}, {780, 780, 180}, {1e9, 780, 180}} {
		var first []float64
		for seed := range 2 {
			m, _ := equivalence(t, training, func(o *multiclass.EquivalenceSVCOptions) { o.MaxPairs, o.Seed, o.Tol = c.most, seed, 1e-8 })
			if f := m.Result; f.Pairs != c.pairs || f.SamePairs != c.same {
				t.Errorf("maxPairs %v: %v pairs, %v of the same class; want %v", c.most, f.Pairs, f.SamePairs, c)
			}
			if values := judged(t, m, training.X, allPairs(40)); seed == 0 {
				first = values
			} else if got := slices.Equal(values, first); got != (c.most >= 780) {
				t.Errorf("maxPairs %v: seeds decide: %v", c.most, !got)
			}
		}
	}
}

// What is learnt holds for classes that were never seen: two features of ten tell classes apart,
// and the pairs of new classes are told apart by them, unlike by distances.
func TestEquivalenceSVCKnowsClassesThatItNeverSaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 19))
	draw := func(n, k int) model.Training {
		x, y := &sample.Matrix{N: n, D: 10, X: make([]float64, n*10)}, make([]int32, n)
		centre := make([]float64, 2*k)
		for at := range centre {
			centre[at] = 3 * rng.NormFloat64()
		}
		for i := range n {
			y[i] = int32(i % k)
			for j := range 10 {
				if x.X[i*10+j] = 3 * rng.NormFloat64(); j < 2 {
					x.X[i*10+j] = centre[2*int(y[i])+j] + 0.5*rng.NormFloat64()
				}
			}
		}
		return model.NewTraining(x, model.Classes{Of: y, Count: k})
	}
	m, _ := equivalence(t, draw(80, 8), func(o *multiclass.EquivalenceSVCOptions) {
		o.C, o.Kernel, o.PairWeight = 1e-4, linear, "balanced"
	})
	other := draw(60, 6)
	x, pairs := other.X.(*sample.Matrix), allPairs(60)
	distance := make([]float64, len(pairs)/2)
	for p := range distance {
		for j, v := range x.Row(int(pairs[2*p])) {
			distance[p] -= math.Pow(v-x.Row(int(pairs[2*p+1]))[j], 2)
		}
	}
	// The share of pairs of a same and a different pair in order: the area under the ROC curve.
	area := func(f []float64) float64 {
		right, all := 0.0, 0.0
		for p, v := range f {
			for q, w := range f {
				if same := other.Labels()[int(pairs[2*p])] == other.Labels()[int(pairs[2*p+1])]; same && other.Labels()[int(pairs[2*q])] != other.Labels()[int(pairs[2*q+1])] {
					if all++; v > w {
						right++
					}
				}
			}
		}
		return right / all
	}
	if learnt, plain := area(judged(t, m, x, pairs)), area(distance); learnt < 0.9 || learnt < plain+0.1 {
		t.Errorf("area under the curve %.3f, of distances %.3f", learnt, plain)
	}
}

func is(err error, code fault.Code) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Code == code
}

// Wrong input, and what a fit refuses.
func TestEquivalenceSVCRefuses(t *testing.T) {
	training := clusters(rand.New(rand.NewPCG(1, 20)), 12, 2, 3)
	m, _ := equivalence(t, training, func(*multiclass.EquivalenceSVCOptions) {})
	for _, c := range []struct {
		pairs []float64
		code  fault.Code
	}{{[]float64{0, 1, 2}, fault.Shape}, {[]float64{0, 12}, fault.Option}, {[]float64{-1, 2}, fault.Option}, {[]float64{0, 0.5}, fault.Option}, {[]float64{math.NaN(), 2}, fault.Option}, {[]float64{1e300, 0}, fault.Option}} {
		if _, err := m.Judge(nil, training.X, c.pairs); !is(err, c.code) {
			t.Errorf("%v: %v", c.pairs, err)
		}
	}
	if values := judged(t, m, training.X, nil); len(values) != 0 {
		t.Error("no pairs have values")
	}
	if _, err := m.Judge(nil, &sample.Matrix{N: 1, D: 3, X: make([]float64, 3)}, nil); !is(err, fault.FeatureCount) {
		t.Errorf("another number of features: %v", err)
	}
	if _, err := multiclass.NewEquivalenceSVC(catalog.Kernel).Judge(nil, training.X, nil); !is(err, fault.NotFitted) {
		t.Errorf("not fitted: %v", err)
	}
	alone := model.NewTraining(&sample.Matrix{N: 3, D: 1, X: []float64{1, 2, 3}}, model.Classes{Of: []int32{0, 1, 2}, Count: 3})
	if _, err := multiclass.NewEquivalenceSVC(catalog.Kernel).Fit(nil, alone); !is(err, fault.Shape) {
		t.Errorf("a row for each class: %v", err)
	}
	training.Weight = []float64{1e200, 1, 1, 1e200, 1, 1, 1, 1, 1, 1, 1, 1}
	if _, err := multiclass.NewEquivalenceSVC(catalog.Kernel).Fit(nil, training); !is(err, fault.Weight) {
		t.Errorf("weights whose product overflows: %v", err)
	}
	huge := model.NewTraining(&sample.Matrix{N: 4, D: 1, X: []float64{1e100, 2e100, 3e100, 4e100}}, model.Classes{Of: []int32{0, 1, 0, 1}, Count: 2})
	large := multiclass.NewEquivalenceSVC(catalog.Kernel)
	large.Kernel = linear
	if _, err := large.Fit(nil, huge); !is(err, fault.Numeric) {
		t.Errorf("squares that overflow: %v", err)
	}
}
