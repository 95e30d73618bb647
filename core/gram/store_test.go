package gram_test

import (
	"math/rand/v2"
	"testing"

	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/sample"
)

// Rows of a part, gathered from the store or computed, equal those of the part alone, for
// every size of the store and every change of the active set.
func TestRowsFromAStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	dense, sparse := random(rng, 60, 7, 0, 0.3)
	for _, set := range []sample.Set{dense, sparse} {
		for _, room := range []int{0, 20 * 64 * 8, 1 << 20} {
			store := gram.NewStore(set, room)
			for _, k := range append(kernels, kernel.RBF{Gamma: 2}, kernels[0]) {
				for fold := range 3 {
					var index []int
					for i := range 60 {
						if i%3 != fold {
							index = append(index, i)
						}
					}
					own := set.Select(index)
					all := make([]int, own.Len())
					for i := range all {
						all[i] = i
					}
					alone, part := gram.NewMatrix(k, own), gram.NewMatrix(k, own)
					part.From(&gram.Part{Store: store, Set: own, Index: index})
					want, got := alone.ViewOf(&gram.Memory{}, 1<<20, all), part.ViewOf(&gram.Memory{}, 1<<20, all)
					compare := func(what string, positions ...int) {
						t.Helper()
						a := want.Rows(positions)
						for r, row := range got.Rows(positions) {
							for j, v := range row {
								if v != a[r][j] {
									t.Fatalf("%s, room %d, fold %d, %s: row %d has %v at %d, want %v", k.Name(), room, fold, what, positions[r], v, j, a[r][j])
								}
							}
						}
					}
					compare("whole", 0, 5, 39, 5)
					keep := []int{1, 5, 6, 20, 33, 39}
					want.Shrink(keep)
					got.Shrink(keep)
					compare("shrunk", 0, 3, 5)
					want.Grow([]int{0, 7})
					got.Grow([]int{0, 7})
					compare("grown", 1, 6, 7)
				}
			}
		}
	}
}

// A part of another set, such as the samples before they were scaled, is not used.
func TestAStoreOfOtherSamplesIsNotUsed(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	set, _ := random(rng, 20, 3, 0, 0)
	other, _ := random(rng, 20, 3, 0, 0)
	index := make([]int, 20)
	for i := range index {
		index[i] = i
	}
	m := gram.NewMatrix(kernel.Linear{}, set)
	m.From(&gram.Part{Store: gram.NewStore(other, 1<<20), Set: other, Index: index})
	row := m.ViewOf(&gram.Memory{}, 1<<20, index).Rows([]int{4})[0]
	for j, v := range row {
		if want := plain(kernel.Linear{}, set.Row(4), set.Row(j)); v-want > 1e-12 || want-v > 1e-12 {
			t.Fatalf("entry %d is %v, want %v", j, v, want)
		}
	}
}
