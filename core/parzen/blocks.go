package parzen

import (
	"math"

	"maxmargin/core/gram"
	"maxmargin/core/kernel"
	"maxmargin/core/model"
	"maxmargin/core/multi"
	"maxmargin/core/run"
	"maxmargin/core/sample"
)

// blocks are the sums of the kernel matrix over pairs of classes, S_cd = sum over
// i of class c and j of class d of w_i w_j k(x_i, x_j).
type blocks struct {
	rows    [][]int     // samples of each class with a positive weight
	weights [][]float64 // of each
	sums    [][]float64
	masses  []float64 // sum of the weights of each class
}

func newBlocks(t model.Training, weight []float64) *blocks {
	k := t.Classes()
	b := &blocks{rows: make([][]int, k), weights: make([][]float64, k), sums: make([][]float64, k), masses: make([]float64, k)}
	for i, c := range t.Labels() {
		if weight[i] > 0 {
			b.rows[c], b.weights[c] = append(b.rows[c], i), append(b.weights[c], weight[i])
			b.masses[c] += weight[i]
		}
	}
	for c := range b.sums {
		b.sums[c] = make([]float64, k)
	}
	return b
}

// sum computes the blocks. It returns false when ctl ends it.
func (b *blocks) sum(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	return b.compute(ctl, k, x, func(int) int { return 0 })
}

// sumOwn computes the blocks of each class with itself.
func (b *blocks) sumOwn(ctl *run.Ctl, k kernel.Kernel, x sample.Set) bool {
	return b.compute(ctl, k, x, func(c int) int { return c })
}

// compute computes the blocks of every class c with those from first(c) to c.
func (b *blocks) compute(ctl *run.Ctl, k kernel.Kernel, x sample.Set, first func(c int) int) bool {
	origin := gram.Origin(k, x)
	rows := make([][]float64, 16)
	done, all := 0.0, 0.0
	for c := range b.rows {
		for d := first(c); d <= c; d++ {
			all += float64(len(b.rows[c])) * float64(len(b.rows[d]))
		}
	}
	for c := range b.rows {
		columns := gram.Prepare(k, x, b.rows[c], origin)
		for r := range rows {
			rows[r] = make([]float64, columns.Stride())
		}
		for d := first(c); d <= c; d++ {
			for from := 0; from < len(b.rows[d]); from += len(rows) {
				index := b.rows[d][from:min(from+len(rows), len(b.rows[d]))]
				columns.Rows(rows[:len(index)], x, index)
				for r := range index {
					b.sums[c][d] += float64(b.weights[d][from+r] * dot(b.weights[c], rows[r]))
				}
				done += float64(len(index)) * float64(columns.Len())
				if !ctl.Wanted(func() run.Report {
					return run.Report{Phase: "kernel matrix", Fraction: min(done/all, 1-0x1p-20)}
				}) {
					return false
				}
			}
			b.sums[d][c] = b.sums[c][d]
		}
	}
	return true
}

// members returns the classes of a problem and the sign of each in it.
func (b *blocks) members(p multi.Problem) (classes []int, signs []float64) {
	for c := range b.rows {
		if s := p.Sign(int32(c)); s != 0 {
			classes, signs = append(classes, c), append(signs, s)
		}
	}
	return classes, signs
}

// total returns the sum of the weights in a problem.
func (b *blocks) total(p multi.Problem) (sum float64) {
	classes, _ := b.members(p)
	for _, c := range classes {
		sum += b.masses[c]
	}
	return sum
}

// noise is the size of a sum, relative to that of its terms, below which it counts as a
// rounding error.
const noise = 1e-13

// norm returns sqrt(s) of a problem, or 0 and a note when s is not positive.
func (b *blocks) norm(p multi.Problem) (float64, *model.Note) {
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

func dot(x, y []float64) (sum float64) {
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// negative reports whether the squared norm of a class mean is below zero by more than
// rounding. No value of a positive definite kernel exceeds the largest of the diagonal.
func (b *blocks) negative(k kernel.Kernel, x sample.Set) bool {
	norms, largest := make([]float64, x.Len()), 0.0
	gram.Diagonal(norms, k, x)
	for _, v := range norms {
		largest = max(largest, math.Abs(v))
	}
	for c, mass := range b.masses {
		if b.sums[c][c] < -noise*float64(mass*mass)*largest {
			return true
		}
	}
	return false
}
