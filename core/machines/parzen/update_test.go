package parzen_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// batch returns some rows of a training set, as an update gets them.
func batch(t model.Training, from, to int) model.Training {
	var rows []int
	for i := from; i < to; i++ {
		rows = append(rows, i)
	}
	return model.Training{Data: t.Select(rows, nil)}
}

func update(t testing.TB, m *parzen.AverageMarginClassifier, training model.Training) model.Report {
	t.Helper()
	report, err := m.Update(nil, training)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// Updates by parts of any size, the first of which lacks classes, make the machine of a fit
// to all samples.
func TestUpdatesAreAFitToAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(401, 1))
	for _, k := range []int{2, 4} {
		x, y := clouds(rng, 80, 3, k)
		for i := range 5 {
			y[i] = int32(k - 1) // the first batch has one class
		}
		weight := make([]float64, 80)
		for i := range weight {
			weight[i] = float64(i % 3)
		}
		fresh, _ := clouds(rng, 30, 3, k)
		for _, name := range []string{reduction.OneVsOne, reduction.OneVsRest, reduction.Graph} {
			for what, change := range map[string][]options{
				"rbf": {rbf(0.3)}, "linear": {named("linear")}, "balanced": {rbf(0.3), balanced}, "weights": {rbf(0.3), balanced},
			} {
				training := model.NewTraining(x, model.Classes{Of: y, Count: k})
				if what == "weights" {
					training.Weight = weight
				}
				whole, wholeFit, report := fit(t, training, append(change, scheme(name))...)
				m := parzen.NewAverageMarginClassifier(catalog.Kernel)
				for _, c := range append(change, scheme(name)) {
					c(&m.AverageMarginClassifierOptions)
				}
				var last model.Report
				for _, ends := range [][2]int{{0, 5}, {5, 6}, {6, 40}, {40, 80}} {
					part := batch(training, ends[0], ends[1])
					if ends[0] == 6 {
						part.X = support.Sparse(part.X.(*sample.Matrix))
					}
					last = update(t, m, part)
				}
				got := m.Fitted().(*parzen.AverageMarginClassifierFit)
				support.Near(t, what+": margins", got.Margins, wholeFit.Margins, 1e-12)
				support.Near(t, what+": decision values", decide(t, m, fresh), decide(t, whole, fresh), 1e-11)
				support.NearNumber(t, what+": objective", last.Objective, report.Objective, 1e-12)
				if !slices.Equal(got.Order, wholeFit.Order) {
					t.Errorf("classes in the order %v", got.Order)
				}
				for p, i := range wholeFit.Indices {
					if got.Indices[p] != i {
						t.Fatalf("%s: support vector %d is row %d, of a fit to all row %d", what, p, got.Indices[p], i)
					}
				}
			}
		}
	}
}

// The width that a rule gives for the first samples stays, and a saved machine goes on.
func TestUpdatesAfterLoading(t *testing.T) {
	rng := rand.New(rand.NewPCG(402, 1))
	x, y := clouds(rng, 60, 2, 2)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	m := parzen.NewAverageMarginClassifier(catalog.Kernel)
	update(t, m, batch(training, 0, 20))
	bytes, err := codec.Encode(codec.Model{Name: "AverageMarginClassifier", Machine: m, Classes: model2()})
	if err != nil {
		t.Fatal(err)
	}
	again, err := codec.Decode(bytes)
	if err != nil {
		t.Fatal(err)
	}
	loaded := model.Unwrapped(again.Machine).(*parzen.AverageMarginClassifier)
	for _, m := range []*parzen.AverageMarginClassifier{m, loaded} {
		update(t, m, batch(training, 20, 60))
	}
	support.Near(t, "loaded", decide(t, loaded, x), decide(t, m, x), 0)
	width := m.Result.Widths[0]
	whole, _, _ := fit(t, training, rbf(width))
	support.Near(t, "with the first width", decide(t, m, x), decide(t, whole, x), 1e-12)
}

func model2() codec.Classes { return codec.Classes{Kind: "number", Names: []string{"0", "1"}} }

func TestUpdatesThatAreRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(403, 1))
	x, y := clouds(rng, 40, 2, 2)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	three := training
	three.Target = model.Classes{Of: y, Count: 3}
	old := func(m *parzen.AverageMarginClassifier) {
		m.Result.Labels, m.Result.Mass, m.Result.Counts, m.Result.Sums = nil, nil, nil, nil
	}
	full := func(m *parzen.AverageMarginClassifier) { m.Result.Samples = math.MaxInt32 - 39 }
	wide, _ := clouds(rng, 40, 3, 2)
	for name, c := range map[string]struct {
		change   func(*parzen.AverageMarginClassifier)
		training model.Training
		code     fault.Code
		argument string
	}{
		"another kernel":  {func(m *parzen.AverageMarginClassifier) { m.Kernel.Name = "linear" }, training, fault.Option, "kernel"},
		"kernel values":   {func(m *parzen.AverageMarginClassifier) { m.Kernel.Name = "precomputed" }, training, fault.Option, "kernel"},
		"another class":   {nil, three, fault.Shape, "y"},
		"an old file":     {old, training, fault.Format, "bytes"},
		"too many rows":   {full, training, fault.Memory, "X"},
		"more features":   {nil, model.NewTraining(wide, training.Target), fault.FeatureCount, "X"},
		"too large":       {nil, model.NewTraining(matrix([]float64{1e200, 0}), model.Classes{Of: []int32{0}, Count: 2}), fault.Numeric, "X"},
		"without weights": {nil, model.Training{Data: model.Data{X: x, Target: training.Target, Weight: make([]float64, 40)}}, fault.Weight, "sampleWeight"},
	} {
		m, f, _ := fit(t, training, rbf(1))
		if c.change != nil {
			c.change(m)
		}
		_, err := m.Update(nil, c.training)
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != c.code || e.Argument != c.argument {
			t.Errorf("%s: got %v, want %s about %s", name, err, c.code, c.argument)
		}
		if m.Fitted() != any(f) {
			t.Errorf("%s: the earlier fit is gone", name)
		}
	}
}

// An update that is aborted anywhere leaves the machine as it was.
func TestAbortedUpdates(t *testing.T) {
	rng := rand.New(rand.NewPCG(404, 1))
	x, y := clouds(rng, 200, 2, 2)
	training := model.NewTraining(x, model.Classes{Of: y, Count: 2})
	m, f, _ := fit(t, batch(training, 0, 100), func(o *parzen.AverageMarginClassifierOptions) { o.Kernel.Gamma = kernel.Width{Value: 1} })
	want := decide(t, m, x)
	ended := 0
	for at := 1; ; at++ {
		count := 0
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if count++; count == at {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
		report, err := m.Update(ctl, batch(training, 100, 200))
		if err != nil {
			t.Fatal(err)
		}
		if report.Status != run.Aborted {
			break
		}
		if ended++; m.Fitted() != any(f) {
			t.Fatal("an aborted update has changed the fit")
		}
		support.Near(t, "after an abort", decide(t, m, x), want, 0)
	}
	if ended < 8 {
		t.Errorf("only %d checkpoints", ended)
	}
}
