package linalg

import "math"

// Unit returns the power of two next to x, 1 for zero: numbers are divided by it
// without rounding, and their squares then stay in range.
func Unit(x float64) float64 {
	if x == 0 {
		return 1
	}
	_, e := math.Frexp(x)
	return math.Ldexp(1, max(e-1, -1022))
}

// Largest returns the largest absolute value of some numbers.
func Largest(x []float64) (largest float64) {
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	return largest
}

// Scale divides numbers by the unit of their largest, which it returns. Weights whose common factor
// does not matter are scaled before they are multiplied with each other.
func Scale(x []float64) (unit float64) {
	unit = Unit(Largest(x))
	for i := range x {
		x[i] /= unit
	}
	return unit
}
