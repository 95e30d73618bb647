package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/internal/facts"
)

// permutations calls visit with every permutation of 0 to r-1.
func permutations(r int, visit func(p []int)) {
	p := make([]int, r)
	used := make([]bool, r)
	var fill func(at int)
	fill = func(at int) {
		if at == r {
			visit(p)
			return
		}
		for j := range r {
			if !used[j] {
				used[j], p[at] = true, j
				fill(at + 1)
				used[j] = false
			}
		}
	}
	fill(0)
}

func TestAssignmentOfEveryPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for r := 1; r <= 7; r++ {
		for range 20 {
			cost := make([]float64, r*r)
			for i := range cost {
				if cost[i] = rng.NormFloat64(); rng.IntN(2) == 0 {
					cost[i] = float64(rng.IntN(3)) // ties
				}
			}
			best := math.Inf(1)
			permutations(r, func(p []int) {
				sum := 0.0
				for i, j := range p {
					sum += cost[i*r+j]
				}
				best = min(best, sum)
			})
			columns, sum, err := Assign(nil, cost, r, r)
			if err != nil || !(math.Abs(sum-best) <= 1e-12) {
				t.Fatalf("%v: the sum is %v (%v), the least of all permutations %v", cost, sum, err, best)
			}
			seen := map[int32]bool{}
			for _, j := range columns {
				seen[j] = true
			}
			if len(seen) != r {
				t.Fatalf("columns %v are not all different", columns)
			}
		}
	}
}

func TestAssignmentOfScipy(t *testing.T) {
	var golden struct {
		Problems []struct {
			Seed, Rows, Columns, Span int
			Cost                      float64
		}
	}
	facts.Golden(t, "assignment.json", &golden)
	for _, p := range golden.Problems {
		x, cost := p.Seed, make([]float64, p.Rows*p.Columns)
		for i := range cost {
			x = (1103515245*x + 12345) % (1 << 31)
			cost[i] = float64((x >> 16) % p.Span)
		}
		if _, sum, err := Assign(nil, cost, p.Rows, p.Columns); err != nil || sum != p.Cost {
			t.Errorf("%d x %d: the sum is %v (%v), scipy's is %v", p.Rows, p.Columns, sum, err, p.Cost)
		}
	}
}

func TestAssignmentRefuses(t *testing.T) {
	for _, c := range []struct {
		cost       []float64
		rows, cols int
	}{{nil, 0, 0}, {[]float64{1, 2}, 2, 1}, {[]float64{1, 2, 3}, 2, 2}, {[]float64{1, math.NaN()}, 1, 2}, {[]float64{math.Inf(1)}, 1, 1}} {
		if _, _, err := Assign(nil, c.cost, c.rows, c.cols); err == nil {
			t.Errorf("costs %v for %d x %d are accepted", c.cost, c.rows, c.cols)
		}
	}
}

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
		permutations(r, func(p []int) {
			value := 0.0
			for i, j := range p {
				value += g.discount[j] * y[i]
			}
			best = max(best, value)
		})
		most := math.Inf(-1)
		permutations(r, func(p []int) {
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
		})
		if got := at(g, f); !(math.Abs(got-highest) <= 1e-10) || !(got >= loss-1e-12) {
			t.Fatalf("y %v, f %v, k %v: %v, the largest over all permutations is %v, the loss %v", y, f, k, got, highest, loss)
		}
	}
}
