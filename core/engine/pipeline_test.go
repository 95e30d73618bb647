package engine_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"maxmargin/core/assess/tune"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/svm"
)

// chain returns a request for a pipeline, and the options of its steps.
func chain(t testing.TB, id, k int, x engine.Table, machines ...string) (engine.FitRequest, []any) {
	t.Helper()
	r := request(id, k, x)
	r.Machine = "Pipeline"
	var options []any
	for _, m := range machines {
		r.Steps = append(r.Steps, engine.Step{Machine: m, Label: "the " + m})
		o, err := engine.NewOptions(m)
		if err != nil {
			t.Fatal(err)
		}
		options = append(options, o)
	}
	return r, options
}

// unequalTable has features of very different scale and location.
func unequalTable(n, d, k int) (engine.Table, engine.Targets) {
	x, y := table(n, d, k)
	values := make([]float64, n)
	for i, v := range x.Data {
		values[i/d] += v
		x.Data[i] = v*math.Pow(10, float64(i%d)) + float64(100*(i%d))
	}
	return x, engine.Targets{Labels: y, Values: values}
}

// A pipeline equals its steps, one after the other, bit for bit: for every machine,
// fitted, saved and loaded, as a whole and step by step.
func TestPipelineIsItsSteps(t *testing.T) {
	for _, m := range catalog.Machines() {
		if m.Kind() == catalog.Transformer {
			continue
		}
		x, y := unequalTable(60, 3, 3)
		if m.Kind() != catalog.Classifier {
			y.Labels = nil
		}
		k := 0
		if m.Kind() == catalog.Classifier {
			k = 3
		}
		e := engine.New()
		r, o := chain(t, 1, k, x, "StandardScaler", "MinMaxScaler", m.Name)
		bytes, report, err := e.Fit(nil, r, o, x, y)
		if err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		for _, w := range report.Warnings {
			if w.Code == "WARN_SCALE" {
				t.Errorf("%s: scaled samples are said not to be", m.Name)
			}
		}
		scaled := x
		for id, name := range []string{"StandardScaler", "MinMaxScaler"} {
			one := request(10+id, 0, scaled)
			one.Machine = name
			alone, _ := engine.NewOptions(name)
			if _, _, err := e.Fit(nil, one, alone, scaled, engine.Targets{}); err != nil {
				t.Fatal(err)
			}
			if scaled, err = e.Transform(nil, 10+id, false, scaled); err != nil {
				t.Fatal(err)
			}
		}
		last := request(2, k, scaled)
		last.Machine = m.Name
		if _, _, err := e.Fit(nil, last, o[2], scaled, y); err != nil {
			t.Fatal(err)
		}
		if _, _, err := e.Load(3, bytes); err != nil {
			t.Fatal(err)
		}
		if info, err := e.LoadStep(4, 3, bytes); err != nil || info.Machine != m.Name {
			t.Fatalf("the last step is %+v (%v)", info, err)
		}
		want := everything(t, e, 2, scaled, m.Kind())
		for id, from := range map[int]engine.Table{1: x, 3: x, 4: scaled} {
			if got := everything(t, e, id, from, m.Kind()); !slices.Equal(got, want) {
				t.Errorf("%s: model %d answers something else than its steps", m.Name, id)
			}
		}
		if again, err := e.Save(3); err != nil || !slices.Equal(again, bytes) {
			t.Errorf("%s: the loaded pipeline has other bytes (%v)", m.Name, err)
		}
	}
}

// everything returns all results of a model for x.
func everything(t *testing.T, e *engine.Engine, id int, x engine.Table, kind string) (all []float64) {
	t.Helper()
	p, err := e.Predict(nil, id, x)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, p.Values...)
	for _, c := range p.Labels {
		all = append(all, float64(c))
	}
	if kind != catalog.Regressor {
		f, _, err := e.DecisionFunction(nil, id, "", x)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f...)
	}
	return all
}

func TestPipelineRefuses(t *testing.T) {
	x, y := unequalTable(9, 9, 2)
	for name, c := range map[string]struct {
		steps  []string
		change func(o []any)
	}{
		"kernel values": {[]string{"StandardScaler", "SVC"}, func(o []any) { o[1].(*svm.SVCOptions).Kernel.Name = "precomputed" }},
		"no step":       {nil, func([]any) {}},
		"two machines":  {[]string{"SVC", "SVC"}, func([]any) {}},
	} {
		r, o := chain(t, 1, 2, x, c.steps...)
		c.change(o)
		if _, _, err := engine.New().Fit(nil, r, o, x, y); !errors.Is(err, &fault.Error{Code: fault.Option}) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A pipeline that starts warm from its own solution takes no iterations.
func TestPipelineStartsWarm(t *testing.T) {
	e := engine.New()
	x, y := unequalTable(80, 3, 2)
	r, o := chain(t, 1, 2, x, "StandardScaler", "SVC")
	_, cold, err := e.Fit(nil, r, o, x, y)
	if err != nil {
		t.Fatal(err)
	}
	r.Model, r.Start = 2, 1
	_, warm, err := e.Fit(nil, r, o, x, y)
	if err != nil || warm.Iterations > cold.Iterations/10 {
		t.Errorf("%d iterations after %d (%v)", warm.Iterations, cold.Iterations, err)
	}
}

// Aborted anywhere, with probabilities or without, a fit leaves the earlier model.
func TestAbortKeepsTheEarlierModel(t *testing.T) {
	for _, method := range []string{"none", "sigmoid"} {
		e := engine.New()
		x, y := unequalTable(200, 3, 3)
		r, o := chain(t, 1, 3, x, "StandardScaler", "SVC")
		o[1].(*svm.SVCOptions).Method = method
		if _, _, err := e.Fit(nil, r, o, x, y); err != nil {
			t.Fatal(err)
		}
		want := everything(t, e, 1, x, catalog.Classifier)
		other, labels := unequalTable(90, 3, 3)
		r.Table = other.Shape
		ended := 0
		for at := 1; ; at += 1 + at/8 {
			count := 0
			ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(p run.Report) run.Signal {
				if !(p.Fraction >= 0 && p.Fraction < 1) {
					t.Errorf("progress %v", p.Fraction)
				}
				if count++; count == at {
					return run.Abort
				}
				return run.Continue
			}}.Ctl()
			_, _, err := e.Fit(ctl, r, o, other, labels)
			if err == nil {
				break
			}
			if !errors.Is(err, run.ErrAborted) {
				t.Fatal(err)
			}
			if got := everything(t, e, 1, x, catalog.Classifier); !slices.Equal(got, want) {
				t.Fatalf("%s: aborted at checkpoint %d, the model has changed", method, at)
			}
			ended++
		}
		if ended < 3 {
			t.Errorf("%s: only %d places to abort", method, ended)
		}
	}
}

// A pipeline takes sparse samples, and its transformations can be inverted.
func TestSparsePipeline(t *testing.T) {
	x := engine.Table{Shape: engine.Shape{Layout: "csr", Rows: 4, Cols: 2}, Data: []float64{10, 1, 20, 3},
		Indptr: []int32{0, 1, 2, 3, 4}, Indices: []int32{0, 1, 0, 1}}
	e := engine.New()
	r, o := chain(t, 1, 2, x, "MinMaxScaler", "Normalizer", "LinearSVC")
	if _, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: []int32{0, 1, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	one := request(2, 0, x)
	one.Machine = "MinMaxScaler"
	if _, _, err := e.Fit(nil, one, o[0], x, engine.Targets{}); err != nil {
		t.Fatal(err)
	}
	scaled, err := e.Transform(nil, 2, false, x)
	if err != nil || scaled.Layout != "csr" || !slices.Equal(scaled.Data, []float64{0.5, 1.0 / 3, 1, 1}) {
		t.Errorf("%+v (%v)", scaled, err)
	}
	if back, err := e.Transform(nil, 2, true, scaled); err != nil || !reflect.DeepEqual(back, x) {
		t.Errorf("%+v (%v)", back, err)
	}
}

// The estimate of a pipeline counts the memory of its steps.
func TestPipelineNeedsMemory(t *testing.T) {
	shape := engine.Shape{Layout: "dense", Rows: 1000, Cols: 100}
	_, plain := chain(t, 1, 2, engine.Table{}, "SVC")
	_, steps := chain(t, 1, 2, engine.Table{}, "StandardScaler", "Normalizer", "SVC")
	needs := func(options any) int64 { return engine.Needs("fit", engine.FitSize(options, shape, 100000, 2)) }
	base := needs(plain)
	if got := needs(steps) - base; got != 2*800000 {
		t.Errorf("two scalers take %d bytes, want two copies", got)
	}
	plain[0].(*svm.SVCOptions).Method = "sigmoid"
	if got := needs(plain[0]) - base; got != 2*800000 {
		t.Errorf("probabilities take %d bytes, want two copies", got)
	}
}

// A pipeline whose last step is a pipeline is the one of all their steps, to the last bit:
// fitted, with probabilities, saved and loaded, and searched.
func TestPipelineWithinAPipeline(t *testing.T) {
	x, y := unequalTable(60, 3, 3)
	y.Values = nil
	flat, options := chain(t, 1, 3, x, "StandardScaler", "MinMaxScaler", "SVC")
	options[2].(*svm.SVCOptions).Method = "sigmoid"
	nested := flat
	nested.Model = 2
	nested.Steps = []engine.Step{flat.Steps[0], {Machine: "Pipeline", Label: "inner", Steps: flat.Steps[1:]}}
	within := []any{options[0], options[1:]}
	if made, err := engine.Options(nested); err != nil || len(made.([]any)) != 2 || len(made.([]any)[1].([]any)) != 2 {
		t.Fatalf("%v (%v)", made, err)
	}
	if got, want := engine.FitSize(within, x.Shape, len(x.Data), 3), engine.FitSize(options, x.Shape, len(x.Data), 3); got.Copies != want.Copies {
		t.Errorf("%d copies, want %d", got.Copies, want.Copies)
	}
	e := engine.New()
	for _, r := range []struct {
		engine.FitRequest
		options []any
	}{{flat, options}, {nested, within}} {
		bytes, _, err := e.Fit(nil, r.FitRequest, r.options, x, y)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := e.Load(10+r.Model, bytes); err != nil {
			t.Fatal(err)
		}
		s := engine.StudyRequest{Study: r.Model, Machine: "Pipeline", Steps: r.Steps, Table: x.Shape, Classes: 3, Cache: 10}
		split := []tune.Split{{Train: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, Test: []int{12, 13, 14, 15, 16, 17, 18, 19}}}
		if _, err := e.OpenStudy(s, x, y, split); err != nil {
			t.Fatal(err)
		}
	}
	want, _, err := e.Probabilities(nil, 1, x)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []int{2, 11, 12} {
		if got, _, err := e.Probabilities(nil, id, x); err != nil || !slices.Equal(got, want) {
			t.Errorf("model %d has other probabilities (%v)", id, err)
		}
	}
	if e.Copies(1) != e.Copies(2) {
		t.Errorf("%d and %d copies", e.Copies(1), e.Copies(2))
	}
	for _, warm := range []bool{false, true} {
		var scores [2][]tune.Outcome
		for i, o := range []any{options, within} {
			r := engine.EvaluateRequest{Study: i + 1, Count: 2, Warm: warm}
			if scores[i], err = e.Evaluate(nil, r, []any{o, o}); err != nil {
				t.Fatal(err)
			}
		}
		for i, v := range scores[0] {
			w := scores[1][i]
			if v.Err != nil || w.Err != nil || !slices.Equal(v.Labels, w.Labels) || v.Report.Iterations != w.Report.Iterations {
				t.Errorf("warm %t: %+v, and within: %+v", warm, v, w)
			}
		}
	}
}
