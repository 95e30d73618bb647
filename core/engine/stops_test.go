package engine_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
)

// asked is a question of which the answer takes long.
type asked func(ctl *run.Ctl) (answer any, err error)

// stops ends a question at some of its checkpoints. Each time it has to end there, with the error of
// an abort, and the engine has to answer as before. It returns how many checkpoints there are, 0
// where the machine has no such answer.
func stops(t *testing.T, what string, ask asked) int {
	t.Helper()
	count, last := 0, math.MaxInt
	ctl := func() *run.Ctl {
		count = 0
		return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if count++; count >= last {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
	}
	whole, err := ask(ctl())
	if err != nil {
		var f *fault.Error // the machine has no such answer
		if !errors.As(err, &f) || errors.Is(err, run.ErrAborted) {
			t.Errorf("%s: %v", what, err)
		}
		return 0
	}
	if _, err := ask(ctl()); err != nil { // the first answer may make what others use
		t.Errorf("%s: %v the second time", what, err)
	}
	all := count
	for _, at := range []int{1, (all + 1) / 2, all} {
		if at < 1 || at > all {
			continue
		}
		last = at
		if _, err := ask(ctl()); !errors.Is(err, run.ErrAborted) || count > at {
			t.Errorf("%s, stopped at checkpoint %d of %d: %d were seen, %v", what, at, all, count, err)
		}
	}
	last = math.MaxInt
	if again, err := ask(nil); err != nil || fmt.Sprint(again) != fmt.Sprint(whole) {
		t.Errorf("%s: after a stop the answer is another, %v", what, err)
	}
	return all
}

// Whatever is asked of a model, for many rows, can be stopped, and leaves the model as it was.
func TestEveryAnswerOfAModelStops(t *testing.T) {
	support.InTurn(t, 2)
	seen := map[string]int{}
	x, y := table(60, 4, 2)
	for i, v := range x.Data {
		x.Data[i] = math.Abs(v)
	}
	wide, _ := table(400, 4, 2)
	for i, v := range wide.Data {
		wide.Data[i] = math.Abs(v)
	}
	for _, m := range catalog.Machines() {
		e := engine.New()
		o, err := engine.NewOptions(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		limit(t, o)
		r, targets := fitOf(m, x, y)
		if _, _, err := e.Fit(nil, r, o, x, targets); err != nil {
			continue
		}
		one := []float64{1, 1, 1, 1}
		low := []float64{-math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64, -math.MaxFloat64}
		high := []float64{math.MaxFloat64, math.MaxFloat64, math.MaxFloat64, math.MaxFloat64}
		few, base, row := head(wide, 4), head(x, 10), head(x, 1)
		for name, ask := range map[string]asked{
			"predict": func(ctl *run.Ctl) (any, error) { return e.Predict(ctl, 1, wide) },
			"decisionFunction": func(ctl *run.Ctl) (any, error) {
				v, _, err := e.DecisionFunction(ctl, 1, "ovr", wide)
				return v, err
			},
			"predictProba": func(ctl *run.Ctl) (any, error) {
				v, _, err := e.Probabilities(ctl, 1, wide)
				return v, err
			},
			"transform": func(ctl *run.Ctl) (any, error) { return e.Transform(ctl, 1, false, wide) },
			"explain": func(ctl *run.Ctl) (any, error) {
				return e.Explain(ctl, engine.ExplainRequest{Model: 1, Table: few.Shape, Baseline: base.Shape}, few, base, []int32{0, 1, 2, 3})
			},
			"influence": func(ctl *run.Ctl) (any, error) {
				return e.Influence(ctl, engine.InfluenceRequest{Model: 1, Table: wide.Shape, Count: 3}, wide, engine.Table{}, engine.Targets{})
			},
			"sensitivities": func(ctl *run.Ctl) (any, error) {
				return e.Sensitivities(ctl, engine.SensitivityRequest{Model: 1, Table: wide.Shape}, wide)
			},
			"nearestChange": func(ctl *run.Ctl) (any, error) {
				return e.NearestChange(ctl, engine.NearestRequest{Model: 1, Table: row.Shape, Target: 1 - int(y[0]), Least: 0.5, Most: 0.6, Norm: 2}, row, one, low, high)
			},
			"diagnose": func(ctl *run.Ctl) (any, error) {
				return e.Diagnose(ctl, engine.DiagnoseRequest{Model: 1, Table: x.Shape, Tolerance: 1e-5}, x, targets, nil, engine.Support{})
			},
			"leaveOneOut": func(ctl *run.Ctl) (any, error) {
				return e.LeaveOneOut(ctl, engine.LeaveOutRequest{Model: 1, Method: "exact", Table: x.Shape}, x, targets)
			},
		} {
			if stops(t, m.Name+", "+name, ask) > 0 {
				seen[name]++
			}
		}
	}
	for name, least := range map[string]int{"predict": 50, "decisionFunction": 35, "predictProba": 4, "transform": 12, "explain": 40,
		"influence": 30, "sensitivities": 40, "nearestChange": 15, "diagnose": 10, "leaveOneOut": 2} {
		if seen[name] < least {
			t.Errorf("%s of %d machines has checkpoints, want %d", name, seen[name], least)
		}
	}
}

// Other questions can be stopped, too.
func TestEveryOtherAnswerStops(t *testing.T) {
	x, y := table(300, 3, 2)
	costs, _ := table(300, 300, 2)
	square, _ := table(200, 200, 2)
	for i := range 200 {
		for j := range i {
			square.Data[i*200+j] = square.Data[j*200+i]
		}
	}
	program := engine.Program{Objective: make([]float64, 300), Inequalities: costs, InequalitySides: make([]float64, 300), Lower: make([]float64, 300), Upper: make([]float64, 300), Diagonal: make([]float64, 300)}
	for i := range 300 {
		program.Objective[i], program.InequalitySides[i], program.Lower[i], program.Upper[i], program.Diagonal[i] = -1, 1, -1, 1, 1
	}
	for name, ask := range map[string]asked{
		"kernelMatrix": func(ctl *run.Ctl) (any, error) {
			return engine.New().Gram(ctl, engine.GramRequest{Kernel: `{"kernel":"rbf"}`, Table: x.Shape, Values: true}, x, engine.Table{})
		},
		"spectrum": func(ctl *run.Ctl) (any, error) {
			values, _, err := engine.New().Spectrum(ctl, engine.Table{Shape: square.Shape, Data: slices.Clone(square.Data)})
			return values, err
		},
		"assign": func(ctl *run.Ctl) (any, error) {
			_, sum, err := engine.New().Assign(ctl, costs)
			return sum, err
		},
		"solveProgram": func(ctl *run.Ctl) (any, error) {
			r, err := engine.New().SolveProgram(ctl, engine.ProgramRequest{Inequalities: costs.Shape, Tolerance: 1e-8, MaxIter: 100, MaxTime: math.Inf(1)}, program)
			return r.Result, err
		},
		"regularizationPath": func(ctl *run.Ctl) (any, error) {
			o, _ := engine.NewOptions("SVC")
			path, _, _, err := engine.New().RegularizationPath(ctl, request(1, 2, x), o, x, engine.Targets{Labels: y}, svm.PathRequest{Least: 0.01, Greatest: 10, LeaveOneOut: []float64{1}})
			return path, err
		},
	} {
		if n := stops(t, name, ask); n < 2 {
			t.Errorf("%s has %d checkpoints", name, n)
		}
	}
}
