package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// regionCase is a training set of a one-class machine.
type regionCase struct {
	name      string
	x         *sample.Matrix
	weight    []float64
	nu, gamma float64
}

// machines returns the machine, fitted, and a function that fits OneClassSVM to some of the rows.
func (c regionCase) machines(t *testing.T) (*svm.IncrementalOneClass, func(rows []int) *svm.OneClassSVM) {
	t.Helper()
	data := model.Data{X: c.x, Weight: c.weight}
	m := svm.NewIncrementalOneClass(catalog.Kernel)
	m.Nu = c.nu
	withKernel(&m.Kernel, c.gamma)
	if _, err := m.Fit(nil, model.Training{Data: data}); err != nil {
		t.Fatal(err)
	}
	return m, func(rows []int) *svm.OneClassSVM {
		fresh := svm.NewOneClassSVM(catalog.Kernel)
		fresh.Nu, fresh.Tol = c.nu, 1e-11
		withKernel(&fresh.Kernel, c.gamma)
		if _, err := fresh.Fit(nil, model.Training{Data: data.Select(rows, nil)}); err != nil {
			t.Fatal(err)
		}
		return fresh
	}
}

// What IncrementalOneClass says of the rows that it leaves out is what OneClassSVM says that was
// fitted to the other rows.
func TestOneClassLeavesEachRowOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	x, _ := data(rng, 60, 3, 2)
	grid := rounded(x, 1)
	line := &sample.Matrix{N: 12, D: 1}
	weight, zeros := make([]float64, 60), make([]float64, 60)
	for i := range weight {
		weight[i], zeros[i] = 0.1+rng.Float64(), float64(i%3)
	}
	for i := range line.N {
		line.X = append(line.X, float64(1+i/2))
	}
	pair := &sample.Matrix{N: 2, D: 2, X: []float64{1, 2, 3, 5}}
	for _, c := range []regionCase{
		{"region", x, nil, 0.3, 0.3},
		{"few support vectors", x, nil, 0.05, 0.1},
		{"wide kernel", x, nil, 0.5, 0.01},
		{"narrow kernel", x, nil, 0.4, 30},
		{"linear", x, nil, 0.2, 0},
		{"equal rows", grid, nil, 0.25, 0.3},
		{"equal rows, half of them outside", grid, nil, 0.5, 0.3},
		{"equal rows on a line", line, nil, 0.5, 0},
		{"all outside", x, nil, 1, 0.3},
		{"all outside, equal rows", grid, nil, 1, 0.3},
		{"weights", x, weight, 0.3, 0.3},
		{"weights, equal rows", grid, weight, 0.3, 0.3},
		{"weights, all outside", x, weight, 1, 0.3},
		{"weights of 0", x, zeros, 0.3, 0.3},
		{"two rows", pair, nil, 0.5, 0.3},
		{"two rows outside", pair, nil, 1, 0.3},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, fresh := c.machines(t)
			before := valuesOf(t, m, c.x)
			_, got, changes, err := m.LeaveOut(nil)
			if err != nil {
				t.Fatal(err)
			}
			worst := 0.0
			for i := range c.x.N {
				rows := append(order.Between(0, i), order.Between(i+1, c.x.N)...)
				want := valuesOf(t, fresh(rows), c.x.Select([]int{i}))[0]
				worst = max(worst, math.Abs(got[i]-want))
				if !(math.Abs(got[i]-want) <= 1e-8) {
					t.Errorf("row %d: %v, by a fit without it %v", i, got[i], want)
				}
			}
			after := valuesOf(t, m, c.x)
			for i := range before {
				if before[i] != after[i] {
					t.Fatalf("row %d had the value %v and has %v", i, before[i], after[i])
				}
			}
			t.Logf("%d changes for %d rows, at most %.2g from fits", changes, c.x.N, worst)
		})
	}
}

// Rows that are no support vectors of the problem with the smaller sum take no change of their own.
func TestOneClassLeavesRowsInsideOutAtOnce(t *testing.T) {
	x, _ := data(rand.New(rand.NewPCG(3, 9)), 160, 3, 2)
	m, _ := regionCase{"", x, nil, 0.1, 0.3}.machines(t)
	_, _, changes, err := m.LeaveOut(nil)
	if support := len(m.Result.Indices); err != nil || changes > support+3 {
		t.Errorf("%d changes for %d support vectors, %v", changes, support, err)
	}
}

func TestOneClassHasNothingWithoutItsOnlyRow(t *testing.T) {
	for name, c := range map[string]regionCase{
		"one row":             {"", &sample.Matrix{N: 1, D: 2, X: []float64{1, 2}}, nil, 0.5, 0.3},
		"one row that weighs": {"", &sample.Matrix{N: 2, D: 2, X: []float64{1, 2, 3, 5}}, []float64{1, 0}, 0.5, 0.3},
	} {
		m, _ := c.machines(t)
		_, _, _, err := m.LeaveOut(nil)
		var f *fault.Error
		if !errors.As(err, &f) || f.Code != fault.Empty || f.Argument != "X" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A machine that was loaded leaves rows out as the one that was saved.
func TestLoadedOneClassLeavesRowsOut(t *testing.T) {
	x, _ := data(rand.New(rand.NewPCG(3, 9)), 60, 3, 2)
	m, _ := regionCase{"", x, nil, 0.3, 0.3}.machines(t)
	again := roundTrip(t, "IncrementalOneClass", m, 0)
	_, want, _, _ := m.LeaveOut(nil)
	_, got, _, err := again.LeaveOut(nil)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d values, %v", len(got), err)
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-10) {
			t.Errorf("row %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestLeavingRowsOutTellsHowFarItIsAndStops(t *testing.T) {
	x, _ := data(rand.New(rand.NewPCG(3, 9)), 60, 3, 2)
	m, _ := regionCase{"", x, nil, 0.3, 0.3}.machines(t)
	seen := 0.0
	watch := func(last float64) *run.Ctl {
		return run.Watcher{Slice: run.EveryCheckpoint, Observe: func(r run.Report) run.Signal {
			if seen = r.Fraction; seen > last {
				return run.Abort
			}
			return run.Continue
		}}.Ctl()
	}
	if _, _, _, err := m.LeaveOut(watch(0.7)); err != run.ErrAborted || seen > 0.8 {
		t.Errorf("%v at %v", err, seen)
	}
	if _, values, _, err := m.LeaveOut(watch(1)); err != nil || len(values) != 60 || seen < 0.9 {
		t.Errorf("%d values, %v at %v", len(values), err, seen)
	}
}

// The limit of the iterations is one of each fit: leaving rows out after a fit that ended within it
// was an ERR_INTERNAL, as the walk went on with what the fit had left of it.
func TestTheLimitOfAFitIsNotThatOfLeavingRowsOut(t *testing.T) {
	x, _ := data(rand.New(rand.NewPCG(3, 9)), 60, 3, 2)
	left, limit := make([][]float64, 2), math.Inf(1)
	for at := range left {
		m := svm.NewIncrementalOneClass(catalog.Kernel)
		m.Nu, m.MaxIter = 0.3, limit
		report, err := m.Fit(nil, model.NewTraining(x, nil))
		if err != nil || report.Status != run.Converged {
			t.Fatalf("%s after %d iterations, %v", report.Status, report.Iterations, err)
		}
		if _, left[at], _, err = m.LeaveOut(nil); err != nil {
			t.Errorf("with a limit of %v: %v", limit, err)
		}
		limit = float64(max(1, report.Iterations))
	}
	support.Near(t, "without each row", left[1], left[0], 1e-9)
}
