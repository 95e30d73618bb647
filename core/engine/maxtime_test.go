package engine_test

import (
	"slices"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/engine"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/model/schema"
)

func warned(r engine.FitReport, code string) bool {
	return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return w.Code == code })
}

// timed fits a classifier with maxTime, as the last of steps if there are some, and
// checks that there is a usable model, for every time limit.
func timed(t *testing.T, maxTime float64, machine, probability, multiClass string, k int, steps ...string) engine.FitReport {
	t.Helper()
	x, y := table(240, 3, k)
	r, all := chain(t, 1, k, x, append(steps, machine)...)
	options := all[len(steps)]
	var o any = all
	if len(steps) == 0 {
		r = request(1, k, x)
		r.Machine, o = machine, options
	}
	for _, spec := range schema.Of(options) {
		switch field := spec.Field(options); spec.Name {
		case "maxTime":
			field.SetFloat(maxTime)
		case "tol":
			field.SetFloat(1e-9) // far from what the other steps take
		case "C":
			field.SetFloat(100)
		case "probability":
			field.SetString(probability)
		case "multiClass":
			field.SetString(multiClass)
		}
	}
	e := engine.New()
	bytes, report, err := e.Fit(support.Ticking(), r, o, x, engine.Targets{Labels: y})
	if err != nil {
		t.Fatalf("after %v ms there is no fit: %v", maxTime, err)
	}
	p, err := e.Predict(nil, 1, x)
	if err != nil || len(p.Labels) != len(y) {
		t.Fatalf("after %v ms the fit does not predict: %v", maxTime, err)
	}
	if _, _, err := engine.New().Load(1, bytes); err != nil {
		t.Fatalf("after %v ms the fit cannot be loaded: %v", maxTime, err)
	}
	none := warned(report, "WARN_NO_PROBABILITY")
	if _, _, err := e.Probabilities(nil, 1, x); probability != "none" && (err != nil) != none {
		t.Fatalf("after %v ms the warnings are %v, and probabilities: %v", maxTime, report.Warnings, err)
	}
	if none && report.Status != string(run.TimeLimit) {
		t.Fatalf("after %v ms there are no probabilities, but the status is %s", maxTime, report.Status)
	}
	return report
}

// TestMaxTimeAlwaysLeavesAFit tests fits with probabilities, in a pipeline, with several
// classes by pairs and one-versus-rest, and their combinations, for every time limit. At
// least one limit ends in the fit itself and, with probabilities, one in the fits of the folds.
func TestMaxTimeAlwaysLeavesAFit(t *testing.T) {
	support.InTurn(t, 2)
	for _, c := range []struct {
		name, probability, multiClass string
		k                             int
		steps                         []string
	}{
		{"alone", "none", "ovo", 2, nil},
		{"with probabilities", "sigmoid", "ovo", 2, nil},
		{"pairs", "none", "ovo", 3, nil},
		{"classes against the rest", "none", "ovr", 3, nil},
		{"pipeline", "none", "ovo", 2, []string{"StandardScaler", "KernelPCA"}},
		{"pairs with probabilities", "isotonic", "ovo", 3, nil},
		{"pipeline with probabilities", "temperature", "ovo", 2, []string{"StandardScaler"}},
		{"all together", "sigmoid", "ovr", 3, []string{"StandardScaler", "MinMaxScaler"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cut, without, done := 0, 0, false
			for maxTime := 1.0; maxTime < 1e5 && !done; maxTime *= 1.6 {
				report := timed(t, maxTime, "SVC", c.probability, c.multiClass, c.k, c.steps...)
				switch {
				case warned(report, "WARN_NO_PROBABILITY"):
					without++
				case report.Status == string(run.TimeLimit):
					cut++
				}
				done = report.Status == string(run.Converged)
			}
			if !done || cut+without < 3 || c.probability != "none" && without < 3 {
				t.Errorf("%d fits cut short, %d without probabilities, one to the end: %v; the test tests little", cut, without, done)
			}
		})
	}
}

// Every classifier with maxTime and probabilities has a fit at the end, and the time of all
// refits together is limited.
func TestMaxTimeOfEveryClassifier(t *testing.T) {
	timedOnes := 0
	for _, m := range catalog.Machines() {
		gives := slices.ContainsFunc(schema.Of(m.New().Options()), func(o schema.Option) bool { return o.Name == "probability" })
		if m.Kind() != catalog.Classifier || !gives {
			continue
		}
		timedOnes++
		for _, maxTime := range []float64{1, 4, 16, 64} {
			timed(t, maxTime, m.Name, "sigmoid", "ovr", 3)
		}
	}
	if timedOnes < 8 {
		t.Errorf("only %d classifiers have the option probability", timedOnes)
	}
}
