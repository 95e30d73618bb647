package shapley_test

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"maxmargin/core/assess/shapley"
	"maxmargin/core/base/fault"
	"maxmargin/core/base/rng"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/expansion"
)

// separable are kernels of ten features with factors; those of all kernels are tested in package
// catalog, with fewer features.
func separable() []kernel.Kernel {
	return []kernel.Kernel{
		kernel.RBF{Gamma: 0.4}, kernel.Polynomial{Gamma: 0.3, Degree: 3, Coef0: 1}, kernel.Anova{Gamma: 0.6, Order: 2, Base: "gaussian"},
		kernel.Product{Of: []kernel.Kernel{kernel.Columns{Columns: []int{2, 0}, Of: kernel.RBF{Gamma: 0.4}}, kernel.Sum{Of: []kernel.Kernel{kernel.Laplacian{Gamma: 0.2}, kernel.Linear{}}}}},
	}
}

func matrix(r *rng.Stream, n, d int) *sample.Matrix {
	m := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
	for i := range m.X {
		m.X[i] = float64(int(8*r.Float64())) / 4 // with equal numbers, and zeros
	}
	return m
}

// TestShapleyValuesByAllCoalitions compares with the definition: the weighted sum over all
// coalitions.
func TestShapleyValuesByAllCoalitions(t *testing.T) {
	const d, m = 10, 40
	r := rng.New(5)
	vectors, x, baseline := matrix(r, m, d), matrix(r, 2, d), matrix(r, 2, d)
	single := make([]int, d)
	for j := range single {
		single[j] = j
	}
	grouped := []int{0, 1, 0, 2, 2, 3, 4, 1, 4, 5}
	coef := make([]float64, 2*m)
	for i := range coef {
		coef[i] = r.Float64() - 0.5
	}
	for _, k := range separable() {
		for _, player := range [][]int{single, grouped} {
			machine := expansion.New(expansion.Expansion{Kernel: k, Vectors: vectors, Coef: coef, Intercept: []float64{0.5, -1}})
			got, err := shapley.Explain(nil, machine, x, baseline, player)
			if err != nil {
				t.Fatal(err)
			}
			f := func(z []float64) []float64 {
				value, size := append([]float64{}, machine.Intercept...), []float64{1, 1}
				for i := range m {
					v := kernel.Value(k, z, vectors.Row(i))
					for q := range value {
						value[q] += coef[q*m+i] * v
						size[q] += math.Abs(coef[q*m+i] * v)
					}
				}
				return append(value, size...)
			}
			for i := range x.N {
				want, size := byCoalitions(f, x.Row(i), baseline, player, got.Players)
				for at, v := range want {
					if have := got.Parts[i*len(want)+at]; !(math.Abs(have-v) <= 1e-12*size) {
						t.Errorf("%s %+v, row %d, players %v: part %d is %v, want %v", k.Name(), k, i, player, at, have, v)
					}
				}
			}
		}
	}
}

// byCoalitions returns the Shapley values of the first half of the values of f, averaged over
// the baselines, and the largest of the second half.
func byCoalitions(f func([]float64) []float64, x []float64, baseline *sample.Matrix, player []int, players int) (parts []float64, size float64) {
	weight := make([]float64, players) // of a coalition of s others: s! (players-s-1)! / players!
	for s := range weight {
		weight[s] = 1 / float64(players)
		for c := range s {
			weight[s] *= float64(c+1) / float64(players-1-c)
		}
	}
	for b := range baseline.N {
		values := make([][]float64, 1<<players)
		z := make([]float64, len(x))
		for set := range values {
			copy(z, baseline.Row(b))
			for j, p := range player {
				if set>>p&1 == 1 {
					z[j] = x[j]
				}
			}
			values[set] = f(z)
		}
		q := len(values[0]) / 2
		if parts == nil {
			parts = make([]float64, q*players)
		}
		for set, value := range values {
			for _, v := range value[q:] {
				size = max(size, v)
			}
			for p := range players {
				if set>>p&1 == 0 {
					for c := range q {
						parts[c*players+p] += weight[bits.OnesCount(uint(set))] * (values[set|1<<p][c] - value[c]) / float64(baseline.N)
					}
				}
			}
		}
	}
	return parts, size
}

// TestPartsAddUp has as many features as the quadrature needs many points for.
func TestPartsAddUp(t *testing.T) {
	const d, m = 300, 70
	r := rng.New(8)
	vectors, x, baseline := matrix(r, m, d), matrix(r, 3, d), matrix(r, 1, d)
	coef, player := make([]float64, m), make([]int, d)
	for i := range coef {
		coef[i] = r.Float64() - 0.5
	}
	for j := range player {
		player[j] = j
	}
	for _, k := range []kernel.Kernel{kernel.RBF{Gamma: 0.002}, kernel.RBF{Gamma: 0.02}, kernel.Polynomial{Gamma: 0.01, Degree: 4, Coef0: 1}} {
		machine := expansion.New(expansion.Expansion{Kernel: k, Vectors: vectors, Coef: coef, Intercept: []float64{2}})
		got, err := shapley.Explain(nil, machine, x, baseline, player)
		if err != nil {
			t.Fatal(err)
		}
		base := 0.0
		machine.Each(nil, baseline, func(_ int, values []float64) { base = values[0] })
		machine.Each(nil, x, func(i int, values []float64) {
			sum := base
			for _, v := range got.Parts[i*d : (i+1)*d] {
				sum += v
			}
			if !(math.Abs(sum-values[0]) <= 1e-11*(1+math.Abs(sum))) {
				t.Errorf("%+v: row %d adds up to %v, want %v", k, i, sum, values[0])
			}
		})
	}
}

// TestOtherKernelsAskForSamples names the remedy.
func TestOtherKernelsAskForSamples(t *testing.T) {
	x := matrix(rng.New(1), 3, 3)
	for _, k := range []kernel.Kernel{kernel.Matern{Gamma: 1, Nu: 1.5}, kernel.Sigmoid{Gamma: 1}, kernel.Normalize{Of: kernel.Polynomial{Gamma: 1, Degree: 2}},
		kernel.Weighted{Matrix: []float64{1, 0.5, 0, 0.5, 1, 0, 0, 0, 1}}} {
		_, err := shapley.Explain(nil, expansion.New(expansion.Expansion{Kernel: k, Vectors: x, Coef: make([]float64, 3), Intercept: []float64{0}}), x, x, []int{0, 1, 2})
		if f, ok := err.(*fault.Error); !ok || f.Code != fault.Option || f.Argument != "samples" {
			t.Errorf("%s: %v", k.Name(), err)
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	for _, d := range []int{60, 256} {
		b.Run(fmt.Sprint(d), func(b *testing.B) {
			r := rng.New(5)
			const m = 1000
			vectors, x, baseline := matrix(r, m, d), matrix(r, 1, d), matrix(r, 1, d)
			player, coef := make([]int, d), make([]float64, m)
			for j := range player {
				player[j] = j
				baseline.X[j] += 0.1
			}
			machine := expansion.New(expansion.Expansion{Kernel: kernel.RBF{Gamma: 0.01}, Vectors: vectors, Coef: coef, Intercept: []float64{0}})
			for b.Loop() {
				if _, err := shapley.Explain(nil, machine, x, baseline, player); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
