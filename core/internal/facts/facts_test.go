package facts

import (
	"math"
	"reflect"
	"testing"

	"maxmargin/core/data/sample"
)

// TestDataAreWhatTheyShouldBe compares the sizes of all data sets with those in the
// README of the shared data.
func TestDataAreWhatTheyShouldBe(t *testing.T) {
	for _, want := range []struct {
		name    string
		n, d    int
		classes int // 0: not for classification
	}{
		{"heart_scale", 270, 13, 2},
		{"iris.scale", 150, 4, 3},
		{"splice.t", 2175, 60, 2},       // .gz
		{"news20", 15935, 62061, 20},    // .bz2
		{"letter.scale", 15000, 16, 26}, // .gz
		{"svmguide3", 1243, 21, 2},
		{"mg_scale", 1385, 6, 0},
	} {
		t.Run(want.name, func(t *testing.T) {
			set, y := Libsvm(t, want.name)
			if set.N != want.n || set.D != want.d || len(y) != want.n {
				t.Errorf("%d x %d with %d labels, expected %d x %d", set.N, set.D, len(y), want.n, want.d)
			}
			if got := len(distinct(y)); want.classes > 0 && got != want.classes {
				t.Errorf("%d classes, expected %d", got, want.classes)
			}
			if _, err := sample.NewCSR(set.Ptr, set.Index, set.Value, set.N, set.D); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestDigits(t *testing.T) {
	train, test := Digits(t)
	checkImages(t, train, 1297, 64, 0, 16)
	checkImages(t, test, 500, 64, 0, 16)
}

func TestUSPS(t *testing.T) {
	train, test := USPS(t)
	checkImages(t, train, 7291, 256, -1, 1)
	checkImages(t, test, 2007, 256, -1, 1)
}

func checkImages(t *testing.T, s Samples, n, d int, low, high float64) {
	t.Helper()
	if s.X.Len() != n || s.X.Dim() != d || len(s.Y) != n {
		t.Errorf("%d x %d with %d labels, expected %d x %d", s.X.Len(), s.X.Dim(), len(s.Y), n, d)
	}
	lowest, highest := s.X.Ranges()
	for j := range d {
		if lowest[j] < low || highest[j] > high {
			t.Errorf("feature %d runs from %v to %v, outside %v to %v", j, lowest[j], highest[j], low, high)
		}
	}
	if labels := distinct(s.Y); len(labels) != 10 || !labels[0] || !labels[9] {
		t.Errorf("labels %v, expected 0 to 9", labels)
	}
}

func distinct(y []float64) map[float64]bool {
	labels := map[float64]bool{}
	for _, label := range y {
		labels[label] = true
	}
	return labels
}

func TestScale(t *testing.T) {
	// svm-scale 3.24 -s r on "1 1:1 2:5 3:-2", "2 1:2 2:5", "3 1:4 2:5 3:1",
	// then -r r on the same with "4 1:7 2:6 3:-0.5" in addition.
	set := &sample.Matrix{N: 4, D: 3, X: []float64{1, 5, -2, 2, 5, 0, 4, 5, 1, 7, 6, -0.5}}
	got := Scale(set, []float64{1, 5, -2}, []float64{4, 5, 1})
	want := &sample.CSR{N: 4, D: 3,
		Ptr:   []int32{0, 2, 4, 6, 7},
		Index: []int32{0, 2, 0, 2, 0, 2, 0},
		Value: []float64{-1, -1, -0.333333, 0.333333, 1, 1, 3},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
}

func TestWiden(t *testing.T) {
	set := &sample.CSR{N: 1, D: 2, Ptr: []int32{0, 1}, Index: []int32{1}, Value: []float64{3}}
	if wide := Widen(set, 5); wide.D != 5 || set.D != 2 || wide.Value[0] != 3 {
		t.Errorf("%v became %v", set, wide)
	}
	if same := Widen(set, 1); same.D != 2 {
		t.Errorf("%v became %v", set, same)
	}
}

// TestCSVCFacts checks the table against itself and, where the README of the
// shared data prints the same figure, against that.
func TestCSVCFacts(t *testing.T) {
	printed := map[string]float64{ // objectives at 1e-6
		"heart_scale rbf": -100.877292, "a1a linear": -30.669386, "a1a rbf": -567.786753,
		"splice rbf": -336.358950, "splice linear": -373.615756, "svmguide1 scaled": -595.595784,
	}
	names := map[string]bool{}
	for _, f := range CSVC() {
		if names[f.Name] {
			t.Errorf("%s is there twice", f.Name)
		}
		names[f.Name] = true
		k := len(f.Classes)
		for _, o := range []Outcome{f.Loose, f.LooseUnshrunk, f.Tight} {
			if len(o.SupportVectors) != k || len(o.Objectives) != k*(k-1)/2 || o.Correct > o.Rows {
				t.Errorf("%s: the outcome at %v does not fit %d classes", f.Name, o.Tol, k)
			}
		}
		tight := f.Tight.Objectives
		for pair, loose := range f.Loose.Objectives {
			if !(math.Abs(loose-tight[pair]) < 1e-5*math.Abs(tight[pair])) {
				t.Errorf("%s: pair %d has objective %v or %v", f.Name, pair, loose, tight[pair])
			}
		}
		if want, ok := printed[f.Name]; ok && !(math.Abs(tight[0]-want) <= 1e-6) {
			t.Errorf("%s: objective %v, but %v is printed", f.Name, tight[0], want)
		}
	}
	for name := range printed {
		if !names[name] {
			t.Errorf("%s is missing", name)
		}
	}
}

// TestFactsLoad reads the data of the facts, each set once, and checks their sizes.
func TestFactsLoad(t *testing.T) {
	type source struct {
		train, test string
		scaled      bool
	}
	seen := map[source]bool{}
	for _, f := range CSVC() {
		from := source{f.Train, f.Test, f.Scaled}
		if seen[from] {
			continue
		}
		seen[from] = true
		t.Run(f.Name, func(t *testing.T) {
			train, test := f.Load(t)
			if train.X.Dim() != test.X.Dim() {
				t.Errorf("%d features to train, %d to test", train.X.Dim(), test.X.Dim())
			}
			if got := len(f.ClassIndices(t, test.Y)); got != f.Loose.Rows {
				t.Errorf("%d test rows, expected %d", got, f.Loose.Rows)
			}
			if got := f.ClassIndices(t, train.Y)[0]; got != 0 && len(f.Classes) > 2 {
				t.Errorf("the first row is of class %d, but LIBSVM numbers classes as they appear", got)
			}
		})
	}
}

func TestWeights(t *testing.T) {
	for name, want := range map[string][]float64{
		"":                 nil,
		"cycle":            {0.5, 1, 1.5, 2, 0.5},
		"cycle with zeros": {0, 0.5, 1, 1.5, 0},
	} {
		if got := Weights(t, name, 5); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, expected %v", name, got, want)
		}
	}
}

// A golden file whose lists are empty, or have another name, lets no test pass.
func TestEmptyGoldensAreFound(t *testing.T) {
	type golden struct {
		Tolerance float64
		Cases     []struct{ X []float64 }
		Inner     struct{ Values map[string]float64 }
	}
	whole := golden{Cases: make([]struct{ X []float64 }, 1)}
	whole.Inner.Values = map[string]float64{"a": 1}
	if place := empty(reflect.ValueOf(whole), ""); place != "" {
		t.Errorf("nothing in%s", place)
	}
	for place, one := range map[string]any{" Cases, the list": golden{}, " Inner, Values, the list": golden{Cases: whole.Cases}, " the list": []int{}} {
		if got := empty(reflect.ValueOf(one), ""); got != place {
			t.Errorf("nothing in%s, want%s", got, place)
		}
	}
}
