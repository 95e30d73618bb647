package gram_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
)

// The matrix of a pair of small classes is that of a view over both, whatever pairs came before, and it counts the values that it had to compute.
func TestPairsAreViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 5, 9, gram.SmallClass, gram.SmallClass + 1}), 2, 6).Draw(t, "sizes")
		n, classes := 0, make([][]int, len(sizes))
		for _, size := range sizes {
			n += size
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		shuffled := random.Perm(n)
		for c, size := range sizes {
			classes[c], shuffled = shuffled[:size:size], shuffled[size:]
			slices.Sort(classes[c])
		}
		x := &sample.Matrix{N: n, D: 3, X: make([]float64, 3*n)}
		for i := range x.X {
			x.X[i] = random.NormFloat64()
		}
		m := gram.NewMatrix(kernel.RBF{Gamma: 0.3}, x)
		p := m.Pairs(classes)
		small := 0
		for _, size := range sizes {
			if size <= gram.SmallClass {
				small++
			}
		}
		if (p != nil) != (small >= 2) {
			t.Fatalf("classes of %v: pairs %v", sizes, p != nil)
		}
		if p == nil {
			return
		}
		for range 12 {
			i := rapid.IntRange(0, len(sizes)-2).Draw(t, "i")
			j := rapid.IntRange(i+1, len(sizes)-1).Draw(t, "j")
			b := p.Of(i, j)
			if (b != nil) != (max(sizes[i], sizes[j]) <= gram.SmallClass) {
				t.Fatalf("classes of %d and %d: block %v", sizes[i], sizes[j], b != nil)
			}
			if b == nil {
				continue
			}
			v := m.ViewOf(&gram.Memory{}, 1<<20, slices.Concat(classes[i], classes[j]))
			sameRows(t, b.Len(), b, v)
			if values, hits := b.Work(); values != b.Len()*b.Len() || hits != 0 {
				t.Fatalf("%d values, %d hits of %d rows", values, hits, b.Len())
			}
			if b.Len() < 3 {
				continue
			}
			// The active set shrinks and grows as that of a view does.
			b.Shrink([]int{0, 2})
			v.Shrink([]int{0, 2})
			b.Grow([]int{1})
			v.Grow([]int{1})
			sameRows(t, 3, b, v)
		}
	})
}

// rowsOf are the rows of a solver, as qp.Rows has them.
type rowsOf interface {
	Len() int
	Diagonal(dst []float64)
	Rows(positions []int) [][]float64
	Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int)
}

// sameRows compares the active rows, the diagonal, and a block of columns. In the rows of a view
// k(x, z) and k(z, x) may differ in the last bits, and the diagonal has rounding errors.
func sameRows(t *rapid.T, active int, b *gram.Block, v *gram.View) {
	read := func(r rowsOf) (all [][]float64) {
		n := r.Len()
		diagonal := make([]float64, n)
		r.Diagonal(diagonal)
		all = append(all, diagonal)
		for p := range active {
			all = append(all, slices.Clone(r.Rows([]int{p})[0]))
		}
		if n > 1 {
			rows, stride := r.Block([]int{n - 1, 0})
			row := make([]float64, stride)
			rows([][]float64{row}, []int{1})
			all = append(all, row[:2])
		}
		return all
	}
	got, want := read(b), read(v)
	for r, row := range want {
		if len(got[r]) != len(row) {
			t.Fatalf("row %d has %d values, want %d", r, len(got[r]), len(row))
		}
		for c, v := range row {
			if !(math.Abs(got[r][c]-v) <= 1e-14) {
				t.Fatalf("row %d is %v, want %v", r, got[r], row)
			}
		}
	}
}
