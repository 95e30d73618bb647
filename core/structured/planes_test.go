package structured

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Planes without one of them are those that never had it.
func TestDroppedPlanesAreGone(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	const d = 4
	for range 20 {
		all, rest := newPlanes(d), newPlanes(d)
		for k := 1; k < 7; k++ {
			g := make([]float64, d)
			for j := range g {
				g[j] = rng.NormFloat64()
			}
			b := 0.1 + rng.Float64()
			all.add(g, b)
			if k != 2 {
				rest.add(g, b)
			}
		}
		all.drop(2)
		w, want := make([]float64, d), make([]float64, d)
		all.solve(nil, 1e-12)
		rest.solve(nil, 1e-12)
		value, least := all.solution(w), rest.solution(want)
		if !(math.Abs(value-least) <= 1e-9) {
			t.Errorf("the value is %g, not %g", value, least)
		}
		for j, v := range w {
			if !(math.Abs(v-want[j]) <= 1e-6) {
				t.Errorf("w is %v, not %v", w, want)
				break
			}
		}
	}
}
