// Package tune compares machines and their options. It splits samples into training and
// test samples, fits every candidate to the training samples and scores it on the test
// samples.
//
// A seed determines a split by the rules that this package documents, so splits are the same
// natively, under WebAssembly and in all releases.
package tune

import (
	"cmp"
	"slices"

	"maxmargin/core/base/fault"
	"maxmargin/core/base/order"
	"maxmargin/core/base/rng"
)

// Split has the training and the test samples, both ascending.
type Split struct{ Train, Test []int }

// Samples has the data that a split depends on.
type Samples struct {
	N       int
	Labels  []int32 // classes to stratify by, 0 to k-1, or nil
	Groups  []int32 // samples of a group, numbered from 0, stay together; may be nil
	Shuffle bool    // in the order of a stream; otherwise in the order they have
	Seed    uint64
}

// KFold splits into k folds. Each fold is the test set once; the others are then the
// training set.
//
// Without groups: the samples of each class, class 0 first, are put into random order,
// all by the same stream, and then the t-th sample of this sequence goes to fold t mod k.
// So the folds differ in size by at most one, and in the number of samples of a class by
// at most one.
//
// With groups: the groups are put into random order and then sorted by size, the
// largest first (equal ones stay as they are). Each goes to the fold where it
// least raises
//
//	sum over classes c and folds f of (n_fc / N_c)^2,
//
// n_fc of the N_c samples of the class being in the fold; among equals, to the one
// with the fewest samples, and then to the first.
func KFold(s Samples, k int) ([]Split, error) {
	if k < 2 {
		return nil, fault.New(fault.Option, "folds", "folds must be at least 2, got %d", k)
	}
	fold := make([]int, s.N)
	if s.Groups == nil {
		if k > s.N {
			return nil, tooManyFolds(k, s.N, "rows")
		}
		for t, i := range slices.Concat(s.byClass()...) {
			fold[i] = t % k
		}
	} else {
		groups := s.members()
		if k > len(groups) {
			return nil, tooManyFolds(k, len(groups), "groups")
		}
		s.distribute(fold, groups, k)
	}
	splits := make([]Split, k)
	for f := range splits {
		for i, own := range fold {
			if own == f {
				splits[f].Test = append(splits[f].Test, i)
			} else {
				splits[f].Train = append(splits[f].Train, i)
			}
		}
	}
	return splits, nil
}

func tooManyFolds(k, n int, what string) error {
	return fault.New(fault.Option, "folds", "%d folds need at least as many %s, but there are %d; use fewer folds", k, what, n).
		With("folds", k).With("got", n)
}

// byClass returns the samples of each class, or of a single one without classes, in random order if
// the split asks for that.
func (s Samples) byClass() [][]int {
	classes := make([][]int, s.classes())
	for i := range s.N {
		c := s.class(i)
		classes[c] = append(classes[c], i)
	}
	if s.Shuffle {
		stream := rng.New(s.Seed)
		for _, samples := range classes {
			shuffle(stream, samples)
		}
	}
	return classes
}

func (s Samples) classes() int {
	if len(s.Labels) == 0 {
		return 1
	}
	return int(slices.Max(s.Labels)) + 1
}

func (s Samples) class(i int) int32 {
	if s.Labels == nil {
		return 0
	}
	return s.Labels[i]
}

// members returns the samples of each group, with the groups in random order if the split asks for
// that.
func (s Samples) members() [][]int {
	groups := make([][]int, slices.Max(s.Groups)+1)
	for i, g := range s.Groups {
		groups[g] = append(groups[g], i)
	}
	groups = slices.DeleteFunc(groups, func(g []int) bool { return len(g) == 0 })
	if s.Shuffle {
		shuffle(rng.New(s.Seed), groups)
	}
	return groups
}

// shuffle is rng.Stream.Shuffle for any slice: the same order.
func shuffle[T any](stream *rng.Stream, x []T) {
	order := make([]int32, len(x))
	for i := range order {
		order[i] = int32(i)
	}
	stream.Shuffle(order)
	from := slices.Clone(x)
	for i, at := range order {
		x[i] = from[at]
	}
}

// distribute sets the fold of every sample, group by group.
func (s Samples) distribute(fold []int, groups [][]int, k int) {
	bySize := order.Of(len(groups), func(i, j int) int { return cmp.Compare(len(groups[j]), len(groups[i])) })
	total := make([]float64, s.classes())
	for i := range s.N {
		total[s.class(i)]++
	}
	size := make([]int, k)
	count := make([][]float64, k) // n_fc
	for f := range count {
		count[f] = make([]float64, len(total))
	}
	own := make([]float64, len(total))
	for _, at := range bySize {
		group := groups[at]
		clear(own)
		for _, i := range group {
			own[s.class(i)]++
		}
		best, least := 0, 0.0
		for f := range k {
			// (n + g)^2 - n^2 = g (2 n + g)
			rise := 0.0
			for c, g := range own {
				if g > 0 {
					rise += float64(g*(2*count[f][c]+g)) / float64(total[c]*total[c])
				}
			}
			// The order of additions does not decide.
			if tie := 1e-12 * rise; f == 0 || rise < least-tie || rise <= least+tie && size[f] < size[best] {
				best, least = f, rise
			}
		}
		for _, i := range group {
			fold[i] = best
		}
		size[best] += len(group)
		for c, g := range own {
			count[best][c] += g
		}
	}
}
