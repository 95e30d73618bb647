package engine_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/machines/svm"
)

func table(n, d, k int) (engine.Table, []int32) {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	x, y := make([]float64, n*d), make([]int32, n)
	for i := range n {
		y[i] = int32(i % k)
		for j := range d {
			x[i*d+j] = rng.NormFloat64() + float64(y[i])
		}
	}
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: n, Cols: d}, Data: x}, y
}

func request(id, k int, x engine.Table) engine.FitRequest {
	r := engine.FitRequest{Model: id, Machine: "SVC", Table: x.Shape, Classes: engine.Classes{Kind: "number"}}
	for c := range k {
		r.Classes.Names = append(r.Classes.Names, fmt.Sprint(c))
	}
	return r
}

func options(t testing.TB, change func(*svm.SVCOptions)) any {
	o, err := engine.NewOptions("SVC")
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(o.(*svm.SVCOptions))
	}
	return o
}

func TestFitSaveLoadPredict(t *testing.T) {
	e := engine.New()
	x, y := table(90, 3, 3)
	bytes, report, err := e.Fit(nil, request(1, 3, x), options(t, nil), x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatal(err)
	}
	if !report.Converged || report.Status != "converged" || report.SupportVectors == 0 || report.Objective >= 0 || len(report.Warnings) > 0 {
		t.Errorf("report %+v", report)
	}
	want, err := e.Predict(nil, 1, x)
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for i, c := range want.Labels {
		if c == y[i] {
			right++
		}
	}
	if right < 60 {
		t.Errorf("%d of 90 training samples right", right)
	}
	info, _, err := e.Load(2, bytes)
	if err != nil || info.Machine != "SVC" {
		t.Errorf("loaded %+v, %v", info, err)
	}
	got, err := e.Predict(nil, 2, x)
	if err != nil || !slices.Equal(got.Labels, want.Labels) {
		t.Errorf("the loaded model predicts something else (%v)", err)
	}
	if !e.Has(2) {
		t.Error("model 2 is not there")
	}
	e.Dispose(2)
	e.Dispose(2)
	var f *fault.Error
	if _, err := e.Predict(nil, 2, x); e.Has(2) || !errors.As(err, &f) || f.Code != fault.NotFitted {
		t.Errorf("after dispose: %v", err)
	}
}

func TestBadInputIsANamedErrorAndHarmsNothing(t *testing.T) {
	e := engine.New()
	x, y := table(20, 2, 2)
	if _, _, err := e.Fit(nil, request(1, 2, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	want, _ := e.Predict(nil, 1, x)
	bad := func(change func(x *engine.Table)) engine.Table {
		z := x
		z.Data = slices.Clone(x.Data)
		change(&z)
		return z
	}
	weights := func(at int, w float64) []float64 {
		all := make([]float64, 20)
		for i := range all {
			all[i] = 1
		}
		all[at] = w
		return all
	}
	for name, c := range map[string]struct {
		x        engine.Table
		y        []int32
		weight   []float64
		k        int
		code     fault.Code
		argument string
	}{
		"NaN":               {bad(func(x *engine.Table) { x.Data[5] = math.NaN() }), y, nil, 2, fault.NonFinite, "X"},
		"empty":             {bad(func(x *engine.Table) { x.Data, x.Rows = nil, 0 }), nil, nil, 2, fault.Empty, "X"},
		"no columns":        {bad(func(x *engine.Table) { x.Data, x.Cols = nil, 0 }), y, nil, 2, fault.Empty, "X"},
		"y too short":       {x, y[:19], nil, 2, fault.Shape, "y"},
		"one class":         {x, make([]int32, 20), nil, 1, fault.OneClass, "y"},
		"weights too short": {x, y, []float64{1}, 2, fault.Shape, "sampleWeight"},
		"negative weight":   {x, y, weights(3, -1), 2, fault.Weight, "sampleWeight"},
		"NaN weight":        {x, y, weights(3, math.NaN()), 2, fault.Weight, "sampleWeight"},
		"infinite weight":   {x, y, weights(3, math.Inf(1)), 2, fault.Weight, "sampleWeight"},
		"class of no name":  {x, slices.Repeat([]int32{5}, 20), nil, 2, fault.Internal, "y"},
		"csr gone wrong":    {engine.Table{Shape: engine.Shape{Layout: "csr", Rows: 20, Cols: 2}, Indptr: make([]int32, 3)}, y, nil, 2, fault.Shape, "X"},
	} {
		_, _, err := e.Fit(nil, request(1, c.k, c.x), options(t, nil), c.x, engine.Targets{Labels: c.y, Weight: c.weight})
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != c.code || f.Argument != c.argument {
			t.Errorf("%s: %v, want %s about %s", name, err, c.code, c.argument)
		}
		if got, err := e.Predict(nil, 1, x); err != nil || !slices.Equal(got.Labels, want.Labels) {
			t.Errorf("%s: the model of before is harmed: %v", name, err)
		}
	}
	if _, err := engine.NewOptions("SVM"); err == nil || !strings.Contains(err.Error(), "SVC") {
		t.Errorf("unknown machine: %v", err)
	}
}

func TestWarnings(t *testing.T) {
	e := engine.New()
	x, y := table(40, 2, 2)
	for i := range 40 {
		x.Data[2*i] *= 1000
	}
	has := func(report engine.FitReport, code string) bool {
		return slices.ContainsFunc(report.Warnings, func(w engine.Warning) bool { return w.Code == code })
	}
	_, report, err := e.Fit(nil, request(1, 2, x), options(t, func(o *svm.SVCOptions) { o.MaxIter = 1 }), x, engine.Targets{Labels: y})
	if err != nil || !has(report, "WARN_SCALE") || !has(report, "WARN_NOT_CONVERGED") || report.Converged || report.Status != "iterationLimit" {
		t.Errorf("%+v, %v", report, err)
	}
	g := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 3, Cols: 3}, Data: []float64{1e4, 0, 0, 0, 1, 0, 0, 0, 1}}
	_, report, err = e.Fit(nil, request(1, 2, g), options(t, func(o *svm.SVCOptions) { o.Kernel.Name = "precomputed" }), g, engine.Targets{Labels: []int32{0, 1, 1}})
	if err != nil || has(report, "WARN_SCALE") {
		t.Errorf("a Gram matrix has no features to scale: %+v, %v", report, err)
	}
}

// The squares of numbers near 1e-170 are zero: such samples were all equal, without a warning.
func TestTinyNumbersGiveAWarning(t *testing.T) {
	e := engine.New()
	for scale, want := range map[float64]bool{1e-170: true, 1e-150: true, 1e-100: false, 1: false} {
		x, y := table(40, 2, 2)
		for i := range x.Data {
			x.Data[i] *= scale
		}
		_, report, err := e.Fit(nil, request(1, 2, x), options(t, nil), x, engine.Targets{Labels: y})
		told := slices.ContainsFunc(report.Warnings, func(w engine.Warning) bool {
			return w.Code == "WARN_SCALE" && strings.Contains(w.Message, "so small")
		})
		if err != nil || told != want {
			t.Errorf("X times %v: %+v, %v", scale, report.Warnings, err)
		}
	}
}

func TestAbort(t *testing.T) {
	e := engine.New()
	x, y := table(2000, 5, 2)
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal { return run.Abort }}.Ctl()
	if _, _, err := e.Fit(ctl, request(1, 2, x), options(t, nil), x, engine.Targets{Labels: y}); !errors.Is(err, run.ErrAborted) || e.Has(1) {
		t.Errorf("aborted fit: %v, kept %v", err, e.Has(1))
	}
}

// Fits, predictions, loads and disposals from many goroutines at once. The test is meant
// for the race detector.
func TestConcurrentUse(t *testing.T) {
	e := engine.New()
	x, y := table(60, 2, 3)
	bytes, _, err := e.Fit(nil, request(0, 3, x), options(t, nil), x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := e.Predict(nil, 0, x)
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			for i := range 10 {
				id := 1 + (g+i)%4
				if _, _, err := e.Fit(nil, request(id, 3, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
					t.Error(err)
				}
				if _, _, err := e.Load(id, bytes); err != nil {
					t.Error(err)
				}
				if got, err := e.Predict(nil, 0, x); err != nil || !slices.Equal(got.Labels, want.Labels) {
					t.Errorf("prediction changed (%v)", err)
				}
				if _, _, err := e.DecisionFunction(nil, 0, "ovr", x); err != nil {
					t.Error(err)
				}
				e.Dispose(id)
			}
		})
	}
	wait.Wait()
}

func TestLibsvmText(t *testing.T) {
	e := engine.New()
	x, read, err := e.ReadLibsvm([]byte("1 1:0.5 3:2\n-1 2:1\n"), -1)
	y := read.Y
	if err != nil || x.Rows != 2 || x.Cols != 3 || x.Layout != "csr" || !slices.Equal(y, []float64{1, -1}) {
		t.Fatalf("%+v %v %v", x, y, err)
	}
	text, err := e.WriteLibsvm(x, y, nil)
	if err != nil || string(text) != "1 1:0.5 3:2\n-1 2:1\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestLibsvmModels(t *testing.T) {
	e := engine.New()
	x, y := table(90, 3, 3)
	if _, _, err := e.Fit(nil, request(1, 3, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	want, err := e.Predict(nil, 1, x)
	if err != nil {
		t.Fatal(err)
	}
	text, err := e.ExportLibsvm(1)
	if err != nil {
		t.Fatal(err)
	}
	probable := strings.Replace(string(text), "nr_sv", "probA -1 1 -1\nprobB 0 0 0\nnr_sv", 1)
	bytes, info, err := e.ImportLibsvm(2, []byte(probable), 0)
	if err != nil || info.Machine != "SVC" {
		t.Fatalf("imported %+v, %v", info, err)
	}
	if len(info.Warnings) != 1 || info.Warnings[0].Code != "WARN_NO_PROBABILITY" || !strings.Contains(info.Warnings[0].Message, "probA, probB") {
		t.Errorf("warnings %v", info.Warnings)
	}
	if info, _, err := e.Load(3, bytes); err != nil || len(info.Warnings) > 0 {
		t.Errorf("loaded %+v, %v", info, err)
	}
	for _, id := range []int{2, 3} {
		if got, err := e.Predict(nil, id, x); err != nil || !slices.Equal(got.Labels, want.Labels) {
			t.Errorf("model %d predicts something else (%v)", id, err)
		}
		if again, err := e.ExportLibsvm(id); err != nil || string(again) != string(text) {
			t.Errorf("model %d is written differently (%v)", id, err)
		}
	}

	var f *fault.Error
	if _, _, err := e.ImportLibsvm(2, []byte("svm_type nu_svr_2\n"), 0); !errors.As(err, &f) || f.Code != fault.Format {
		t.Errorf("a type that there is not: %v", err)
	}
	if got, err := e.Predict(nil, 2, x); err != nil || !slices.Equal(got.Labels, want.Labels) {
		t.Errorf("the failed import harmed model 2 (%v)", err)
	}
	if _, err := e.ExportLibsvm(9); !errors.As(err, &f) || f.Code != fault.NotFitted {
		t.Errorf("a model that is not there: %v", err)
	}
	named := request(4, 3, x)
	named.Classes = engine.Classes{Kind: "string", Names: []string{"a", "b", "c"}}
	if _, _, err := e.Fit(nil, named, options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.ExportLibsvm(4); !errors.As(err, &f) || f.Code != fault.Type {
		t.Errorf("labels that are text: %v", err)
	}
}
