package ordinal

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Against a search of all pairs and all cuts, on lines with ties and ranks without samples.
func TestBoundariesAgainstAllPairsAndCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(164, 1))
	sources := make([]int, 5)
	for range 4000 {
		n, k := 2+rng.IntN(8), 2+rng.IntN(5)
		f, weight, rank := make([]float64, n), make([]float64, n), make([]int32, n)
		for i := range n {
			f[i], weight[i], rank[i] = float64(rng.IntN(8)*rng.IntN(3)), float64(1+rng.IntN(3)), int32(rng.IntN(k))
		}
		wrong := func(r int, theta float64) (sum float64) {
			for i := range n {
				if (int(rank[i]) <= r) != (f[i] <= theta) {
					sum += weight[i]
				}
			}
			return sum
		}
		// gap returns the least difference of a pair of a rank in [low, r] and one in
		// [r + 1, high] in the right order.
		gap := func(r, low, high int) float64 {
			least := math.Inf(1)
			for i := range n {
				for j := range n {
					a, b := int(rank[i]), int(rank[j])
					if low <= a && a <= r && r < b && b <= high && f[i] < f[j] {
						least = min(least, f[j]-f[i])
					}
				}
			}
			return least
		}
		isMiddle := func(theta float64, r, low, high int, gap float64) bool {
			for i := range n {
				for j := range n {
					a, b := int(rank[i]), int(rank[j])
					if low <= a && a <= r && r < b && b <= high && f[j]-f[i] == gap && theta == f[i]+gap/2 {
						return true
					}
				}
			}
			return false
		}
		for _, rule := range []string{"pairs", "errors"} {
			l := line{f: f, rank: rank, weight: weight, ascending: ascendingBy(f), at: make([][]int, k)}
			for _, i := range l.ascending {
				l.at[rank[i]] = append(l.at[rank[i]], i)
			}
			thresholds, b := boundaries(f, rank, weight, k, rule, 0)
			if !slices.IsSorted(thresholds) {
				t.Fatalf("%v do not ascend", thresholds)
			}
			for _, s := range b.Source {
				sources[s]++
			}
			for r := range k - 1 {
				neighbors, closest := gap(r, r, r+1), gap(r, 0, k-1)
				if got := l.neighbors(r); math.IsNaN(got) != math.IsInf(neighbors, 1) || !math.IsNaN(got) && !isMiddle(got, r, r, r+1, neighbors) {
					t.Fatalf("f %v ranks %v: neighbours at %d: %v, their gap is %v", f, rank, r, got, neighbors)
				}
				if got := l.closest(r); math.IsNaN(got) != math.IsInf(closest, 1) || !math.IsNaN(got) && !isMiddle(got, r, 0, k-1, closest) {
					t.Fatalf("f %v ranks %v: closest at %d: %v, their gap is %v", f, rank, r, got, closest)
				}
				least := wrong(r, math.Inf(-1))
				for _, theta := range f {
					least = min(least, wrong(r, theta))
				}
				if got := wrong(r, l.fewest(r)); got != least {
					t.Fatalf("f %v ranks %v: %v on the wrong side of %v, the least is %v", f, rank, got, l.fewest(r), least)
				}
			}
		}
	}
	for s, count := range sources[1:] {
		if count == 0 {
			t.Errorf("no boundary came from source %d", s+1)
		}
	}
}

// Where the sides of a boundary overlap, 'auto' is 'errors', else 'pairs', on the same line.
func TestBoundariesOfOverlappingRanksMakeTheFewestErrors(t *testing.T) {
	rng := rand.New(rand.NewPCG(165, 2))
	overlap, apart := 0, 0
	for range 500 {
		const k = 4
		n := 4 + rng.IntN(12)
		f, weight, rank := make([]float64, n), make([]float64, n), make([]int32, n)
		for i := range n {
			rank[i], weight[i] = int32(rng.IntN(k)), 1
			f[i] = float64(rank[i]) + 2*rng.Float64()
		}
		l := line{f: f, rank: rank, weight: weight, ascending: ascendingBy(f), at: make([][]int, k)}
		for _, i := range l.ascending {
			l.at[rank[i]] = append(l.at[rank[i]], i)
		}
		var want []float64
		for r := range k - 1 {
			overlaps, below, above := false, false, false
			for i := range n {
				below, above = below || int(rank[i]) <= r, above || int(rank[i]) > r
				for j := range n {
					overlaps = overlaps || int(rank[i]) <= r && int(rank[j]) > r && f[i] >= f[j]
				}
			}
			switch middle := l.neighbors(r); {
			case !below:
				want = append(want, -math.MaxFloat64)
			case !above:
				want = append(want, math.MaxFloat64)
			case overlaps:
				want = append(want, l.fewest(r))
				overlap++
			case math.IsNaN(middle):
				want = append(want, l.closest(r))
			default:
				want = append(want, middle)
				apart++
			}
		}
		slices.Sort(want)
		if auto, _ := boundaries(f, rank, weight, k, "auto", 0); !slices.Equal(auto, want) {
			t.Fatalf("utilities %v, ranks %v: %v, want %v", f, rank, auto, want)
		}
	}
	if overlap < 100 || apart < 100 {
		t.Errorf("%d boundaries overlap, %d do not", overlap, apart)
	}
}
