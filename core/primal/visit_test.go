package primal

import (
	"testing"

	"maxmargin/core/sample"
)

// An index out of range causes a panic, as in Go, and no write outside of the slices.
func TestVisitChecksItsIndices(t *testing.T) {
	short, err := NewShortSamples(NewShorts(3, 2))
	if err != nil {
		t.Fatal(err)
	}
	kinds := []*Samples{NewSingleSamples(NewSingles(3, 2)), short}
	for _, x := range []sample.Set{
		&sample.Matrix{N: 3, D: 2, X: []float64{1, 2, 3, 4, 5, 6}},
		&sample.CSR{N: 3, D: 2, Ptr: []int32{0, 1, 2, 3}, Index: []int32{0, 1, 0}, Value: []float64{1, 2, 3}},
	} {
		samples, err := NewSamples(x)
		if err != nil {
			t.Fatal(err)
		}
		kinds = append(kinds, samples)
	}
	for _, samples := range kinds {
		p := Dual{X: samples, Target: []float64{1, 1, -1}, Lower: []float64{0, 0, -1}, Upper: []float64{1, 1, 0}}
		for name, damage := range map[string]func(c *Coordinate){
			"a place too large":  func(c *Coordinate) { c.order[1] = 3 },
			"a negative place":   func(c *Coordinate) { c.order[1] = -1 },
			"more than there is": func(c *Coordinate) { c.at = 1 },
			"fewer weights":      func(c *Coordinate) { c.w = c.w[:1] },
			"other samples":      func(c *Coordinate) { c.coordinates = append(c.coordinates, coordinate{}) },
		} {
			c := NewCoordinate(p, Settings{Tolerance: 1e-3})
			c.begun = true
			damage(c)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%T, %s: no panic", samples.Rows, name)
					}
				}()
				c.visit(3)
			}()
		}
	}
}
