package check

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/engine/catalog"
	"maxmargin/core/model"
)

// orders are the rules about the order of the samples.
func orders() []check {
	return []check{
		{"takes samples in any order", anyOrder},
		{"decides ties by the classes alone", ties},
	}
}

// anyOrder: a training set in another order leads to the same answers.
func anyOrder(s subject) {
	t := s.training(60, 3, 3)
	t.Weight = slices.Repeat([]float64{1, 2, 0.5, 1}, 15)
	if s.lists() {
		t.Weight = nil // rows of a list need the same weight
	}
	rng := rand.New(rand.NewPCG(71, 72))
	for range 2 {
		s.compare("another order of the samples", pick(t, rng.Perm(60)), t, 1e-5)
	}
}

// lists reports whether the samples come in lists.
func (s subject) lists() bool {
	switch model.Learns(s.New()).(type) {
	case model.Groups, model.Sets:
		return true
	}
	return false
}

// ties: some samples at small whole numbers have equal decision values for several classes. The
// classes decide between them, and not the order of the training set: if two orders give the same
// values, they give the same predictions, and 0 means the second of two classes. (For neighbours
// the nearest one decides before.)
func ties(s subject) {
	if s.kind != catalog.Classifier || s.lists() || s.ordered() { // thresholds decide between ranks
		return
	}
	fresh := &sample.Matrix{N: 25, D: 2}
	for i := range fresh.N {
		fresh.X = append(fresh.X, float64(i/5-2), float64(i%5-2))
	}
	rng := rand.New(rand.NewPCG(73, 74))
	for _, c := range []struct {
		x []float64
		y []int32
	}{
		{[]float64{-1, 0, 1, 0}, []int32{0, 1}},
		{[]float64{-2, 0, -1, 0, 1, 0, 2, 0}, []int32{0, 0, 1, 1}},
		{[]float64{1, 1, -1, -1, 1, -1, -1, 1}, []int32{0, 0, 1, 1}},
		{[]float64{0, 0, 0, 0, 1, 1, 1, 1}, []int32{0, 1, 0, 1}},
		{[]float64{0, 0, 2, 0, 0, 2, 2, 2, -2, 0, -2, 2}, []int32{0, 1, 1, 0, 2, 2}},
		{[]float64{-1, 0, 0, 0, 1, 0, -1, 0, 0, 0, 1, 0}, []int32{0, 1, 2, 1, 2, 0}},
	} {
		t := model.NewTraining(&sample.Matrix{N: len(c.y), D: 2, X: c.x}, model.Classes{Of: c.y, Count: int(slices.Max(c.y)) + 1})
		seen := map[string][]float64{} // the answers to a sample, by its decision values
		for trial := range 10 {
			index := rng.Perm(len(c.y))
			if trial == 0 {
				slices.Sort(index)
			}
			m := s.make(option{"nNeighbors", 2.})
			all, err := fit(m, pick(t, index), fresh)
			if err != nil {
				break // too few samples for this machine
			}
			n := fresh.N
			width := len(all)/n - 1
			values := all[n:]
			if f, _, err := m.(model.Classifier).Decision(nil, fresh, "ovo"); err == nil { // those that vote
				width, values = len(f)/n, f
			}
			for i := range n {
				of := values[i*width : (i+1)*width]
				key := fmt.Sprint(i, of)
				if before := seen[key]; before != nil && before[0] != all[i] {
					fail("samples %v of the classes %v: the decision values of %v are %v, and the prediction is %v in one order and %v in another", c.x, c.y, fresh.Row(i), of, before[0], all[i])
				}
				seen[key] = []float64{all[i]}
				if width == 1 && of[0] == 0 && all[i] != 1 && s.Name != "KNeighborsClassifier" {
					fail("samples %v of the classes %v: the decision value of %v is 0, and the prediction is the first class", c.x, c.y, fresh.Row(i))
				}
			}
		}
	}
}
