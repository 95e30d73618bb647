package lanes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Every micro-kernel agrees with its plain twin bit for bit, at lengths that
// fill vectors and at lengths that leave a tail. Under GOEXPERIMENT=simd, and
// natively as well as under js/wasm, this compares SIMD with plain Go.
func TestTwinsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int, scale float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = scale * rng.NormFloat64()
		}
		return x
	}
	scales := [4]float64{0.3, -0.7, 1.1, 0}
	for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 16, 31, 64, 133} {
		p, q, norms := random(n, 3), random(n, 5), random(n, 4)
		for i := range norms {
			norms[i] = math.Abs(norms[i])
		}
		if got, want := Sum(p, q), plainSum(&[8]float64{}, p, q); got != want {
			t.Errorf("n=%d: inner product %v, plain %v", n, got, want)
		}
		var got, want [4]float64
		Sum4(&got, p, q, norms, p, q)
		if plainSum4(&want, p, q, norms, p, q); got != want {
			t.Errorf("n=%d: four inner products %v, plain %v", n, got, want)
		}
		extremes := append(random(n, 400), -1e9, -1459, -1460, -1458.5, 1460, 1461, 1e9, 0, math.Copysign(0, -1), 1e-300)
		for _, c := range []struct {
			name        string
			in          []float64
			fast, plain func(dst []float64)
		}{
			{"exponential", extremes, func(d []float64) { exponentiate(d, d, 2, -1.3, 0.7, highest2) }, func(d []float64) { plainExponentiate(d, d, 2, -1.3, 0.7, highest2) }},
			{"gauss", p, func(d []float64) { exponentiate(d, norms, 0.6, -0.3, -0.5, 0) }, func(d []float64) { plainExponentiate(d, norms, 0.6, -0.3, -0.5, 0) }},
			{"power 0", p, func(d []float64) { Power(d, 0.5, 1, 0) }, func(d []float64) { plainPower(d, 0.5, 1, 0) }},
			{"power 3", p, func(d []float64) { Power(d, 0.5, 1, 3) }, func(d []float64) { plainPower(d, 0.5, 1, 3) }},
			{"power 7", p, func(d []float64) { Power(d, 0.5, -1, 7) }, func(d []float64) { plainPower(d, 0.5, -1, 7) }},
			{"tanh", p, tanhResult, plainTanhResult},
			{"rotate 4", append(slices.Repeat(p, 4), 1, 2, 3, 4), func(d []float64) {
				Rotate4(q, norms, d[:n+1], d[n+1:2*n+2], d[2*n+2:3*n+3], d[3*n+3:])
			}, func(d []float64) {
				plainRotate4(q, norms, d[:n+1], d[n+1:2*n+2], d[2*n+2:3*n+3], d[3*n+3:])
			}},
			{"update", p, func(d []float64) { Update(d, 0.3, q) }, func(d []float64) { plainUpdate(d, 0.3, q) }},
			{"update 4", p, func(d []float64) { Update4(d, &scales, q, norms, p, q) }, func(d []float64) { plainUpdate4(d, &scales, q, norms, p, q) }},
		} {
			got, want := append([]float64(nil), c.in...), append([]float64(nil), c.in...)
			c.fast(got)
			c.plain(want)
			for i := range want {
				if !agree(got[i], want[i]) {
					t.Errorf("%s, n=%d: entry %d of %g is %v, plain %v", c.name, n, i, c.in[i], got[i], want[i])
				}
			}
		}
	}
}

// agree reports whether two numbers have the same bits, or are both NaN: processors differ
// in the bits of one.
func agree(a, b float64) bool {
	return math.Float64bits(a) == math.Float64bits(b) || math.IsNaN(a) && math.IsNaN(b)
}

// hard are numbers that vector instructions may treat differently from plain Go: NaNs of
// different bits, infinities, the ends of the range, zeros.
func hard() []float64 {
	return []float64{math.NaN(), math.Float64frombits(0xfff8000000000fff), math.Float64frombits(0x7ff8000000000000), math.Inf(1), math.Inf(-1),
		math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0, math.Copysign(0, -1), 1, -1.5, 700, -700}
}

// mixed returns n numbers, most of them hard, which repeat in a cycle; from is the start.
func mixed(n, from int) []float64 {
	cycle, x := hard(), make([]float64, n)
	for i := range x {
		x[i] = cycle[(from+i*7)%len(cycle)]
	}
	return x
}

// NaN and infinite entries give the same results with vectors and in plain Go, in every
// function of float64, and do not change other entries: the exponential of NaN was 1
// natively and -1.1e-308 in WebAssembly.
func TestTwinsAgreeOnNaNAndInfinities(t *testing.T) {
	count := len(hard())
	for _, n := range []int{1, 3, 8, 13, 32} {
		for from := range count {
			p, q, r := mixed(n, from), mixed(n, from+3), mixed(n, 2*from+5)
			ordinary := make([]float64, n)
			for i := range ordinary {
				ordinary[i] = float64(i) - 2.5
			}
			scales := [4]float64{p[0], 0.5, q[0], math.Inf(1)}
			for name, c := range map[string]struct {
				in          []float64
				fast, plain func(dst []float64)
			}{
				"exponential":          {p, func(d []float64) { exponentiate(d, d, 2, -1.3, 0.7, highest2) }, func(d []float64) { plainExponentiate(d, d, 2, -1.3, 0.7, highest2) }},
				"of two":               {p, func(d []float64) { exponentiate(d, q, 0.6, -0.3, -0.5, 0) }, func(d []float64) { plainExponentiate(d, q, 0.6, -0.3, -0.5, 0) }},
				"with a hard constant": {ordinary, func(d []float64) { exponentiate(d, ordinary, 0.6, -0.3, p[0], 0) }, func(d []float64) { plainExponentiate(d, ordinary, 0.6, -0.3, p[0], 0) }},
				"power 3":              {p, func(d []float64) { Power(d, 0.5, 1, 3) }, func(d []float64) { plainPower(d, 0.5, 1, 3) }},
				"tanh":                 {p, tanhResult, plainTanhResult},
				"update":               {p, func(d []float64) { Update(d, 0.3, q) }, func(d []float64) { plainUpdate(d, 0.3, q) }},
				"update by":            {p, func(d []float64) { Update(d, q[0], r) }, func(d []float64) { plainUpdate(d, q[0], r) }},
				"update 4":             {p, func(d []float64) { Update4(d, &scales, q, r, p, q) }, func(d []float64) { plainUpdate4(d, &scales, q, r, p, q) }},
				"sum":                  {p, func(d []float64) { d[0] = Sum(p, q) }, func(d []float64) { d[0] = plainSum(&[8]float64{}, p, q) }},
				"update and sum":       {p, func(d []float64) { d[0] = UpdateSum(d, 0.3, q, r) }, func(d []float64) { d[0] = plainUpdateSum(d, 0.3, q, r) }},
			} {
				got, want := append([]float64(nil), c.in...), append([]float64(nil), c.in...)
				c.fast(got)
				c.plain(want)
				for i := range want {
					if !agree(got[i], want[i]) {
						t.Fatalf("%s, n=%d, from %d: entry %d of %g is %v, plain %v", name, n, from, i, c.in[i], got[i], want[i])
					}
				}
			}
			values := append([]float64(nil), p...)
			exponentiate(values, make([]float64, n), 1, 0, 0, highest2)
			for i, x := range p {
				if want := math.Exp2(max(math.Min(x, highest2), -1e9)); math.IsNaN(x) != math.IsNaN(values[i]) || x >= lowest2 && !(math.Abs(values[i]-want) <= 1e-12*want) || x < lowest2 && values[i] != 0 {
					t.Fatalf("2^%v is %v, want %v", x, values[i], want)
				}
			}
			compareRows(t, n, 3, mixed(3*n, from), mixed(6, from+1))
		}
	}
}

// compareRows compares all functions of panels, for n samples of d features and two
// probes, with plain Go.
func compareRows(t *testing.T, n, d int, samples, probes []float64) {
	t.Helper()
	panels := make([]float64, PackedLen(n, d))
	for i := range n {
		Pack(panels, samples[i*d:(i+1)*d], i)
	}
	features := make([]int32, d)
	for f := range features {
		features[f] = int32(f)
	}
	row := func() []float64 { return make([]float64, Padded(n)) }
	one, first, second, plain, plain0, plain1 := row(), row(), row(), row(), row(), row()
	Dots(one, panels, d, features, probes)
	plainDots(plain, panels, d, features, probes, Width())
	Dots2(first, second, panels, d, features, probes)
	plainDots2(plain0, plain1, panels, d, features, probes, Width())
	for i := range one {
		if !agree(one[i], plain[i]) || !agree(first[i], plain0[i]) || !agree(second[i], plain1[i]) {
			t.Fatalf("inner products %d are %v %v %v, plain %v %v %v", i, one[i], first[i], second[i], plain[i], plain0[i], plain1[i])
		}
	}
	for term := Distance; term <= Unequal; term++ {
		Sums(term, one, panels, d, features, probes)
		plainSums(term, plain, panels, d, features, probes, Width())
		for i := range one {
			if !agree(one[i], plain[i]) {
				t.Fatalf("term %d: sum %d is %v, plain %v, of %v and %v", term, i, one[i], plain[i], probes[:d], samples[min(i, n-1)*d:min(i, n-1)*d+d])
			}
		}
	}
	turned, plainly := append([]float64(nil), panels...), append([]float64(nil), panels...)
	Rotate(turned, d, 0, probes[:d-1], probes[d-1:2*d-2])
	plainRotate(plainly, d, 0, probes[:d-1], probes[d-1:2*d-2], Width())
	cols := TileCols()
	a, b := append([]float64(nil), probes[:TileRows]...), make([]float64, cols)
	copy(b, samples)
	tile, plainTiled := make([]float64, TileRows*cols), make([]float64, TileRows*cols)
	Tile(tile, cols, a, b)
	plainTile(plainTiled, cols, a, b, cols)
	for i := range turned {
		if !agree(turned[i], plainly[i]) {
			t.Fatalf("rotated entry %d is %v, plain %v", i, turned[i], plainly[i])
		}
	}
	for i := range tile {
		if !agree(tile[i], plainTiled[i]) {
			t.Fatalf("entry %d of a tile is %v, plain %v", i, tile[i], plainTiled[i])
		}
	}
}

func TestDotsAgreeWithTheirTwinAndWithTheSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 5, 8, 17, 40, 65} {
		for _, d := range []int{1, 2, 3, 20, 64} {
			samples := make([][]float64, n)
			panels := make([]float64, PackedLen(n, d))
			for i := range samples {
				samples[i] = make([]float64, d)
				for j := range samples[i] {
					samples[i][j] = rng.NormFloat64()
				}
				Pack(panels, samples[i], i)
			}
			back := make([]float64, d)
			for i, s := range samples {
				Unpack(back, panels, i)
				for j := range s {
					if back[j] != s[j] {
						t.Fatalf("n=%d d=%d: Unpack of sample %d differs at feature %d", n, d, i, j)
					}
				}
			}
			// Probes that leave out the features 1, 4, 7, ...
			var features []int32
			var one, two []float64
			last := samples[n-1]
			for f := range d {
				if f%3 != 1 {
					features = append(features, int32(f))
					one, two = append(one, samples[0][f]), append(two, samples[0][f], last[f])
				}
			}
			fresh := func() []float64 {
				dst := make([]float64, Padded(n))
				for i := range dst {
					dst[i] = math.NaN() // must be overwritten
				}
				return dst
			}
			single, first, second, plain, plain0, plain1 := fresh(), fresh(), fresh(), fresh(), fresh(), fresh()
			Dots(single, panels, d, features, one)
			Dots2(first, second, panels, d, features, two)
			plainDots(plain, panels, d, features, one, Width())
			plainDots2(plain0, plain1, panels, d, features, two, Width())
			for i, s := range samples {
				var want0, want1 float64
				for _, f := range features {
					want0 += float64(s[f] * samples[0][f])
					want1 += float64(s[f] * last[f])
				}
				if single[i] != want0 || plain[i] != want0 || first[i] != want0 || plain0[i] != want0 || second[i] != want1 || plain1[i] != want1 {
					t.Errorf("n=%d d=%d: inner products %d are %v %v %v %v, want %v, and %v %v, want %v", n, d, i,
						single[i], plain[i], first[i], plain0[i], want0, second[i], plain1[i], want1)
				}
			}
		}
	}
}

func TestSumsAgreeWithTheirTwinAndWithTheSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	terms := map[Term]func(x, z float64) float64{
		Distance: func(x, z float64) float64 { return math.Abs(x - z) },
		Square:   func(x, z float64) float64 { return (x - z) * (x - z) },
		Least:    math.Min,
		Spread: func(x, z float64) float64 {
			if x+z <= 0 {
				return 0
			}
			return (x - z) * (x - z) / (x + z)
		},
		Unequal: func(x, z float64) float64 {
			if x == z {
				return 0
			}
			return 1
		},
	}
	for _, n := range []int{1, 5, 8, 17, 40} {
		for _, d := range []int{1, 2, 3, 20} {
			samples := make([][]float64, n)
			panels := make([]float64, PackedLen(n, d))
			for i := range samples {
				samples[i] = make([]float64, d)
				for j := range samples[i] {
					// Many zeros and equal numbers, and some below zero.
					samples[i][j] = math.Floor(8*rng.Float64())/4 - 0.25
					if rng.IntN(3) == 0 {
						samples[i][j] = 0
					}
				}
				Pack(panels, samples[i], i)
			}
			var features []int32
			var x []float64
			for f := range d {
				if f%3 != 1 {
					features, x = append(features, int32(f)), append(x, samples[n/2][f])
				}
			}
			for term, of := range terms {
				got, plain := make([]float64, Padded(n)), make([]float64, Padded(n))
				for i := range got {
					got[i], plain[i] = math.NaN(), math.NaN() // must be overwritten
				}
				Sums(term, got, panels, d, features, x)
				plainSums(term, plain, panels, d, features, x, Width())
				for i := range got {
					if math.Float64bits(got[i]) != math.Float64bits(plain[i]) {
						t.Errorf("term %d, n=%d d=%d: sum %d is %v, plain %v", term, n, d, i, got[i], plain[i])
					}
				}
				for i, s := range samples {
					want := 0.0
					for k, f := range features {
						want += of(x[k], s[f])
					}
					if !(math.Abs(got[i]-want) <= 1e-14*max(1, want)) {
						t.Errorf("term %d, n=%d d=%d: sum %d is %v, want %v", term, n, d, i, got[i], want)
					}
				}
			}
		}
	}
}

func TestGaussIsAccurate(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	worst, at := 0.0, 0.0
	for range 200000 {
		x := 700 * rng.Float64() * rng.Float64()
		dst := []float64{0}
		Gauss(dst, []float64{x}, 1, 0)
		want := math.Exp(-x)
		if e := math.Abs(dst[0]-want) / want / (4 + x); e > worst {
			worst, at = e, x
		}
	}
	// The argument is rounded three times (the factor, the product, the sum), each
	// by at most 1.1e-16 of itself, which is the relative error of the result.
	if worst > 3.4e-16 {
		t.Errorf("relative error %g of 4 + |x| at x = %v", worst, at)
	}
	for _, c := range []struct{ dot, norm, want float64 }{{3, 3, 1}, {3.0000001, 3, 1}, {-1e6, 3, 0}, {-1e300, 1e300, 0}} {
		dst := []float64{c.dot}
		Gauss(dst, []float64{c.norm}, 0.7, c.norm)
		if dst[0] != c.want {
			t.Errorf("k from <x,z> = %v and norms %v is %v, want exactly %v", c.dot, c.norm, dst[0], c.want)
		}
	}
}

func TestTanhIsAccurate(t *testing.T) {
	for x := -400.0; x < 400; x += 0.013 {
		dst := []float64{x}
		Tanh(dst, 1, 0)
		if e := math.Abs(dst[0] - math.Tanh(x)); e > 4e-16 {
			t.Fatalf("tanh(%v) is off by %g", x, e)
		}
	}
}

func BenchmarkDots(b *testing.B) {
	for _, d := range []int{2, 20, 100} {
		n := 4096
		panels, x, features := make([]float64, PackedLen(n, d)), make([]float64, 2*d), make([]int32, d)
		for f := range features {
			features[f] = int32(f)
		}
		dst, second := make([]float64, n), make([]float64, n)
		b.Run(fmt.Sprintf("one/d=%d", d), func(b *testing.B) {
			for b.Loop() {
				Dots(dst, panels, d, features, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*d), "ns/mac")
		})
		b.Run(fmt.Sprintf("two/d=%d", d), func(b *testing.B) {
			for b.Loop() {
				Dots2(dst, second, panels, d, features, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n*d), "ns/mac")
		})
	}
}

func BenchmarkSums(b *testing.B) {
	n, d := 4096, 20
	panels, x, features := make([]float64, PackedLen(n, d)), make([]float64, d), make([]int32, d)
	for f := range features {
		features[f], x[f] = int32(f), 1
	}
	dst := make([]float64, n)
	for term, name := range []string{"distance", "square", "least", "spread", "unequal"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Sums(Term(term), dst, panels, d, features, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*d), "ns/term")
		})
	}
}

func BenchmarkUpdate4(b *testing.B) {
	g, p := make([]float64, 4096), make([]float64, 4096)
	for b.Loop() {
		Update4(g, &[4]float64{1, 2, 3, 4}, p, p, p, p)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(4*len(g)), "ns/mac")
}

func BenchmarkGauss(b *testing.B) {
	n := 4096
	dst, norms := make([]float64, n), make([]float64, n)
	for b.Loop() {
		clear(dst)
		Gauss(dst, norms, 0.5, 3)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entry")
}
