package linalg

import (
	"slices"
	"testing"
)

// unwatched lets work go on.
func unwatched(float64) bool { return true }

func TestMirror(t *testing.T) {
	for _, n := range []int{0, 1, 31, 32, 33, 100} {
		a, want := make([]float64, n*n), make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				a[i*n+j] = float64(n*i + j)
				want[i*n+j], want[j*n+i] = a[i*n+j], a[i*n+j]
			}
		}
		if !Mirror(a, n, nil) || !slices.Equal(a, want) {
			t.Errorf("order %d: %v", n, a)
		}
	}
	if Mirror(make([]float64, 1), 1, func(float64) bool { return false }) {
		t.Error("it cannot be ended")
	}
}

// TestEigenvaluesCanBeEnded: those of 2,000 rows took ten seconds in which nothing could stop them.
func TestEigenvaluesCanBeEnded(t *testing.T) {
	const n = 120
	matrix := func() []float64 {
		a := make([]float64, n*n)
		for i := range n {
			for j := range i + 1 {
				a[i*n+j] = 1 / float64(1+i+j)
			}
		}
		return a
	}
	looks, before := 0, 0.0
	if NewSpectrum(matrix(), n, func(done float64) bool {
		if looks++; done < before || done > 1 {
			t.Errorf("look %d: %v is done after %v", looks, done, before)
		}
		before = done
		return true
	}) == nil || looks < n*n*n/(1<<15) {
		t.Errorf("%d looks", looks)
	}
	for at := 1; at <= looks; at++ {
		left := at
		if NewSpectrum(matrix(), n, func(float64) bool { left--; return left > 0 }) != nil {
			t.Errorf("ended at look %d of %d there is a spectrum", at, looks)
		}
	}
}
