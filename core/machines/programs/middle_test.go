package programs

import (
	"math"
	"testing"
)

// The constant is the middle of those that cost least: from 1 to 3 here, and from 1 on where no
// limit lies above.
func TestTheConstantIsTheMiddle(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		low, high, values, cost []float64
		want                    float64
	}{
		{[]float64{1, -inf}, []float64{inf, 3}, []float64{0, 0}, []float64{1, 1}, 2},
		{[]float64{1, -inf, -inf}, []float64{inf, 3, 9}, []float64{0, 0, 2}, []float64{2, 1, 1}, 2},
		{[]float64{-2, 0}, []float64{2, 6}, []float64{0, 0}, []float64{1, 1}, 1},
		{[]float64{1}, []float64{inf}, []float64{0}, []float64{1}, 1},
	} {
		f := fit{low: c.low, high: c.high, cost: c.cost}
		if got := f.middle(c.values); got != c.want {
			t.Errorf("limits %v and %v: %g, not %g", c.low, c.high, got, c.want)
		}
	}
}
