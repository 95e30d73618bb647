package catalog_test

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"maxmargin/core/assess/shapley"
	"maxmargin/core/base/fault"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/expansion"
)

// TestExplanationsOfKernelTrees: the Shapley values of every kernel of the catalogue and of random
// trees of them are those of the definition, a weighted sum over all coalitions, for single
// features and for groups, with several baselines. A product of two sums once took a term of the
// second for one of the first.
func TestExplanationsOfKernelTrees(t *testing.T) {
	const d, m, rows, baselines = 4, 5, 2, 2
	rng := rand.New(rand.NewPCG(31, 32))
	draw := func(n int) *sample.Matrix {
		x := &sample.Matrix{N: n, D: d, X: make([]float64, n*d)}
		for i := range x.X {
			x.X[i] = float64(rng.IntN(7)) / 4 // with equal numbers, and zeros
		}
		return x
	}
	vectors, x, baseline := draw(m), draw(rows), draw(baselines)
	coef := make([]float64, m)
	for i := range coef {
		coef[i] = rng.Float64() - 0.5
	}
	explained, asked := 0, 0
	newForest(t).each(t, 400, func(tree string, k kernel.Kernel) {
		value := func(z []float64) (f, size float64) {
			for i := range m {
				v := coef[i] * kernel.Value(k, z, vectors.Row(i))
				f, size = f+v, size+math.Abs(v)
			}
			return f, size
		}
		for _, player := range [][]int{{0, 1, 2, 3}, {1, 0, 1, 2}} {
			machine := expansion.New(expansion.Expansion{Kernel: k, Vectors: vectors, Coef: coef, Intercept: []float64{0.5}})
			got, err := shapley.Explain(nil, machine, x, baseline, player)
			if asked++; err != nil {
				var e *fault.Error
				if !errors.As(err, &e) || e.Argument != "samples" {
					t.Errorf("%s: %v", tree, err)
				}
				continue
			}
			explained++
			for i := range rows {
				want, size := coalitions(value, x.Row(i), baseline, player, got.Players)
				for p, v := range want {
					if have := got.Parts[i*got.Players+p]; !(math.Abs(have-v) <= 1e-11*size) {
						t.Errorf("%s, players %v: part %d of row %d is %v, want %v", tree, player, p, i, have, v)
						return
					}
				}
			}
		}
	})
	if 5*explained < asked {
		t.Errorf("only %d of %d are explained", explained, asked)
	}
}

// coalitions returns the Shapley values of a function at x, averaged over the baselines, and the
// size of what is added up.
func coalitions(f func([]float64) (value, size float64), x []float64, baseline *sample.Matrix, player []int, players int) (parts []float64, size float64) {
	parts = make([]float64, players)
	share := make([]float64, players) // of a coalition of s others: s! (players-s-1)! / players!
	for s := range share {
		share[s] = math.Gamma(float64(s+1)) * math.Gamma(float64(players-s)) / math.Gamma(float64(players+1))
	}
	for b := range baseline.N {
		values, z := make([]float64, 1<<players), make([]float64, len(x))
		for set := range values {
			copy(z, baseline.Row(b))
			for j, p := range player {
				if set>>p&1 == 1 {
					z[j] = x[j]
				}
			}
			of := 0.0
			values[set], of = f(z)
			size = max(size, of)
		}
		for set, value := range values {
			for p := range players {
				if set>>p&1 == 0 {
					parts[p] += share[bits.OnesCount(uint(set))] * (values[set|1<<p] - value) / float64(baseline.N)
				}
			}
		}
	}
	return parts, size
}
