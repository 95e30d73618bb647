package reduction

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPairsComeInOrder(t *testing.T) {
	var got [][3]int
	Pairs(4, func(pair, i, j int) bool {
		got = append(got, [3]int{pair, i, j})
		return true
	})
	want := [][3]int{{0, 0, 1}, {1, 0, 2}, {2, 0, 3}, {3, 1, 2}, {4, 1, 3}, {5, 2, 3}}
	if len(got) != len(want) || len(got) != PairCount(4) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for p := range want {
		if got[p] != want[p] {
			t.Errorf("pair %d is %v, want %v", p, got[p], want[p])
		}
	}
}

func TestVoteTiesGoToTheClassThatComesFirst(t *testing.T) {
	// 0 beats 1, 1 beats 2, 2 beats 0: one vote each.
	values := []float64{0.1, -5, 5}
	for want, order := range [][]int32{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}} {
		if got, _ := (Scheme{OneVsOne, len(order)}).Election(order).Elect(values); got != int32(want) {
			t.Errorf("in the order %v a three-way tie elects class %d, want %d", order, got, want)
		}
	}
	// In the one-versus-rest form the confidence decides: 1 has 5-0.1.
	dst := make([]float64, 3)
	OneVersusRest(dst, values, 3)
	sum := []float64{0.1 - 5, 5 - 0.1, 5 - 5}
	for c, s := range sum {
		if want := 1 + s/(3*(math.Abs(s)+1)); !(math.Abs(dst[c]-want) <= 1e-15) {
			t.Errorf("value of class %d is %v, want %v", c, dst[c], want)
		}
	}
}

func TestASinglePairIsTurnedRound(t *testing.T) {
	for value, want := range map[float64]int32{0.5: 1, -0.5: 0} {
		for _, order := range [][]int32{{0, 1}, {1, 0}} {
			if got, _ := (Scheme{OneVsOne, len(order)}).Election(order).Elect([]float64{value}); got != want {
				t.Errorf("decision value %v elects class %d, want %d", value, got, want)
			}
		}
	}
}

// In svm_predict_values of LIBSVM a pair's first class needs a value above zero.
func TestZeroIsAVoteForTheLaterClass(t *testing.T) {
	for _, c := range []struct {
		order []int32
		want  int32
	}{
		{[]int32{0, 1}, 1},
		{[]int32{1, 0}, 0},
		{[]int32{2, 0, 1}, 1},
		{[]int32{0, 1, 2}, 2},
		{[]int32{1, 2, 0}, 0},
	} {
		k := len(c.order)
		if got, _ := (Scheme{OneVsOne, len(c.order)}).Election(c.order).Elect(make([]float64, PairCount(k))); got != c.want {
			t.Errorf("zeros elect class %d in the order %v, want %d", got, c.order, c.want)
		}
	}
	// The form of one value for each class has the same votes, so that its largest value is of the
	// class that is elected.
	dst := make([]float64, 3)
	if OneVersusRest(dst, make([]float64, 3), 3); !slices.Equal(dst, []float64{0, 1, 2}) {
		t.Errorf("zeros become the values %v of the classes, want their votes 0, 1 and 2", dst)
	}
}

// With some unknown values a class is certain only if it wins for all possible values;
// with all values known the winner is certain.
func TestVoteIsCertainWhateverIsUnknown(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	certain := 0
	for range 3000 {
		k := 2 + rng.IntN(4)
		order := make([]int32, k)
		for at, c := range rng.Perm(k) {
			order[at] = int32(c)
		}
		values := make([]float64, PairCount(k))
		var unknown []int
		for pair := range values {
			values[pair] = float64(rng.IntN(3) - 1)
			if len(unknown) < 4 && rng.IntN(3) == 0 {
				unknown = append(unknown, pair)
			}
		}
		want, sure := (Scheme{OneVsOne, len(order)}).Election(order).Elect(values)
		if !sure {
			t.Fatalf("%v in the order %v is not certain", values, order)
		}
		masked := slices.Clone(values)
		for _, pair := range unknown {
			masked[pair] = math.NaN()
		}
		if want, sure = (Scheme{OneVsOne, len(order)}).Election(order).Elect(masked); !sure {
			continue
		}
		certain++
		ways := 1
		for range unknown {
			ways *= 3
		}
		for way := range ways {
			filled := slices.Clone(masked)
			for _, pair := range unknown {
				filled[pair] = float64(way%3 - 1)
				way /= 3
			}
			if got, _ := (Scheme{OneVsOne, len(order)}).Election(order).Elect(filled); got != want {
				t.Fatalf("%v in the order %v elects %d for certain, but %v elects %d", masked, order, want, filled, got)
			}
		}
	}
	if certain < 100 {
		t.Errorf("only %d of 3000 elections are certain", certain)
	}
}
