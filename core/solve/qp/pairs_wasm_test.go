//go:build goexperiment.simd

package qp

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The loops in assembly have the results of those in Go, bit for bit: with ties, with
// coordinates at both bounds, with curvatures that are not positive, and with NaN.
func TestPairsAreThoseOfGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		number := rapid.OneOf(rapid.SampledFrom([]float64{-1, -0.5, 0, 0.5, 1, math.NaN()}), rapid.Float64Range(-2, 2))
		p, groups := &point{}, rapid.IntRange(0, 3).Draw(t, "groups")
		p.resize(n, groups > 0)
		for c := range p.group {
			p.group[c] = rapid.IntRange(-1, groups-1).Draw(t, "group")
		}
		k := make([]float64, n*n)
		for i := range k {
			k[i] = number.Draw(t, "k")
		}
		for c := range n {
			p.g[c], p.diag[c] = number.Draw(t, "g"), number.Draw(t, "diagonal")
			p.b[c] = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "b")
			p.lo[c] = rapid.SampledFrom([]float64{0, -1, math.Inf(-1)}).Draw(t, "lo")
			p.hi[c] = rapid.SampledFrom([]float64{1, 2, math.Inf(1)}).Draw(t, "hi")
		}
		limit := rapid.OneOf(rapid.Just(math.Inf(-1)), number)
		leastUp, leastLow := limit.Draw(t, "least up"), limit.Draw(t, "least down")
		for c := range max(1, groups) {
			i, j, gap, gain := p.pickPair(c, k)
			wantI, wantJ, wantGap, wantGain := p.pickPairPlain(c, k)
			if i != wantI || j != wantJ || gap != wantGap || gain != wantGain {
				t.Fatalf("pair %d %d, violation %v, gain %v; in Go %d %d, %v, %v", i, j, gap, gain, wantI, wantJ, wantGap, wantGain)
			}
			for from := range n + 1 {
				if got, want := p.next(c, from, leastUp, leastLow), p.nextPlain(c, from, leastUp, leastLow); got != want {
					t.Fatalf("from %d on the next is %d, in Go %d", from, got, want)
				}
			}
		}
	})
}
