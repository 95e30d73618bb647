package metric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMeasuresOfOneRow: what needs a variance, an order or two classes is undefined for one row, and
// says so; the rest is what it is for many. scikit-learn 1.2.1 agrees, except on explained variance,
// for which it answers 1 whatever is predicted.
func TestMeasuresOfOneRow(t *testing.T) {
	nan := math.NaN()
	for name, want := range map[string]float64{
		"r2": nan, "explainedVariance": nan, "kendallTau": nan, "spearman": nan, "inversionRate": nan, "kendallLoss": nan,
		"concordance": nan, "ndcg": nan, "ndcg@3": nan,
		"meanSquaredError": 4, "meanAbsoluteError": 2, "meanAbsoluteErrorMacro": 2, "meanAbsoluteErrorWorst": 2, "medianAbsoluteError": 2, "maxError": 2,
	} {
		m, err := Find(name, OfValues)
		if err != nil {
			t.Fatal(err)
		}
		y, f := []float64{3}, []float64{5}
		got := 0.0
		if m.Takes > Orders {
			got = m.Within(y, f, []int32{0}, 1)
		} else {
			got = m.OfValues(y, f)
		}
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s of one row is %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]float64{"accuracy": 1, "balancedAccuracy": 1, "cohenKappa": nan, "matthewsCorrcoef": 0, "rocAuc": nan, "averagePrecision": 1} {
		m, err := Find(name, OfClasses)
		if err != nil {
			t.Fatal(err)
		}
		got := 0.0
		if m.Takes == Scores {
			got, _ = m.OfScores([]int32{1}, []float64{0.5}, 1, 2)
		} else {
			got = m.OfClasses([]int32{1}, []int32{1}, 2)
		}
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s of one row is %v, want %v", name, got, want)
		}
	}
	// Rows without a weight are no rows.
	m, _ := Find("r2", OfValues)
	m.Weight = []float64{1, 0}
	if got := m.OfValues([]float64{1, 2}, []float64{1, 3}); !math.IsNaN(got) {
		t.Errorf("R2 of one row with a weight is %v", got)
	}
}

// TestWeightsCountAsRepeatedRows: a row of weight 3 counts as three equal rows, for every metric
// that weighs rows; the median is the lower of the two in the middle.
func TestWeightsCountAsRepeatedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	const n, k = 40, 3
	for _, m := range All() {
		if !m.Weighs() {
			continue
		}
		m.number = 0.3
		if m.key == "topKAccuracy@k" {
			m.number = 2
		}
		var y, p, ys, ps []int32
		var v, f, vs, fs, scores, all, weight []float64
		for range n {
			w := rng.IntN(4)
			c, d, a, b := int32(rng.IntN(k)), int32(rng.IntN(k)), float64(rng.IntN(5)), rng.NormFloat64()
			own := []float64{rng.Float64(), rng.Float64(), float64(rng.IntN(3)) / 4}
			y, p, v, f, scores, weight = append(y, c), append(p, d), append(v, a), append(f, b), append(scores, own...), append(weight, float64(w))
			for range w {
				ys, ps, vs, fs, all = append(ys, c), append(ps, d), append(vs, a), append(fs, b), append(all, own...)
			}
		}
		if m.key == "medianAbsoluteError" { // an odd number of rows has one in the middle
			for i := range weight {
				weight[i] = float64(len(weight)%2 + 1)
			}
			vs, fs = v[:n-1], f[:n-1]
			weight, v, f = weight[:n-1], vs, fs
		}
		of := func(m Metric, y, p []int32, v, f, scores []float64) (value float64) {
			switch m.Takes {
			case Classes:
				return m.OfClasses(y, p, k)
			case Scores:
				value, _ = m.OfScores(y, scores, k, k)
				return value
			case Probabilities:
				return m.OfProbabilities(y, scores, k)
			}
			return m.OfValues(v, f)
		}
		want := of(m, ys, ps, vs, fs, all)
		m.Weight = weight
		got := of(m, y, p, v, f, scores)
		if math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%s: %v with weights, %v of repeated rows", m.Name, got, want)
		}
	}
}

// Bug: of six errors with the weight 0.01 the weighted median was the fourth: the sum of three
// weights is less than half of the sum of six after rounding. Equal weights have one median.
func TestMedianDoesNotJumpByRounding(t *testing.T) {
	for n := 2; n < 60; n++ {
		y, f, weight := make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range y {
			y[i] = float64(i)
		}
		for k := 1; k < 100; k++ {
			for i := range weight {
				weight[i] = float64(k) / 100
			}
			m := Metric{key: "medianAbsoluteError", Weight: weight}
			if got, want := m.OfValues(y, f), float64((n-1)/2); got != want {
				t.Fatalf("%d errors of weight %v: median %v, want %v", n, weight[0], got, want)
			}
		}
	}
}
