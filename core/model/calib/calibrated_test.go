package calib_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/machines/linear"
	"maxmargin/core/model"
	"maxmargin/core/model/calib"
)

// twoClouds returns 60 samples of two classes around 0 and 1.
func twoClouds(seed uint64) model.Training {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := make([]float64, 120), make([]int32, 60)
	for i := range y {
		y[i] = int32(i % 2)
		x[2*i], x[2*i+1] = rng.NormFloat64()+float64(y[i]), rng.NormFloat64()
	}
	return model.NewTraining(&sample.Matrix{N: 60, D: 2, X: x}, model.Classes{Of: y, Count: 2})
}

// A fit that was aborted or failed in one of the folds leaves the machine and its probabilities as they
// were, although the fit to all samples was complete.
func TestAFitThatFailsInAFoldChangesNothing(t *testing.T) {
	fresh := func() (model.Machine, error) {
		m := linear.NewLinearSVC()
		m.Method = calib.Sigmoid
		return m, nil
	}
	machine, _ := fresh()
	failed := errors.New("no more machines")
	part := model.Part{Name: "LinearSVC", Machine: machine, New: fresh}
	made, err := calib.New(part)
	if err != nil {
		t.Fatal(err)
	}
	c := made.(*calib.Calibrated)
	first := twoClouds(1)
	if _, err := c.Fit(nil, first); err != nil {
		t.Fatal(err)
	}
	says := func() []float64 {
		p, err := c.Probabilities(nil, first.X)
		if err != nil {
			t.Fatal(err)
		}
		f, _, err := c.Decision(nil, first.X, "")
		if err != nil {
			t.Fatal(err)
		}
		return append(p, f...)
	}
	before, seen := says(), false
	ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(p run.Report) run.Signal {
		if strings.HasPrefix(p.Phase, "fold 4") {
			seen = true
			return run.Abort
		}
		return run.Continue
	}}.Ctl()
	if report, err := c.Fit(ctl, twoClouds(2)); err != nil || report.Status != run.Aborted || !seen || !slices.Equal(says(), before) {
		t.Errorf("aborted in a fold (%t): %+v, %v; it says what it said: %t", seen, report, err, slices.Equal(says(), before))
	}
	// Of a machine that cannot be made again the first fold fails.
	part.New = func() (model.Machine, error) { return nil, failed }
	made, _ = calib.New(part)
	again := made.(*calib.Calibrated)
	if err := again.Restore(c.Fitted()); err != nil {
		t.Fatal(err)
	}
	c = again
	if _, err := c.Fit(nil, twoClouds(2)); !errors.Is(err, failed) || !slices.Equal(says(), before) {
		t.Errorf("%v; it says what it said: %t", err, slices.Equal(says(), before))
	}
	var known *fault.Error
	if _, err := c.Update(nil, twoClouds(2)); !errors.As(err, &known) || known.Argument != "probability" || !slices.Equal(says(), before) {
		t.Errorf("an update: %v", err)
	}
}

// A machine whose values are log odds has probabilities without the option, and after a fit of another
// loss it has none.
func TestLogOddsImplyProbabilities(t *testing.T) {
	m := linear.NewLinearSVC()
	m.Loss = "logistic"
	made, err := calib.New(model.Part{Name: "LinearSVC", Machine: m})
	if err != nil {
		t.Fatal(err)
	}
	c, data := made.(*calib.Calibrated), twoClouds(3)
	if _, err := c.Fit(nil, data); err != nil {
		t.Fatal(err)
	}
	p, err := c.Probabilities(nil, data.X)
	if err != nil {
		t.Fatal(err)
	}
	f, _, err := c.Decision(nil, data.X, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range f {
		if want := 1 / (1 + math.Exp(-v)); !(math.Abs(p[2*i+1]-want) <= 1e-15) {
			t.Errorf("value %v has the probability %v, want %v", v, p[2*i+1], want)
		}
	}
	m.Loss = "squaredHinge"
	if _, err := c.Fit(nil, data); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Probabilities(nil, data.X); !errors.Is(err, model.NoProbabilities()) {
		t.Errorf("of the squared hinge loss: %v", err)
	}
}
