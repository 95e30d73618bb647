package gp_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/internal/facts"
	"maxmargin/core/internal/support"
	"maxmargin/core/kernel"
	"maxmargin/core/machines/gp"
	"maxmargin/core/model"
)

func ordinalProcess(t testing.TB, training model.Training, change func(*gp.OrdinalGaussianProcessOptions)) *gp.OrdinalGaussianProcess {
	t.Helper()
	g := gp.NewOrdinalGaussianProcess(catalog.Kernel)
	change(&g.OrdinalGaussianProcessOptions)
	if _, err := g.Fit(nil, training); err != nil {
		t.Fatal(err)
	}
	return g
}

// ordinalGolden has the answers of SciPy; see core/internal/golden/ordinalgp.py.
type ordinalGolden struct {
	Tolerance float64
	X, New    [][]float64
	Y         []int32
	Cases     []struct {
		Approximation                       string
		Weights, Thresholds, DualCoef, Mean []float64
		Variance, Gamma, Evidence           float64
		Probabilities                       [][]float64
		Best                                *struct {
			Evidence, Variance, Gamma float64
			Thresholds                []float64
		}
	}
	Exact struct {
		X             [][]float64
		Y             []int32
		Evidence      float64
		Probabilities [][]float64
	}
}

// TestOrdinalProcessOfSciPy compares posterior, evidence and probabilities with those that SciPy finds,
// and the largest evidence with its.
func TestOrdinalProcessOfSciPy(t *testing.T) {
	var golden ordinalGolden
	facts.Golden(t, "ordinal.json", &golden)
	x, rest := matrix(30, 2, slices.Concat(golden.X...)...), matrix(6, 2, slices.Concat(golden.New...)...)
	for _, c := range golden.Cases {
		training := model.NewTraining(x, model.Ordered{Of: golden.Y, Count: 4})
		training.Weight = c.Weights
		set := func(o *gp.OrdinalGaussianProcessOptions) {
			o.Variance, o.Kernel.Gamma, o.Approximation = c.Variance, kernel.Width{Value: c.Gamma}, c.Approximation
		}
		g := ordinalProcess(t, training, func(o *gp.OrdinalGaussianProcessOptions) { set(o); o.Optimizer = "none" })
		f := g.Result
		support.Near(t, "thresholds", f.Thresholds, c.Thresholds, golden.Tolerance)
		support.NearNumber(t, "evidence", f.Evidence, c.Evidence, golden.Tolerance)
		support.Near(t, "coefficients", f.Coef, c.DualCoef, golden.Tolerance)
		mean, _, err := g.Decision(nil, rest, "")
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "means", mean, c.Mean, golden.Tolerance)
		shares, err := g.Probabilities(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		support.Near(t, "probabilities", shares, slices.Concat(c.Probabilities...), golden.Tolerance)
		ranks, err := g.Predict(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		g.Predicts = "median"
		medians, err := g.Predict(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range c.Probabilities {
			if row[ranks[i]] != slices.Max(row) {
				t.Errorf("sample %d: rank %d is not the most probable of %v", i, ranks[i], row)
			}
			below := 0.0 // the probability of lower ranks
			for _, p := range row[:medians[i]] {
				below += p
			}
			if below > 0.5 || below+row[medians[i]] < 0.5 {
				t.Errorf("sample %d: rank %d is no median of %v", i, medians[i], row)
			}
		}
		if c.Best == nil {
			continue
		}
		best := ordinalProcess(t, training, set).Result
		if !(best.Evidence > c.Best.Evidence-1e-4) {
			t.Errorf("the largest evidence is %v, SciPy finds %v", best.Evidence, c.Best.Evidence)
		}
		support.Near(t, best.ParameterNames, best.Parameters, []float64{c.Best.Variance, c.Best.Gamma}, 0.05)
	}
}

// TestOrdinalProcessNearTheExactPosterior: of three samples expectation propagation has nearly the
// evidence and the probabilities of the integral over all utilities, and is nearer to them than
// Laplace's approximation.
func TestOrdinalProcessNearTheExactPosterior(t *testing.T) {
	var golden ordinalGolden
	facts.Golden(t, "ordinal.json", &golden)
	exact, rest := golden.Exact, matrix(6, 2, slices.Concat(golden.New...)...)
	training := model.NewTraining(matrix(3, 2, slices.Concat(exact.X...)...), model.Ordered{Of: exact.Y, Count: 3})
	away := map[string][2]float64{}
	for _, approximation := range []string{"ep", "laplace"} {
		g := ordinalProcess(t, training, func(o *gp.OrdinalGaussianProcessOptions) {
			o.Approximation, o.Optimizer, o.Variance, o.Kernel.Gamma = approximation, "none", 2, kernel.Width{Value: 0.5}
		})
		shares, err := g.Probabilities(nil, rest)
		if err != nil {
			t.Fatal(err)
		}
		worst := 0.0
		for i, p := range slices.Concat(exact.Probabilities...) {
			worst = max(worst, math.Abs(shares[i]-p))
		}
		away[approximation] = [2]float64{math.Abs(g.Result.Evidence - exact.Evidence), worst}
	}
	for i, most := range []float64{1e-4, 5e-3} { // the oracle's own expectation propagation has 5.1e-5 and 4.8e-3
		what := []string{"evidence", "probabilities"}[i]
		if ep, laplace := away["ep"][i], away["laplace"][i]; !(ep < most && ep < laplace/4) {
			t.Errorf("%s: %v from the exact ones by expectation propagation, %v by Laplace's approximation", what, ep, laplace)
		}
	}
}

// TestOrdinalProcessIsSymmetric: with the ranks reversed, and with each sample twice in place of the
// weight 2, the process is the same; a rank without samples changes no other.
func TestOrdinalProcessIsSymmetric(t *testing.T) {
	x, classes := moons(5, 60, 2, 4)
	keep := func(o *gp.OrdinalGaussianProcessOptions) { o.Optimizer = "none" }
	fit := func(x *sample.Matrix, of []int32, k int, weight []float64, change func(*gp.OrdinalGaussianProcessOptions)) (*gp.OrdinalGaussianProcessFit, []float64) {
		training := model.NewTraining(x, model.Ordered{Of: of, Count: k})
		training.Weight = weight
		g := ordinalProcess(t, training, change)
		p, err := g.Probabilities(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		return g.Result, p
	}
	laplace := func(o *gp.OrdinalGaussianProcessOptions) { o.Approximation = "laplace" }
	for name, change := range map[string]func(*gp.OrdinalGaussianProcessOptions){
		"given": keep, "given, laplace": func(o *gp.OrdinalGaussianProcessOptions) { keep(o); laplace(o) },
		"learnt": func(*gp.OrdinalGaussianProcessOptions) {}, "learnt, laplace": laplace,
	} {
		tolerance := 1e-8
		if strings.HasPrefix(name, "learnt") {
			tolerance = 1e-3 // of the search
		}
		f, p := fit(x, classes.Of, 4, nil, change)
		reversed := make([]int32, 60)
		for i, r := range classes.Of {
			reversed[i] = 3 - r
		}
		back, q := fit(x, reversed, 4, nil, change)
		support.NearNumber(t, name+": evidence reversed", back.Evidence, f.Evidence, tolerance)
		for i := range 60 {
			slices.Reverse(q[4*i : 4*i+4])
		}
		support.Near(t, name+": probabilities reversed", q, p, tolerance)
		twos := make([]float64, 60)
		for i := range twos {
			twos[i] = 2
		}
		heavy, _ := fit(x, classes.Of, 4, twos, change)
		twice, _ := fit(x.Select(append(order(60), order(60)...)).(*sample.Matrix), append(slices.Clone(classes.Of), classes.Of...), 4, nil, change)
		support.NearNumber(t, name+": evidence of weights", heavy.Evidence, twice.Evidence, tolerance)
		support.Near(t, name+": thresholds of weights", heavy.Thresholds, twice.Thresholds, tolerance)
		apart := make([]int32, 60)
		for i, r := range classes.Of {
			apart[i] = r + 1
			if r > 1 {
				apart[i]++
			}
		}
		gaps, r := fit(x, apart, 7, nil, change)
		support.NearNumber(t, name+": evidence with gaps", gaps.Evidence, f.Evidence, 1e-12)
		if th := gaps.Thresholds; th[2] != th[3] || !(th[0] < th[1]-5) || !(th[5] > th[4]+5) {
			t.Errorf("thresholds %v with ranks that no sample has", th)
		}
		for i := range 60 {
			row := r[7*i : 7*i+7]
			support.Near(t, name+": probabilities with gaps", []float64{row[1], row[2], row[4], row[5]}, p[4*i:4*i+4], 1e-12)
			if row[0]+row[3]+row[6] > 1e-12 || math.Abs(row[1]+row[2]+row[4]+row[5]-1) > 1e-12 {
				t.Fatalf("probabilities %v", row)
			}
		}
	}
}

func order(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}
