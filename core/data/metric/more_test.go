package metric

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"maxmargin/core/internal/facts"
)

// TestMetricsOfScikitLearn: the values of scikit-learn and scipy (core/internal/golden/scoring.py).
// The tolerance is that of sums in another order.
func TestMetricsOfScikitLearn(t *testing.T) {
	var golden struct {
		Classes []struct {
			K            int
			Y, Predicted []int32
			Values       map[string]float64
		}
		Numbers, Scores []struct {
			Y, F   []float64
			Values map[string]float64
		}
		Probabilities []struct {
			K      int
			Y      []int32
			P      []float64
			Values map[string]float64
		}
		Decisions []struct {
			K      int
			Y      []int32
			F      []float64
			Values map[string]float64
		}
	}
	facts.Golden(t, "scoring.json", &golden)
	check := func(values map[string]float64, kind Kind, of func(m Metric) float64) {
		t.Helper()
		for name, want := range values {
			m, err := Find(name, kind)
			if err != nil {
				t.Fatal(err)
			}
			if got := of(m); !(math.Abs(got-want) <= 1e-13*max(1, math.Abs(want))) || m.Name != name {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
	}
	for _, c := range golden.Classes {
		check(c.Values, OfClasses, func(m Metric) float64 { return m.OfClasses(c.Y, c.Predicted, c.K) })
	}
	for _, c := range golden.Numbers {
		check(c.Values, OfValues, func(m Metric) float64 { return m.OfValues(c.Y, c.F) })
	}
	for _, c := range golden.Scores {
		check(c.Values, OfGroups, func(m Metric) float64 { return m.Within(c.Y, c.F, make([]int32, len(c.Y)), 1) })
	}
	for _, c := range golden.Decisions {
		check(c.Values, OfClasses, func(m Metric) float64 {
			value, err := m.OfScores(c.Y, c.F, len(c.F)/len(c.Y), c.K)
			if err != nil {
				t.Fatal(err)
			}
			return value
		})
	}
	for _, c := range golden.Probabilities {
		check(c.Values, OfClasses, func(m Metric) float64 { return m.OfProbabilities(c.Y, c.P, c.K) })
	}
}

// TestOrdersOfAllPairs compares the measures of pairs with counts over pairs, with ties.
func TestOrdersOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	sign := func(x float64) float64 { return max(-1, min(1, 1e9*x)) }
	for range 100 {
		n := 2 + rng.IntN(12)
		y, f := make([]float64, n), make([]float64, n)
		for i := range y {
			y[i], f[i] = float64(rng.IntN(4)), float64(rng.IntN(5))
		}
		var different, inversions, mistakes float64
		for i := range y {
			for j := range i {
				a, b := sign(y[i]-y[j]), sign(f[i]-f[j])
				if a != b {
					mistakes++
				}
				if a != 0 {
					different++
					if a != b {
						inversions++
					}
				}
			}
		}
		worst, macro, kinds := 0.0, 0.0, 0.0
		for rank := range 4 {
			sum, count := 0.0, 0.0
			for i := range y {
				if y[i] == float64(rank) {
					sum, count = sum+math.Abs(y[i]-f[i]), count+1
				}
			}
			if count > 0 {
				worst, macro, kinds = max(worst, sum/count), macro+sum/count, kinds+1
			}
		}
		for name, want := range map[string]float64{
			"inversionRate":          inversions / different,
			"preferenceRisk":         2 * inversions / float64(n*n),
			"kendallLoss":            mistakes / (float64(n*(n-1)) / 2),
			"rankingLoss":            min(1, mistakes),
			"meanAbsoluteErrorMacro": macro / kinds,
			"meanAbsoluteErrorWorst": worst,
		} {
			m, err := Find(name, OfRanks)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.OfValues(y, f); !(math.Abs(got-want) < 1e-12) && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Fatalf("%s of %v and %v is %v, want %v", name, y, f, got, want)
			}
		}
	}
}

// TestPlacesAtTheTop: equal scores on both sides of place k count by the mean over their orders.
func TestPlacesAtTheTop(t *testing.T) {
	positive, scores := []float64{1, 0, 2, 0, 0}, []float64{5, 4, 3, 3, 3}
	for name, want := range map[string]float64{
		"precision@1": 1, "precision@2": 0.5, "precision@3": (1 + 1.0/3) / 3, "precision@9": 0.4,
		"recall@1": 0.5, "recall@4": (1 + 2.0/3) / 2, "recall@9": 1, "breakEven": 0.5,
	} {
		m, err := Find(name, OfValues)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Within(positive, scores, make([]int32, 5), 1); !(math.Abs(got-want) < 1e-15) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// TestUndefinedMetrics: what has no value is NaN, or the value that scikit-learn gives it.
func TestUndefinedMetrics(t *testing.T) {
	none, one := []float64{0, 0}, []float64{1, 1}
	find := func(name string, kind Kind) Metric {
		m, err := Find(name, kind)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, name := range []string{"rocAuc", "averagePrecision", "breakEven", "recall@1"} {
		if got := find(name, OfGroups).Within(none, []float64{1, 2}, make([]int32, 2), 1); !math.IsNaN(got) {
			t.Errorf("%s without a positive sample is %v", name, got)
		}
	}
	for _, name := range []string{"kendallTau", "spearman", "inversionRate"} {
		if got := find(name, OfGroups).OfValues(one, []float64{1, 2}); !math.IsNaN(got) {
			t.Errorf("%s of equal numbers is %v", name, got)
		}
	}
	y := []int32{1, 1}
	for name, want := range map[string]float64{"precisionMacro": 0, "recall": 0, "specificity": 0, "f1Micro": 0} {
		if got := find(name, OfClasses).OfClasses(y, []int32{0, 0}, 2); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if got := find("f1", OfClasses).OfClasses(y, y, 3); !math.IsNaN(got) {
		t.Errorf("f1 of three classes is %v", got)
	}
	if got := find("ndcg", OfGroups).OfValues([]float64{0, 0}, one); got != 0 {
		t.Errorf("ndcg without relevance is %v", got)
	}
}

// TestMetricsWithinGroups: the mean over the groups where the metric has a value.
func TestMetricsWithinGroups(t *testing.T) {
	y, f := []float64{1, 0, 2, 2, 0, 1, 3}, []float64{2, 1, 5, 4, 3, 4, 1}
	of := []int32{0, 0, 1, 1, 3, 3, 3} // group 1 has no pair, group 2 no sample
	for name, want := range map[string]float64{
		"inversionRate": (0 + 2.0/3) / 2,
		"concordance":   (1 + 1.0/3) / 2,
		"precision@1":   1,
		"rankingLoss":   1.0 * (0 + 1 + 1) / 3,
	} {
		m, err := Find(name, OfGroups)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Within(y, f, of, 4); !(math.Abs(got-want) < 1e-15) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// In the second group the positive sample beats a weight of 1 of 6.
func TestWeightsWithinGroups(t *testing.T) {
	y, f, of := []float64{1, 0, 1, 0, 0}, []float64{2, 1, 2, 3, 1}, []int32{0, 0, 1, 1, 1}
	m, err := Find("rocAuc", OfGroups)
	if err != nil {
		t.Fatal(err)
	}
	m.Weight = []float64{1, 1, 1, 5, 1}
	if got, want := m.Within(y, f, of, 2), (1+1./6)/2; !(math.Abs(got-want) < 1e-15) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestScoresOfSeveralClasses: each class against the rest; of two columns the second counts.
func TestScoresOfSeveralClasses(t *testing.T) {
	y := []int32{0, 1, 2, 1}
	f := []float64{3, 1, 2, 0, 5, 1, 2, 1, 0, 4, 2, 3}
	m, err := Find("rocAuc", OfRanks)
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.OfScores(y, f, 3, 3)
	if want := (2.0/3 + 1 + 0) / 3; err != nil || math.Abs(got-want) > 1e-15 {
		t.Errorf("%v, want %v (%v)", got, want, err)
	}
	two := []int32{0, 1, 1, 0}
	one, err := m.OfScores(two, []float64{0, 1, 2, 1}, 1, 2)
	if err != nil || one != 0.875 {
		t.Errorf("one column: %v, %v", one, err)
	}
	both, err := m.OfScores(two, []float64{9, 0, 9, 1, 9, 2, 9, 1}, 2, 2)
	if err != nil || both != one {
		t.Errorf("two columns: %v, want %v", both, one)
	}
	if _, err := m.OfScores(y, f[:4], 1, 3); err == nil || !strings.Contains(err.Error(), "3 classes") {
		t.Errorf("one value for three classes: %v", err)
	}
}

// TestFindMore: names with numbers, and what measures what.
func TestFindMore(t *testing.T) {
	for name, kinds := range map[string][]Kind{
		"ndcg@10": {OfValues, OfGroups}, "kendallTau": {OfRanks, OfValues, OfGroups}, "fbeta@0.5": {OfClasses, OfRanks},
		"meanSquaredError": {OfRanks, OfValues}, "rocAuc": {OfClasses, OfRanks, OfValues, OfGroups}, "logLoss": {OfClasses, OfRanks},
		"precision@3": {OfClasses, OfRanks, OfValues, OfGroups}, "precisionMacro": {OfClasses, OfRanks},
		"ndcg@0": nil, "ndcg@1.5": nil, "ndcg@x": nil, "ndcg@": nil, "ndcg@k": nil, "fbeta@-1": nil, "fbeta": nil, "r2@3": nil, "precision@inf": nil,
	} {
		for kind := OfClasses; kind <= OfGroups; kind++ {
			want := false
			for _, k := range kinds {
				want = want || k == kind
			}
			if m, err := Find(name, kind); (err == nil) != want || err == nil && m.Name != name {
				t.Errorf("%s of kind %d: %v, %v", name, kind, m.Name, err)
			}
		}
	}
}

// TestTheGuideListsEveryMetric: its table has all names.
func TestTheGuideListsEveryMetric(t *testing.T) {
	page, err := os.ReadFile("../../../demo/docs/model-selection.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range All() {
		if !strings.Contains(string(page), "`"+m.Name+"`") {
			t.Errorf("the guide does not have %s", m.Name)
		}
	}
}
