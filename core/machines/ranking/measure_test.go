package ranking

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The scores and labels of H4 in section 17.5.
var setScores, setLabels = []float64{2, 0.5, -0.3, -1.2, 0.1}, []float64{1, -1, 1, -1, -1}

// labelling returns v of the coefficients v - y.
func labelling(y, coef []float64) []float64 {
	v := slices.Clone(y)
	for i, a := range coef {
		v[i] += a
	}
	return v
}

// lossOf returns the loss of a labelling by its counts.
func (m *measure) lossOf(v []float64) float64 {
	var a, b, c, d float64
	for i, y := range m.y {
		switch {
		case y > 0 && v[i] > 0:
			a++
		case v[i] > 0:
			b++
		case y > 0:
			c++
		default:
			d++
		}
	}
	return m.loss(a, b, c, d)
}

// TestLossesOfTheExample is H4: .6, .5454545, .5833333.
func TestLossesOfTheExample(t *testing.T) {
	signs := []float64{1, 1, -1, -1, 1}
	for _, c := range []struct {
		name       string
		beta, want float64
	}{{"f1", 1, 0.6}, {"fbeta", 2, 0.5454545}, {"balanced", 1, 0.5833333}, {"01", 1, 0.6}} {
		if got := newMeasure(c.name, setLabels, 1, c.beta).lossOf(signs); !near(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSurrogatesOfTheExample is H7, with the labellings.
func TestSurrogatesOfTheExample(t *testing.T) {
	for _, c := range []struct {
		name       string
		beta, want float64
		v          []float64
	}{
		{"f1", 1, 2.4, []float64{1, 1, -1, -1, 1}},
		{"fbeta", 2, 2.3454545, []float64{1, 1, -1, -1, 1}},
		{"balanced", 1, 2.3833333, []float64{1, 1, -1, -1, 1}},
		{"recall@k", 1, 2.1, []float64{1, 1, -1, -1, -1}},
		{"precision@k", 1, 2.4666667, []float64{1, 1, -1, -1, 1}},
	} {
		m, coef := newMeasure(c.name, setLabels, 2, c.beta), make([]float64, 5)
		m.cut(setScores, coef)
		if got := at(m, setScores); !near(got, c.want) || !slices.Equal(labelling(setLabels, coef), c.v) {
			t.Errorf("%s: %v at %v, want %v at %v", c.name, got, labelling(setLabels, coef), c.want, c.v)
		}
	}
}

// TestSurrogatesOfEveryLabelling compares with the largest over all 2^r labellings, and with the
// loss of the signs, or of the rule for k (T12), where y is in V.
func TestSurrogatesOfEveryLabelling(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	for _, name := range []string{"f1", "fbeta", "recall@k", "precision@k", "balanced", "01"} {
		for range 150 {
			r := 1 + rng.IntN(9)
			y, f, v := make([]float64, r), make([]float64, r), make([]float64, r)
			for i := range y {
				y[i], f[i] = float64(2*rng.IntN(2)-1), float64(rng.IntN(13)-6)/[]float64{1, 10, 100}[rng.IntN(3)]
			}
			m := newMeasure(name, y, 1+rng.IntN(4), 0.5+2*rng.Float64())
			if !m.contains() {
				continue
			}
			highest, loss, most := math.Inf(-1), 0.0, math.Inf(-1)
			for bits := range 1 << r {
				value, order, ones := 0.0, 0.0, 0
				for i := range v {
					v[i] = -1
					if bits>>i&1 > 0 {
						v[i] = 1
						ones++
					}
					value += (v[i] - y[i]) * f[i]
					order += v[i] * f[i]
				}
				if ones > m.most || ones < m.few {
					continue
				}
				highest = max(highest, m.lossOf(v)+value)
				if order > most {
					most, loss = order, m.lossOf(v)
				}
			}
			if got := at(m, f); !(math.Abs(got-highest) <= 1e-12) || !(got >= loss-1e-12) {
				t.Fatalf("%s of y %v, f %v: %v, the largest is %v, the loss %v", name, y, f, got, highest, loss)
			}
		}
	}
}
