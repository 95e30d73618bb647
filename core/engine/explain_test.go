package engine_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/ordinal"
)

// TestExplanationsAddUp explains every machine of the catalog that can be explained: the parts of
// the features and the value at the baseline are the decision value, or the prediction.
func TestExplanationsAddUp(t *testing.T) {
	var explained []string
	eachFitted(t, 4, func(name string, k int, e *engine.Engine, x engine.Table) {
		rows := head(x, 5)
		baseline := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 2, Cols: 4}, Data: x.Data[40:48]}
		out, err := e.Explain(nil, engine.ExplainRequest{Model: 1, Table: rows.Shape, Baseline: baseline.Shape}, rows, baseline, []int32{0, 1, 2, 1})
		if err != nil {
			if !refused(err) {
				t.Errorf("%s: %v", name, err)
			}
			return
		}
		values, cols, err := said(e, rows)
		if err != nil || cols != out.Functions || out.Players != 3 {
			t.Fatalf("%s: %d values of %d functions, %d players, %v", name, cols, out.Functions, out.Players, err)
		}
		for at, v := range values {
			sum := out.Base[at%cols]
			for _, part := range out.Parts[at*3 : at*3+3] {
				sum += part
			}
			if math.Abs(sum-v) > 1e-9*(1+math.Abs(v)) {
				t.Errorf("%s with %d classes: value %d is %v, the parts add up to %v", name, k, at, v, sum)
			}
		}
		explained = append(explained, name)
	})
	t.Log(explained)
	for _, name := range []string{"SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "SVDD", "KernelRidge", "LSSVC", "GaussianProcessRegressor", "GaussianProcessClassifier", "LinearSVC", "LinearSVR", "SGDClassifier", "Perceptron", "KernelPerceptron", "OrdinalSVC"} {
		if !slices.Contains(explained, name) {
			t.Errorf("%s is not explained", name)
		}
	}
}

// TestExplanationsOfAnOrdinalNorm: with norm 1 an OrdinalSVC has weights and no support vectors.
func TestExplanationsOfAnOrdinalNorm(t *testing.T) {
	x, y := table(45, 4, 3)
	rows := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 5, Cols: 4}, Data: x.Data[:20]}
	baseline := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 4}, Data: x.Data[40:44]}
	o, err := engine.NewOptions("OrdinalSVC")
	if err != nil {
		t.Fatal(err)
	}
	options := o.(*ordinal.OrdinalSVCOptions)
	options.Norm, options.Kernel.Name = 1, "linear"
	r := request(1, 3, x)
	r.Machine = "OrdinalSVC"
	e := engine.New()
	if _, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	out, err := e.Explain(nil, engine.ExplainRequest{Model: 1, Table: rows.Shape, Baseline: baseline.Shape}, rows, baseline, []int32{0, 1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	values, _, err := e.DecisionFunction(nil, 1, "", rows)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		sum := out.Base[0]
		for _, part := range out.Parts[4*i : 4*i+4] {
			sum += part
		}
		if math.Abs(sum-v) > 1e-9*(1+math.Abs(v)) || out.Parts[4*i] == 0 {
			t.Errorf("row %d: %v, the parts add up to %v", i, v, sum)
		}
	}
}
