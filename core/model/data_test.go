package model_test

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
	"pgregory.net/rapid"
)

// targets draws a target of every kind for n samples.
func targets(t *rapid.T, n int) map[string]model.Target {
	classes := model.Classes{Of: rapid.SliceOfN(rapid.Int32Range(0, 3), n, n).Draw(t, "classes"), Count: 4}
	values := rapid.SliceOfN(rapid.Float64Range(-9, 9), n, n).Draw(t, "values")
	return map[string]model.Target{
		"classes": classes, "ordered classes": model.Ordered{Classes: classes}, "values": model.Values(values),
		"groups": model.Groups{Of: classes.Of, Count: 4, Relevance: values},
	}
}

// Two selections of rows equal one combined selection, for every target; the kind of the
// target stays, and a valid target stays valid.
func TestSelectionsOfTargetsCompose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		first := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 12).Draw(t, "first")
		second := rapid.SliceOfN(rapid.IntRange(0, len(first)-1), 1, 12).Draw(t, "second")
		both := make([]int, len(second))
		for p, i := range second {
			both[p] = first[i]
		}
		for kind, target := range targets(t, n) {
			if target.Kind() != kind || target.Len() != n || target.Check() != nil {
				t.Fatalf("%s: it is %s of %d samples, %v", kind, target.Kind(), target.Len(), target.Check())
			}
			got, want := target.Select(first).Select(second), target.Select(both)
			if !reflect.DeepEqual(got, want) || got.Kind() != kind || got.Len() != len(second) || got.Check() != nil {
				t.Fatalf("%s: %v, want %v", kind, got, want)
			}
			all := make([]int, n)
			for i := range all {
				all[i] = i
			}
			if same := target.Select(all); !reflect.DeepEqual(same, target) {
				t.Fatalf("%s: all rows give %v of %v", kind, same, target)
			}
		}
	})
}

// Wrong targets are refused with the code of the error.
func TestTargetsAreChecked(t *testing.T) {
	nan := math.NaN()
	for name, c := range map[string]struct {
		target model.Target
		code   fault.Code
	}{
		"one class":               {model.Classes{Of: []int32{0}, Count: 1}, fault.OneClass},
		"a class too many":        {model.Classes{Of: []int32{0, 2}, Count: 2}, fault.Internal},
		"an ordered class below":  {model.Ordered{Classes: model.Classes{Of: []int32{-1}, Count: 2}}, fault.Internal},
		"a value that is none":    {model.Values{1, nan}, fault.NonFinite},
		"a query too many":        {model.Groups{Of: []int32{1}, Count: 1, Relevance: []float64{0}}, fault.Internal},
		"relevance of fewer":      {model.Groups{Of: []int32{0, 0}, Count: 1, Relevance: []float64{0}}, fault.Shape},
		"a relevance that is inf": {model.Groups{Of: []int32{0}, Count: 1, Relevance: []float64{math.Inf(1)}}, fault.NonFinite},
	} {
		var e *fault.Error
		if err := c.target.Check(); !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v, want %v", name, err, c.code)
		}
	}
}

// A selection keeps for each row everything that belongs to it; of a Gram matrix it
// keeps the requested columns.
func TestSelectKeepsWhatBelongsToTheRows(t *testing.T) {
	x := &sample.Matrix{N: 3, D: 3, X: []float64{0, 1, 2, 10, 11, 12, 20, 21, 22}}
	d := model.Data{X: x, Target: model.Values{5, 6, 7}, Weight: []float64{.5, .6, .7},
		Rows: model.Given{"sampleEpsilon": {1, 2, 3}}, Tables: model.Given{"table": {4, 5}}}
	part := d.Select([]int{2, 0}, []int{2, 0})
	want := model.Data{X: &sample.Matrix{N: 2, D: 2, X: []float64{22, 20, 2, 0}}, Target: model.Values{7, 5}, Weight: []float64{.7, .5},
		Rows: model.Given{"sampleEpsilon": {3, 1}}, Tables: d.Tables}
	if !reflect.DeepEqual(part, want) {
		t.Errorf("%+v, want %+v", part, want)
	}
	if whole := d.Select([]int{1}, nil); whole.X.Dim() != 3 || whole.Row("sampleEpsilon", 9, 0) != 2 || whole.Row("another", 9, 0) != 9 {
		t.Errorf("%+v", whole)
	}
}

// A machine of the catalog says that it cannot use a target of another kind; classes
// that are ordered are classes.
func TestMachinesRefuseTargetsOfAnotherKind(t *testing.T) {
	x := &sample.Matrix{N: 4, D: 1, X: []float64{0, 1, 5, 6}}
	classes := model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2}
	for _, entry := range catalog.Machines() {
		for _, target := range []model.Target{nil, classes, model.Ordered{Classes: classes}, model.Values{0, 1, 5, 6}} {
			m := entry.New()
			wants := model.Learns(m)
			fits := wants == nil || target != nil && target.Kind() == wants.Kind()
			_, ordered := target.(model.Ordered)
			if _, plain := wants.(model.Classes); ordered && plain {
				fits = true
			}
			if _, values := wants.(model.Values); values && catalog.KindOf(m) == catalog.Transformer {
				fits = model.Data{Target: target}.Labels() != nil || fits // of either
			}
			_, err := m.Fit(nil, model.NewTraining(x, target))
			var e *fault.Error
			if refused := errors.As(err, &e) && e.Code == fault.Type && e.Argument == "y"; refused == fits {
				t.Errorf("%s of %v: %v", entry.Name, target, err)
			}
		}
	}
}

// Numbers for rows must be one for each, finite and in the range of their option.
func TestNumbersForRowsAreChecked(t *testing.T) {
	x := &sample.Matrix{N: 2, D: 1, X: []float64{0, 1}}
	svr, err := catalog.NewMachine("SVR")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data model.Data
		code fault.Code
	}{
		"too few widths":       {model.Data{Rows: model.Given{"sampleEpsilon": {1}}}, fault.Shape},
		"a width below 0":      {model.Data{Rows: model.Given{"sampleEpsilon": {1, -1}}}, fault.Option},
		"an infinite width":    {model.Data{Rows: model.Given{"sampleEpsilonBelow": {1, math.Inf(1)}}}, fault.Option},
		"a weight of 0 below":  {model.Data{Rows: model.Given{"sampleWeightBelow": {1, 0}}}, fault.Weight},
		"a weight that is NaN": {model.Data{Weight: []float64{1, math.NaN()}}, fault.Weight},
		"too few values":       {model.Data{Target: model.Values{1}}, fault.Shape},
	} {
		c.data.X = x
		var e *fault.Error
		if err := c.data.Check(svr); !errors.As(err, &e) || e.Code != c.code {
			t.Errorf("%s: %v, want %v", name, err, c.code)
		}
	}
	if err := (model.Data{X: x, Weight: []float64{0, 1}, Rows: model.Given{"sampleEpsilon": {0, 2}}}).Check(svr); err != nil {
		t.Error(err)
	}
}
