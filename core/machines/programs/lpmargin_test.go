package programs_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/machines/programs"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

// TestMarginsOfSixPoints is the specification's table of rho.
func TestMarginsOfSixPoints(t *testing.T) {
	for p, rho := range map[float64]float64{1: 1, 1.5: 1.259921, 2: 1.414214, 3: 1.587401, math.Inf(1): 2} {
		m := programs.NewLPMarginClassifier()
		m.Norm = p
		fit(t, m, sixPoints())
		if got := m.Result.Margins[0]; !(math.Abs(got-rho) <= 6e-7) {
			t.Errorf("p = %v: rho = %.9f, not %v", p, got, rho)
		}
		t.Log(p, m.Result.Weights, m.Result.Bias, m.Result.ByNorm, m.Result.Critical)
	}
}

// TestNotSeparable has no hyperplane: the status says so, and the weights are not zero.
func TestNotSeparable(t *testing.T) {
	for name, d := range map[string]model.Training{"heart": heart(t), "xor": model.NewTraining(&sample.Matrix{N: 4, D: 2, X: []float64{0, 0, 1, 1, 0, 1, 1, 0}}, model.Classes{Of: []int32{0, 0, 1, 1}, Count: 2})} {
		for _, p := range []float64{1, 1.2, 2, 4, math.Inf(1)} {
			m := programs.NewLPMarginClassifier()
			m.Norm = p
			r, err := m.Fit(nil, d)
			if err != nil || r.Status != run.Infeasible || len(r.Notes) != 1 || r.Notes[0].Code != "WARN_NOT_SEPARABLE" {
				t.Errorf("%s, p = %v: %+v, %v", name, p, r, err)
				continue
			}
			if m.Result.NonZeros[0] == 0 || m.Result.Margins[0] != 0 || len(m.Result.Critical) != 0 {
				t.Errorf("%s, p = %v: weights %v, rho %v", name, p, m.Result.Weights, m.Result.Margins)
			}
		}
	}
}

// separable are two classes in d dimensions with some distance between them.
func separable(rng *rand.Rand, n, d int) model.Training {
	x, y := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}, make([]int32, n)
	normal := make([]float64, d)
	for j := range normal {
		normal[j] = rng.NormFloat64()
	}
	for i := range n {
		row, at := x.Row(i), 0.0
		for j := range row {
			row[j] = 10 + rng.NormFloat64()
			at += normal[j] * (row[j] - 10)
		}
		y[i] = int32(i % 2)
		for j := range row { // to the right side, with a distance
			row[j] += normal[j] * (float64(2*y[i]-1)*(0.3+rng.Float64()) - at) / float64(d)
			if d < 3 {
				row[j] += normal[j] * float64(2*y[i]-1)
			}
		}
	}
	return model.NewTraining(x, model.Classes{Of: y, Count: 2})
}

// TestEveryNormHasItsWidestMargin compares machines: none has a wider margin in a norm than
// that of the norm, margins are continuous in p, and p = 2 is SVC without slack.
func TestEveryNormHasItsWidestMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 12 {
		n, d := 6+2*rng.IntN(12), 2+rng.IntN(30)
		data := separable(rng, n, d)
		rho := func(p float64) (*programs.LPMarginClassifier, float64) {
			m := programs.NewLPMarginClassifier()
			m.Norm = p
			r, err := m.Fit(nil, data)
			if err != nil || r.Status != run.Converged && r.Status != run.Infeasible {
				t.Fatalf("%d x %d, p = %v: %+v, %v", n, d, p, r, err)
			}
			return m, m.Result.Margins[0]
		}
		if _, one := rho(1); one == 0 {
			continue
		}
		names := []float64{1, 1.5, 2, 3, math.Inf(1)}
		for a, p := range names {
			_, best := rho(p)
			for _, q := range names {
				m, _ := rho(q)
				if other := m.Result.ByNorm[a]; !(other <= best*(1+1e-8)) {
					t.Errorf("%d x %d: the machine of norm %v has the margin %v in norm %v, whose own machine has %v", n, d, q, other, p, best)
				}
			}
		}
		two, exact := rho(2)
		for _, p := range []float64{2 - 1e-7, 2 + 1e-7} {
			if _, near := rho(p); !(math.Abs(near-exact) <= 1e-5*exact) {
				t.Errorf("%d x %d: rho is %v at %v and %v at 2", n, d, near, p, exact)
			}
		}
		for _, p := range []float64{1.02, 1.1, 8, 40} {
			if m, _ := rho(p); m.Result.Margins[0] == 0 {
				t.Errorf("%d x %d: no margin in norm %v", n, d, p)
			}
		}
		s := svm.NewSVC(catalog.Kernel)
		s.C, s.Kernel.Name, s.Tol = math.Inf(1), "linear", 1e-8
		if r, err := s.Fit(nil, data); err != nil || r.Status != run.Converged {
			t.Fatalf("%+v, %v", r, err)
		}
		got, _, _ := two.Decision(nil, data.X, "")
		want, _, _ := s.Decision(nil, data.X, "")
		for i := range got {
			if !(math.Abs(got[i]-want[i]) <= 1e-5*max(1, math.Abs(want[i]))) {
				t.Errorf("%d x %d: row %d has %v, SVC has %v", n, d, i, got[i], want[i])
				break
			}
		}
	}
}

// TestAStopIsNotInfeasible: after a problem without a solution, a stop was called infeasible, and so
// was one in the search for the smallest sum of violations.
func TestAStopIsNotInfeasible(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	x, y := make([]float64, 2*90), make([]int32, 90)
	for i := range y {
		x[2*i], x[2*i+1], y[i] = rng.NormFloat64(), rng.NormFloat64(), int32(i%3)
	}
	data := model.NewTraining(&sample.Matrix{N: 90, D: 2, X: x}, model.Classes{Of: y, Count: 3})
	for _, scheme := range []string{"ovr", "joint"} {
		for _, norm := range []float64{1, 2, 3, math.Inf(1)} {
			m := programs.NewLPMarginClassifier()
			m.MultiClass, m.Norm = scheme, norm
			for at := 1; ; at++ {
				calls := 0
				ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
					if calls++; calls >= at {
						return run.Stop
					}
					return run.Continue
				}}.Ctl()
				report, err := m.Fit(ctl, data)
				if err != nil {
					t.Fatal(err)
				}
				if calls < at {
					break
				}
				if report.Status != run.Stopped && report.Status != run.Aborted {
					t.Errorf("%s, norm %v, stopped at checkpoint %d: %+v", scheme, norm, at, report)
				}
			}
		}
	}
}

// Samples in other units have the same hyperplane in these units: the norm 2 ended `stalled` with
// a margin of 0 on small ones (defect 18).
func TestMarginsDoNotDependOnUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 18))
	x, y := make([]float64, 60), make([]int32, 30)
	for i := range y {
		y[i] = int32(i % 2)
		x[2*i], x[2*i+1] = 3*rng.NormFloat64(), rng.NormFloat64()+float64(6*y[i])
	}
	for _, norm := range []float64{1, 1.5, 2, 3, math.Inf(1)} {
		first := 0.0
		for _, unit := range []float64{1, 1e-10, 1e-6, 1e-3, 1e3, 1e6, 1e10} {
			scaled := make([]float64, len(x))
			for i, v := range x {
				scaled[i] = unit * v
			}
			m := programs.NewLPMarginClassifier()
			m.Norm = norm
			r, err := m.Fit(nil, model.NewTraining(&sample.Matrix{N: 30, D: 2, X: scaled}, model.Classes{Of: y, Count: 2}))
			if err != nil {
				t.Fatal(err)
			}
			rho := m.Result.Margins[0] / unit
			if first == 0 {
				first = rho
			}
			if r.Status != run.Converged || !(math.Abs(rho-first) <= 1e-6*first) {
				t.Errorf("norm %g, unit %g: %s with a margin of %g, not %g", norm, unit, r.Status, rho, first)
			}
		}
	}
}
