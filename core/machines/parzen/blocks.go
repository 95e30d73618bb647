package parzen

import (
	"math"

	"maxmargin/core/base/linalg"
	"maxmargin/core/base/run"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/kernel/gram"
	"maxmargin/core/model"
	"maxmargin/core/model/reduction"
)

// blocks are the sums of the kernel matrix over pairs of classes, S_cd = sum over
// i of class c and j of class d of w_i w_j k(x_i, x_j).
type blocks struct {
	rows    [][]int     // samples of each class with a positive weight
	weights [][]float64 // of each
	sums    [][]float64
	masses  []float64 // sum of the weights of each class
}

// newBlocks returns the blocks of the samples at rows, with their weights divided by unit. Their sums
// are zero.
func newBlocks(t model.Training, weight []float64, rows []int, unit float64) *blocks {
	k := t.Classes()
	b := &blocks{rows: make([][]int, k), weights: make([][]float64, k), sums: make([][]float64, k), masses: make([]float64, k)}
	for p, i := range rows {
		c := t.Labels()[i]
		b.rows[c], b.weights[c] = append(b.rows[c], i), append(b.weights[c], weight[p]/unit)
		b.masses[c] += weight[p] / unit
	}
	for c := range b.sums {
		b.sums[c] = make([]float64, k)
	}
	return b
}

// scaled returns the sums for weights times a factor of each class.
func (b *blocks) scaled(factors []float64) *blocks {
	s := &blocks{rows: b.rows, sums: make([][]float64, len(b.sums)), masses: make([]float64, len(b.masses))}
	for c, f := range factors {
		s.masses[c] = f * b.masses[c]
		for d, g := range factors {
			s.sums[c] = append(s.sums[c], float64(f*g)*b.sums[c][d])
		}
	}
	return s
}

// sum computes the blocks. It returns false when ctl ends it.
func (b *blocks) sum(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	return b.compute(ctl, k, x, func(int) int { return 0 })
}

// meanNorms computes the blocks of each class with itself, over the square of its mass: the squared
// norms of the class means.
func (b *blocks) meanNorms(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	units := make([]float64, len(b.rows))
	for c, weights := range b.weights {
		units[c] = linalg.Scale(weights) // no product leaves the range
	}
	whole := b.compute(ctl, k, x, func(c int) int { return c })
	for c, unit := range units {
		mass := b.masses[c] / unit
		b.sums[c][c] = b.sums[c][c] / mass / mass
	}
	return whole
}

// compute computes the blocks of every class c with classes first(c) to c.
func (b *blocks) compute(ctl *run.Ctl, k kernel.Kernel, x sample.Set, first func(c int) int) bool {
	p := &progress{ctl: ctl}
	for c := range b.rows {
		for d := first(c); d <= c; d++ {
			p.all += float64(len(b.rows[c])) * float64(len(b.rows[d]))
		}
	}
	return b.pairs(p, k, x, first)
}

// pairs is compute as part of some work.
func (b *blocks) pairs(p *progress, k kernel.Kernel, x sample.Set, first func(c int) int) bool {
	origin := gram.Origin(k, x)
	for c := range b.rows {
		if len(b.rows[c]) == 0 {
			continue // no sample of the class has come yet
		}
		columns := gram.Prepare(k, x, b.rows[c], origin)
		for d := first(c); d <= c; d++ {
			sum, whole := p.sum(columns, b.weights[c], x, b.rows[d], b.weights[d])
			if !whole {
				return false
			}
			b.sums[c][d] += sum
			b.sums[d][c] = b.sums[c][d]
		}
	}
	return true
}

// progress is the finished share of some kernel values.
type progress struct {
	ctl       *run.Ctl
	done, all float64
}

// sum returns the sum of w_i v_j k(x_i, y_j) over the columns x_i and some rows y_j. It
// returns false when ctl ends it.
func (p *progress) sum(columns gram.Columns, weights []float64, y sample.Set, index []int, v []float64) (sum float64, whole bool) {
	rows := make([][]float64, 16)
	for r := range rows {
		rows[r] = make([]float64, columns.Stride())
	}
	for from := 0; from < len(index); from += len(rows) {
		some := index[from:min(from+len(rows), len(index))]
		columns.Rows(rows[:len(some)], y, some)
		for r := range some {
			sum += float64(v[from+r] * linalg.Dot(weights, rows[r]))
		}
		p.done += float64(len(some)) * float64(columns.Len())
		if !p.ctl.Wanted(func() run.Report {
			return run.Report{Phase: "kernel matrix", Fraction: min(p.done/p.all, 1-0x1p-20)}
		}) {
			return 0, false
		}
	}
	return sum, true
}

// members returns the classes of a problem and the sign of each in it.
func (b *blocks) members(p reduction.Problem) (classes []int, signs []float64) {
	for c := range b.rows {
		if s := p.Sign(int32(c)); s != 0 {
			classes, signs = append(classes, c), append(signs, s)
		}
	}
	return classes, signs
}

// total returns the sum of the weights in a problem.
func (b *blocks) total(p reduction.Problem) (sum float64) {
	classes, _ := b.members(p)
	for _, c := range classes {
		sum += b.masses[c]
	}
	return sum
}

// noise is the size of a sum, relative to its terms, below which it counts as a rounding error.
const noise = 1e-13

// norm returns sqrt(s) of a problem, or 0 and a note when s is not positive.
func (b *blocks) norm(p reduction.Problem) (float64, *model.Note) {
	classes, signs := b.members(p)
	var s, size float64
	for i, c := range classes {
		for j, d := range classes {
			s += float64(signs[i] * signs[j] * b.sums[c][d])
			size += math.Abs(b.sums[c][d])
		}
	}
	switch {
	case s < -noise*size:
		note := model.Indefinite("the squared norm of a decision function is negative", "The values of this function are not divided by its norm. Use another kernel")
		return 0, &note
	case s <= noise*size:
		return 0, &model.Note{Code: "WARN_DEGENERATE", Message: "two classes have the same mean in feature space: their average margin is 0, and their decision values are rounding errors. Use another kernel, or classWeight 'balanced'"}
	}
	return math.Sqrt(s), nil
}

// negative reports whether the squared norm of a class mean is below zero by more than
// rounding. No value of a positive definite kernel exceeds the largest of the diagonal.
func (b *blocks) negative(k kernel.Kernel, x sample.Set) bool {
	norms := make([]float64, x.Len())
	gram.Diagonal(norms, k, x)
	largest := linalg.Largest(norms)
	for c := range b.masses {
		if b.sums[c][c] < -noise*largest {
			return true
		}
	}
	return false
}
