package expansion

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/reduction"
)

// normal returns n x d normal deviates, about half of them replaced by zero when
// sparse, as a set of that kind.
func normal(rng *rand.Rand, n, d int, sparse bool) sample.Set {
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	s := &sample.CSR{N: n, D: d, Ptr: make([]int32, 1)}
	for i := range n {
		for j := range d {
			if sparse && rng.IntN(2) == 0 {
				continue
			}
			m.X[i*d+j] = rng.NormFloat64()
			s.Index, s.Value = append(s.Index, int32(j)), append(s.Value, m.X[i*d+j])
		}
		s.Ptr = append(s.Ptr, int32(len(s.Index)))
	}
	if sparse {
		return s
	}
	return m
}

func numbers(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	return x
}

// naive computes the definition, pair by pair and kernel value by kernel value.
func naive(m *Expansion, value func(i int) float64) []float64 {
	count := m.Count()
	if m.Counts == nil {
		f := append([]float64(nil), m.Intercept...)
		for q := range f {
			for i := range count {
				f[q] += m.Coef[q*count+i] * value(i)
			}
		}
		return f
	}
	var class []int
	for c, n := range m.Counts {
		for range n {
			class = append(class, c)
		}
	}
	var f []float64
	reduction.Pairs(len(m.Counts), func(pair, a, b int) bool {
		sum := m.Intercept[pair]
		for i, c := range class {
			switch c {
			case a:
				sum += m.Coef[(b-1)*count+i] * value(i)
			case b:
				sum += m.Coef[a*count+i] * value(i)
			}
		}
		f = append(f, sum)
		return true
	})
	return f
}

func dot(x, z []float64) (sum float64) {
	for j, v := range x {
		sum += v * z[j]
	}
	return sum
}

// machines returns a machine of every kernel and layout, and the kernel's formula.
func machines(rng *rand.Rand, d int) (list []*Expansion, formulas []func(x, z []float64) float64) {
	for _, counts := range [][]int32{nil, {9, 14}, {5, 0, 12}, {7, 3, 16, 1, 9, 20}} {
		m, rows, values := 23, 6, 6
		if counts != nil {
			m, rows, values = 0, len(counts)-1, reduction.PairCount(len(counts))
			for _, c := range counts {
				m += int(c)
			}
		}
		for i, k := range []kernel.Kernel{kernel.RBF{Gamma: 0.3}, kernel.Linear{}, kernel.Polynomial{Gamma: 0.5, Coef0: 1, Degree: 3}, kernel.Sigmoid{Gamma: 0.2, Coef0: -0.5}, kernel.Precomputed{}} {
			for _, sparse := range []bool{false, true} {
				machine := &Expansion{Kernel: k, Counts: counts, Coef: numbers(rng, rows*m), Intercept: numbers(rng, values)}
				if i == 4 {
					for range m {
						machine.Indices = append(machine.Indices, int32(rng.IntN(d)))
					}
				} else {
					machine.Vectors = normal(rng, m, d, sparse)
				}
				list = append(list, machine)
				formulas = append(formulas, []func(x, z []float64) float64{
					func(x, z []float64) float64 { return math.Exp(-0.3 * (dot(x, x) + dot(z, z) - 2*dot(x, z))) },
					dot,
					func(x, z []float64) float64 { return math.Pow(0.5*dot(x, z)+1, 3) },
					func(x, z []float64) float64 { return math.Tanh(0.2*dot(x, z) - 0.5) },
					nil,
				}[i])
			}
		}
	}
	return list, formulas
}

// Every kernel and layout gives the values of the definition, whether the vectors and
// the samples are dense or sparse, and visits every sample once.
func TestValuesAreThoseOfTheDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	const d = 5
	list, formulas := machines(rng, d)
	for at, m := range list {
		for _, sparse := range []bool{false, true} {
			x := normal(rng, 2*rowsAtATime+3, d, sparse)
			taken := make([]int, x.Len())
			row, vector := make([]float64, d), make([]float64, d)
			err := New(*m).Each(nil, x, func(i int, got []float64) {
				taken[i]++
				x.Dense(row, i)
				want := naive(m, func(j int) float64 {
					if m.Vectors == nil {
						return row[m.Indices[j]]
					}
					m.Vectors.Dense(vector, j)
					return formulas[at](row, vector)
				})
				for q := range want {
					if !(math.Abs(got[q]-want[q]) <= 1e-11*(1+math.Abs(want[q]))) {
						t.Fatalf("%s, counts %v: value %d of sample %d is %v, want %v", m.Kernel.Name(), m.Counts, q, i, got[q], want[q])
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for i, times := range taken {
				if times != 1 {
					t.Fatalf("%s: sample %d was taken %d times", m.Kernel.Name(), i, times)
				}
			}
		}
	}
}

func TestSamplesThatOverflowAreRefused(t *testing.T) {
	m := Expansion{Kernel: kernel.RBF{Gamma: 1}, Vectors: &sample.Matrix{N: 1, D: 1, X: []float64{1}}, Coef: []float64{1}, Intercept: []float64{0}}
	x := &sample.Matrix{N: 2, D: 1, X: []float64{1, 1e200}}
	for name, err := range map[string]error{
		"Each":     New(m).Each(nil, x, func(int, []float64) {}),
		"EachSign": New(m).EachSign(nil, x, func(int, []float64) bool { return true }),
	} {
		if f, ok := err.(*fault.Error); !ok || f.Code != fault.Numeric {
			t.Errorf("%s of a sample of 1e200 gives %v, want a fault %q", name, err, fault.Numeric)
		}
	}
}
