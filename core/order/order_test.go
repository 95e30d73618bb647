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
