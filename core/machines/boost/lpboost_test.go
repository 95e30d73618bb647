package boost_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/boost"
	"maxmargin/core/machines/svm"
	"maxmargin/core/machines/tree"
	"maxmargin/core/model"
)

// lpBooster returns an LPBoostClassifier of machines like this one.
func lpBooster(t *testing.T, name string, m model.Machine) *boost.LPBoostClassifier {
	t.Helper()
	b, err := catalog.NewHolder("LPBoostClassifier", []model.Part{{Name: name, Label: "estimator", Machine: m}})
	if err != nil {
		t.Fatal(err)
	}
	lp := b.(*boost.LPBoostClassifier)
	lp.NEstimators = 1000
	return lp
}

// Three samples on a line, of which the middle one is of the other class. With nu <= 1/3 no
// slack is worth its price. The best vote gives each of the stumps x <= 1.5, x > 2.5 and the
// constant a third, all margins are 1/3, and the weights that prove it are 1/3 each: under them
// every stump gets one sample or more wrong and has an edge of at most 1/3.
func TestLPBoostOfThreeSamples(t *testing.T) {
	for _, nu := range []float64{0.1, 1. / 3} {
		b := lpBooster(t, "DecisionStump", tree.NewDecisionStump())
		b.Nu = nu
		report, err := b.Fit(nil, line([]float64{1, 2, 3}, 1, 0, 1))
		if err != nil || report.Status != run.Converged {
			t.Fatalf("%+v, %v", report, err)
		}
		f := b.Result
		near(t, "objective and rho", []float64{report.Objective, f.Rhos[len(f.Rhos)-1]}, []float64{1. / 3, 1. / 3}, 1e-9)
		near(t, "margins", f.Margins, []float64{1. / 3, 1. / 3, 1. / 3}, 1e-9)
		near(t, "weights", f.Weights, []float64{1. / 3, 1. / 3, 1. / 3}, 1e-6)
	}
	// With nu = 1 all weights are a third, and rho is the largest margin: the objective is the mean
	// margin, that of one stump.
	b := lpBooster(t, "DecisionStump", tree.NewDecisionStump())
	b.Nu = 1
	report, err := b.Fit(nil, line([]float64{1, 2, 3}, 1, 0, 1))
	if err != nil || report.Status != run.Converged {
		t.Fatalf("%+v, %v", report, err)
	}
	near(t, "objective", []float64{report.Objective}, []float64{1. / 3}, 1e-9)
}

// The objective is that of the whole program over all stumps, which HiGHS solved.
func TestLPBoostOverAllStumps(t *testing.T) {
	var g struct {
		Tolerance float64
		Cases     []struct {
			Set           string
			Weighted      bool
			Rows          int
			Nu, Objective float64
		}
	}
	var drawn struct {
		Sets map[string]struct {
			X      [][]float64
			Y      []int32
			Weight []float64
		}
	}
	facts.Golden(t, "lpboost.json", &g)
	facts.Golden(t, "boost.json", &drawn)
	for _, c := range g.Cases {
		t.Run(c.Set, func(t *testing.T) {
			var given model.Training
			if s, ok := drawn.Sets[c.Set]; ok {
				x := &sample.Matrix{N: c.Rows, D: len(s.X[0])}
				for _, row := range s.X[:c.Rows] {
					x.X = append(x.X, row...)
				}
				given = model.NewTraining(x, model.Classes{Of: s.Y[:c.Rows], Count: int(slices.Max(s.Y)) + 1})
				if c.Weighted {
					given.Weight = s.Weight[:c.Rows]
				}
			} else {
				x, labels := facts.Libsvm(t, c.Set)
				classes := make([]int32, len(labels))
				for i, label := range labels {
					if label > 0 {
						classes[i] = 1
					}
				}
				given = model.NewTraining(x, model.Classes{Of: classes, Count: 2})
			}
			b := lpBooster(t, "DecisionStump", tree.NewDecisionStump())
			b.Nu, b.Tol = c.Nu, 1e-8
			report, err := b.Fit(nil, given)
			if err != nil || report.Status != run.Converged {
				t.Fatalf("%+v, %v", report, err)
			}
			if !(math.Abs(report.Objective-c.Objective) <= g.Tolerance) {
				t.Errorf("nu %v: objective %v after %d rounds, HiGHS has %v", c.Nu, report.Objective, report.Iterations, c.Objective)
			}
			t.Logf("nu %v: %d rounds", c.Nu, report.Iterations)
		})
	}
}

// Every round keeps to the duality of the program, and its record is that of its machine.
func TestRoundsOfLPBoost(t *testing.T) {
	for _, k := range []int{2, 3} {
		given := overlapping(5, 150, k)
		b := lpBooster(t, "DecisionTreeClassifier", depth(2))
		b.NEstimators, b.Nu = 8, 0.3
		report, err := b.Fit(nil, given)
		if err != nil || report.Status != run.IterationLimit || report.Iterations != 8 {
			t.Fatal(report, err)
		}
		f := b.Result
		n, rounds := 150, 8
		votes := make([][]float64, n)
		for i := range votes {
			votes[i] = make([]float64, rounds)
		}
		_ = f.Votes(nil, given.X, func(member int, classes []int32) {
			for i, c := range classes {
				if votes[i][member] = -1 / float64(k-1); c == given.Labels()[i] {
					votes[i][member] = 1
				}
			}
		})
		edge := func(weight []float64, member int) (sum float64) {
			for i, u := range weight {
				sum += u * votes[i][member]
			}
			return sum
		}
		for r := range rounds {
			alphas, weight := f.RoundAlphas[r*rounds:(r+1)*rounds], f.RoundWeights[r*n:(r+1)*n]
			sum, total, below, upto, objective := 0.0, 0.0, 0.0, 0.0, f.Rhos[r]
			for i, u := range weight {
				sum += u
				if u < 0 || !(u <= 1/(b.Nu*float64(n))*(1+1e-9)) {
					t.Fatalf("weight %v", u)
				}
				m := 0.0
				for s, a := range alphas {
					m += a * votes[i][s]
				}
				objective -= max(0, f.Rhos[r]-m) / (b.Nu * float64(n))
				if m < f.Rhos[r]-1e-9 {
					below += 1 / float64(n)
				}
				if m <= f.Rhos[r]+1e-9 {
					upto += 1 / float64(n)
				}
			}
			for _, a := range alphas {
				total += a
			}
			near(t, "sums", []float64{sum, total}, []float64{1, 1}, 1e-12)
			near(t, "objective", f.Objectives[r:r+1], []float64{objective}, 1e-12)
			near(t, "edge and error", []float64{f.Edges[r], f.Errors[r] * float64(k) / float64(k-1)}, []float64{edge(weight, r), 1 - edge(weight, r)}, 1e-12)
			near(t, "margin errors", f.MarginErrors[r:r+1], []float64{below}, 1e-9)
			if !(below <= b.Nu+1e-9) || !(upto >= b.Nu-1e-9) {
				t.Errorf("round %d: a share of %v has a margin below rho, of %v at most rho", r+1, below, upto)
			}
			if r > 0 {
				if !(f.Objectives[r] >= f.Objectives[r-1]-1e-8) {
					t.Errorf("round %d: the objective falls from %v to %v", r+1, f.Objectives[r-1], f.Objectives[r])
				}
				for s := range r { // the weights prove the objective
					if e := edge(weight, s); !(e <= f.Objectives[r-1]+1e-7) {
						t.Errorf("round %d: member %d has the edge %v, the objective was %v", r+1, s+1, e, f.Objectives[r-1])
					}
				}
			}
		}
		said, _ := b.Predict(nil, given.X)
		wrong := 0.0
		for i, c := range given.Labels() {
			if said[i] != c {
				wrong += 1 / float64(n)
			}
		}
		near(t, "training error", f.TrainingErrors[rounds-1:], []float64{wrong}, 1e-12)
	}
}

// A member without a mistake is the answer; on the exclusive or stumps have nothing to offer.
func TestEndingsOfLPBoost(t *testing.T) {
	b := lpBooster(t, "DecisionTreeClassifier", depth(math.Inf(1)))
	report, err := b.Fit(nil, overlapping(1, 50, 3))
	if err != nil || report.Status != run.Perfect || len(b.Parts()) != 1 {
		t.Fatalf("%+v, %v", report, err)
	}
	near(t, "objective, alpha and rho", []float64{report.Objective, b.Result.Alphas[0], b.Result.Rhos[0]}, []float64{1, 1, 1}, 1e-12)
	b = lpBooster(t, "DecisionStump", tree.NewDecisionStump())
	x := &sample.Matrix{N: 4, D: 2, X: []float64{0, 0, 0, 1, 1, 0, 1, 1}}
	_, err = b.Fit(nil, model.NewTraining(x, model.Classes{Of: []int32{0, 1, 1, 0}, Count: 2}))
	var f *fault.Error
	if !errors.As(err, &f) || f.Code != fault.Option || f.Argument != "estimator" {
		t.Errorf("error %v", err)
	}
	_, err = boost.NewLPBoostClassifier([]model.Part{{Name: "SVR", Machine: svm.NewSVR(catalog.Kernel)}})
	if !errors.As(err, &f) || f.Argument != "estimator" {
		t.Errorf("error %v", err)
	}
}

// TestAStoppedFitOfLPBoostIsNotCalledConverged: also where the last member was being fitted, which
// then need not be the best one.
func TestAStoppedFitOfLPBoostIsNotCalledConverged(t *testing.T) {
	given := overlapping(232, 60, 2)
	stopped := func(at int) (status run.Status, seen int) {
		ctl := run.Watcher{Slice: run.EveryCheckpoint, Observe: func(run.Report) run.Signal {
			if seen++; seen == at {
				return run.Stop
			}
			return run.Continue
		}}.Ctl()
		report, err := lpBooster(t, "DecisionStump", tree.NewDecisionStump()).Fit(ctl, given)
		if err != nil {
			t.Fatal(err)
		}
		return report.Status, seen
	}
	status, all := stopped(0)
	if status != run.Converged || all < 20 {
		t.Fatalf("%d checkpoints, status %q", all, status)
	}
	for at := all - 10; at <= all; at++ {
		if status, _ := stopped(at); status != run.Stopped {
			t.Errorf("stopped at checkpoint %d of %d the status is %q", at, all, status)
		}
	}
}

// TestAllRoundsOfLPBoostAreNoTimeLimit: a limit of time that is over when the last of NEstimators
// members is added ends nothing early, and one before leaves fewer members.
func TestAllRoundsOfLPBoostAreNoTimeLimit(t *testing.T) {
	given := overlapping(233, 20, 2)
	counts := map[run.Status]int{}
	for milliseconds := 1.0; milliseconds < 200; milliseconds++ {
		b := lpBooster(t, "DecisionStump", tree.NewDecisionStump())
		b.NEstimators, b.MaxTime = 3, milliseconds
		report, err := b.Fit(support.Ticking(), given)
		if err != nil {
			t.Fatal(err)
		}
		want := run.TimeLimit
		if len(b.Parts()) == 3 {
			want = run.IterationLimit
		}
		if report.Status != want {
			t.Errorf("%d members within %v ms: status %q, want %q", len(b.Parts()), milliseconds, report.Status, want)
		}
		counts[want]++
	}
	if counts[run.TimeLimit] < 5 || counts[run.IterationLimit] < 5 {
		t.Errorf("%v", counts)
	}
}

// Machines that are not the best of their kind can be members too.
func TestLPBoostOfSupportVectorMachines(t *testing.T) {
	m := svm.NewSVC(catalog.Kernel)
	m.Kernel.Name = "linear"
	b := lpBooster(t, "SVC", m)
	b.NEstimators = 30
	given := overlapping(9, 120, 2)
	report, err := b.Fit(nil, given)
	if err != nil || !(report.Objective > b.Result.Objectives[0]) && report.Iterations > 1 {
		t.Fatalf("%+v, %v", report, err)
	}
}
