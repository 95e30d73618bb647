package engine_test

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/kernel"
	"maxmargin/core/model/schema"
)

// heard is a fit, with the warnings that came before it ended.
func heard(t *testing.T, r engine.FitRequest, set func(options any), x engine.Table, y engine.Targets) (early []string, report engine.FitReport, predicted []float64) {
	t.Helper()
	options, err := engine.Options(r)
	if err != nil {
		t.Fatal(err)
	}
	set(options)
	e := engine.New()
	ctl := run.Watcher{Warn: func(code, message string) run.Signal { early = append(early, code+": "+message); return run.Continue }}.Ctl()
	_, report, err = e.Fit(ctl, r, options, x, y)
	if err != nil {
		t.Fatalf("%s: %v", r.Machine, err)
	}
	p, err := e.Predict(nil, r.Model, x)
	if err != nil {
		t.Fatal(err)
	}
	return early, report, p.Values
}

func wavy(n int, offset, size float64) (engine.Table, []float64) {
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / 10
		y[i] = offset + size*math.Sin(x[i])
	}
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: n, Cols: 1}, Data: x}, y
}

func r2(y, f []float64) float64 {
	mean, left, all := 0.0, 0.0, 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	for i, v := range y {
		left += (v - f[i]) * (v - f[i])
		all += (v - mean) * (v - mean)
	}
	return 1 - left/all
}

// Targets within epsilon of one constant gave a constant, without a word (mljs/libsvm#14). Every
// machine with an epsilon says it before its fit, and each remedy helps.
func TestTargetsWithinEpsilonGiveAWarningThatHelps(t *testing.T) {
	x, y := wavy(40, 1.05, 0.02)
	told := 0
	for _, entry := range catalog.Machines() {
		if schema.Pointer(entry.New().Options(), "epsilon") == nil {
			continue
		}
		told++
		r := engine.FitRequest{Model: 1, Machine: entry.Name, Table: x.Shape}
		width := 0.1
		set := func(options any) { *schema.Pointer(options, "epsilon").(*float64) = width }
		early, report, flat := heard(t, r, set, x, engine.Targets{Values: y})
		if len(early) != 1 || !strings.Contains(early[0], "within epsilon (0.1)") || len(report.Warnings) < 1 {
			t.Errorf("%s: early %q, in the report %v", entry.Name, early, report.Warnings)
		}
		if before := r2(y, flat); before > 0.9 {
			t.Errorf("%s: R2 is %v although all targets are within epsilon", entry.Name, before)
		}
		if width = 0.001; entry.Name == "LinearSVR" || entry.Name == "SGDRegressor" {
			continue // a line cannot follow a wave
		}
		early, _, _ = heard(t, r, set, x, engine.Targets{Values: y})
		if len(early) > 0 {
			t.Errorf("%s: still %q with an epsilon of 0.001", entry.Name, early)
		}
		width = 0.1
		r = engine.FitRequest{Model: 1, Machine: "TransformedTarget", Table: x.Shape, Steps: []engine.Step{{Machine: entry.Name}}}
		early, _, f := heard(t, r, func(options any) {
			all := options.([]any)
			*schema.Pointer(all[0], "transformer").(*string) = "standard"
			set(all[len(all)-1])
		}, x, engine.Targets{Values: y})
		if after := r2(y, f); len(early) > 0 || after < 0.9 {
			t.Errorf("%s: R2 is %v with scaled targets, warnings %q", entry.Name, after, early)
		}
	}
	if told < 7 {
		t.Errorf("only %d machines have an epsilon", told)
	}
}

// LinearSVR said of an offset of y to divide by the standard deviation, which does not help
// (scikit-learn#11715). Each remedy of the warning does.
func TestAdviceOnAnOffsetOfTargetsHelps(t *testing.T) {
	n := 40
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / 10
		y[i] = 1e4 + x[i]
	}
	table := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: n, Cols: 1}, Data: x}
	for _, name := range []string{"LinearSVR", "LowRankSVR"} {
		r := engine.FitRequest{Model: 1, Machine: name, Table: table.Shape}
		_, report, f := heard(t, r, func(any) {}, table, engine.Targets{Values: y})
		if len(report.Warnings) == 0 || !strings.Contains(report.Warnings[0].Message, "interceptPenalty to false") || r2(y, f) > 0 {
			t.Errorf("%s: R2 %v, warnings %v", name, r2(y, f), report.Warnings)
		}
		_, _, f = heard(t, r, func(o any) { *schema.Pointer(o, "interceptPenalty").(*bool) = false }, table, engine.Targets{Values: y})
		if after := r2(y, f); after < 0.9 {
			t.Errorf("%s: R2 is %v with interceptPenalty false", name, after)
		}
		r = engine.FitRequest{Model: 1, Machine: "TransformedTarget", Table: table.Shape, Steps: []engine.Step{{Machine: name}}}
		_, _, f = heard(t, r, func(o any) { *schema.Pointer(o.([]any)[0], "transformer").(*string) = "standard" }, table, engine.Targets{Values: y})
		if after := r2(y, f); after < 0.9 {
			t.Errorf("%s: R2 is %v with scaled targets", name, after)
		}
	}
}

// The warning about ranges came with the result, which a fit of such features may never have.
func TestScaleIsToldBeforeTheFit(t *testing.T) {
	x, y := table(300, 3, 2)
	for i := range 300 {
		x.Data[3*i+2] = 1e7 * (5 + x.Data[3*i+2])
	}
	r := request(1, 2, x)
	options, _ := engine.Options(r)
	var early []string
	*schema.Pointer(options, "maxIter").(*float64) = 1000
	ctl := run.Watcher{Warn: func(code, _ string) run.Signal { early = append(early, code); return run.Continue }}.Ctl()
	_, report, err := engine.New().Fit(ctl, r, options, x, engine.Targets{Labels: y})
	if err != nil || len(early) != 1 || early[0] != "WARN_SCALE" || report.Warnings[0].Code != "WARN_SCALE" {
		t.Errorf("%v: told %v, then %v", err, early, report.Warnings)
	}
	ctl = run.Watcher{Warn: func(string, string) run.Signal { return run.Abort }, Observe: func(run.Report) run.Signal { return run.Continue }}.Ctl()
	*schema.Pointer(options, "maxIter").(*float64) = math.Inf(1)
	if _, _, err := engine.New().Fit(ctl, r, options, x, engine.Targets{Labels: y}); !errors.Is(err, run.ErrAborted) {
		t.Errorf("a fit that is aborted at its warning ends with %v", err)
	}
}

// SVC and SVR with kernels that multiply features ran for millions of steps without a word where all
// columns are large.
func TestColumnsThatAreAllLargeAreToldBeforeTheFit(t *testing.T) {
	for _, c := range []struct {
		machine, kernel string
		gamma           kernel.Width
		factor          float64
		warns           bool
	}{
		{"SVC", "linear", kernel.Width{Name: "scale"}, 1e4, true}, {"SVR", "linear", kernel.Width{Name: "scale"}, 1e4, true},
		{"NuSVC", "poly", kernel.Width{Value: 1}, 1e4, true}, {"OneClassSVM", "linear", kernel.Width{Name: "scale"}, 1e4, true},
		{"SVC", "poly", kernel.Width{Name: "scale"}, 1e4, false}, {"SVC", "rbf", kernel.Width{Name: "scale"}, 1e4, false},
		{"SVC", "linear", kernel.Width{Name: "scale"}, 10, false}, {"KernelRidge", "linear", kernel.Width{Name: "scale"}, 1e4, false},
	} {
		x, y := table(60, 3, 2)
		for i := range x.Data {
			x.Data[i] *= c.factor
		}
		r := request(1, 2, x)
		r.Machine = c.machine
		options, err := engine.Options(r)
		if err != nil {
			t.Fatal(err)
		}
		*schema.Pointer(options, "kernel").(*string) = c.kernel
		reflect.ValueOf(schema.Pointer(options, "gamma")).Elem().Set(reflect.ValueOf(c.gamma))
		if limit, ok := schema.Pointer(options, "maxIter").(*float64); ok {
			*limit = 100
		}
		targets := engine.Targets{Labels: y}
		if c.machine == "SVR" || c.machine == "KernelRidge" {
			targets = engine.Targets{Values: make([]float64, len(y))}
			for i, label := range y {
				targets.Values[i] = float64(label)
			}
		}
		told := false
		ctl := run.Watcher{Warn: func(code, _ string) run.Signal { told = told || code == "WARN_SCALE"; return run.Continue }}.Ctl()
		if _, _, err := engine.New().Fit(ctl, r, options, x, targets); err != nil || told != c.warns {
			t.Errorf("%+v: told %v, %v", c, told, err)
		}
	}
}

// Two unit vectors of 384 dimensions were told to scale columns whose two values happen to be close.
func TestFewRowsAndUnitRowsNeedNoScale(t *testing.T) {
	for name, c := range map[string]struct {
		rows, cols int
		unit       bool
		wide       float64 // factor of the first column
		warns      bool
	}{
		"two unit rows": {2, 384, true, 1, false}, "two rows": {2, 384, false, 1, false}, "three rows": {3, 384, false, 1, false},
		"four rows": {4, 1000, false, 1, false}, "many unit rows, one wide column": {200, 50, true, 1e4, false},
		"many rows, one wide column": {200, 50, false, 1e4, true}, "ten rows, one wide column": {10, 3, false, 1e4, true},
	} {
		x, _ := table(c.rows, c.cols, 2)
		for i := range c.rows {
			row := x.Data[i*c.cols : (i+1)*c.cols]
			row[0] *= c.wide
			square := 0.0
			for _, v := range row {
				square += v * v
			}
			if c.unit {
				for j := range row {
					row[j] /= math.Sqrt(square)
				}
			}
		}
		labels := make([]int32, c.rows)
		for i := range labels {
			labels[i] = int32(i % 2)
		}
		early, _, _ := heard(t, request(1, 2, x), func(any) {}, x, engine.Targets{Labels: labels})
		if (len(early) > 0) != c.warns {
			t.Errorf("%s: %q", name, early)
		}
	}
}
