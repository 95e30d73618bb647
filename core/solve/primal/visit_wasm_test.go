//go:build goexperiment.simd

package primal

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
)

// The visit in assembly equals that in Go bit for bit, compared after every few visits, for
// every loss, with and without a bias, with dense rows in float64, in float32
// and in 16 bits, and with sparse rows of any number of entries, and when a weight is NaN or infinite.
func TestVisitIsThatOfGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 30).Draw(t, "n"), rapid.IntRange(1, 25).Draw(t, "d")
		number := rapid.Float64Range(-2, 2)
		samples := drawn(t, n, d, number)
		d = samples.D
		bounds := rapid.SampledFrom([]float64{0, 0.5, 3, math.Inf(1)})
		p := Dual{X: samples, Target: make([]float64, n), Insensitive: make([]float64, n), Ridge: make([]float64, n),
			Lower: make([]float64, n), Upper: make([]float64, n),
			Constant: rapid.SampledFrom([]float64{0, 1, 2.5}).Draw(t, "constant"), Free: rapid.Bool().Draw(t, "free")}
		for i := range n {
			p.Target[i] = rapid.SampledFrom([]float64{-1, 1, 0.3}).Draw(t, "target")
			p.Insensitive[i] = rapid.SampledFrom([]float64{0, 0, 0.2}).Draw(t, "insensitive")
			p.Upper[i], p.Lower[i] = bounds.Draw(t, "upper"), -bounds.Draw(t, "lower")
			if math.IsInf(p.Upper[i]-p.Lower[i], 0) {
				p.Ridge[i] = 0.25
			}
		}
		settings := Settings{Tolerance: 1e-3, Shrinking: rapid.Bool().Draw(t, "shrinking")}
		assembly, plain := NewCoordinate(p, settings), NewCoordinate(p, settings)
		if rapid.IntRange(0, 9).Draw(t, "with NaN") == 0 {
			j, damaged := rapid.IntRange(0, d-1).Draw(t, "feature"), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}).Draw(t, "weight")
			assembly.w[j], plain.w[j] = damaged, damaged
		}
		for range 20 {
			for _, c := range []*Coordinate{assembly, plain} {
				c.stream.Shuffle(c.order[:c.active])
				c.begun, c.at, c.out, c.in, c.moved = true, 0, 0, 0, false
			}
			for assembly.at < assembly.active {
				count := min(rapid.IntRange(1, 9).Draw(t, "count"), assembly.active-assembly.at)
				assembly.visit(count)
				plain.visitRows(plain.at + count)
				compare(t, assembly, plain)
			}
			assembly.conclude()
			plain.conclude()
		}
	})
}

// drawn returns samples of one of the four kinds.
func drawn(t *rapid.T, n, d int, number *rapid.Generator[float64]) *Samples {
	var x sample.Set
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		x = &sample.Matrix{N: n, D: d, X: rapid.SliceOfN(number, n*d, n*d).Draw(t, "values")}
	case 1:
		x = sparse(t, n, d, number)
	case 2:
		shorts := NewShorts(n, d)
		for i := range n {
			shorts.Set(i, rapid.SliceOfN(number, d, d).Draw(t, "values"))
		}
		samples, err := NewShortSamples(shorts)
		if err != nil {
			t.Fatal(err)
		}
		return samples
	default:
		singles := NewSingles(n, d)
		for i := range n {
			for j := range singles.D {
				singles.Row(i)[j] = float32(number.Draw(t, "value"))
			}
		}
		return NewSingleSamples(singles)
	}
	samples, err := NewSamples(x)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

// sparse returns samples with about half of their entries stored.
func sparse(t *rapid.T, n, d int, number *rapid.Generator[float64]) *sample.CSR {
	x := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1, n+1)}
	for range n {
		for j := range d {
			if rapid.Bool().Draw(t, "entry") {
				x.Index, x.Value = append(x.Index, int32(j)), append(x.Value, number.Draw(t, "value"))
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Index)))
	}
	return x
}

// compare fails unless two solvers have the same state, to the last bit.
func compare(t *rapid.T, a, b *Coordinate) {
	if a.at != b.at || a.active != b.active || a.moved != b.moved || !slices.Equal(a.order, b.order) {
		t.Fatalf("at %d of %d and %d of %d, moved %v and %v, order %v and %v", a.at, a.active, b.at, b.active, a.moved, b.moved, a.order, b.order)
	}
	if !slices.Equal(bits(a), bits(b)) {
		t.Fatalf("v %v and %v, out %v and %v, in %v and %v, w %v and %v, coordinates %v and %v", a.v, b.v, a.out, b.out, a.in, b.in, a.w, b.w, a.coordinates, b.coordinates)
	}
}

// bits returns the numbers that visits change, as bits. All NaN get the same bits.
func bits(c *Coordinate) (all []uint64) {
	numbers := append([]float64{c.v, c.out, c.in}, c.w...)
	for _, z := range c.coordinates {
		numbers = append(numbers, z.b)
	}
	for _, x := range numbers {
		if x != x {
			x = math.NaN()
		}
		all = append(all, math.Float64bits(x))
	}
	return all
}
