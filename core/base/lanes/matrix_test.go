package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The micro-kernels of matrices agree with their plain twins bit for bit, and
// write nothing outside of their arguments.
func TestMatrixTwinsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	same := func(name string, got, want []float64) {
		t.Helper()
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("%s: entry %d is %v, plain %v", name, i, got[i], want[i])
			}
		}
	}
	cols := TileCols()
	if cols > MaxTileCols {
		t.Fatalf("a tile has %d columns, more than the plain twin holds", cols)
	}
	for _, depth := range []int{0, 1, 2, 3, 8, 57} {
		for _, stride := range []int{cols, cols + 3} {
			a, b, c := random(TileCopies*TileRows*depth), random(cols*depth), random((TileRows-1)*stride+cols)
			for i := range a {
				a[i] = a[i-i%TileCopies]
			}
			got, want := slices.Clone(c), slices.Clone(c)
			Tile(got, stride, a, b)
			plainTile(want, stride, a, b, cols)
			same(fmt.Sprintf("tile, depth %d, stride %d", depth, stride), got, want)
		}
	}
	for _, depth := range []int{0, 1, 2, 57} {
		for _, filled := range []int{4, 3} {
			for _, copies := range []int{1, 2} {
				for _, at := range [][2]int{{1, 5}, {depth + 2, 1}, {3*depth + 1, 3}} {
					src := random(4*at[0] + max(depth, 1)*at[1])
					for _, alpha := range []float64{1, -1.5} {
						got := random(4 * copies * depth)
						want := slices.Clone(got)
						PackTile(got, src, at[0], at[1], depth, filled, 4, copies, alpha)
						for i := range filled {
							for l := range depth {
								for c := range copies {
									want[(l*4+i)*copies+c] = alpha * src[i*at[0]+l*at[1]]
								}
							}
						}
						same(fmt.Sprintf("packing, depth %d, %d rows, %d copies, strides %d, times %v", depth, filled, copies, at, alpha), got, want)
					}
				}
			}
		}
	}
	for _, n := range []int{0, 1, 7, 8, 9, 16, 61} {
		g, p, x := random(n), random(n+1), random(n+2)
		got, want := slices.Clone(g), slices.Clone(g)
		gotSum, wantSum := UpdateSum(got, 0.7, p, x), plainUpdateSum(want, 0.7, p, x)
		same(fmt.Sprintf("update and sum, n=%d", n), append(got, gotSum), append(want, wantSum))
	}
	for _, d := range []int{2, 3, 9, 40} {
		for _, count := range []int{0, 1, d / 2, d - 1} {
			panels, cosines, sines := random(PackedLen(2*Width(), d)), random(count), random(count)
			first := rng.IntN(d - count)
			got, want := slices.Clone(panels), slices.Clone(panels)
			Rotate(got, d, first, cosines, sines)
			plainRotate(want, d, first, cosines, sines, Width())
			same(fmt.Sprintf("rotate, d=%d, %d from %d", d, count, first), got, want)
		}
	}
}

func BenchmarkTile(b *testing.B) {
	depth, cols := 256, TileCols()
	p, q, c := make([]float64, TileCopies*TileRows*depth), make([]float64, cols*depth), make([]float64, TileRows*cols)
	for b.Loop() {
		Tile(c, cols, p, q)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(TileRows*cols*depth), "ns/mac")
}

func BenchmarkRotate(b *testing.B) {
	d := 500
	panels, cosines, sines := make([]float64, PackedLen(d, d)), make([]float64, d-1), make([]float64, d-1)
	for b.Loop() {
		Rotate(panels, d, 0, cosines, sines)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(d*d), "ns/rotation")
}
