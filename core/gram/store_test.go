package gram_test

import (
	"math"
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
					alone, part := gram.NewMatrix(k, own), gram.MatrixOf(k, own, &gram.Part{Store: store, Set: own, Index: index})
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
	m := gram.MatrixOf(kernel.Linear{}, set, &gram.Part{Store: gram.NewStore(other, 1<<20), Set: other, Index: index})
	row := m.ViewOf(&gram.Memory{}, 1<<20, index).Rows([]int{4})[0]
	for j, v := range row {
		if want := plain(kernel.Linear{}, set.Row(4), set.Row(j)); v-want > 1e-12 || want-v > 1e-12 {
			t.Fatalf("entry %d is %v, want %v", j, v, want)
		}
	}
}

// Fits to a part that follow one another share a view and its rows, until another view has
// had the memory, the active set has changed, or the kernel or the samples are others.
func TestFitsToAPartShareAView(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	set, _ := random(rng, 30, 5, 0, 0)
	index := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	part := &gram.Part{Store: gram.NewStore(set, 1<<20), Set: set.Select(index), Index: index}
	var memory gram.Memory
	view := func(gamma float64, samples []int) *gram.View {
		return gram.MatrixOf(kernel.RBF{Gamma: gamma}, part.Set, part).ViewOf(&memory, 1<<20, samples)
	}
	first := view(0.5, all)
	first.Rows(all)
	if view(0.5, all) != first {
		t.Error("the second fit has another view")
	}
	if view(0.5, all[1:]) == first {
		t.Error("a fit to fewer samples has the view of all")
	}
	if view(0.5, all) == first {
		t.Error("a view is used again after another had its memory")
	}
	second := view(0.5, all)
	if view(0.6, all) == second {
		t.Error("another kernel has the same view")
	}
	third := view(0.6, all)
	third.Shrink([]int{1, 2})
	third.Grow([]int{0, 3, 4, 5, 6, 7, 8, 9})
	if view(0.6, all) == third {
		t.Error("a view whose coordinates are in another order is used again")
	}
}

// The samples that judge have rows over all samples of the store.
func TestRecallOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	set, _ := random(rng, 30, 5, 0, 0)
	train, test := []int{3, 9, 12, 20, 29}, []int{1, 5, 28}
	k := kernel.RBF{Gamma: 0.7}
	for _, room := range []int{0, 4 * 32 * 8, 1 << 20} {
		store := gram.NewStore(set, room)
		part := &gram.Part{Store: store, Set: set.Select(train), Index: train, Judge: &gram.Part{Store: store, Set: set.Select(test), Index: test}}
		if part.Recall(k, part.Set) != nil {
			t.Error("rows before there was a matrix")
		}
		gram.MatrixOf(k, part.Set, part)
		if part.Recall(kernel.RBF{Gamma: 0.8}, part.Set) != nil || part.Recall(k, set) != nil {
			t.Error("rows of another kernel, or of another set")
		}
		for _, of := range []*gram.Part{part, part.Judge} {
			recall, got := part.Recall(k, of.Set), 0
			for i, row := range recall.Rows([]int{0, 2}) {
				if row == nil {
					continue
				}
				got++
				square := 0.0
				for j := range set.Len() {
					want := plain(k, set.Row(of.Index[2*i]), set.Row(j))
					if math.Abs(row[j]-want) > 1e-14 {
						t.Errorf("room %d: k(%d, %d) is %v, want %v", room, of.Index[2*i], j, row[j], want)
					}
					square += want * want
				}
				if norm := recall.Norm(2 * i); math.Abs(norm-math.Sqrt(square)) > 1e-12 {
					t.Errorf("the norm of row %d is %v, want %v", of.Index[2*i], norm, math.Sqrt(square))
				}
			}
			if (got > 0) != (room > 0) {
				t.Errorf("room %d: %d rows", room, got)
			}
		}
	}
}
