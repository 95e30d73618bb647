package engine_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
)

// eachFitted fits every machine of the catalog that learns from rows of d numbers >= 0 and classes,
// numbers or nothing, of k = 2 and 3 classes, and calls visit with the rows.
func eachFitted(t *testing.T, d int, visit func(name string, k int, e *engine.Engine, x engine.Table)) {
	t.Helper()
	for _, k := range []int{2, 3} {
		x, y := table(45, d, k)
		for i, v := range x.Data {
			x.Data[i] = math.Abs(v) // some kernels want numbers >= 0
		}
		for _, machine := range catalog.Machines() {
			e := engine.New()
			o, err := engine.NewOptions(machine.Name)
			if err != nil {
				t.Fatal(err)
			}
			limit(t, o)
			r, targets := fitOf(machine, x, y)
			r.Classes.Names = []string{"a", "b", "c"}[:k]
			if _, _, err := e.Fit(nil, r, o, x, targets); err == nil {
				visit(machine.Name, k, e, x)
			}
		}
	}
}

// head returns the first rows of a dense table.
func head(x engine.Table, rows int) engine.Table {
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: rows, Cols: x.Cols}, Data: x.Data[:rows*x.Cols]}
}

// said returns the decision values, or the predictions of a regressor.
func said(e *engine.Engine, rows engine.Table) (values []float64, cols int, err error) {
	if values, cols, err = e.DecisionFunction(nil, 1, "ovo", rows); err == nil {
		return values, cols, nil
	}
	if values, cols, err = e.DecisionFunction(nil, 1, "ovr", rows); err == nil {
		return values, cols, nil
	}
	p, err := e.Predict(nil, 1, rows)
	return p.Values, 1, err
}

// refused reports whether an error is one that tells the caller what else to do.
func refused(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Code == fault.Option
}

// TestInfluencesAddUp: the intercept and the terms of all support vectors are the value; the terms
// fall in size; and no row occurs twice.
func TestInfluencesAddUp(t *testing.T) {
	var seen []string
	eachFitted(t, 4, func(name string, _ int, e *engine.Engine, x engine.Table) {
		rows := head(x, 5)
		all, err := e.Influence(nil, engine.InfluenceRequest{Model: 1, Table: rows.Shape, Count: 1000}, rows, engine.Table{}, engine.Targets{})
		if err != nil {
			if !refused(err) {
				t.Errorf("%s: %v", name, err)
			}
			return
		}
		values, cols, err := said(e, rows)
		if err != nil || len(all.Values) != len(values) || all.Count > 45 {
			t.Fatalf("%s: %d values, want %d; %d terms; %v", name, len(all.Values), len(values), all.Count, err)
		}
		for at, v := range values {
			sum, last, found := all.Intercept[at%cols], math.Inf(1), map[int32]bool{}
			for c := range all.Count {
				term, row := all.Terms[at*all.Count+c], all.Indices[at*all.Count+c]
				sum += term
				if !(math.Abs(term) <= last) || row < 0 && term != 0 || row >= 0 && found[row] {
					t.Errorf("%s: term %d of value %d is %v of row %d after %v", name, c, at, term, row, last)
				}
				last, found[row] = math.Abs(term), true
			}
			if !(math.Abs(sum-v) <= 1e-9*(1+math.Abs(v))) || all.Values[at] != v {
				t.Errorf("%s: value %d is %v, the terms add up to %v", name, at, v, sum)
			}
		}
		few, err := e.Influence(nil, engine.InfluenceRequest{Model: 1, Table: rows.Shape, Count: 2}, rows, engine.Table{}, engine.Targets{})
		if err != nil || few.Count != min(2, all.Count) || few.Terms[0] != all.Terms[0] || few.Indices[few.Count] != all.Indices[all.Count] {
			t.Errorf("%s: the first terms are not those of all: %v", name, err)
		}
		seen = append(seen, name)
	})
	for _, name := range []string{"SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "SVDD", "KernelRidge", "LSSVC", "GaussianProcessRegressor", "GaussianProcessClassifier", "KernelPerceptron", "OrdinalSVC"} {
		if !slices.Contains(seen, name) {
			t.Errorf("%s has no influences", name)
		}
	}
	for _, name := range []string{"LinearSVC", "LinearSVR", "DecisionTreeClassifier"} {
		if slices.Contains(seen, name) {
			t.Errorf("%s has influences", name)
		}
	}
}

// TestSensitivitiesAreDerivatives compares with central differences of the values of every machine
// that has gradients.
func TestSensitivitiesAreDerivatives(t *testing.T) {
	var seen []string
	eachFitted(t, 4, func(name string, _ int, e *engine.Engine, x engine.Table) {
		rows := head(x, 5)
		out, err := e.Sensitivities(nil, engine.SensitivityRequest{Model: 1, Table: rows.Shape}, rows)
		if err != nil {
			if !refused(err) {
				t.Errorf("%s: %v", name, err)
			}
			return
		}
		values, cols, _ := said(e, rows)
		at := func(j int, h float64) []float64 {
			moved := engine.Table{Shape: rows.Shape, Data: slices.Clone(rows.Data)}
			for i := j; i < len(moved.Data); i += 4 {
				moved.Data[i] += h
			}
			v, _, err := said(e, moved)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		const h = 1e-3
		for j := range 4 {
			a, b, c, d := at(j, h), at(j, -h), at(j, 2*h), at(j, -2*h)
			for q, v := range values {
				want := (8*(a[q]-b[q]) - (c[q] - d[q])) / (12 * h)
				if got := out.Gradients[q*4+j]; !(math.Abs(got-want) <= 1e-6*(1e-3+math.Abs(want)+math.Abs(v))) {
					t.Errorf("%s: slope %d of value %d of %d is %v, want %v", name, j, q, cols, got, want)
				}
			}
		}
		seen = append(seen, name)
	})
	for _, name := range []string{"SVC", "SVR", "OneClassSVM", "SVDD", "KernelRidge", "GaussianProcessRegressor", "GaussianProcessClassifier", "LinearSVC", "LinearSVR", "SGDClassifier", "Perceptron", "OrdinalSVC"} {
		if !slices.Contains(seen, name) {
			t.Errorf("%s has no sensitivities", name)
		}
	}
}
