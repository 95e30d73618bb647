package sample_test

import (
	"math"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
)

// A set of bytes answers what the matrix of the same numbers answers, bit for bit but for the
// norms, which are exact up to the scale.
func TestBytesAreAMatrix(t *testing.T) {
	for _, scale := range []float64{1, 1. / 255, -2} {
		b, err := sample.NewBytes([]byte{0, 255, 3, 7, 0, 254, 9, 9, 0, 1, 2, 3}, 4, 3, scale)
		if err != nil {
			t.Fatal(err)
		}
		m := b.Matrix()
		for _, sets := range [][2]sample.Set{{b, m}, {b.Select([]int{3, 1, 1}), m.Select([]int{3, 1, 1})}} {
			got, want := sets[0], sets[1]
			if got.Len() != want.Len() || got.Dim() != want.Dim() || got.Kind() != want.Kind() {
				t.Fatalf("%v x %v, want %v x %v", got.Len(), got.Dim(), want.Len(), want.Dim())
			}
			x, z := make([]float64, 3), make([]float64, 3)
			for i := range want.Len() {
				got.Dense(x, i)
				if want.Dense(z, i); !slices.Equal(x, z) {
					t.Errorf("scale %v: sample %d is %v, want %v", scale, i, x, z)
				}
				if a, b := got.SquaredNorm(i), want.SquaredNorm(i); !(math.Abs(a-b) <= 1e-15*b) {
					t.Errorf("scale %v: squared norm %v, want %v", scale, a, b)
				}
			}
			mean, variance := got.Moments()
			if m, v := want.Moments(); mean != m || variance != v {
				t.Errorf("scale %v: moments %v and %v, want %v and %v", scale, mean, variance, m, v)
			}
			low, high := got.Ranges()
			if l, h := want.Ranges(); !slices.Equal(low, l) || !slices.Equal(high, h) {
				t.Errorf("scale %v: ranges %v to %v, want %v to %v", scale, low, high, l, h)
			}
		}
	}
	for _, c := range []struct {
		n, d  int
		scale float64
	}{{0, 3, 1}, {4, 0, 1}, {4, 4, 1}, {4, 3, math.NaN()}, {4, 3, math.Inf(1)}} {
		if _, err := sample.NewBytes(make([]byte, 12), c.n, c.d, c.scale); err == nil {
			t.Errorf("12 bytes are taken for %d x %d of scale %v", c.n, c.d, c.scale)
		}
	}
}
