package rng

import (
	"math"
	"slices"
	"testing"
)

// The first numbers of seed 1234567, from the reference implementation in C
// (Vigna, splitmix64.c), as Rosetta Code prints them.
func TestKnownNumbers(t *testing.T) {
	s := New(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Uint64(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}

func TestEveryResultIsEquallyLikely(t *testing.T) {
	const draws = 60000
	for _, n := range []int{1, 2, 3, 6, 10} {
		s, count := New(9), make([]int, n)
		for range draws {
			count[s.Below(n)]++
		}
		expected := float64(draws) / float64(n)
		for value, c := range count {
			if !(math.Abs(float64(c)-expected) <= 5*math.Sqrt(expected)) {
				t.Errorf("%d of %d: %d times, expected %v", value, n, c, expected)
			}
		}
	}
	// Where a bias would show at once: two thirds of the range.
	s, low := New(3), 0
	for range draws {
		if v := s.Below(3 << 30); v < 1<<30 {
			low++
		} else if v >= 3<<30 {
			t.Fatalf("%d is out of range", v)
		}
	}
	if !(math.Abs(float64(low)-draws/3.0) <= 5*math.Sqrt(draws/3.0)) {
		t.Errorf("the lowest third came %d times of %d", low, draws)
	}
}

func TestFloatsFillTheUnitInterval(t *testing.T) {
	s, sum, squares := New(5), 0.0, 0.0
	const draws = 100000
	for range draws {
		x := s.Float64()
		if !(x >= 0 && x < 1) {
			t.Fatalf("%v is outside [0, 1)", x)
		}
		sum, squares = sum+x, squares+x*x
	}
	if mean := sum / draws; !(math.Abs(mean-0.5) <= 0.005) {
		t.Errorf("mean %v", mean)
	}
	if square := squares / draws; !(math.Abs(square-1.0/3) <= 0.005) {
		t.Errorf("mean square %v", square)
	}
}

func TestShufflesAreEquallyLikelyOrders(t *testing.T) {
	s, count := New(8), map[[3]int32]int{}
	const draws = 30000
	for range draws {
		x := []int32{0, 1, 2}
		s.Shuffle(x)
		count[[3]int32(x)]++
	}
	if len(count) != 6 {
		t.Fatalf("%d of 6 orders", len(count))
	}
	for order, c := range count {
		if !(math.Abs(float64(c)-draws/6.0) <= 5*math.Sqrt(draws/6.0)) {
			t.Errorf("order %v came %d times of %d", order, c, draws)
		}
	}
	again := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	other := slices.Clone(again)
	New(4).Shuffle(again)
	New(4).Shuffle(other)
	if !slices.Equal(again, other) {
		t.Error("the same seed gives another order")
	}
}

// The moments of a normal distribution, and its share within one, two and three deviations.
func TestNormalNumbers(t *testing.T) {
	s := New(11)
	const draws = 200000
	var power [5]float64
	var within [4]float64
	for range draws {
		x := s.Normal()
		for k, p := 1, x; k < len(power); k, p = k+1, p*x {
			power[k] += p / draws
		}
		for k := 1; k < len(within); k++ {
			if math.Abs(x) < float64(k) {
				within[k] += 1.0 / draws
			}
		}
	}
	for k, want := range []float64{0, 0, 1, 0, 3} {
		if !(math.Abs(power[k]-want) <= 0.05) {
			t.Errorf("moment %d is %v, want %v", k, power[k], want)
		}
	}
	for k, want := range []float64{0, 0.682689, 0.954500, 0.997300} {
		if !(math.Abs(within[k]-want) <= 0.004) {
			t.Errorf("%v within %d deviations, want %v", within[k], k, want)
		}
	}
}
