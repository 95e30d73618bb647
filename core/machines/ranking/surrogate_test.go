package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/internal/support"
)

// at returns the value of a surrogate.
func at(s surrogate, scores []float64) float64 {
	coef := make([]float64, len(scores))
	v := s.cut(scores, coef)
	for i, a := range coef {
		v += a * scores[i]
	}
	return v
}

// near reports whether two numbers agree to the digits that the specification prints.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-7*max(1, math.Abs(b)) }

// The scores and relevances of the example in section 17.4 (G1 to G8).
var exampleScores, exampleRelevance = []float64{2, 1, 6, -1, 0.5}, []float64{3, 2, 1, 0, 4}

// TestKendallSurrogateOfTheExample is G6: 2.15.
func TestKendallSurrogateOfTheExample(t *testing.T) {
	k := newKendall(exampleRelevance, nil, true)
	if got := at(k, exampleScores); k.pairs != 10 || !near(got, 2.15) {
		t.Errorf("the surrogate of %v pairs is %v, want 2.15 of 10", k.pairs, got)
	}
}

// TestGainSurrogateOfTheExample is G4 and G8: the loss .4352374, and the maximiser (4,3,5,1,2)
// with the value 16.9352374.
func TestGainSurrogateOfTheExample(t *testing.T) {
	g := newGain(exampleRelevance, 3)
	coef := make([]float64, 5)
	constant := g.cut(exampleScores, coef)
	for i, want := range []float64{4, 3, 5, 1, 2} {
		if got := coef[i] + g.position[i]; got != want {
			t.Errorf("position %d of the maximiser is %v, want %v", i, got, want)
		}
	}
	if !near(constant, .4352374) || !near(at(g, exampleScores), 16.9352374) {
		t.Errorf("the loss is %v, want .4352374; the surrogate %v, want 16.9352374", constant, at(g, exampleScores))
	}
	if best := 4 / g.share[4]; !near(best, 6.8927893) || !near((1-constant)*best, 3.8927893) {
		t.Errorf("the gains are %v and %v, want 3.8927893 and 6.8927893", (1-constant)*best, best)
	}
}

// TestKendallSurrogateOfAllPairs compares with the sum over pairs, with ties and weights.
func TestKendallSurrogateOfAllPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		r := 1 + rng.IntN(12)
		y, w, f := make([]float64, r), make([]float64, r), make([]float64, r)
		for i := range y {
			y[i], w[i], f[i] = float64(rng.IntN(4)), float64(1+rng.IntN(3))/2, float64(rng.IntN(9))/4
		}
		sum, pairs := 0.0, 0.0
		for i := range y {
			for j := range y {
				if y[i] > y[j] {
					pairs += w[i] * w[j]
					sum += w[i] * w[j] * max(0, 1-(f[i]-f[j]))
				}
			}
		}
		if got := at(newKendall(y, w, false), f); !(math.Abs(got-sum) <= 1e-12*max(1, sum)) {
			t.Fatalf("y %v, w %v, f %v: %v, the sum over pairs is %v", y, w, f, got, sum)
		}
		k := newKendall(y, w, true)
		if !(math.Abs(k.pairs-pairs) <= 1e-12) || pairs > 0 && !(math.Abs(at(k, f)-sum/pairs) <= 1e-12) {
			t.Fatalf("y %v, w %v, f %v: the mean of %v pairs is %v, want %v of %v", y, w, f, k.pairs, at(k, f), sum/pairs, pairs)
		}
	}
}

// TestGainSurrogateOfEveryPermutation compares with the largest over all permutations, and with
// the loss, which it bounds whichever way ties are broken.
func TestGainSurrogateOfEveryPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		r := 1 + rng.IntN(6)
		y, f := make([]float64, r), make([]float64, r)
		for i := range y {
			y[i], f[i] = float64(rng.IntN(3)), rng.NormFloat64()
		}
		k := float64(1 + rng.IntN(6))
		g := newGain(y, k)
		if g == nil {
			continue
		}
		best, loss, highest := 0.0, 0.0, math.Inf(-1)
		for _, p := range support.Permutations(r) {
			value := 0.0
			for i, j := range p {
				value += g.discount[j] * y[i]
			}
			best = max(best, value)
		}
		most := math.Inf(-1)
		for _, p := range support.Permutations(r) {
			delta, order := 1.0, 0.0
			value := 0.0
			for i, j := range p {
				delta -= g.discount[j] * y[i] / best
				order += float64(j+1) * f[i]
				value += (float64(j+1) - g.position[i]) * f[i]
			}
			if order > most {
				most, loss = order, delta
			}
			highest = max(highest, delta+value)
		}
		if got := at(g, f); !(math.Abs(got-highest) <= 1e-10) || !(got >= loss-1e-12) {
			t.Fatalf("y %v, f %v, k %v: %v, the largest over all permutations is %v, the loss %v", y, f, k, got, highest, loss)
		}
	}
}
