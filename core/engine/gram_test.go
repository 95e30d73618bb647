package engine_test

import (
	"errors"
	"math"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
)

func dense(cols int, numbers ...float64) engine.Table {
	return engine.Table{Shape: engine.Shape{Layout: "dense", Rows: len(numbers) / cols, Cols: cols}, Data: numbers}
}

func TestGram(t *testing.T) {
	e := engine.New()
	x, z := dense(2, 0, 0, 1, 0, 0, 1), dense(2, 2, 0)
	ask := func(name string, x, z engine.Table) (engine.Gram, error) {
		return e.Gram(nil, engine.GramRequest{Kernel: name, Table: x.Shape, Others: z.Shape, Values: true}, x, z)
	}
	g, err := ask(`{"kernel":"rbf","gamma":1}`, x, engine.Table{})
	if err != nil || g.Values[1] != math.Exp(-1) || g.Values[5] != g.Values[7] || g.Left[2] != 1 || !g.Invariant {
		t.Errorf("%+v, %v", g, err)
	}
	// gamma 'scale' is resolved on Z: the variance of 2, 0 is 1.
	g, err = ask(`{"kernel":"sum","parts":[{"kernel":"poly"},{"kernel":"laplacian","gamma":"auto"}]}`, x, z)
	if err != nil || len(g.Values) != 3 || len(g.Widths) != 2 || g.Widths[0] != 0.5 || g.Widths[1] != 0.5 || g.Right[0] != 9 || g.Invariant {
		t.Errorf("%+v, %v", g, err)
	}
	if g, err = e.Gram(nil, engine.GramRequest{Kernel: `{"kernel":"sigmoid"}`, Table: x.Shape}, x, engine.Table{}); err != nil || g.Values != nil {
		t.Errorf("%+v, %v", g, err)
	}
	for name, c := range map[string]struct {
		x, z engine.Table
		code fault.Code
	}{
		`{"kernel":"rbf"}`:                    {x, dense(1, 2), fault.FeatureCount},
		`{"kernel":"rfb"}`:                    {x, engine.Table{}, fault.Option},
		`precomputed`:                         {dense(2, 1, 2, 3, 1), engine.Table{}, fault.Asymmetric},
		`{"kernel":"intersection"}`:           {dense(1, -1), dense(1, 1), fault.Type},
		`{"kernel":"poly","gamma":1}`:         {dense(1, 1e200), dense(1, 1), fault.Numeric},
		`{"kernel":"linear"}`:                 {engine.Table{Shape: engine.Shape{Layout: "dense"}}, engine.Table{}, fault.Empty},
		`{"kernel":"columns","columns":[0]}`:  {x, engine.Table{}, fault.Option},
		`{"kernel":"exponential","gamma":99}`: {dense(1, 9), engine.Table{}, fault.Numeric},
	} {
		var known *fault.Error
		if _, err := ask(name, c.x, c.z); !errors.As(err, &known) || known.Code != c.code {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
}

func TestGramIsAborted(t *testing.T) {
	x, _ := table(900, 4, 2)
	calls := 0
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
		if calls++; r.Phase != "kernel matrix" || r.Fraction < 0 || r.Fraction > 1 {
			t.Errorf("report %+v", r)
		}
		return run.Abort
	}}.Ctl()
	g := engine.GramRequest{Kernel: `{"kernel":"rbf"}`, Table: x.Shape, Values: true}
	if _, err := engine.New().Gram(ctl, g, x, engine.Table{}); !errors.Is(err, run.ErrAborted) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

func TestSpectrum(t *testing.T) {
	values, vectors, err := engine.New().Spectrum(nil, dense(3, 1, 0.9, 0, 0.9, 1, 0.9, 0, 0.9, 1))
	if err != nil || !(math.Abs(values[0]-(1-0.9*math.Sqrt2)) <= 1e-14) || !(math.Abs(math.Abs(vectors[0])-0.5) <= 1e-14) {
		t.Errorf("%v, %v, %v", values, vectors, err)
	}
	n := linalg.LargestSpectrum + 1
	_, _, err = engine.New().Spectrum(nil, dense(n, make([]float64, n*n)...))
	if !errors.Is(err, fault.New(fault.Numeric, "", "")) {
		t.Errorf("%d rows: %v", n, err)
	}
}
