package prep_test

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/prep"
	"maxmargin/core/model"
)

// encodersGolden is testdata/encoders.json, by core/internal/golden/encoders.py with
// scikit-learn 1.2.1. Categories are numbers from 0; missing values are -1 there.
type encodersGolden struct {
	Tolerance       float64
	X, Fresh, Known []float64
	Cols            int
	OneHot, Ordinal []struct {
		Options struct {
			Handle  string  `json:"handle_unknown"`
			Least   float64 `json:"min_frequency"`
			Most    int     `json:"max_categories"`
			Drop    string
			Unknown float64 `json:"unknown_value"`
			Missing float64 `json:"encoded_missing_value"`
		}
		Categories [][]int
		Known      bool
		Made       []float64
	}
}

// incomplete returns a table whose negative numbers are missing.
func incomplete(x []float64, cols int) *sample.Matrix {
	m := matrix(slices.Clone(x), cols)
	for i, v := range m.X {
		if v < 0 {
			m.X[i] = math.NaN()
		}
	}
	return m
}

// lists writes lists of numbers as the text of an option.
func lists(of [][]int) string {
	var parts []string
	for _, list := range of {
		parts = append(parts, strings.ReplaceAll(strings.Trim(fmt.Sprint(list), "[]"), " ", ","))
	}
	return strings.Join(parts, ";")
}

// The encoders give scikit-learn's numbers, bit for bit, with all that says which categories have
// a column, and unknown and missing ones.
func TestEncodersAsScikitLearn(t *testing.T) {
	var g encodersGolden
	facts.Golden(t, "encoders.json", &g)
	x, fresh, known := incomplete(g.X, g.Cols), incomplete(g.Fresh, g.Cols), incomplete(g.Known, g.Cols)
	test := func(what string, e model.Transformer, isKnown bool, want []float64) {
		t.Helper()
		if _, err := e.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		judged := fresh
		if isKnown {
			judged = known
		}
		made, err := e.Transform(nil, judged)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		within(t, what, all(made), want, g.Tolerance)
	}
	handled := map[string]string{"": "error", "ignore": "ignore", "infrequent_if_exist": "infrequentIfExist", "use_encoded_value": "useEncodedValue"}
	for _, c := range g.OneHot {
		for _, sparse := range []bool{true, false} {
			e, o := prep.NewOneHotEncoder(), c.Options
			e.HandleUnknown, e.MinFrequency, e.SparseOutput, e.Categories = handled[o.Handle], o.Least, sparse, lists(c.Categories)
			e.Drop = map[string]string{"": "none", "first": "first", "if_binary": "ifBinary"}[o.Drop]
			if o.Most > 0 {
				e.MaxCategories = float64(o.Most)
			}
			test(fmt.Sprintf("one-hot %+v, sparse %v", c.Options, sparse), e, c.Known, c.Made)
		}
	}
	for _, c := range g.Ordinal {
		e, o := prep.NewOrdinalEncoder(), c.Options
		e.HandleUnknown, e.UnknownValue, e.Categories = handled[o.Handle], o.Unknown, lists(c.Categories)
		e.EncodedMissingValue = o.Missing
		test(fmt.Sprintf("ordinal %+v", c.Options), e, c.Known, c.Made)
	}
}

// Categories may be any numbers, and samples sparse: numbers that are no small whole ones, zero
// of either sign, many different ones.
func TestCategoriesOfAnyNumbers(t *testing.T) {
	values := []float64{-2.5, 0, 1, 7, 70, 4000, 1e6, 0.1, -1e300}
	x := &sample.Matrix{N: 9000, D: 2, X: make([]float64, 18000)}
	for i := range x.N {
		x.X[2*i] = values[i%len(values)]
		x.X[2*i+1] = float64((i * 7919) % 9000) // each once, in no order
	}
	x.X[2] = math.Copysign(0, -1)
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	for _, set := range []sample.Set{x, support.Sparse(x)} {
		e := prep.NewOrdinalEncoder()
		if _, err := e.Fit(nil, model.NewTraining(set, nil)); err != nil {
			t.Fatal(err)
		}
		made, err := e.Transform(nil, set)
		if err != nil {
			t.Fatal(err)
		}
		codes := all(made)
		for i := range x.N {
			if want := slices.Index(sorted, values[i%len(values)]); codes[2*i] != float64(want) || codes[2*i+1] != x.X[2*i+1] {
				t.Fatalf("row %d: %v, want %d and %v", i, codes[2*i:2*i+2], want, x.X[2*i+1])
			}
		}
		hot := prep.NewOneHotEncoder()
		if _, err := hot.Fit(nil, model.NewTraining(set, nil)); err != nil {
			t.Fatal(err)
		}
		if made, err = hot.Transform(nil, set); err != nil || made.Dim() != 9009 {
			t.Fatalf("%v columns, %v", made.Dim(), err)
		}
		if s, sparse := made.(*sample.CSR); !sparse || len(s.Value) != 18000 {
			t.Errorf("one-hot columns are not one entry for each value")
		}
	}
}

// What encoders refuse says the place and the remedy.
func TestEncodersRefuse(t *testing.T) {
	missing := math.NaN()
	x := matrix([]float64{0, 5, 1, 6, 1, 5}, 2)
	fails := func(what string, e model.Transformer, train, judged *sample.Matrix, code fault.Code, words string) {
		t.Helper()
		_, err := e.Fit(nil, model.NewTraining(train, nil))
		if err == nil && judged != nil {
			_, err = e.Transform(nil, judged)
		}
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != code || !strings.Contains(f.Error(), words) {
			t.Errorf("%s: %v, want %s with %q", what, err, code, words)
		}
	}
	fails("unknown", prep.NewOneHotEncoder(), x, matrix([]float64{0, 5, 1, 7}, 2), fault.Type, "X[1, 1]")
	fails("unknown", prep.NewOrdinalEncoder(), x, matrix([]float64{2, 5}, 2), fault.Type, "handleUnknown")
	fails("missing only in new samples", prep.NewOneHotEncoder(), x, matrix([]float64{0, missing}, 2), fault.NonFinite, "X[0, 1]")
	fails("missing", prep.NewOrdinalEncoder(), matrix([]float64{0, missing}, 2), matrix([]float64{0, missing}, 2), fault.NonFinite, "SimpleImputer")
	fails("features", prep.NewOneHotEncoder(), x, matrix([]float64{0, 5, 1}, 3), fault.FeatureCount, "3")
	given := prep.NewOneHotEncoder()
	given.Categories = "0,1;5"
	fails("not given", given, x, nil, fault.Type, "X[1, 1]")
	few := prep.NewOrdinalEncoder()
	few.Categories = "0,1"
	fails("too few lists", few, x, nil, fault.Option, "2 columns")
	taken := prep.NewOrdinalEncoder()
	taken.HandleUnknown, taken.UnknownValue = "useEncodedValue", 1
	fails("a taken number", taken, x, nil, fault.Option, "unknownValue")
	taken = prep.NewOrdinalEncoder()
	taken.EncodedMissingValue = 0
	fails("a taken number", taken, x, nil, fault.Option, "encodedMissingValue")
	single := prep.NewOneHotEncoder()
	single.Drop = "first"
	fails("no column", single, matrix([]float64{3, 3}, 1), nil, fault.Option, "drop")
}

// maxCategories: 1 makes all categories one infrequent one. scikit-learn 1.2.1 then keeps them
// all, because it takes the last 0 of a list for all of it; 1.4 does as here.
func TestOneCategoryAtMost(t *testing.T) {
	e := prep.NewOneHotEncoder()
	e.MaxCategories = 1
	x := matrix([]float64{0, 1, 2, 2}, 1)
	if _, err := e.Fit(nil, model.NewTraining(x, nil)); err != nil {
		t.Fatal(err)
	}
	made, err := e.Transform(nil, x)
	if err != nil || made.Dim() != 1 || !slices.Equal(all(made), []float64{1, 1, 1, 1}) {
		t.Errorf("%v, %v", made, err)
	}
}

// A weight is a number of samples, also for what is infrequent.
func TestEncodersCountWeights(t *testing.T) {
	e := prep.NewOneHotEncoder()
	e.MinFrequency = 2
	data := model.NewTraining(matrix([]float64{0, 1, 2, 3}, 1), nil)
	data.Weight = []float64{2, 1, 1, 0}
	if _, err := e.Fit(nil, data); err != nil {
		t.Fatal(err)
	}
	if f := e.Result; !slices.Equal(f.Values, []float64{0, 1, 2}) || !slices.Equal(f.Places, []int32{0, 1, 1}) {
		t.Errorf("%+v", f)
	}
}

// Bug: rounding made a category infrequent that was as frequent as minFrequency asks: the sum of 60
// weights of 0.05 is less than 3, and 0.07 times 100 more than 7.
func TestInfrequentByMoreThanRounding(t *testing.T) {
	for _, c := range []struct {
		least, weight float64
		first, all    int // rows of the first category, and of all three
		places        []int32
	}{{3, 0.05, 60, 80, []int32{0, 1, 1}}, {0.07, 1, 7, 100, []int32{0, 1, 2}}} {
		e := prep.NewOneHotEncoder()
		e.MinFrequency = c.least
		x := matrix(make([]float64, c.all), 1)
		for i := c.first; i < len(x.X); i++ {
			x.X[i] = 1 + float64(i%2)
		}
		data := model.NewTraining(x, nil)
		data.Weight = slices.Repeat([]float64{c.weight}, c.all)
		if _, err := e.Fit(nil, data); err != nil {
			t.Fatal(err)
		}
		if f := e.Result; !slices.Equal(f.Places, c.places) {
			t.Errorf("at least %v: %+v", c.least, f)
		}
	}
}

// Bug: numbers that double from one to the next took 8 bytes for each number up to the largest.
func TestDoublingNumbersTakeLittleMemory(t *testing.T) {
	x := matrix(nil, 1)
	for v := 63.0; v < 1<<28; v *= 2 {
		x.X = append(x.X, v)
	}
	x.N = len(x.X)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	encoder, imputer := prep.NewOneHotEncoder(), prep.NewSimpleImputer()
	imputer.Strategy = "mostFrequent"
	for _, m := range []model.Transformer{encoder, imputer} {
		if _, err := m.Fit(nil, model.NewTraining(x, nil)); err != nil {
			t.Fatal(err)
		}
		if _, err := m.Transform(nil, x); err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 256<<20 {
		t.Errorf("%d numbers take %d MB", x.N, took>>20)
	}
}

// The most frequent numbers are the same whether they are counted or sorted.
func TestMostFrequentCountedAndSorted(t *testing.T) {
	x := matrix(nil, 3)
	x.N = 2000
	state := uint32(7)
	for i := range x.N {
		state = state*1664525 + 1013904223
		few := float64(state >> 29) // codes
		many := float64(state>>8) + 0.5
		if i%9 == 0 {
			many = -2.25
		}
		if i%5 == 0 {
			few = math.NaN()
		}
		x.X = append(x.X, few, -few/3, many)
	}
	weight := slices.Repeat([]float64{1}, x.N)
	for _, columns := range [][]int{{0, 1}, {0, 1, 2}} { // counted, and sorted
		own := matrix(nil, len(columns))
		own.N = x.N
		for i := range x.N {
			for _, j := range columns {
				own.X = append(own.X, x.Row(i)[j])
			}
		}
		for _, weights := range [][]float64{nil, weight} {
			m := prep.NewSimpleImputer()
			m.Strategy = "mostFrequent"
			training := model.NewTraining(own, nil)
			training.Weight = weights
			if _, err := m.Fit(nil, training); err != nil {
				t.Fatal(err)
			}
			for p, j := range columns {
				counts := map[float64]int{}
				for i := range x.N {
					if v := x.Row(i)[j]; v == v {
						counts[v]++
					}
				}
				want, most := 0.0, 0
				for v, count := range counts {
					if count > most || count == most && v < want {
						want, most = v, count
					}
				}
				if got := m.Result.Statistics[p]; got != want {
					t.Errorf("columns %v, weights %t: %v, want %v", columns, weights != nil, got, want)
				}
			}
		}
	}
}

// Bug: rounding decided which of two categories of one weight became infrequent: 1.1 + 2.2 is more than
// 3.3, so that the second one did. Whole weights say what the rule is.
func TestTheFirstOfEqualCategoriesIsInfrequent(t *testing.T) {
	var places [2][]int32
	for i, weight := range [][]float64{{1.1, 3.3, 2.2, 9}, {11, 33, 22, 90}} {
		e := prep.NewOneHotEncoder()
		e.MaxCategories = 3
		data := model.NewTraining(matrix([]float64{0, 1, 0, 2}, 1), nil)
		data.Weight = weight
		if _, err := e.Fit(nil, data); err != nil {
			t.Fatal(err)
		}
		places[i] = e.Result.Places
	}
	if !slices.Equal(places[0], places[1]) {
		t.Errorf("%v, of ten times the weights %v", places[0], places[1])
	}
}
