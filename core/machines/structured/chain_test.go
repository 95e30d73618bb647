package structured

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// words calls visit with every sequence of r labels out of q.
func words(q, r int, visit func(y []int32)) {
	y := make([]int32, r)
	for {
		visit(y)
		t := 0
		for ; t < r; t++ {
			if y[t]++; int(y[t]) < q {
				break
			}
			y[t] = 0
		}
		if t == r {
			return
		}
	}
}

// scoreOf is the definition of the score of labels.
func scoreOf(emission, step []float64, q int, y []int32) (score float64) {
	for t, c := range y {
		score += emission[t*q+int(c)]
		if t > 0 {
			score += step[int(y[t-1])*q+int(c)]
		}
	}
	return score
}

// TestDecodeFindsTheBestOfAllWords compares with every one of q^r words.
func TestDecodeFindsTheBestOfAllWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		q, r := 2+rng.IntN(3), 1+rng.IntN(6)
		emission, step := make([]float64, r*q), make([]float64, q*q)
		for _, list := range [][]float64{emission, step} {
			for i := range list {
				list[i] = math.Round(4 * rng.NormFloat64()) // ties are common
			}
		}
		best := math.Inf(-1)
		words(q, r, func(y []int32) { best = max(best, scoreOf(emission, step, q, y)) })
		path, c := make([]int32, r), chain{q: q, step: step}
		got := c.decode(path, slices.Clone(emission))
		if got != best || scoreOf(emission, step, q, path) != best {
			t.Fatalf("q = %d, r = %d: the score is %v, and that of the labels %v; the best is %v", q, r, got, scoreOf(emission, step, q, path), best)
		}
	}
}

// TestLossAugmentedDecodingOfAllWords compares decode and add of a lesson with the
// definitions of Delta and Psi, the factor 1/r included, over all words.
func TestLossAugmentedDecodingOfAllWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	apart := 0
	for range 200 {
		l, x := randomLesson(rng, 1, 2+rng.IntN(2), 1+rng.IntN(5), 2)
		w := randomVector(rng, l.size(), 0.3)
		best, printed, bestPrinted := math.Inf(-1), []int32(nil), math.Inf(-1)
		r := len(l.y)
		words(l.q, r, func(y []int32) {
			value := share(y, l.y) + inner(w, l.psi(x, y))
			best = max(best, value)
			// erratum: without the factor 1/r the maximiser is another one
			if v := share(y, l.y) + float64(r)*inner(w, l.psi(x, y)); v > bestPrinted {
				bestPrinted, printed = v, slices.Clone(y)
			}
		})
		wrong := l.decode(w, 0, 1)
		path := l.path[:r]
		if got := share(path, l.y) + inner(w, l.psi(x, path)); wrong != share(path, l.y) || !(math.Abs(got-best) <= 1e-12) {
			t.Fatalf("the labels have the value %v and the loss %v; the best is %v", got, wrong, best)
		}
		if !slices.Equal(printed, path) {
			apart++
		}
		moved := make([]float64, l.size())
		l.add(moved, 0, 0.7)
		right, found := l.psi(x, l.y), l.psi(x, path)
		for j, v := range moved {
			if want := 0.7 * (right[j] - found[j]); !(math.Abs(v-want) <= 1e-12) {
				t.Fatalf("component %d moved by %v, want %v", j, v, want)
			}
		}
	}
	if apart < 10 {
		t.Errorf("the factor 1/r mattered in only %d of 200 cases", apart)
	}
}

// share is Delta.
func share(y, truth []int32) (wrong float64) {
	for t := range y {
		if y[t] != truth[t] {
			wrong++
		}
	}
	return wrong / float64(len(y))
}

func inner(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func randomVector(rng *rand.Rand, n int, size float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = size * rng.NormFloat64()
	}
	return v
}
