package engine

import (
	"errors"
	"math"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
)

// gapped returns a table of 12 rows with a missing value in the first one, and its classes.
func gapped(value float64) (Table, Targets) {
	x := Table{Shape: Shape{Layout: "dense", Rows: 12, Cols: 2}}
	y := Targets{Labels: make([]int32, 12)}
	for i := range 12 {
		x.Data = append(x.Data, float64(i), float64(i%5))
		y.Labels[i] = int32(i % 2)
	}
	x.Data[1] = value
	return x, y
}

// request asks for a pipeline of these machines.
func request(t *testing.T, model int, x Table, machines ...string) (FitRequest, any) {
	t.Helper()
	r := FitRequest{Model: model, Machine: "Pipeline", Table: x.Shape, Classes: Classes{Kind: "number", Names: []string{"0", "1"}}}
	for _, name := range machines {
		r.Steps = append(r.Steps, Step{Machine: name, Label: name})
	}
	options, err := Options(r)
	if err != nil {
		t.Fatal(err)
	}
	return r, options
}

// A pipeline whose first step takes missing values is fitted to NaN, predicts of it and is studied
// on it. Every other one refuses NaN, and all refuse infinite numbers.
func TestOnlySomeMachinesTakeNaN(t *testing.T) {
	for _, c := range []struct {
		steps []string
		value float64
		takes bool
	}{
		{[]string{"SimpleImputer", "SVC"}, math.NaN(), true},
		{[]string{"KNNImputer", "StandardScaler", "SVC"}, math.NaN(), true},
		{[]string{"HistGradientBoostingClassifier"}, math.NaN(), true},
		{[]string{"HistGradientBoostingClassifier"}, math.Inf(1), false},
		{[]string{"StandardScaler", "HistGradientBoostingClassifier"}, math.NaN(), false},
		{[]string{"SimpleImputer", "SVC"}, math.Inf(1), false},
		{[]string{"KNNImputer", "SVC"}, math.Inf(-1), false},
		{[]string{"StandardScaler", "SimpleImputer", "SVC"}, math.NaN(), false},
		{[]string{"StandardScaler", "SVC"}, math.NaN(), false},
	} {
		e := New()
		x, y := gapped(c.value)
		r, options := request(t, 1, x, c.steps...)
		_, _, err := e.Fit(nil, r, options, x, y)
		check := func(what string, err error) {
			t.Helper()
			var f *fault.Error
			if c.takes && err != nil || !c.takes && !(errors.As(err, &f) && f.Code == fault.NonFinite) {
				t.Errorf("%v, %v, %s: %v", c.steps, c.value, what, err)
			}
		}
		check("fit", err)
		if err != nil {
			whole, _ := gapped(0)
			if _, _, err := e.Fit(nil, r, options, whole, y); err != nil {
				t.Fatal(err)
			}
		}
		_, err = e.Predict(nil, 1, x)
		check("predict", err)
		study := StudyRequest{Study: 1, Machine: r.Machine, Steps: r.Steps, Table: x.Shape, Classes: 2}
		split := tune.Split{Train: []int{0, 1, 2, 3, 4, 5}, Test: []int{6, 7, 8, 9, 10, 11}}
		_, err = e.OpenStudy(study, x, y, []tune.Split{split})
		check("study", err)
		if err == nil {
			results, err := e.Evaluate(nil, EvaluateRequest{Study: 1, Train: true}, []any{options})
			if err != nil || len(results) != 1 || results[0].Err != nil {
				t.Errorf("%v: %+v, %v", c.steps, results, err)
			}
		}
	}
}
