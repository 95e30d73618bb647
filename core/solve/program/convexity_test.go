package program_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/solve/program"
)

// TestCurvatureIsThatOfItsDirection: the eigenvalue of random symmetric matrices is the quadratic
// form of its direction, no other direction has less, and Convex agrees with its sign.
func TestCurvatureIsThatOfItsDirection(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for trial := range 50 {
		n := 1 + rng.IntN(8)
		a := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				a[i*n+j] = rng.NormFloat64()
				a[j*n+i] = a[i*n+j]
			}
			a[i*n+i] += float64(trial%3) * float64(n)
		}
		q := program.Quadratic{Matrix: program.NewDense(a, n, n)}
		form := func(x []float64) (sum float64) {
			for i := range n {
				for j := range n {
					sum += x[i] * a[i*n+j] * x[j]
				}
			}
			return sum
		}
		value, direction, err := q.Curvature(nil, n)
		if err != nil || !(math.Abs(form(direction)-value) <= 1e-9*float64(n)) {
			t.Fatalf("eigenvalue %v, its direction has %v (%v)", value, form(direction), err)
		}
		for range 100 {
			x, square := make([]float64, n), 0.0
			for j := range x {
				x[j] = rng.NormFloat64()
				square += x[j] * x[j]
			}
			if !(form(x) >= (value-1e-9)*square) {
				t.Fatalf("eigenvalue %v, but %v has %v", value, x, form(x)/square)
			}
		}
		if err := q.Convex(nil); (err == nil) != (value >= 0) {
			t.Errorf("eigenvalue %v: %v", value, err)
		}
	}
}

// TestCurvatureOfADiagonal: the axis of the least number, and 0 without one.
func TestCurvatureOfADiagonal(t *testing.T) {
	value, direction, err := program.Quadratic{Diagonal: []float64{3, -2, 1}}.Curvature(nil, 3)
	if err != nil || value != -2 || direction[1] != 1 {
		t.Errorf("%v along %v (%v)", value, direction, err)
	}
	if value, _, err := (program.Quadratic{}).Curvature(nil, 2); err != nil || value != 0 {
		t.Errorf("without a quadratic objective: %v (%v)", value, err)
	}
}
