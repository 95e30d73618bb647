package parzen

import "testing"

// Rows without weight have the sum of the row before, and are never drawn; the last row is where
// rounding leaves no sum above the value.
func TestPlacesOfNoWeightAreNotDrawn(t *testing.T) {
	upTo := []float64{0, 1, 1, 3, 3.5}
	for value, want := range map[float64]int{0: 1, 0.5: 1, 1: 3, 2.9: 3, 3: 4, 3.5: 4} {
		if got := place(upTo, value); got != want {
			t.Errorf("%v is at place %d, want %d", value, got, want)
		}
	}
}
