package expansion

import (
	"maxmargin/core/kernel"
	"maxmargin/core/multi"
	"maxmargin/core/sample"
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

func newLayout(m *Machine) layout {
	if m.Counts == nil {
		return dense(m)
	}
	return pairwise(m)
}

// dense is one block with a row for every value.
func dense(m *Machine) layout {
	l := layout{blocks: []block{newBlock(m.Coef, len(m.Intercept), m.Count(), 0, m.Count())}}
	for q := range m.Intercept {
		l.terms = append(l.terms, []term{{0, q}})
	}
	return l
}

// pairwise has a block for every class, with a row for every other one.
func pairwise(m *Machine) layout {
	k := len(m.Counts)
	l := layout{terms: make([][]term, 0, multi.PairCount(k))}
	from := 0
	for _, count := range m.Counts {
		to := from + int(count)
		l.blocks = append(l.blocks, newBlock(m.Coef, k-1, m.Count(), from, to))
		from = to
	}
	multi.Pairs(k, func(_, a, b int) bool {
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
func (m *Machine) Dense() []float64 {
	if m.Counts == nil {
		return m.Coef
	}
	l := newLayout(m)
	made := make([]float64, len(m.Intercept)*m.Count())
	for q, terms := range l.terms {
		for _, t := range terms {
			b := l.blocks[t.block]
			copy(made[q*m.Count()+b.from:], b.coef[t.row])
		}
	}
	return made
}

// OfLinear returns linear functions as expansions over their own weights.
func OfLinear(weights, bias []float64) Machine {
	q := len(bias)
	m := Machine{Linear: true, Kernel: kernel.Linear{}, Vectors: &sample.Matrix{N: q, D: len(weights) / max(q, 1), X: weights}, Coef: make([]float64, q*q), Intercept: bias}
	for i := range q {
		m.Coef[i*q+i] = 1
	}
	return m
}
