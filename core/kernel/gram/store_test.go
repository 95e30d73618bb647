package gram_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
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
		if want := plain(kernel.Linear{}, set.Row(4), set.Row(j)); !(v-want <= 1e-12) || !(want-v <= 1e-12) {
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

// Whether rows have room depends on what this solver has asked for, and on nothing that an earlier
// one left in the view: a search would else find other solutions than its fits alone.
func TestCrowdedIsTheSameForEveryFitToAPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	set, _ := random(rng, 40, 5, 0, 0)
	all := make([]int, 40)
	for i := range all {
		all[i] = i
	}
	part := &gram.Part{Store: gram.NewStore(set, 1), Set: set, Index: all}
	var memory gram.Memory
	room := 10 * 40 * 8 // ten rows
	var views []*gram.View
	for range 2 {
		v := gram.MatrixOf(kernel.RBF{Gamma: 1}, part.Set, part).ViewOf(&memory, room, all)
		views = append(views, v)
		for rows := 1; rows <= 12; rows++ {
			v.Rows(all[rows-1 : rows])
			v.Rows(all[:1]) // again
			if v.Crowded() != (rows > 10) {
				t.Errorf("crowded %v with %d rows", v.Crowded(), rows)
			}
		}
	}
	if views[0] != views[1] {
		t.Error("the second fit has another view: the test tests nothing")
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
					if !(math.Abs(row[j]-want) <= 1e-14) {
						t.Errorf("room %d: k(%d, %d) is %v, want %v", room, of.Index[2*i], j, row[j], want)
					}
					square += want * want
				}
				if norm := recall.Norm(2 * i); !(math.Abs(norm-math.Sqrt(square)) <= 1e-12) {
					t.Errorf("the norm of row %d is %v, want %v", of.Index[2*i], norm, math.Sqrt(square))
				}
			}
			if (got > 0) != (room > 0) {
				t.Errorf("room %d: %d rows", room, got)
			}
		}
	}
}

// The view over all samples of a store has the rows of the store in the order of its columns, is
// the same for all parts, and gives rows of the active set after it has shrunk. There is none
// without room for all rows, and none for samples in another order.
func TestWholeRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 6))
	set, _ := random(rng, 30, 5, 0, 0)
	classes := make([]int32, 30)
	for i := range classes {
		classes[i] = int32(i % 2)
	}
	k := kernel.RBF{Gamma: 0.7}
	for _, room := range []int{20 * 32 * 8, 1 << 20} {
		store, memory := gram.NewStore(set, room), &gram.Memory{}
		store.Sort(classes)
		var last *gram.View
		for fold := range 2 {
			var index, byClass []int
			for i := range 30 {
				if i%3 != fold {
					index = append(index, i)
				}
			}
			for c := range 2 {
				for at, i := range index {
					if i%2 == c {
						byClass = append(byClass, at)
					}
				}
			}
			part := &gram.Part{Store: store, Set: set.Select(index), Index: index}
			m := gram.MatrixOf(k, part.Set, part)
			v, places := m.Whole(memory, 1<<20, byClass)
			if (v != nil) != (room == 1<<20) {
				t.Fatalf("room %d: a view: %v", room, v != nil)
			}
			reversed := slices.Clone(byClass)
			slices.Reverse(reversed)
			if other, _ := m.Whole(memory, 1<<20, reversed); other != nil {
				t.Error("a view over samples in another order")
			}
			if v == nil {
				continue
			}
			if last != nil && v != last {
				t.Error("the parts have different views")
			}
			last = v
			column := func(q int) int { return 2*(q%15) + q/15 } // sample of a column
			for p, at := range places {
				if got, want := column(at), index[byClass[p]]; got != want {
					t.Fatalf("place %d is that of sample %d, want %d", at, got, want)
				}
			}
			compare := func(positions, active []int) {
				t.Helper()
				for r, row := range v.Rows(positions) {
					for q, value := range row {
						if want := plain(k, set.Row(column(active[positions[r]])), set.Row(column(active[q]))); !(math.Abs(value-want) <= 1e-14) {
							t.Fatalf("row %d has %v at %d, want %v", positions[r], value, q, want)
						}
					}
				}
			}
			whole := make([]int, 30)
			for q := range whole {
				whole[q] = q
			}
			compare([]int{29, 0, 7}, whole)
			if fold == 1 {
				v.Shrink(places)
				compare([]int{0, 5}, places)
				if again, _ := m.Whole(memory, 1<<20, byClass); again == v {
					t.Error("a view whose active set has changed is used again")
				}
			}
		}
	}
}

// The sums that a fit leaves are given to those who ask with its coefficients, and to nobody else.
func TestSumsOfTheLastFit(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	set, _ := random(rng, 6, 2, 0, 0)
	train, test := []int{0, 2, 3}, []int{1, 4, 5}
	store, k := gram.NewStore(set, 1<<20), kernel.RBF{Gamma: 0.7}
	part := &gram.Part{Store: store, Set: set.Select(train), Index: train, Judge: &gram.Part{Store: store, Set: set.Select(test), Index: test}}
	m := gram.MatrixOf(k, part.Set, part)
	if part.Recall(k, part.Judge.Set).Sums([]float64{1}) != nil {
		t.Error("sums before there was a fit")
	}
	m.Keep(gram.Image{Point: []float64{1, 0, 2, 0, 0, 0}, Sums: []float64{10, 11, 12, 13, 14, 15}})
	r := part.Recall(k, part.Judge.Set)
	if got := r.Sums([]float64{1, 0, 2}); !slices.Equal(got, []float64{11, 14, 15}) {
		t.Errorf("the sums are %v", got)
	}
	for _, other := range [][]float64{{1}, {1, 0, 3}, {1, 0, 2, 1}, {1, 0, 2, 0, 0, 0, 0}} {
		if r.Sums(other) != nil {
			t.Errorf("the coefficients %v have sums", other)
		}
	}
}

// The memory is halved, but for a store with room for all rows when fits are to one problem.
func TestMemoryIsDivided(t *testing.T) {
	set, _ := random(rand.New(rand.NewPCG(4, 8)), 64, 2, 0, 0)
	whole := 64 * 64 * 8
	for _, c := range []struct {
		bytes int
		one   bool
		want  int
	}{
		{3 * whole, true, 3 * whole / 2}, {3 * whole, false, 3 * whole / 2},
		{whole + whole/16, true, whole}, {whole + whole/16, false, (whole + whole/16) / 2},
		{whole + whole/64, true, (whole + whole/64) / 2}, {whole / 2, true, whole / 4},
	} {
		store := gram.NewStore(set, 0)
		rest := store.Divide(c.bytes, c.one)
		if store.Limit != c.want || rest != c.bytes-c.want {
			t.Errorf("%d bytes: %d for the store and %d for the cache, want %d for the store", c.bytes, store.Limit, rest, c.want)
		}
	}
}
