package lanes

import (
	"math"
	"math/rand/v2"
	"testing"
)

func singles(rng *rand.Rand, n int, scale float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(scale * rng.NormFloat64())
	}
	return x
}

// The micro-kernels in single precision agree with their plain twins bit for bit.
func TestSingleTwinsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	same := func(name string, got, want []float32) {
		t.Helper()
		for i := range want {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("%s: entry %d is %v, plain %v", name, i, got[i], want[i])
			}
		}
	}
	for _, n := range []int{0, 8, 16, 72} {
		for _, d := range []int{1, 2, 7, 48, 150} {
			var features []int32
			for f := range d {
				if f%3 != 1 {
					features = append(features, int32(f))
				}
			}
			panels, x := singles(rng, n*d, 1), singles(rng, SingleProbes*len(features), 1)
			for _, probes := range []int{1, SingleProbes} {
				got := singles(rng, SingleProbes*n, 1)
				want := append([]float32(nil), got...)
				SingleDots(got, panels, d, features, x, probes)
				plainSingleDots(want, panels, d, features, x, probes)
				same("inner products", got, want)
			}
		}
		for _, scale := range []float64{0.1, 10, 100} {
			got, norms := singles(rng, SingleProbes*n, scale), singles(rng, n, scale)
			if n > 0 {
				copy(got, []float32{-125, -125.00001, -124.99999, 0, float32(math.Copysign(0, -1)), -1e-40, 1e30, -1e30})
				norms[0], norms[1], norms[2], norms[3], norms[4] = 0, 0, 0, 0, 0
			}
			own := [SingleProbes]float32{0, -1, float32(-scale), 3}
			for _, probes := range []int{1, SingleProbes} {
				want := append([]float32(nil), got...)
				SingleGauss(got, norms, &own, probes)
				plainSingleGauss(want, norms, &own, probes)
				same("Gaussians", got, want)
			}
		}
		columns, length := singles(rng, SingleProbes*n, 1), singles(rng, n, 1)
		theirs, own := append([]float32(nil), columns...), [SingleProbes]float32{0, -1, 2, 0.5}
		var rows, plain [SingleProbes][]float32
		for q := range rows {
			rows[q], plain[q] = make([]float32, n), make([]float32, n)
		}
		SingleGaussRows(&rows, columns, length, &own)
		plainSingleGaussRows(&plain, theirs, length, &own)
		for q := range rows {
			same("rows of Gaussians", rows[q], plain[q])
		}
		var got, want [2 * SingleProbes]float32
		values, a, b := singles(rng, SingleProbes*n, 1), singles(rng, n, 1), singles(rng, n, 3)
		SingleSums(&got, values, a, b)
		plainSingleSums(&want, values, a, b)
		same("sums", got[:], want[:])
	}
}

// NaN and infinite entries give the same results in single precision, too; an exponent of
// NaN counts as below the lowest.
func TestSingleTwinsAgreeOnNaNAndInfinities(t *testing.T) {
	const n, d = 16, 3
	features := []int32{0, 1, 2}
	single := func(count, from int) []float32 {
		x := make([]float32, count)
		for i, v := range mixed(count, from) {
			x[i] = float32(v)
		}
		return x
	}
	same := func(name string, got, want []float32) {
		t.Helper()
		for i := range want {
			if !agree(float64(got[i]), float64(want[i])) {
				t.Fatalf("%s: entry %d is %v, plain %v", name, i, got[i], want[i])
			}
		}
	}
	for from := range len(hard()) {
		panels, x := single(n*d, from), single(SingleProbes*d, from+1)
		got, want := single(SingleProbes*n, from), single(SingleProbes*n, from)
		SingleDots(got, panels, d, features, x, SingleProbes)
		plainSingleDots(want, panels, d, features, x, SingleProbes)
		same("inner products", got, want)
		SingleDots(got, panels, d, features, x, 1)
		plainSingleDots(want, panels, d, features, x, 1)
		same("inner products of one probe", got, want)
		got, want = single(SingleProbes*n, from), single(SingleProbes*n, from)
		norms, own := single(n, from+2), [SingleProbes]float32(single(SingleProbes, from+3))
		SingleGauss(got, norms, &own, SingleProbes)
		plainSingleGauss(want, norms, &own, SingleProbes)
		same("Gaussians", got, want)
		var sums, plain [2 * SingleProbes]float32
		values, a, b := single(SingleProbes*n, from), single(n, from+4), single(n, from+5)
		SingleSums(&sums, values, a, b)
		plainSingleSums(&plain, values, a, b)
		same("sums", sums[:], plain[:])
	}
}

// For exponents below -1/2 every fraction is a multiple of 2^-24, so the test tries all
// of them; the fractions of smaller exponents are finer, so it tries a sample.
func TestSingleExponentialIsAccurate(t *testing.T) {
	worst, at := 0.0, float32(0)
	try := func(y float32) {
		want := math.Exp2(float64(y))
		if relative := math.Abs(float64(plainSingleExp2(y))/want - 1); relative > worst {
			worst, at = relative, y
		}
	}
	step := 1
	if testing.Short() {
		step = 61
	}
	for i := 0; i <= 1<<24; i += step {
		try(-0.5 - float32(i)/(1<<24))
	}
	rng := rand.New(rand.NewPCG(23, 24))
	for range 1 << 18 {
		try(float32(-math.Exp2(-30 * rng.Float64())))
		try(float32(-125 * rng.Float64()))
	}
	if worst > SingleExpError {
		t.Errorf("the relative error at %v is %v, more than %v", at, worst, SingleExpError)
	}
	t.Logf("largest relative error %.3g u, at %v", worst*(1<<24), at)
}

// The errors of the functions are within the bounds in their comments.
func TestSingleErrorsAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	const n, d, u = 256, 75, 1.0 / (1 << 24)
	features := make([]int32, d)
	for f := range features {
		features[f] = int32(f)
	}
	panels, x, values := make([]float32, n*d), singles(rng, SingleProbes*d, 1), make([]float32, SingleProbes*n)
	row, scaled := make([]float64, d), make([][]float64, n)
	for i := range n {
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		SinglePack(panels, row, 0.7, i)
		for _, v := range row {
			scaled[i] = append(scaled[i], 0.7*v)
		}
	}
	SingleDots(values, panels, d, features, x, SingleProbes)
	for i := range n {
		for q := range SingleProbes {
			var want, norm, own float64
			for j, v := range scaled[i] {
				p := float64(x[SingleProbes*j+q])
				want, norm, own = want+v*p, norm+v*v, own+p*p
			}
			got := float64(values[(i/SingleWidth*SingleProbes+q)*SingleWidth+i%SingleWidth])
			if limit := (SingleDotsError(d) + 1.01*u) * math.Sqrt(norm*own); !(math.Abs(got-want) <= limit) {
				t.Fatalf("inner product %v, want %v within %v", got, want, limit)
			}
		}
	}
	a, b := singles(rng, n, 1), singles(rng, n, 1)
	var sums [2 * SingleProbes]float32
	SingleSums(&sums, values, a, b)
	for q := range SingleProbes {
		var wantA, wantB, magnitudeA, magnitudeB float64
		for i := range n {
			v := float64(values[(i/SingleWidth*SingleProbes+q)*SingleWidth+i%SingleWidth])
			wantA, magnitudeA = wantA+v*float64(a[i]), magnitudeA+math.Abs(v*float64(a[i]))
			wantB, magnitudeB = wantB+v*float64(b[i]), magnitudeB+math.Abs(v*float64(b[i]))
		}
		if !(math.Abs(float64(sums[q])-wantA) <= SingleError(n)*magnitudeA) || !(math.Abs(float64(sums[SingleProbes+q])-wantB) <= SingleError(n)*magnitudeB) {
			t.Errorf("sums of probe %d are %v and %v, want %v and %v", q, sums[q], sums[SingleProbes+q], wantA, wantB)
		}
	}
}

func BenchmarkSingle(b *testing.B) {
	const n = 256
	rng := rand.New(rand.NewPCG(27, 28))
	values, norms, other := make([]float32, SingleProbes*n), singles(rng, n, 5), singles(rng, n, 1)
	per := func(b *testing.B, operations int, unit string) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(operations), unit)
	}
	for _, d := range []int{2, 20, 100} {
		panels, x, features := singles(rng, n*d, 1), singles(rng, SingleProbes*d, 1), make([]int32, d)
		for f := range features {
			features[f] = int32(f)
		}
		b.Run("dots", func(b *testing.B) {
			for b.Loop() {
				SingleDots(values, panels, d, features, x, SingleProbes)
			}
			per(b, SingleProbes*n*d, "ns/mac")
		})
	}
	b.Run("gauss", func(b *testing.B) {
		own := [SingleProbes]float32{-1, -2, -3, -4}
		for b.Loop() {
			SingleGauss(values, norms, &own, SingleProbes)
		}
		per(b, SingleProbes*n, "ns/entry")
	})
	b.Run("sums", func(b *testing.B) {
		var sums [2 * SingleProbes]float32
		for b.Loop() {
			SingleSums(&sums, values, norms, other)
		}
		per(b, SingleProbes*n, "ns/entry")
	})
}

// Scaled rows in float32 are added to float64 with the bits of the plain twin, for any length and any
// number of rows.
func TestUpdateSingles(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 22))
	for _, n := range []int{0, 1, 3, 4, 8, 13, 40} {
		for count := range 10 {
			got, scale, rows := make([]float64, n), make([]float64, count), make([][]float32, count)
			for i := range got {
				got[i] = rng.NormFloat64()
			}
			want := append([]float64(nil), got...)
			for r := range rows {
				scale[r] = rng.NormFloat64()
				rows[r] = singles(rng, SinglePad(n+SingleSpare), 1)[:n]
			}
			UpdateSingles(got, scale, rows)
			for r, row := range rows {
				for i := range want {
					want[i] += float64(scale[r] * float64(row[i]))
				}
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("n = %d, %d rows: entry %d is %v, want %v", n, count, i, got[i], want[i])
				}
			}
		}
	}
}

// SingleMove copies one sample and leaves the others.
func TestSingleMove(t *testing.T) {
	const n, d = 24, 3
	rng := rand.New(rand.NewPCG(2, 2))
	panels := singles(rng, n*d, 1)
	at := func(i, j int) float32 { return panels[i/SingleWidth*SingleWidth*d+j*SingleWidth+i%SingleWidth] }
	before := append([]float32(nil), panels...)
	SingleMove(panels, d, 9, 18)
	changed := 0
	for j := range d {
		if at(9, j) != at(18, j) {
			t.Errorf("feature %d is %v, want %v", j, at(9, j), at(18, j))
		}
	}
	for i := range panels {
		if panels[i] != before[i] {
			changed++
		}
	}
	if changed != d {
		t.Errorf("%d numbers have changed, want %d", changed, d)
	}
}
