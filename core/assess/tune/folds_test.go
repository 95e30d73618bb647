package tune

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
)

// samples draws the data of a split: up to 4 classes and groups of any size.
func samples(t *rapid.T, classes, groups bool) Samples {
	s := Samples{N: rapid.IntRange(12, 120).Draw(t, "n"), Shuffle: rapid.Bool().Draw(t, "shuffle"), Seed: rapid.Uint64().Draw(t, "seed")}
	if classes {
		s.Labels = rapid.SliceOfN(rapid.Int32Range(0, 3), s.N, s.N).Draw(t, "labels")
	}
	if groups {
		s.Groups = rapid.SliceOfN(rapid.Int32Range(0, 9), s.N, s.N).Draw(t, "groups")
	}
	return s
}

// partition checks that each sample is a test sample in one of the splits, and a training
// sample in all others.
func partition(t *rapid.T, n int, splits []Split) {
	judged := make([]int, n)
	for _, split := range splits {
		both := append(slices.Clone(split.Train), split.Test...)
		slices.Sort(both)
		for i := range n {
			if len(both) != n || both[i] != i {
				t.Fatalf("%v is not a partition of %d samples", split, n)
			}
		}
		if !slices.IsSorted(split.Train) || !slices.IsSorted(split.Test) {
			t.Fatalf("%v is not ascending", split)
		}
		for _, i := range split.Test {
			judged[i]++
		}
	}
	for i, times := range judged {
		if times != 1 {
			t.Fatalf("sample %d judges %d times", i, times)
		}
	}
}

// sizes returns the number of test samples of a class (-1: of any) in each split.
func sizes(s Samples, splits []Split, class int32) []int {
	var count []int
	for _, split := range splits {
		n := 0
		for _, i := range split.Test {
			if class < 0 || s.Labels[i] == class {
				n++
			}
		}
		count = append(count, n)
	}
	return count
}

func even(count []int) bool { return slices.Max(count)-slices.Min(count) <= 1 }

func TestFoldsArePartitionsOfEvenSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(t, rapid.Bool().Draw(t, "stratified"), false)
		k := rapid.IntRange(2, 12).Draw(t, "k")
		splits, err := KFold(s, k)
		if err != nil || len(splits) != k {
			t.Fatal(len(splits), err)
		}
		partition(t, s.N, splits)
		if count := sizes(s, splits, -1); !even(count) {
			t.Fatalf("folds of %v samples", count)
		}
		again, _ := KFold(s, k)
		if !slices.EqualFunc(splits, again, func(a, b Split) bool { return slices.Equal(a.Test, b.Test) }) {
			t.Fatal("the same seed gives other folds")
		}
	})
}

func TestStratifiedFoldsHaveTheirShareOfEveryClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(t, true, false)
		splits, err := KFold(s, rapid.IntRange(2, 8).Draw(t, "k"))
		if err != nil {
			t.Fatal(err)
		}
		for c := range int32(4) {
			if count := sizes(s, splits, c); !even(count) {
				t.Fatalf("class %d: %v", c, count)
			}
		}
	})
}

func TestGroupsStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(t, rapid.Bool().Draw(t, "stratified"), true)
		together := func(splits []Split) {
			home := map[int32]int{}
			for f, split := range splits {
				for _, i := range split.Test {
					if at, seen := home[s.Groups[i]]; seen && at != f {
						t.Fatalf("group %d is in the folds %d and %d", s.Groups[i], at, f)
					}
					home[s.Groups[i]] = f
				}
			}
		}
		splits, err := KFold(s, 3)
		if err == nil {
			partition(t, s.N, splits)
			together(splits)
			if slices.Min(sizes(s, splits, -1)) == 0 {
				t.Fatal("a fold is empty")
			}
		}
		s.Labels = nil
		if one, err := HoldOut(s, 0.3); err == nil {
			together([]Split{{Test: one.Train}, {Test: one.Test}})
			if len(one.Train) == 0 || len(one.Test) == 0 {
				t.Fatal("one side is empty")
			}
		}
	})
}

// Groups of one sample each, stratified: as even as without groups.
func TestGroupsOfOneAreStratified(t *testing.T) {
	s := Samples{N: 90, Labels: make([]int32, 90), Groups: make([]int32, 90), Shuffle: true, Seed: 5}
	for i := range 90 {
		s.Labels[i], s.Groups[i] = int32(min(i/45, 1)+i/80), int32(i)
	}
	splits, err := KFold(s, 5)
	if err != nil {
		t.Fatal(err)
	}
	for c := range int32(3) {
		if count := sizes(s, splits, c); !even(count) {
			t.Errorf("class %d: %v", c, count)
		}
	}
}

func TestHoldOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := samples(t, rapid.Bool().Draw(t, "stratified"), false)
		share := rapid.Float64Range(0.05, 0.6).Draw(t, "share")
		one, err := HoldOut(s, share)
		if err != nil {
			return // a class of one sample
		}
		partition(t, s.N, []Split{{Train: one.Train, Test: one.Test}, {Train: one.Test, Test: one.Train}})
		if want := max(1, int(math.Round(share*float64(s.N)))); len(one.Test) != want {
			t.Fatalf("%d judge, want %d", len(one.Test), want)
		}
		if s.Labels == nil {
			return
		}
		for c := range int32(4) {
			all := 0
			for _, l := range s.Labels {
				if l == c {
					all++
				}
			}
			exact := float64(len(one.Test)) * float64(all) / float64(s.N)
			if got := float64(sizes(s, []Split{one}, c)[0]); !(math.Abs(got-exact) < 1) {
				t.Fatalf("class %d: %v judge of %d, its share is %v", c, got, all, exact)
			}
		}
	})
}

// The folds of a seed never change: these are the folds of the first release.
func TestSeedsStandForTheSameFolds(t *testing.T) {
	s := Samples{N: 12, Labels: []int32{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0}, Shuffle: true, Seed: 42}
	test := func(s Samples, k int) (all [][]int) {
		splits, err := KFold(s, k)
		if err != nil {
			t.Fatal(err)
		}
		for _, split := range splits {
			all = append(all, split.Test)
		}
		return all
	}
	same := func(what string, got, want [][]int) {
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	same("stratified", test(s, 3), stratified42)
	s.Labels = nil
	same("plain", test(s, 3), plain42)
	s.Groups = []int32{0, 0, 0, 1, 1, 2, 2, 2, 2, 3, 4, 5}
	same("grouped", test(s, 3), grouped42)
	s.Groups = nil
	one, err := HoldOut(s, 0.25)
	if err != nil {
		t.Fatal(err)
	}
	same("held out", [][]int{one.Test}, heldOut42)
	s.Shuffle = false
	same("in order", test(s, 3), [][]int{{0, 3, 6, 9}, {1, 4, 7, 10}, {2, 5, 8, 11}})
}

func TestWhatCannotBeSplitIsRefused(t *testing.T) {
	s := Samples{N: 4, Groups: []int32{0, 0, 0, 0}}
	for what, try := range map[string]func() error{
		"one fold":            func() error { _, err := KFold(Samples{N: 4}, 1); return err },
		"more folds":          func() error { _, err := KFold(Samples{N: 4}, 5); return err },
		"more than groups":    func() error { _, err := KFold(s, 2); return err },
		"no share":            func() error { _, err := HoldOut(Samples{N: 4}, 0); return err },
		"not a number":        func() error { _, err := HoldOut(Samples{N: 4}, math.NaN()); return err },
		"all":                 func() error { _, err := HoldOut(Samples{N: 4}, 4); return err },
		"half a row":          func() error { _, err := HoldOut(Samples{N: 4}, 1.5); return err },
		"one group":           func() error { _, err := HoldOut(s, 0.5); return err },
		"groups and classes":  func() error { _, err := HoldOut(Samples{N: 4, Groups: s.Groups, Labels: s.Groups}, 0.5); return err },
		"a class of one":      func() error { _, err := HoldOut(Samples{N: 4, Labels: []int32{0, 0, 0, 1}}, 0.5); return err },
		"nothing to hold out": func() error { _, err := HoldOut(Samples{N: 1}, 0.5); return err },
	} {
		var f *fault.Error
		if err := try(); !errors.As(err, &f) || f.Code != fault.Option {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Of folds that are as good for the classes, a group goes to the one with the fewest samples, and of
// those to the first: saved searches rely on it.
func TestTiesOfFoldsGoToTheFewestSamples(t *testing.T) {
	s := Samples{N: 6, Labels: []int32{0, 0, 0, 1, 1, 2}, Groups: []int32{0, 0, 0, 1, 1, 2}}
	fold := make([]int, s.N)
	s.distribute(fold, [][]int{{0, 1, 2}, {3, 4}, {5}}, 2)
	if want := []int{0, 0, 0, 1, 1, 1}; !slices.Equal(fold, want) {
		t.Errorf("folds %v, not %v", fold, want)
	}
}

// A group goes where it least raises the sum of (n_fc / N_c)²: a class counts by its share, so that
// one sample of a small class weighs more than two of a large one. Of 11 samples of class 0
// and 2 of class 1 the first group takes 6 and 0 to fold 0, the second 3 and 1 to fold 1. The third
// has 2 and 1, and raises the sum
//
//	in fold 0 by (8² - 6²)/11² + 1/2² = 0.48,  in fold 1 by (5² - 3²)/11² + (2² - 1)/2² = 0.88
func TestFoldsBalanceSharesOfClasses(t *testing.T) {
	s := Samples{N: 13, Labels: []int32{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1}, Groups: []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2}}
	splits, err := KFold(s, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := splits[0].Test, []int{0, 1, 2, 3, 4, 5, 10, 11, 12}; !slices.Equal(got, want) {
		t.Errorf("fold 0 has %v, not %v", got, want)
	}
}

// Groups join the held out samples in their order while they fit, the last of them exactly; if none
// fits, the smallest one joins alone.
func TestGroupsFillWhatIsHeldOut(t *testing.T) {
	for _, c := range []struct {
		groups []int32
		size   float64
		want   []int
	}{
		{[]int32{0, 0, 1, 1, 1, 2, 2}, 5, []int{0, 1, 2, 3, 4}},
		{[]int32{0, 0, 1, 1, 1, 2}, 3, []int{0, 1, 5}}, // group 1 would make 5, group 2 makes 3
		{[]int32{0, 0, 0, 1, 1, 2, 2}, 1, []int{3, 4}}, // the first of the smallest
	} {
		one, err := HoldOut(Samples{N: len(c.groups), Groups: c.groups}, c.size)
		if err != nil || !slices.Equal(one.Test, c.want) {
			t.Errorf("groups %v, %v samples: %v held out, not %v (%v)", c.groups, c.size, one.Test, c.want, err)
		}
	}
}

// Each group is where the sum that KFold states is least, which is computed anew for every choice.
func TestGroupsGoWhereTheSumIsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, k := samples(t, true, true), rapid.IntRange(2, 5).Draw(t, "k")
		s.Shuffle = false
		splits, err := KFold(s, k)
		if err != nil {
			t.Skip("more folds than groups")
		}
		members, classes := map[int32][]int{}, map[int32]float64{}
		var groups []int32
		for i, g := range s.Groups {
			members[g] = append(members[g], i)
			classes[s.Labels[i]]++
		}
		for g := range int32(10) {
			if len(members[g]) > 0 {
				groups = append(groups, g)
			}
		}
		slices.SortStableFunc(groups, func(a, b int32) int { return len(members[b]) - len(members[a]) })
		folds := make([][]int, k)
		sum := func() (sum float64) {
			for c, all := range classes {
				for _, samples := range folds {
					n := 0.0
					for _, i := range samples {
						if s.Labels[i] == c {
							n++
						}
					}
					sum += n / all * n / all
				}
			}
			return sum
		}
		home := make([]int, s.N)
		for f, split := range splits {
			for _, i := range split.Test {
				home[i] = f
			}
		}
		for _, g := range groups {
			at, with := make([]float64, k), make([][]int, k)
			for f, before := range folds {
				with[f] = append(slices.Clone(before), members[g]...)
				folds[f] = with[f]
				at[f], folds[f] = sum(), before
			}
			own := home[members[g][0]]
			if least := slices.Min(at); at[own] > least+1e-12 {
				t.Fatalf("group %d is in fold %d, where the sum is %v, not %v", g, own, at[own], least)
			}
			folds[own] = with[own]
		}
	})
}

// As many folds as there are samples, or groups, is leave one out, numbers of groups that are not
// there do not count, and a tiny share is one sample.
func TestTheSmallestParts(t *testing.T) {
	for name, s := range map[string]Samples{
		"samples": {N: 3}, "groups": {N: 3, Groups: []int32{4, 0, 2}},
	} {
		splits, err := KFold(s, 3)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for f, split := range splits {
			if len(split.Test) != 1 || len(split.Train) != 2 {
				t.Errorf("%s: fold %d is %v", name, f, split)
			}
		}
	}
	if _, err := KFold(Samples{N: 4, Groups: []int32{0, 0, 2, 2}}, 3); err == nil {
		t.Error("three folds of two groups")
	}
	if one, err := HoldOut(Samples{N: 20}, 0.001); err != nil || len(one.Test) != 1 {
		t.Errorf("%v, %v", one, err)
	}
}

// Groups of the same size come in the order that the stream of the seed puts them in: each to the next
// fold, and the first of them are held out.
func TestGroupsAreShuffledByTheSeed(t *testing.T) {
	for seed := range uint64(5) {
		s := Samples{N: 16, Groups: make([]int32, 16), Shuffle: true, Seed: seed}
		order := make([]int32, 8)
		for i := range s.Groups {
			s.Groups[i], order[i/2] = int32(i/2), int32(i/2)
		}
		rng.New(seed).Shuffle(order)
		splits, err := KFold(s, 3)
		one, other := HoldOut(s, 6)
		if err != nil || other != nil {
			t.Fatal(err, other)
		}
		for at, g := range order {
			if !slices.Contains(splits[at%3].Test, int(2*g)) || slices.Contains(one.Test, int(2*g)) != (at < 3) {
				t.Errorf("seed %d: group %d is not in its place %d: %v, %v held out", seed, g, at, splits, one.Test)
			}
		}
	}
}
