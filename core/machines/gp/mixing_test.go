package gp

import (
	"math"
	"testing"
)

// TestMixingEndsALinearIteration: of a linear map of four numbers, four changes tell where it ends,
// however slowly it goes there alone.
func TestMixingEndsALinearIteration(t *testing.T) {
	slow := [][]float64{{0.9, 0.1, 0, 0}, {-0.2, 0.95, 0, 0.05}, {0, 0.3, -0.8, 0}, {0.1, 0, 0, 0.7}}
	end := []float64{1, -2, 3, 0.5}
	round := func(x []float64) []float64 {
		y := append([]float64(nil), end...)
		for i, row := range slow {
			for j, v := range row {
				y[i] += v * (x[j] - end[j])
			}
		}
		return y
	}
	away := func(x []float64) (most float64) {
		for i, v := range x {
			most = max(most, math.Abs(v-end[i]))
		}
		return most
	}
	alone, x := make([]float64, 4), make([]float64, 4)
	var m mixing
	for range 6 {
		alone = round(alone)
		y := round(x)
		x = m.next(y, difference(y, x))
	}
	if away(alone) < 0.1 || !(away(x) < 1e-8) {
		t.Errorf("after six rounds %v away, and %v by mixing", away(alone), away(x))
	}
}
