package svm_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/support"
	"maxmargin/core/machines/parzen"
	"maxmargin/core/machines/svm"
	"maxmargin/core/model"
)

func boundedSVC(bound float64, loss string, intercept bool) *svm.SVC {
	m := svm.NewSVC(catalog.Kernel)
	m.NormBound, m.Loss, m.FitIntercept, m.Kernel, m.Tol = bound, loss, intercept, gauss(0.5), 1e-9
	return m
}

func decisions(t *testing.T, m model.Classifier, training model.Training) []float64 {
	t.Helper()
	f, _, err := m.Decision(nil, training.X, "ovr")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// norms returns |w| from the coefficients and the values: w'w = sum of coef f, less
// what the constant adds to f, for two classes.
func norms(t *testing.T, m *svm.SVC, training model.Training) float64 {
	t.Helper()
	fit := m.Fitted().(*svm.SVCFit)
	f, square := decisions(t, m, training), 0.0
	for p, i := range fit.Indices {
		square += fit.Coef[p] * (f[i] - fit.Intercept[0])
	}
	return math.Sqrt(math.Abs(square))
}

// The norm equals the bound, and SVC with the reported C has the same solution.
func TestNormBoundIsSomeC(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 9))
		x, labels := data(rng, 30+5*int(seed), 2, 2)
		training := model.NewTraining(x, model.Classes{Of: labels, Count: 2})
		loss := []string{"hinge", "squaredHinge"}[seed%2]
		bound := []float64{0.2, 1, 3}[seed%3]
		m := boundedSVC(bound, loss, seed%4 < 2)
		if r := fitted(t, m, training); r.Status != run.Converged {
			t.Fatalf("seed %d: %s", seed, r.Status)
		}
		support.Near(t, "|w|", []float64{norms(t, m, training)}, []float64{bound}, 1e-6)
		other := boundedSVC(math.Inf(1), loss, m.FitIntercept)
		other.C = m.Fitted().(*svm.SVCFit).C[0]
		fitted(t, other, training)
		support.Near(t, "f", decisions(t, m, training), decisions(t, other, training), 1e-5)
	}
}

// No function of the same norm has smaller slacks: the test tries functions on a grid, and
// computes the slacks from their values alone.
func TestNormBoundHasTheLeastSlack(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	x, labels := data(rng, 40, 2, 2)
	training := model.NewTraining(x, model.Classes{Of: labels, Count: 2})
	m := boundedSVC(0.8, "hinge", false)
	m.Kernel.Name, m.Kernel.Gamma.Value = "linear", 1
	fitted(t, m, training)
	slacks := func(w [2]float64) (total float64) {
		for i, label := range labels {
			y := 2*float64(label) - 1
			total += max(0, 1-y*(w[0]*x.Row(i)[0]+w[1]*x.Row(i)[1]))
		}
		return total
	}
	fit, w := m.Fitted().(*svm.SVCFit), [2]float64{}
	for p, i := range fit.Indices {
		w[0] += fit.Coef[p] * x.Row(int(i))[0]
		w[1] += fit.Coef[p] * x.Row(int(i))[1]
	}
	if f := decisions(t, m, training)[0]; f*(w[0]*x.Row(0)[0]+w[1]*x.Row(0)[1]) < 0 {
		w = [2]float64{-w[0], -w[1]} // the sign of class 1
	}
	ours, best := slacks(w), math.Inf(1)
	for k := range 200000 { // the disc in polar coordinates
		angle, radius := 2*math.Pi*float64(k%2000)/2000, 0.8*float64(k/2000+1)/100
		best = min(best, slacks([2]float64{radius * math.Cos(angle), radius * math.Sin(angle)}))
	}
	if !(ours <= best+1e-9) || ours < best-0.01 { // as fine as the grid
		t.Errorf("slacks %v, on the grid %v", ours, best)
	}
}

// With free slacks it is the machine of the average margin, scaled to the norm.
func TestFreeSlacksAreTheAverageMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	x, labels := data(rng, 50, 2, 3)
	training := model.Training{Data: model.Data{X: x, Target: model.Classes{Of: labels, Count: 3}, Weight: make([]float64, 50)}}
	for i := range training.Weight {
		training.Weight[i] = 0.5 + rng.Float64()
	}
	m, average := boundedSVC(2.5, "hinge", false), parzen.NewAverageMarginClassifier(catalog.Kernel)
	m.Slacks, m.DecisionFunctionShape, average.Kernel, average.MultiClass = "free", "ovo", m.Kernel, "ovo"
	fitted(t, m, training)
	fitted(t, average, training)
	got, _, err := m.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	want, _, err := average.Decision(nil, x, "ovo")
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i] *= 2.5
	}
	support.Near(t, "f", got, want, 1e-12)
	// While all samples are inside the margin, their slacks are positive anyway.
	free, least := boundedSVC(0.05, "hinge", false), boundedSVC(0.05, "hinge", false)
	free.Slacks = "free"
	pair := model.NewTraining(x, model.Classes{Of: make([]int32, 50), Count: 2})
	for i, c := range labels {
		pair.Labels()[i] = min(c, 1)
	}
	fitted(t, free, pair)
	fitted(t, least, pair)
	support.Near(t, "inside", decisions(t, free, pair), decisions(t, least, pair), 1e-8)
}

// A bound above the norm of the hard margin gives the hard margin; a bound so large that it
// does not lower the slacks ends, too.
func TestNormBoundThatDoesNotBind(t *testing.T) {
	m := boundedSVC(10, "hinge", true)
	m.Kernel.Name, m.Kernel.Gamma.Value = "linear", 1
	fitted(t, m, model.NewTraining(matrix(1, -1, 1, 2), model.Classes{Of: []int32{0, 1, 1}, Count: 2}))
	support.Near(t, "hard margin", decisions(t, m, model.NewTraining(matrix(1, -1, 1, 2), nil)), []float64{-1, 1, 2}, 1e-8)
	m.Tol = 1e-4
	contradiction := model.NewTraining(matrix(1, -1, 1, -1, 1, 1), model.Classes{Of: []int32{0, 1, 1, 0, 1}, Count: 2})
	if r := fitted(t, m, contradiction); r.Status != run.Converged {
		t.Errorf("%s", r.Status)
	}
}

func TestNormBoundRefuses(t *testing.T) {
	training := model.NewTraining(matrix(1, -1, 1, 2), model.Classes{Of: []int32{0, 1, 1}, Count: 2})
	for name, change := range map[string]func(m *svm.SVC){
		"mixed":            func(m *svm.SVC) { m.Loss = "mixed" },
		"free, squared":    func(m *svm.SVC) { m.Slacks, m.Loss, m.FitIntercept = "free", "squaredHinge", false },
		"free, a constant": func(m *svm.SVC) { m.Slacks = "free" },
		"free, no bound":   func(m *svm.SVC) { m.Slacks, m.NormBound, m.FitIntercept = "free", math.Inf(1), false },
	} {
		m := boundedSVC(1, "hinge", true)
		change(m)
		if _, err := m.Fit(nil, training); !errors.Is(err, fault.New(fault.Option, "", "")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Bug: the rules 'gap' and 'figures' compare with the primal objective plus 1, which is C times the
// slacks: with the tiny C of samples of large numbers every machine had converged, and the search for
// C ended anywhere (draw 343 of the sweep). The unit of X changes nothing.
func TestStoppingByTheGapWithANormBoundHasNoUnit(t *testing.T) {
	x, labels := data(rand.New(rand.NewPCG(2, 9)), 60, 2, 2)
	for _, rule := range []string{"gap", "figures"} {
		var want []float64
		for _, unit := range []float64{1, 0x1p20, 0x1p30} {
			scaled := &sample.Matrix{N: x.Len(), D: x.Dim(), X: make([]float64, x.Len()*x.Dim())}
			for i := range scaled.N {
				x.Dense(scaled.Row(i), i)
			}
			for i := range scaled.X {
				scaled.X[i] *= unit
			}
			training := model.NewTraining(scaled, model.Classes{Of: labels, Count: 2})
			m := boundedSVC(0.5/unit, "hinge", true)
			m.Kernel.Name, m.Stopping, m.Tol = "linear", rule, 1e-6
			if r := fitted(t, m, training); r.Status != run.Converged {
				t.Errorf("%s, unit %v: %+v", rule, unit, r)
			}
			f := decisions(t, m, training)
			if want == nil {
				want = f
			}
			support.Near(t, "f", f, want, 1e-2)
		}
	}
}
