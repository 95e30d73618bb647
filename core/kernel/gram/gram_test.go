package gram_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// random returns n samples of d features around offset, a share of the entries
// zero, as a dense and as a sparse set.
func random(rng *rand.Rand, n, d int, offset, zeros float64) (*sample.Matrix, *sample.CSR) {
	x := make([]float64, n*d)
	s := &sample.CSR{N: n, D: d, Ptr: []int32{0}}
	for i := range n {
		for j := range d {
			if rng.Float64() >= zeros {
				v := offset + rng.NormFloat64()
				x[i*d+j] = v
				s.Index = append(s.Index, int32(j))
				s.Value = append(s.Value, v)
			}
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	return &sample.Matrix{N: n, D: d, X: x}, s
}

// plain evaluates the kernels from their definitions.
func plain(k kernel.Kernel, x, z []float64) float64 {
	var dot, distance float64
	for j := range x {
		dot += x[j] * z[j]
		distance += (x[j] - z[j]) * (x[j] - z[j])
	}
	switch k := k.(type) {
	case kernel.Linear:
		return dot
	case kernel.Polynomial:
		return math.Pow(k.Gamma*dot+k.Coef0, float64(k.Degree))
	case kernel.RBF:
		return math.Exp(-k.Gamma * distance)
	case kernel.Sigmoid:
		return math.Tanh(k.Gamma*dot + k.Coef0)
	}
	panic("unknown kernel")
}

var kernels = []kernel.Kernel{
	kernel.Linear{}, kernel.RBF{Gamma: 0.4}, kernel.Sigmoid{Gamma: 0.2, Coef0: -0.3},
	kernel.Polynomial{Gamma: 0.5, Coef0: 1, Degree: 3}, kernel.Polynomial{Gamma: 1, Coef0: 0, Degree: 0},
}

// Rows from packed and from sparse columns, for dense and for sparse samples,
// are the kernel's values.
func TestRowsAreTheKernel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range kernels {
		for _, zeros := range []float64{0, 0.5, 0.9} {
			dense, csr := random(rng, 37, 11, 0, zeros)
			for _, columns := range []sample.Set{dense, csr} {
				c := gram.Prepare(k, columns, nil, gram.Origin(k, columns))
				row := make([]float64, c.Stride())
				for _, probe := range []sample.Set{dense, csr} {
					for i := range 37 {
						c.Rows([][]float64{row}, probe, []int{i})
						for j := range 37 {
							if want := plain(k, dense.Row(i), dense.Row(j)); !(math.Abs(row[j]-want) <= 1e-12*(1+math.Abs(want))) {
								t.Fatalf("%s, %T against %T, zeros %v: k(%d, %d) = %v, want %v", k.Name(), probe, columns, zeros, i, j, row[j], want)
							}
						}
					}
				}
			}
		}
	}
}

// Far from the origin |x|^2 + |z|^2 - 2<x,z> cancels unless the data are centred.
func TestRBFFarFromTheOrigin(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	dense, csr := random(rng, 20, 5, 1e6, 0)
	k := kernel.RBF{Gamma: 0.4}
	for _, set := range []sample.Set{dense, csr} {
		c := gram.Prepare(k, set, nil, gram.Origin(k, set))
		row := make([]float64, c.Stride())
		for i := range 20 {
			c.Rows([][]float64{row}, set, []int{i})
			for j := range 20 {
				if want := plain(k, dense.Row(i), dense.Row(j)); !(math.Abs(row[j]-want) <= 1e-8) {
					t.Fatalf("%T: k(%d, %d) = %v, want %v", set, i, j, row[j], want)
				}
			}
		}
	}
}

// After any sequence of shrinking and growing, and with a cache of any size, a view
// returns the kernel's values in the order of its active set.
// Samples share the value of a kernel of distances, but not with one whose norm overflows.
func TestDiagonalIsThatOfEachSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	dense, sparse := random(rng, 9, 3, 0, 0.4)
	for _, at := range []int{0, 4} {
		dense.X[at*3] = 1e200
		for e := sparse.Ptr[at]; e < sparse.Ptr[at+1]; e++ {
			sparse.Value[e] = 1e200
		}
	}
	for _, k := range []kernel.Kernel{
		kernel.Linear{}, kernel.RBF{Gamma: 0.3}, kernel.Matern{Gamma: 0.1, Nu: 1.5},
		kernel.RationalQuadratic{Gamma: 0.1, Alpha: 1}, kernel.Polynomial{Gamma: 0.5, Degree: 2},
	} {
		for _, set := range []sample.Set{dense, sparse} {
			got, want := make([]float64, 9), []float64{0}
			gram.Diagonal(got, k, set)
			for i, v := range got {
				gram.Diagonal(want, k, set.Select([]int{i}))
				if math.Float64bits(v) != math.Float64bits(want[0]) {
					t.Errorf("%T, %T: k(%d, %d) is %v, alone %v", k, set, i, i, v, want[0])
				}
			}
		}
	}
}

func TestViewFollowsTheActiveSet(t *testing.T) {
	memory := &gram.Memory{} // one for all views, which must not change the results
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		n := rapid.IntRange(2, 60).Draw(t, "n")
		dense, csr := random(rng, n, 4, 0, 0.85)
		var set sample.Set = dense
		if rapid.Bool().Draw(t, "sparse") {
			set = csr
		}
		var k kernel.Kernel = kernel.RBF{Gamma: 0.3}
		value := func(i, j int) float64 { return plain(k, dense.Row(i), dense.Row(j)) }
		if rapid.Bool().Draw(t, "precomputed") {
			k = kernel.Precomputed{}
			dense, _ = random(rng, n, n, 0, 0)
			set = dense
			value = func(i, j int) float64 { return dense.X[i*n+j] }
		}
		matrix := gram.NewMatrix(k, set)
		var budget *int
		if rapid.Bool().Draw(t, "shared") {
			b := rapid.IntRange(0, n*n).Draw(t, "budget")
			budget = &b
		}
		// Two segments over a permutation of some of the samples.
		order := rng.Perm(n)
		cut := rapid.IntRange(1, n-1).Draw(t, "cut")
		var samples []int
		var segments []*gram.Segment
		for _, part := range [][]int{order[:cut], order[cut:]} {
			segments = append(segments, matrix.Segment(part, budget))
			samples = append(samples, part...)
		}
		bytes := rapid.IntRange(0, 8*n*(n+32)).Draw(t, "bytes")
		var v *gram.View
		if rapid.Bool().Draw(t, "alone") {
			v = matrix.ViewOf(memory, bytes, samples)
		} else {
			v = matrix.View(memory, bytes, segments...)
		}
		active := make([]int, n)
		away := []int{}
		for i := range active {
			active[i] = i
		}
		diagonal := make([]float64, n)
		v.Diagonal(diagonal)
		for i, s := range samples {
			if !(math.Abs(diagonal[i]-value(s, s)) <= 1e-12) {
				t.Fatalf("diagonal %d is %v, want %v", i, diagonal[i], value(s, s))
			}
		}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rng.IntN(6) {
			case 0:
				var keep []int
				for p := range active {
					if rng.IntN(4) > 0 {
						keep = append(keep, p)
					}
				}
				if len(keep) == 0 {
					continue
				}
				v.Shrink(keep)
				var next []int
				for p, q := 0, 0; p < len(active); p++ {
					if q < len(keep) && keep[q] == p {
						next = append(next, active[p])
						q++
					} else {
						away = append(away, active[p])
					}
				}
				active = next
			case 1:
				if len(away) == 0 {
					continue
				}
				take := 1 + rng.IntN(len(away))
				back := append([]int(nil), away[:take]...)
				rows, stride := v.Block(back)
				got, second := make([]float64, stride), make([]float64, stride)
				rows([][]float64{got}, active[:1])
				rows([][]float64{make([]float64, stride), second}, []int{away[0], active[0]})
				for q, c := range back {
					if want := value(samples[active[0]], samples[c]); !(math.Abs(got[q]-want) <= 1e-12) || got[q] != second[q] {
						t.Fatalf("block entry %d is %v and %v, want %v", q, got[q], second[q], want)
					}
				}
				v.Grow(back)
				active, away = append(active, back...), away[take:]
			default:
				i, j := rng.IntN(len(active)), rng.IntN(len(active))
				set := []int{i, j, rng.IntN(len(active)), rng.IntN(len(active)), rng.IntN(len(active))}[:1+rng.IntN(5)]
				slices.Sort(set)
				set = slices.Compact(set)
				rng.Shuffle(len(set), func(a, b int) { set[a], set[b] = set[b], set[a] })
				for k, row := range v.Rows(set) { // all valid at the same time
					r := struct {
						i   int
						row []float64
					}{set[k], row}
					if len(r.row) != len(active) {
						t.Fatalf("a row of %d for %d active coordinates", len(r.row), len(active))
					}
					for p, c := range active {
						if want := value(samples[active[r.i]], samples[c]); !(math.Abs(r.row[p]-want) <= 1e-12) {
							t.Fatalf("row %d, entry %d is %v, want %v", r.i, p, r.row[p], want)
						}
					}
				}
			}
		}
	})
}

// counting counts the rows that are computed.
type counting struct {
	kernel.Linear
	rows *int
}

func (c counting) FromDots(dst []float64, _ float64, _ []float64) {
	if len(dst) > 1 { // a row, not an entry of the diagonal
		*c.rows++
	}
}

func TestViewCachesWithinItsBudget(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	dense, _ := random(rng, 100, 3, 0, 0)
	all := make([]int, 100)
	for i := range all {
		all[i] = i
	}
	count := 0
	m := gram.NewMatrix(counting{rows: &count}, dense)
	v := m.View(&gram.Memory{}, 8*128*10, m.Segment(all, nil)) // about ten rows
	for range 5 {
		for i := range 8 {
			v.Rows([]int{i})
		}
	}
	if count != 8 {
		t.Errorf("%d rows computed for 8 that fit into the cache", count)
	}
	count = 0
	for range 5 {
		for i := range 50 {
			v.Rows([]int{i})
		}
	}
	if count < 200 {
		t.Errorf("only %d rows computed: the cache holds more than its budget", count)
	}
}

// Rows of a class against itself are computed once for all its pairs.
func TestSegmentsShareTheirOwnRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	dense, _ := random(rng, 30, 3, 0, 0)
	class := func(from int) (index []int) {
		for i := range 10 {
			index = append(index, from+i)
		}
		return index
	}
	count, budget := 0, 1<<20
	m := gram.NewMatrix(counting{rows: &count}, dense)
	a, b, c := m.Segment(class(0), &budget), m.Segment(class(10), &budget), m.Segment(class(20), &budget)
	for _, v := range []*gram.View{m.View(&gram.Memory{}, 0, a, b), m.View(&gram.Memory{}, 0, a, c)} {
		for i := range 10 {
			v.Rows([]int{i})
		}
	}
	if count != 30 { // 10 against itself once, 10 against each other class
		t.Errorf("%d row pieces computed, want 30", count)
	}
}

// BenchmarkRows times two rows, for each non-zero of the columns: packed columns
// skip the features where the rows' samples are zero, sparse ones gather every
// stored entry. The sparse set is declared wide so that it stays sparse.
func BenchmarkRows(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	dense, csr := random(rng, 4000, 120, 0, 0.88)
	csr.D = 4000
	for _, c := range []struct {
		name string
		set  sample.Set
	}{{"packed", dense}, {"sparse", csr}} {
		b.Run(c.name, func(b *testing.B) {
			columns := gram.Prepare(kernel.Linear{}, c.set, nil, nil)
			rows := [][]float64{make([]float64, columns.Stride()), make([]float64, columns.Stride())}
			i := 0
			for b.Loop() {
				columns.Rows(rows, c.set, []int{i, i + 1})
				i = (i + 2) % 4000
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*len(csr.Value)), "ns/nonzero")
		})
	}
}

// BenchmarkKernels times a row with kernels of all kinds: inner products alone, several
// parts over the same inner products, and coordinate by coordinate.
func BenchmarkKernels(b *testing.B) {
	const n, d = 4000, 20
	set, _ := random(rand.New(rand.NewPCG(7, 7)), n, d, 0, 0)
	for i, v := range set.X {
		set.X[i] = math.Abs(v)
	}
	rbf := kernel.RBF{Gamma: 0.1}
	for _, k := range []kernel.Kernel{
		rbf, kernel.Sum{Of: []kernel.Kernel{rbf}}, kernel.Sum{Of: []kernel.Kernel{rbf, kernel.Linear{}, kernel.Polynomial{Gamma: 1, Degree: 2}}},
		kernel.Matern{Gamma: 0.1, Nu: 1.5}, kernel.RationalQuadratic{Gamma: 0.1, Alpha: 1},
		kernel.Laplacian{Gamma: 0.1}, kernel.ChiSquared{Gamma: 0.1}, kernel.Intersection{}, kernel.BSpline{Degree: 3, Width: 1}, kernel.Anova{Gamma: 0.1, Order: 2},
	} {
		parts := 1
		if s, ok := k.(kernel.Sum); ok {
			parts = len(s.Of)
		}
		b.Run(fmt.Sprintf("%s/%d", k.Name(), parts), func(b *testing.B) {
			columns := gram.Prepare(k, set, nil, nil)
			rows := [][]float64{make([]float64, columns.Stride()), make([]float64, columns.Stride())}
			i := 0
			for b.Loop() {
				columns.Rows(rows, set, []int{i, i + 1})
				i = (i + 2) % n
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2*n), "ns/entry")
		})
	}
}
