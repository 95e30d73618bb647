package engine_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/linear"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model/calib"
	"maxmargin/core/model/schema"
)

// setOption gives an option its value, in the options of any machine.
func setOption(t testing.TB, options any, name string, value any) {
	t.Helper()
	for _, o := range schema.Of(options) {
		if o.Name != name {
			continue
		}
		switch v := value.(type) {
		case string:
			o.Field(options).SetString(v)
		case int:
			o.Field(options).SetInt(int64(v))
		}
		return
	}
	t.Fatalf("there is no option %q", name)
}

// Every classifier with the option gives probabilities by every method: they sum to 1, the predicted class
// has the largest, and a saved model gives the same bits.
func TestProbabilitiesOfEveryClassifier(t *testing.T) {
	support.InTurn(t, 3)
	tested := 0
	defer func() {
		if tested < 10 {
			t.Errorf("only %d machines have probabilities", tested)
		}
	}()
	for _, m := range catalog.Machines() {
		if m.Kind() != catalog.Classifier || schema.Pointer(m.New().Options(), "probability") == nil {
			continue // it has none, or has them without an option
		}
		tested++
		for _, method := range []string{calib.Sigmoid, calib.Isotonic, calib.Temperature} {
			for _, k := range []int{2, 4} {
				e := engine.New()
				x, y := table(90, 3, k)
				r := request(1, k, x)
				r.Machine = m.Name
				o, _ := engine.NewOptions(m.Name)
				setOption(t, o, "probability", method)
				bytes, report, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y})
				if err != nil {
					t.Fatalf("%s, %s: %v", m.Name, method, err)
				}
				if !slices.ContainsFunc(report.Warnings, func(w engine.Warning) bool { return w.Code == "WARN_FEW_FOR_PROBABILITY" }) {
					t.Errorf("%s: no warning at 90 samples: %v", m.Name, report.Warnings)
				}
				p, cols, err := e.Probabilities(nil, 1, x)
				if err != nil || cols != k || len(p) != 90*k {
					t.Fatalf("%s: %d probabilities in %d columns (%v)", m.Name, len(p), cols, err)
				}
				predicted, _ := e.Predict(nil, 1, x)
				loss := 0.0
				for i, class := range predicted.Labels {
					row := p[i*k : (i+1)*k]
					sum, best := 0.0, 0
					for c, v := range row {
						if sum += v; v > row[best] {
							best = c
						}
					}
					if !(math.Abs(sum-1) <= 1e-14) || best != int(class) || slices.Min(row) < 0 {
						t.Fatalf("%s, %s: %v where class %d is predicted", m.Name, method, row, class)
					}
					loss -= math.Log(max(row[y[i]], 1e-3)) / 90
				}
				if limit := 0.97 * math.Log(float64(k)); loss > limit {
					t.Errorf("%s, %s, %d classes: a loss of %v, hardly better than chance", m.Name, method, k, loss)
				}
				if _, _, err := e.Load(2, bytes); err != nil {
					t.Fatal(err)
				}
				again, _, err := e.Probabilities(nil, 2, x)
				if err != nil || !slices.Equal(again, p) {
					t.Errorf("%s, %s: the loaded model has other probabilities (%v)", m.Name, method, err)
				}
			}
		}
	}
}

// Probabilities are learnt from decision values for held-out samples: a machine that has
// memorised random labels gives probabilities near 1/2.
func TestProbabilitiesAreOutOfFold(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := table(200, 5, 1)
	for i := range y {
		y[i] = int32(rng.IntN(2))
	}
	e := engine.New()
	o := options(t, func(o *svm.SVCOptions) {
		o.C, o.Kernel.Gamma.Name, o.Kernel.Gamma.Value, o.Method = 1e6, "", 5, "sigmoid"
	})
	if _, _, err := e.Fit(nil, request(1, 2, x), o, x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	predicted, _ := e.Predict(nil, 1, x)
	p, _, err := e.Probabilities(nil, 1, x)
	if err != nil {
		t.Fatal(err)
	}
	right, sure := 0, 0.0
	for i, c := range y {
		if predicted.Labels[i] == c {
			right++
		}
		sure = max(sure, p[2*i], p[2*i+1])
	}
	if right < 200 || sure > 0.8 {
		t.Errorf("%d of 200 random labels learnt, probabilities up to %v", right, sure)
	}
}

// The folds depend on the seed: equal seeds give the same folds, other seeds others.
func TestProbabilitiesAreSeeded(t *testing.T) {
	x, y := table(60, 3, 3)
	probabilities := func(seed int) []float64 {
		e := engine.New()
		o := options(t, func(o *svm.SVCOptions) { o.Method, o.Seed = "sigmoid", seed })
		if _, _, err := e.Fit(nil, request(1, 3, x), o, x, engine.Targets{Labels: y}); err != nil {
			t.Fatal(err)
		}
		p, _, _ := e.Probabilities(nil, 1, x)
		return p
	}
	if a, b, c := probabilities(7), probabilities(7), probabilities(8); !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Error("probabilities do not follow the seed, and it alone")
	}
}

// Folds of a precomputed kernel take rows and columns: the probabilities are those of the
// kernel itself.
func TestProbabilitiesOfKernelValues(t *testing.T) {
	x, y := table(60, 3, 3)
	g := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 60, Cols: 60}, Data: make([]float64, 3600)}
	for i := range 60 {
		for j := range 60 {
			for c := range 3 {
				g.Data[60*i+j] += x.Data[3*i+c] * x.Data[3*j+c]
			}
		}
	}
	e := engine.New()
	for id, c := range map[int]engine.Table{1: x, 2: g} {
		o := options(t, func(o *svm.SVCOptions) {
			o.Kernel.Name, o.Method, o.Tol = map[int]string{1: "linear", 2: "precomputed"}[id], "sigmoid", 1e-9
		})
		if _, _, err := e.Fit(nil, request(id, 3, c), o, c, engine.Targets{Labels: y}); err != nil {
			t.Fatal(err)
		}
	}
	want, _, _ := e.Probabilities(nil, 1, x)
	got, _, err := e.Probabilities(nil, 2, g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-5) {
			t.Errorf("probability %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// A sample of weight 0 has no effect.
func TestProbabilitiesWithoutWeight(t *testing.T) {
	x, y := table(60, 3, 2)
	fit := func(x engine.Table, y []int32, weight []float64) []float64 {
		e := engine.New()
		o := options(t, func(o *svm.SVCOptions) {
			o.Method, o.Kernel.Gamma.Name, o.Kernel.Gamma.Value, o.Tol = "sigmoid", "", 0.5, 1e-9
		})
		if _, _, err := e.Fit(nil, request(1, 2, x), o, x, engine.Targets{Labels: y, Weight: weight}); err != nil {
			t.Fatal(err)
		}
		probes, _ := table(10, 3, 2)
		p, _, _ := e.Probabilities(nil, 1, probes)
		return p
	}
	weight := slices.Concat(slices.Repeat([]float64{1}, 50), make([]float64, 10))
	part := engine.Table{Shape: engine.Shape{Layout: "dense", Rows: 50, Cols: 3}, Data: x.Data[:150]}
	got, want := fit(x, y, weight), fit(part, y[:50], nil)
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-6) {
			t.Errorf("probability %d is %v, want %v", i, got[i], want[i])
		}
	}
}

func TestNoProbabilities(t *testing.T) {
	x, y := table(40, 3, 2)
	e := engine.New()
	named := func(what string, err error, word string) {
		t.Helper()
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "probability" || !strings.Contains(f.Message, word) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, err := e.Fit(nil, request(1, 2, x), options(t, nil), x, engine.Targets{Labels: y}); err != nil {
		t.Fatal(err)
	}
	_, _, err := e.Probabilities(nil, 1, x)
	named("none asked for", err, "'sigmoid'")

	lonely := slices.Repeat([]int32{0}, 40)
	lonely[3] = 1
	o := options(t, func(o *svm.SVCOptions) { o.Method = "sigmoid" })
	_, _, err = e.Fit(nil, request(1, 2, x), o, x, engine.Targets{Labels: lonely})
	named("a class of one sample", err, "two samples")

	sgd, _ := engine.NewOptions("SGDClassifier")
	sgd.(*linear.SGDOptions).Method = "sigmoid"
	r := request(2, 2, x)
	r.Machine, r.Update = "SGDClassifier", true
	_, _, err = e.Fit(nil, r, sgd, x, engine.Targets{Labels: y})
	named("an update", err, "partialFit")
}

// A fit that is stopped early keeps the machine, and warns that it has no probabilities.
func TestStoppedBeforeProbabilities(t *testing.T) {
	x, y := table(300, 3, 3)
	last := ""
	for at := 1; at < 200; at += 1 + at/4 {
		e, count := engine.New(), 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(p run.Report) run.Signal {
			last = p.Phase
			if count++; count == at {
				return run.Stop
			}
			return run.Continue
		}}.Ctl()
		o := options(t, func(o *svm.SVCOptions) { o.Method = "sigmoid" })
		_, report, err := e.Fit(ctl, request(1, 3, x), o, x, engine.Targets{Labels: y})
		if err != nil {
			t.Fatal(err)
		}
		if count < at {
			break
		}
		if report.Status != "stopped" || len(report.Warnings) != 1 || report.Warnings[0].Code != "WARN_NO_PROBABILITY" {
			t.Fatalf("stopped at checkpoint %d (%s): %+v", at, last, report)
		}
		if _, err := e.Predict(nil, 1, x); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.HasPrefix(last, "fold 5 of 5") {
		t.Errorf("the last phase was %q", last)
	}
}

// A function that minimises the logistic loss estimates log odds, so the machine has
// probabilities without the option probability: 1/(1 + exp(-f)) for a class against the
// others, divided by their sum if there are more than two. Other losses give none.
func TestLogisticLossImpliesProbabilities(t *testing.T) {
	for _, name := range []string{"LinearSVC", "SGDClassifier"} {
		for _, k := range []int{2, 4} {
			e := engine.New()
			x, y := table(90, 3, k)
			r := request(1, k, x)
			r.Machine = name
			o, _ := engine.NewOptions(name)
			if _, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y}); err != nil {
				t.Fatal(err)
			}
			if _, _, err := e.Probabilities(nil, 1, x); !errors.Is(err, fault.New(fault.Option, "", "")) {
				t.Errorf("%s has probabilities without the logistic loss: %v", name, err)
			}
			setOption(t, o, "loss", "logistic")
			bytes, _, err := e.Fit(nil, r, o, x, engine.Targets{Labels: y})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := e.Load(2, bytes); err != nil {
				t.Fatal(err)
			}
			p, _, err := e.Probabilities(nil, 2, x)
			if err != nil {
				t.Fatal(err)
			}
			f, cols, err := e.DecisionFunction(nil, 2, "", x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 90 {
				sum, want := 0.0, make([]float64, k)
				for c := range k {
					switch {
					case cols > 1:
						want[c] = 1 / (1 + math.Exp(-f[i*cols+c]))
					case c == 1:
						want[c] = 1 / (1 + math.Exp(-f[i]))
					default:
						want[c] = 1 / (1 + math.Exp(f[i]))
					}
					sum += want[c]
				}
				for c := range k {
					if got := p[i*k+c]; !(math.Abs(got-want[c]/sum) <= 1e-14) {
						t.Fatalf("%s, %d classes: %v for class %d of row %d, want %v", name, k, got, c, i, want[c]/sum)
					}
				}
			}
		}
	}
}
