package prep

import (
	"math"
	"testing"

	"maxmargin/core/base/rng"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
)

// A numbering gives the places that a map gives, for numbers whose bits differ in few places and
// for 0 and -0, which are one number.
func TestNumberingIsAMap(t *testing.T) {
	r := rng.New(5)
	for _, draw := range []func() float64{
		func() float64 { return float64(r.Below(3000)) },
		func() float64 { return 0.5*float64(r.Below(400)) - 100 },
		func() float64 { return math.Ldexp(1, r.Below(2000)-1000) },
		func() float64 { return math.Copysign(0, float64(r.Below(3)-1)) },
		func() float64 { return r.Normal() },
	} {
		var table numbering
		places := map[float64]int32{}
		for range 5000 {
			v := draw()
			want, known := places[v]
			if got := table.find(v); known && got != want || !known && got != -1 {
				t.Fatalf("the place of %v is %d, want %d, %v", v, got, want, known)
			}
			if !known {
				places[v] = int32(len(places))
				table.add(v)
			}
		}
		if len(table.values) != len(places) || 2*len(places) > len(table.slots) {
			t.Fatalf("%d numbers in %d slots, want %d", len(table.values), len(table.slots), len(places))
		}
	}
}

// Counting finds the modes that sorting finds, of a thousand fractions, of large codes, and where
// all values are missing.
func TestModesByCountingAndBySorting(t *testing.T) {
	r := rng.New(6)
	x := &sample.Matrix{N: 3000, D: 3, X: make([]float64, 9000)}
	for i := range x.N {
		row := x.Row(i)
		row[0], row[1], row[2] = 0.25*float64(r.Below(1000))-125, 1000*float64(r.Below(40)), math.NaN()
		if r.Below(8) == 0 {
			row[r.Below(2)] = math.NaN()
		}
	}
	var ctl *run.Ctl
	modes, status := modesOf(ctl, x)
	if modes == nil || status != "" {
		t.Fatalf("no modes, status %q", status)
	}
	if status := eachColumn(ctl, x, nil, func(j int, c sorted) {
		if want := c.mode(); modes[j] != want {
			t.Errorf("the mode of column %d is %v by counting and %v by sorting", j, modes[j], want)
		}
	}); status != "" {
		t.Fatal(status)
	}
}
