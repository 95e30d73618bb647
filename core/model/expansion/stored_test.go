package expansion

import (
	"math"
	"testing"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Rows of a store give the signs of Each. Where a value is zero but for rounding, they do
// not decide.
func TestSignsFromAStore(t *testing.T) {
	set := &sample.Matrix{N: 5, D: 1, X: []float64{-1, 1, 0, 3, -0.2}}
	k := kernel.RBF{Gamma: 0.5}
	for _, room := range []int{0, 3 * 8 * 8, 1 << 16} {
		store := gram.NewStore(set, room)
		test := &gram.Part{Store: store, Set: set.Select([]int{2, 3, 4}), Index: []int{2, 3, 4}}
		part := &gram.Part{Store: store, Set: set.Select([]int{0, 1}), Index: []int{0, 1}, Judge: test}
		gram.MatrixOf(k, part.Set, part)
		e := New(Expansion{Kernel: k, Vectors: part.Set, Indices: []int32{0, 1}, Coef: []float64{-1, 1}, Intercept: []float64{0}, Part: part})
		if e.stored(test.Set) == nil {
			t.Fatal("the rows of the store are not used")
		}
		var calls [3][]float64
		err := e.EachSign(nil, test.Set, func(i int, values []float64) bool {
			calls[i] = append(calls[i], values[0])
			return !math.IsNaN(values[0])
		})
		if err != nil {
			t.Fatal(err)
		}
		last := func(i int) float64 { return calls[i][len(calls[i])-1] }
		if last(0) != 0 || !(last(1) > 0) || !(last(2) < 0) {
			t.Errorf("room %d: values %v", room, calls)
		}
		kept := part.Recall(k, test.Set).Rows([]int{0})[0] != nil
		if undecided := math.IsNaN(calls[0][0]); undecided != kept {
			t.Errorf("room %d: the value zero first was %v, from a row that is kept: %v", room, calls[0][0], kept)
		}
		if room == 0 && kept || room == 1<<16 && !kept {
			t.Errorf("room %d: a row is kept: %v", room, kept)
		}
	}
}
