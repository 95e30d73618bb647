package expansion

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/reduction"
)

// gaussian draws a machine of Gaussians and samples for it, at the scales
// that real data have and at those that float32 cannot hold. Some support vectors
// occur twice with opposite coefficients, some samples are support vectors, and
// intercepts place some samples exactly on the boundary.
func gaussian(t *rapid.T) (Expansion, *sample.Matrix) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	d := rapid.IntRange(1, 40).Draw(t, "d")
	var m Expansion
	count, rows, values := rapid.IntRange(1, 60).Draw(t, "m"), 1, 1
	switch rapid.IntRange(0, 2).Draw(t, "layout") {
	case 0:
		values = rapid.IntRange(1, 5).Draw(t, "values")
		rows = values
	default:
		m.Counts = rapid.SliceOfN(rapid.Int32Range(0, 20), 2, 6).Draw(t, "counts")
		m.Counts[0]++
		count, rows, values = 0, len(m.Counts)-1, reduction.PairCount(len(m.Counts))
		for _, c := range m.Counts {
			count += int(c)
		}
	}
	power := func(name string, within int) float64 {
		return math.Pow(10, float64(rapid.OneOf(rapid.IntRange(-1, 1), rapid.IntRange(-within, within)).Draw(t, name)))
	}
	spread := power("spread", 12)
	m.Kernel = kernel.RBF{Gamma: power("gamma", 20) / (spread * spread * float64(d))}
	offset := rapid.SampledFrom([]float64{0, 0, 1, 1e3, 1e8}).Draw(t, "offset")
	points := func(n int, spread float64) *sample.Matrix {
		x := &sample.Matrix{N: n, D: d, X: numbers(rng, n*d)}
		for i := range x.X {
			x.X[i] = spread * (x.X[i] + offset)
		}
		return x
	}
	vectors, x := points(count, spread), points(40, spread)
	copy(x.X[20*d:], points(5, 100*spread).X)
	size := power("size of coefficients", 120)
	m.Coef, m.Intercept = numbers(rng, rows*count), numbers(rng, values)
	for i := range m.Coef {
		m.Coef[i] *= size
	}
	for i := range m.Intercept {
		m.Intercept[i] *= size
	}
	if rapid.Bool().Draw(t, "opposites") {
		for v := 1; v < count; v += 2 {
			copy(vectors.Row(v), vectors.Row(v-1))
			for row := range rows {
				m.Coef[row*count+v] = -m.Coef[row*count+v-1]
			}
		}
		clear(m.Intercept)
	}
	for i := range min(10, count) {
		copy(x.Row(30+i), vectors.Row(i))
	}
	m.Vectors = vectors
	if rapid.Bool().Draw(t, "on the boundary") {
		New(m).Each(nil, x, func(i int, values []float64) {
			if i%3 == 0 {
				q := i / 3 % len(values)
				m.Intercept[q] -= values[q]
			}
		})
	}
	return m, x
}

// EachSign passes every sample once, with the signs of Each, zero included.
func TestSignsAreThoseOfTheValues(t *testing.T) {
	samples, again := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m, x := gaussian(t)
		e := New(m)
		want := make([][]float64, x.N)
		e.Each(nil, x, func(i int, values []float64) { want[i] = append([]float64(nil), values...) })
		s := e.singleFor(x)
		if s == nil {
			return
		}
		taken, called := make([]int, x.N), make([]int, x.N)
		doubles, err := e.eachSign(nil, s, x, func(i int, values []float64) bool {
			known := true
			for q, v := range values {
				w := want[i][q]
				if called[i] == 0 && math.IsNaN(v) {
					known = false
				} else if !(v < 0 && w < 0 || v > 0 && w > 0 || v == w) {
					t.Fatalf("value %d of sample %d is %v, but %v in float64", q, i, v, w)
				}
			}
			if called[i]++; known {
				taken[i]++
			}
			return known
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, times := range taken {
			if times != 1 {
				t.Fatalf("sample %d was taken %d times", i, times)
			}
		}
		samples, again = samples+x.N, again+doubles
	})
	if t.Logf("%d of %d samples took float64", again, samples); again == 0 || again == samples {
		t.Error("the machines put only one of the two ways to the test")
	}
}

// If nearly all samples need float64, float32 is not used.
func TestValuesOfZeroAreNeverCertain(t *testing.T) {
	x := normal(rand.New(rand.NewPCG(33, 34)), 1000, 3, false)
	m := Expansion{Kernel: kernel.RBF{Gamma: 1}, Vectors: x, Coef: make([]float64, 1000), Intercept: []float64{0}}
	e := New(m)
	s := e.singleFor(x)
	if s == nil {
		t.Fatal("float32 does not hold these vectors")
	}
	unknown := 0
	again, err := e.eachSign(nil, s, x, func(i int, values []float64) bool {
		if math.IsNaN(values[0]) {
			unknown++
			return false
		}
		if values[0] != 0 {
			t.Errorf("value %v of sample %d", values[0], i)
		}
		return true
	})
	if again != 1000 || unknown > 200 || err != nil {
		t.Errorf("%d of 1000 samples took float64, %d after an attempt, and the error is %v", again, unknown, err)
	}
}

// The bound holds for the difference between every value in float32 and in float64.
func TestSingleStaysWithinItsBound(t *testing.T) {
	worst, bounded := 0.0, 0
	rapid.Check(t, func(t *rapid.T) {
		m, x := gaussian(t)
		e := New(m)
		s := e.singleFor(x)
		if s == nil {
			return
		}
		together := rapid.SampledFrom([]int{1, 5, rowsAtATime}).Draw(t, "together")
		for from := 0; from < x.N; from += together {
			var index []int
			for i := from; i < min(from+together, x.N); i++ {
				index = append(index, i)
			}
			s.score(x, index, func(int, []float64) bool { return true }, nil)
			e.score(x, index, func(i int, values []float64) {
				r := i - from
				relative := s.quads[r/4].bound[r%4]
				for q, want := range values {
					got, bound := s.value(q, s.sums[r], relative)
					if bound = bound + 0x1p-52*math.Abs(want); math.Abs(got-want) > bound {
						t.Fatalf("value %d of sample %d is %v, %v in float64, which differ by more than %v", q, i, got, want, bound)
					}
					if !math.IsInf(bound, 0) && !math.IsNaN(bound) && bound > 0 {
						bounded++
						worst = max(worst, math.Abs(got-want)/bound)
					}
				}
			})
		}
	})
	if t.Logf("%d values, the largest difference is %.2g of its bound", bounded, worst); bounded == 0 {
		t.Error("no value has a bound")
	}
}

// shapes are those of the sets of the benchmark: support vectors, features,
// classes, share of non-zeros.
var shapes = []struct {
	name       string
	m, d, k    int
	density    float64
	gamma      float64
	classified int
}{
	{"svmguide1", 368, 4, 2, 1, 2, 512},
	{"splice", 628, 60, 2, 1, 0.01, 256},
	{"dna", 965, 180, 3, 0.25, 1. / 64, 256},
	{"usps", 2339, 256, 10, 1, 1. / 128, 64},
	{"a1a", 691, 119, 2, 0.12, 0.05, 256},
	{"letter", 3957, 16, 26, 1, 0.5, 128},
	{"mnist", 882, 784, 10, 0.19, 1. / 784, 128},
	{"digits", 539, 64, 10, 0.5, 1. / 64, 256},
	{"checker", 3405, 2, 2, 1, 0.5, 256},
	{"gauss20", 1621, 20, 2, 1, 1. / 20, 256},
	{"gauss100", 2125, 100, 2, 1, 1. / 100, 128},
}

// known is a receiver of values without unknown ones.
func known(_ int, values []float64) bool {
	for _, v := range values {
		if math.IsNaN(v) {
			return false
		}
	}
	return true
}

// BenchmarkValues times an entry, that is one support vector for one sample, in
// float64 and for the sign alone.
func BenchmarkValues(b *testing.B) {
	rng := rand.New(rand.NewPCG(31, 32))
	for _, s := range shapes {
		entry := func(n int) []float64 {
			x := make([]float64, n)
			for i := range x {
				if rng.Float64() < s.density {
					x[i] = 2*rng.Float64() - 1
				}
			}
			return x
		}
		m := Expansion{
			Kernel:  kernel.RBF{Gamma: s.gamma},
			Vectors: &sample.Matrix{N: s.m, D: s.d, X: entry(s.m * s.d)},
			Coef:    entry((s.k - 1) * s.m), Intercept: entry(reduction.PairCount(s.k)), Counts: make([]int32, s.k),
		}
		for i := range s.m {
			m.Counts[i%s.k]++
		}
		x := &sample.Matrix{N: s.classified, D: s.d, X: entry(s.classified * s.d)}
		e := New(m)
		s32 := e.singleFor(x)
		run := func(name string, values func()) {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					values()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(s.m*s.classified), "ns/entry")
			})
		}
		run("double", func() { e.Each(nil, x, func(int, []float64) {}) })
		again := 0
		run("single", func() { again, _ = e.eachSign(nil, s32, x, known) })
		b.Logf("%s: %d of %d again", s.name, again, s.classified)
	}
}

// Bytes have the values of the same numbers, and signs within a bound that holds, too; samples
// of another scale are compared as numbers.
func TestBytesAreNumbers(t *testing.T) {
	worst := 0.0
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d, k := rapid.IntRange(1, 70).Draw(t, "d"), rapid.IntRange(2, 5).Draw(t, "classes")
		scale := rapid.SampledFrom([]float64{1, 1. / 255, -3}).Draw(t, "scale")
		bytes := func(n int) *sample.Bytes {
			x := make([]byte, n*d)
			for i := range x {
				if rng.IntN(3) > 0 {
					x[i] = byte(rng.IntN(256))
				}
			}
			return &sample.Bytes{N: n, D: d, X: x, Scale: scale}
		}
		m := Expansion{Kernel: kernel.RBF{Gamma: math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "gamma")) / (scale * scale * 1e4 * float64(d))}}
		count := 0
		for range k {
			m.Counts = append(m.Counts, int32(rng.IntN(60)+1))
			count += int(m.Counts[len(m.Counts)-1])
		}
		vectors, x := bytes(count), bytes(37)
		m.Coef, m.Intercept = numbers(rng, (k-1)*count), numbers(rng, reduction.PairCount(k))
		copy(x.X[5*d:], vectors.Row(0))
		m.Vectors = vectors.Matrix()
		want := make([][]float64, x.N)
		New(m).Each(nil, x.Matrix(), func(i int, values []float64) { want[i] = append([]float64(nil), values...) })
		m.Vectors = vectors
		e := New(m)
		near := func(i int, values []float64) {
			for q, v := range values {
				if math.Abs(v-want[i][q]) > 1e-11*float64(count) {
					t.Fatalf("value %d of sample %d is %v, %v of numbers", q, i, v, want[i][q])
				}
			}
		}
		e.Each(nil, x, near)
		e.Each(nil, x.Matrix(), near)
		s := e.singleFor(x)
		if s == nil || s.bytes == nil || e.singleFor(x.Matrix()) == s || e.singleFor(&sample.Bytes{N: 1, D: d, X: x.X[:d], Scale: 0.5}) == s {
			t.Fatal("only bytes of one scale are compared as bytes")
		}
		for from := 0; from < x.N; from += rowsAtATime {
			var index []int
			for i := from; i < min(from+rowsAtATime, x.N); i++ {
				index = append(index, i)
			}
			s.score(x, index, func(int, []float64) bool { return true }, nil)
			for r, i := range index {
				for q, w := range want[i] {
					got, bound := s.value(q, s.sums[r], s.quads[r/4].bound[r%4])
					if !(math.Abs(got-w) <= bound+0x1p-40*math.Abs(w)) {
						t.Fatalf("value %d of sample %d is %v, %v in float64, which differ by more than %v", q, i, got, w, bound)
					}
					worst = max(worst, math.Abs(got-w)/bound)
				}
			}
		}
	})
	t.Logf("the largest difference is %.2g of its bound", worst)
}
