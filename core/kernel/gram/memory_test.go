package gram

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// When the set grew again, slots that shrinking had split once lost their memory, and new
// memory was allocated beyond the budget, up to twice the budget.
func TestCacheStaysWithinItsBudgetThroughShrinkAndGrow(t *testing.T) {
	const n, d, budget = 4000, 3, 4 << 20
	rng := rand.New(rand.NewPCG(7, 7))
	x := make([]float64, n*d)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	memory := &Memory{}
	v := NewMatrix(kernel.Linear{}, &sample.Matrix{N: n, D: d, X: x}).ViewOf(memory, budget, all)
	fill := func() {
		for i := range len(v.active) {
			v.Rows([]int{i})
		}
	}
	fill()
	for range 3 {
		v.Shrink(all[:n/5])
		fill()
		if rows := len(v.slots); rows < 4*(budget/8/v.whole) {
			t.Errorf("a fifth of the columns, but only %d rows in the cache", rows)
		}
		v.Grow(all[n/5:])
		fill()
		if held := 8 * memory.held(); held > budget {
			t.Errorf("the cache holds %d bytes, %d are allowed", held, budget)
		}
		if packed := v.pieces[0].columns.(*packed); len(v.pieces) != 1 || cap(packed.panels) > (n+64)*d {
			t.Errorf("%d pieces, the first with room for %d numbers: the columns exist twice", len(v.pieces), cap(packed.panels))
		}
	}
}
