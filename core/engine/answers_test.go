package engine_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/engine"
	"maxmargin/core/engine/codec"
)

// If the predictions of a model with finite numbers overflow, they are an error and never
// NaN or infinity: predictions, decision values, probabilities, transformed samples.
func TestForgedModelsGiveNoInfinity(t *testing.T) {
	x, y := table(40, 2, 3)
	values := make([]float64, 40)
	for i := range values {
		values[i] = x.Data[2*i]
	}
	for machine, c := range map[string]struct {
		field string
		ask   func(e *engine.Engine) error
	}{
		"SVR":         {"dual.coef", func(e *engine.Engine) error { _, err := e.Predict(nil, 1, x); return err }},
		"SVC":         {"dual.coef", func(e *engine.Engine) error { _, _, err := e.DecisionFunction(nil, 1, "ovo", x); return err }},
		"LinearSVC":   {"coef", func(e *engine.Engine) error { _, _, err := e.DecisionFunction(nil, 1, "", x); return err }},
		"OneClassSVM": {"dual.coef", func(e *engine.Engine) error { _, _, err := e.DecisionFunction(nil, 1, "", x); return err }},
		"KernelPCA":   {"dual.coef", func(e *engine.Engine) error { _, err := e.Transform(nil, 1, false, x); return err }},
	} {
		e := engine.New()
		r := request(1, 3, x)
		r.Machine = machine
		o, err := engine.NewOptions(machine)
		if err != nil {
			t.Fatal(err)
		}
		targets := engine.Targets{Labels: y}
		switch machine {
		case "SVR":
			r.Classes, targets = engine.Classes{}, engine.Targets{Values: values}
		case "OneClassSVM", "KernelPCA":
			r.Classes, targets = engine.Classes{}, engine.Targets{}
		}
		bytes, _, err := e.Fit(nil, r, o, x, targets)
		if err != nil {
			t.Fatal(err)
		}
		m, err := codec.Decode(bytes)
		if err != nil {
			t.Fatal(err)
		}
		record := m.Record()
		for _, f := range record.Fields {
			if numbers, ok := f.Value.([]float64); ok && f.Name == c.field {
				for i := range numbers {
					numbers[i] = 1e308
				}
			}
		}
		forged, err := codec.EncodeRecord(record)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := e.Load(1, forged); err != nil {
			t.Fatalf("%s: %v", machine, err)
		}
		var known *fault.Error
		if err := c.ask(e); !errors.As(err, &known) || known.Code != fault.Numeric {
			t.Errorf("%s: %v, want %s", machine, err, fault.Numeric)
		}
	}
}

// A model of LIBSVM with a precomputed kernel takes the rows that svm-predict takes,
// with a value for every training sample, though its file ends at the last support
// vector: f(x) = 0.5 k(x, x_2) - 0.5 k(x, x_4) - rho, positive for the first label.
func TestImportedGramModelTakesAllColumns(t *testing.T) {
	text := "svm_type c_svc\nkernel_type precomputed\nnr_class 2\ntotal_sv 2\nrho 0.25\nlabel 2 1\nnr_sv 1 1\nSV\n0.5 0:2 \n-0.5 0:4 \n"
	e := engine.New()
	bytes, info, err := e.ImportLibsvm(1, []byte(text), 0)
	if err != nil || info.Machine != "SVC" {
		t.Fatalf("%+v, %v", info, err)
	}
	if _, _, err := e.Load(2, bytes); err != nil {
		t.Fatal(err)
	}
	dense := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 2, Cols: 6}, Data: []float64{9, 3, 9, 1, 9, 9, 7, 1, 7, 2, 7, 7}}
	sparse := engine.Table{Shape: engine.Shape{Layout: "csr", Rows: 2, Cols: 6}, Indptr: []int32{0, 6, 10},
		Indices: []int32{0, 1, 2, 3, 4, 5, 1, 3, 4, 5}, Data: []float64{9, 3, 9, 1, 9, 9, 1, 2, 7, 7}}
	want := []float64{0.5*3 - 0.5*1 - 0.25, 0.5*1 - 0.5*2 - 0.25}
	for id := 1; id <= 2; id++ {
		for _, x := range []engine.Table{dense, sparse} {
			f, _, err := e.DecisionFunction(nil, id, "", x)
			if err != nil || len(f) != 2 {
				t.Fatalf("%s: %v, %v", x.Layout, f, err)
			}
			for i := range f {
				if !(math.Abs(math.Abs(f[i])-math.Abs(want[i])) <= 1e-12) {
					t.Errorf("%s, row %d: %v, want %v up to its sign", x.Layout, i, f[i], want[i])
				}
			}
			if p, err := e.Predict(nil, id, x); err != nil || !slices.Equal(p.Labels, []int32{1, 0}) {
				t.Errorf("%s: classes %v, %v; want 2 and 1", x.Layout, p.Labels, err)
			}
		}
	}
	few := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 1, Cols: 3}, Data: []float64{1, 2, 3}}
	var known *fault.Error
	if _, err := e.Predict(nil, 1, few); !errors.As(err, &known) || known.Code != fault.FeatureCount {
		t.Errorf("without the value of the last support vector: %v", err)
	}
}
