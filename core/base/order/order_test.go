package order

import (
	"cmp"
	"slices"
	"testing"
)

func TestEqualElementsKeepTheirOrder(t *testing.T) {
	x := []float64{2, 1, 2, 0, 1}
	got := Of(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	if want := []int{3, 1, 4, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}

func TestBetween(t *testing.T) {
	if got := Between(2, 5); !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("from 2 to 5: %v", got)
	}
	if got := Between(3, 3); len(got) != 0 {
		t.Errorf("from 3 to 3: %v", got)
	}
}

func TestSumsThatDifferByRoundingAreLevelled(t *testing.T) {
	sums := []float64{0.1 + 0.2, 1, 0.3, 0}
	sums[0] += 0x1p-54 // what the compiler adds up is exact
	if Level(sums, 1e-12); sums[0] != sums[2] || sums[1] != 1 || sums[3] != 0 {
		t.Error(sums)
	}
	more := []float64{0.3, sums[0] + 0x1p-53, 0}
	if Top(more, 1e-12); more[0] != more[1] || more[0] == sums[0] || more[2] != 0 {
		t.Error(more)
	}
}
