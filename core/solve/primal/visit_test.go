package primal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"maxmargin/core/data/sample"
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

// Rows that are added part by part are those of a table that has all of them from the start, and
// are visited alike, in assembly and in Go, whatever block they lie in.
func TestRowsLieInBlocks(t *testing.T) {
	const n, d = 2*blockRows + 500, 12
	rng := rand.New(rand.NewPCG(11, 1))
	parts := []int{1, 299, blockRows - 300, 7, blockRows + 400, 93}
	singles, shorts := []*Singles{NewSingles(n, d), NewSingles(0, d)}, []*Shorts{NewShorts(n, d), NewShorts(0, d)}
	at := 0
	for _, part := range parts {
		singles[1].Grow(part)
		shorts[1].Grow(part)
		for range part {
			row := make([]float64, d)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			for way := range 2 {
				if !singles[way].Set(at, row) || !shorts[way].Set(at, row) {
					t.Fatal("numbers that are finite are refused")
				}
			}
			at++
		}
	}
	if at != n || singles[1].N != n || shorts[1].N != n {
		t.Fatalf("%d rows were added, and there are %d and %d", at, singles[1].N, shorts[1].N)
	}
	solved := func(samples *Samples) []float64 {
		p := Dual{X: samples, Target: make([]float64, n), Lower: make([]float64, n), Upper: make([]float64, n), Constant: 1}
		for i := range n {
			p.Target[i] = float64(i%2*2 - 1)
			p.Lower[i], p.Upper[i] = min(p.Target[i], 0), max(p.Target[i], 0)
		}
		visited, plain := NewCoordinate(p, Settings{}), NewCoordinate(p, Settings{})
		visited.visit(n)
		plain.visitRows(n)
		if !slices.Equal(visited.w, plain.w) {
			t.Errorf("%T: the weights are %v after visits, and %v by Go", samples.Rows, visited.w, plain.w)
		}
		return visited.w
	}
	whole, err := NewShortSamples(shorts[0])
	if err != nil {
		t.Fatal(err)
	}
	grown, err := NewShortSamples(shorts[1])
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]*Samples{{NewSingleSamples(singles[0]), NewSingleSamples(singles[1])}, {whole, grown}} {
		if a, b := solved(pair[0]), solved(pair[1]); !slices.Equal(a, b) || !slices.Equal(pair[0].Norm, pair[1].Norm) {
			t.Errorf("%T: the weights are %v of all rows at once, and %v of rows that were added", pair[0].Rows, a, b)
		}
	}
}
