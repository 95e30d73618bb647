package engine_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"maxmargin/core/engine"
	"maxmargin/core/machines/ordinal"
	"maxmargin/core/model/schema"
)

// TestExplanationsOfMachines explains every machine of the catalogue that can be explained: the
// parts of the players, one of which has two columns, follow from the values of all coalitions.
func TestExplanationsOfMachines(t *testing.T) {
	var explained []string
	eachFitted(t, 4, func(name string, k int, e *engine.Engine, x engine.Table) {
		if explains(t, fmt.Sprintf("%s with %d classes", name, k), e, x) {
			explained = append(explained, name)
		}
	})
	t.Log(explained)
	for _, name := range []string{"SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "SVDD", "KernelRidge", "LSSVC", "GaussianProcessRegressor", "GaussianProcessClassifier", "LinearSVC", "LinearSVR", "SGDClassifier", "Perceptron", "KernelPerceptron", "OrdinalSVC"} {
		if !slices.Contains(explained, name) {
			t.Errorf("%s is not explained", name)
		}
	}
}

// explains compares the explanation of five rows with the values of all coalitions of three players, one
// of which has two columns. It reports whether the model, 1 of e, can be explained.
func explains(t *testing.T, name string, e *engine.Engine, x engine.Table) bool {
	t.Helper()
	rows := head(x, 5)
	baseline := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 2, Cols: 4}, Data: x.Data[40:48]}
	out, err := e.Explain(nil, engine.ExplainRequest{Model: 1, Table: rows.Shape, Baseline: baseline.Shape}, rows, baseline, []int32{0, 1, 2, 1})
	if err != nil {
		if !refused(err) {
			t.Errorf("%s: %v", name, err)
		}
		return false
	}
	player, chain := []int{0, 1, 2, 1}, engine.Table{Shape: engine.Shape{Layout: "dense", Cols: 4}}
	for i := range 5 { // each row, at each baseline, in each coalition of the three players
		for b := range 2 {
			for set := range 8 {
				for j, p := range player {
					from := baseline.Data[4*b+j]
					if set>>p&1 == 1 {
						from = rows.Data[4*i+j]
					}
					chain.Data = append(chain.Data, from)
				}
			}
		}
	}
	chain.Rows = len(chain.Data) / 4
	values, cols, err := said(e, chain)
	if err != nil || cols != out.Functions || out.Players != 3 {
		t.Fatalf("%s: %d values of %d functions, %d players, %v", name, cols, out.Functions, out.Players, err)
	}
	of := func(i, b, set, q int) float64 { return values[((2*i+b)*8+set)*cols+q] }
	for i := range 5 {
		for q := range cols {
			if base := (of(i, 0, 0, q) + of(i, 1, 0, q)) / 2; !(math.Abs(base-out.Base[q]) <= 1e-9*(1+math.Abs(base))) {
				t.Errorf("%s: the base of value %d is %v, want %v", name, q, out.Base[q], base)
			}
			for p := range 3 {
				want, size := 0.0, 1.0
				for b := range 2 {
					for set := range 8 {
						if set>>p&1 == 0 { // a coalition of 0 or 2 others has the weight 1/3, one of 1 other 1/6
							gain := of(i, b, set|1<<p, q) - of(i, b, set, q)
							want += gain / []float64{3, 6, 3}[bits.OnesCount(uint(set))] / 2
							size = max(size, math.Abs(of(i, b, set, q)))
						}
					}
				}
				if got := out.Parts[(i*cols+q)*3+p]; !(math.Abs(got-want) <= 1e-9*size) {
					t.Errorf("%s, row %d: part %d of value %d is %v, want %v", name, i, p, q, got, want)
				}
			}
		}
	}
	return true
}

// TestExplanationsOfTransformedTargets: a scaled target is undone by a scale and a shift, which the
// explanation has; of a logarithm the values are no sums.
func TestExplanationsOfTransformedTargets(t *testing.T) {
	x, labels := table(45, 4, 3)
	y := make([]float64, len(labels))
	for i, label := range labels {
		y[i] = 100 + 10*float64(label) + x.Data[4*i]
	}
	scaler, regressor := engine.Step{Machine: "MinMaxScaler", Label: "range"}, engine.Step{Machine: "SVR", Label: "svr"}
	pipeline := engine.Step{Machine: "Pipeline", Label: "inner", Steps: []engine.Step{{Machine: "StandardScaler", Label: "scale"}, regressor}}
	for _, c := range []struct {
		transformer string
		steps       []engine.Step
		want        bool
	}{
		{"none", []engine.Step{regressor}, true},
		{"standard", []engine.Step{regressor}, true},
		{"standard", []engine.Step{pipeline}, true},
		{"none", []engine.Step{scaler, regressor}, true},
		{"log", []engine.Step{regressor}, false},
		{"none", []engine.Step{{Machine: "QuantileTransformer", Label: "quantiles"}, regressor}, false},
	} {
		target := engine.Step{Machine: "TransformedTarget", Label: "target", Steps: c.steps}
		r := engine.FitRequest{Model: 1, Machine: "Pipeline", Table: x.Shape, Steps: []engine.Step{{Machine: "StandardScaler", Label: "first"}, target}}
		options, err := engine.Options(r)
		if err != nil {
			t.Fatal(err)
		}
		*schema.Pointer(options.([]any)[1].([]any)[0], "transformer").(*string) = c.transformer
		e := engine.New()
		if _, _, err := e.Fit(nil, r, options, x, engine.Targets{Values: y}); err != nil {
			t.Fatal(err)
		}
		if got := explains(t, c.transformer, e, x); got != c.want {
			t.Errorf("%s of %d parts is explained: %v", c.transformer, len(c.steps), got)
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
		if !(math.Abs(sum-v) <= 1e-9*(1+math.Abs(v))) || out.Parts[4*i] == 0 {
			t.Errorf("row %d: %v, the parts add up to %v", i, v, sum)
		}
	}
}
