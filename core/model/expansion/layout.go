package expansion

import (
	"slices"

	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
	"maxmargin/core/model/reduction"
)

// layout says which coefficients make which value. The support vectors fall into
// blocks, one for each class or a single one; a block has some rows of
// coefficients, and a value is the sum of one or two of their inner products with
// the kernel values.
type layout struct {
	blocks []block
	terms  [][]term // of every value
}

// block is a range of support vectors with their coefficients.
type block struct {
	from, to int
	coef     [][]float64 // rows of length to-from
}

// term is one row of coefficients.
type term struct{ block, row int }

func newLayout(e *Expansion) layout {
	if e.Counts == nil {
		return dense(e)
	}
	return pairwise(e)
}

// dense is one block with a row for every value.
func dense(e *Expansion) layout {
	l := layout{blocks: []block{newBlock(e.Coef, len(e.Intercept), e.Count(), 0, e.Count())}}
	for q := range e.Intercept {
		l.terms = append(l.terms, []term{{0, q}})
	}
	return l
}

// pairwise has a block for every class, with a row for every other one.
func pairwise(e *Expansion) layout {
	k := len(e.Counts)
	l := layout{terms: make([][]term, 0, reduction.PairCount(k))}
	from := 0
	for _, count := range e.Counts {
		to := from + int(count)
		l.blocks = append(l.blocks, newBlock(e.Coef, k-1, e.Count(), from, to))
		from = to
	}
	reduction.Pairs(k, func(_, a, b int) bool {
		l.terms = append(l.terms, []term{{a, b - 1}, {b, a}})
		return true
	})
	return l
}

// newBlock cuts the columns from up to to out of rows of m coefficients.
func newBlock(coef []float64, rows, m, from, to int) block {
	b := block{from: from, to: to}
	for row := range rows {
		b.coef = append(b.coef, coef[row*m+from:row*m+to])
	}
	return b
}

// rows returns how many rows of coefficients every block has.
func (l *layout) rows() int { return len(l.blocks[0].coef) }

// Dense returns the coefficients with a row for every value, q x m.
func (e *Expansion) Dense() []float64 {
	if e.Counts == nil {
		return e.Coef
	}
	made := make([]float64, len(e.Intercept)*e.Count())
	for q, terms := range e.layout.terms {
		for _, t := range terms {
			b := e.layout.blocks[t.block]
			copy(made[q*e.Count()+b.from:], b.coef[t.row])
		}
	}
	return made
}

// OfLinear returns linear functions as expansions over their own weights.
func OfLinear(weights, bias []float64) *Expansion {
	q := len(bias)
	e := Expansion{Linear: true, Kernel: kernel.Linear{}, Vectors: &sample.Matrix{N: q, D: len(weights) / max(q, 1), X: weights}, Coef: make([]float64, q*q), Intercept: bias}
	for i := range q {
		e.Coef[i*q+i] = 1
	}
	return New(e)
}

// Affine returns the functions times scale, plus shift.
func (e *Expansion) Affine(scale, shift float64) *Expansion {
	made := *e
	made.scorer, made.single, made.bytes = nil, attempt{}, attempt{}
	made.Coef, made.Intercept = slices.Clone(e.Coef), slices.Clone(e.Intercept)
	for i := range made.Coef {
		made.Coef[i] *= scale
	}
	for q := range made.Intercept {
		made.Intercept[q] = scale*made.Intercept[q] + shift
	}
	return New(made)
}
