package gram_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// Rows in float32 differ from the definition of the kernel by no more than their bound, also for
// samples far from the origin, of very different norms, and with zeros. The bound is not idle: errors
// reach a hundredth of it.
func TestSingleRowsKeepTheirBound(t *testing.T) {
	for seed, d := range []int{1, 2, 20, 64, 65, 200} {
		for _, offset := range []float64{0, 100} {
			for _, gamma := range []float64{1e-3, 1 / float64(d), 1} {
				rng := rand.New(rand.NewPCG(uint64(seed), 8))
				zeros := 0.0
				if offset == 0 {
					zeros = 0.3
				}
				set, _ := random(rng, 60, d, offset, zeros)
				for j := range d {
					set.X[7*d+j] = offset + 1e-3*(set.X[7*d+j]-offset)
				}
				k := kernel.RBF{Gamma: gamma}
				view := gram.NewMatrix(k, set).Single(&gram.Memory{}, 1<<20, order.Between(0, set.N))
				if view == nil {
					t.Fatalf("d = %d, offset %g, gamma %g: no rows in float32", d, offset, gamma)
				}
				nearest := math.Inf(1)
				bound, weights := make([]float64, set.N), make([]float64, set.N)
				for i, row := range view.Singles(order.Between(0, 16), nil) {
					weights[i] = 1
					view.Errors(bound, weights)
					weights[i] = 0
					for j, v := range row {
						off := math.Abs(float64(v) - plain(k, set.Row(i), set.Row(j)))
						if !(off <= bound[j]) {
							t.Fatalf("d = %d, offset %g, gamma %g: k(%d, %d) is off by %g, bound %g", d, offset, gamma, i, j, off, bound[j])
						}
						if off > 0 {
							nearest = min(nearest, bound[j]/off)
						}
					}
				}
				if nearest > 100 {
					t.Errorf("d = %d, offset %g, gamma %g: the bound is %g times the largest error", d, offset, gamma, nearest)
				}
			}
		}
	}
}

// A value has the same bits in a row of many, in a row alone, in a block, after the active set has
// shrunk and after it has grown.
func TestSingleRowsHaveTheSameBitsEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, d := range []int{3, 150} {
		set, _ := random(rng, 1300, d, 0, 0.5)
		n := set.N
		view := gram.NewMatrix(kernel.RBF{Gamma: 0.5 / float64(d)}, set).Single(&gram.Memory{}, 40*4*n, order.Between(0, n))
		want := make([][]float32, n)
		for i := range n { // alone
			want[i] = append([]float32(nil), view.Singles([]int{i}, nil)[0]...)
		}
		active := order.Between(0, n)
		same := func(when string) {
			t.Helper()
			for from := 0; from+14 <= len(active); from += 14 {
				for r, row := range view.Singles(order.Between(from, from+14), nil) {
					if len(row) != len(active) {
						t.Fatalf("d = %d, %s: a row of %d numbers for %d columns", d, when, len(row), len(active))
					}
					for p, v := range row {
						if v != want[active[from+r]][active[p]] {
							t.Fatalf("d = %d, %s: k(%d, %d) is %v, alone %v", d, when, active[from+r], active[p], v, want[active[from+r]][active[p]])
						}
					}
				}
			}
		}
		same("together")
		var keep, gone, kept []int
		for p := range active {
			if p%3 == 0 {
				keep, kept = append(keep, p), append(kept, active[p])
			} else {
				gone = append(gone, active[p])
			}
		}
		view.Shrink(keep)
		active = kept
		same("after Shrink")
		view.Grow(gone[:500])
		active = append(active, gone[:500]...)
		same("after Grow")
		rows, stride, _ := view.SingleBlock([]int{5, 2, 900})
		block := [][]float32{make([]float32, stride), make([]float32, stride)}
		rows(block, []int{7, 8})
		for r, i := range []int{7, 8} {
			for q, j := range []int{5, 2, 900} {
				if block[r][q] != want[i][j] {
					t.Errorf("d = %d: k(%d, %d) is %v in a block, alone %v", d, i, j, block[r][q], want[i][j])
				}
			}
		}
		double := view.Double()
		if got := double.Rows([]int{7})[0][900]; math.Abs(got-float64(want[7][900])) > 1e-6 || got == float64(want[7][900]) {
			t.Errorf("d = %d: in float64 %v, in float32 %v", d, got, want[7][900])
		}
	}
}

// A product in float64 is that of whole rows.
func TestProductOfSingleRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	set, _ := random(rng, 1200, 6, 0, 0)
	k := kernel.RBF{Gamma: 0.3}
	view := gram.NewMatrix(k, set).Single(&gram.Memory{}, 1<<20, order.Between(0, set.N))
	var at []int
	var b []float64
	for i := 0; i < set.N; i += 2 {
		at, b = append(at, i), append(b, rng.NormFloat64())
	}
	got := view.Product(at, b, func() bool { return true })
	for p, i := range at {
		want := 0.0
		for q, j := range at {
			want += b[q] * plain(k, set.Row(i), set.Row(j))
		}
		if math.Abs(got[p]-want) > 1e-11 {
			t.Fatalf("entry %d is %v, by the definition %v", p, got[p], want)
		}
	}
	if view.Product(at, b, func() bool { return false }) != nil {
		t.Error("a product that was ended has a result")
	}
}

// There are no rows in float32 where it would be too coarse, of other kernels, and of other samples.
func TestWhereThereAreNoSingleRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	dense, sparse := random(rng, 20, 3, 0, 0.1)
	far := &sample.Matrix{N: 20, D: 3, X: append([]float64(nil), dense.X...)}
	far.X[4] = 1e4
	all := order.Between(0, 20)
	for name, m := range map[string]*gram.Matrix{
		"coarse": gram.NewMatrix(kernel.RBF{Gamma: 1}, far),
		"linear": gram.NewMatrix(kernel.Linear{}, dense),
		"sparse": gram.NewMatrix(kernel.RBF{Gamma: 1}, sparse),
	} {
		if m.Single(&gram.Memory{}, 1<<20, all) != nil {
			t.Errorf("%s: there are rows in float32", name)
		}
	}
}
