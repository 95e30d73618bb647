package gram

import (
	"slices"

	"maxmargin/core/base/order"
)

// Block is the whole matrix of a small problem. It implements qp.Rows.
type Block struct {
	values []float64 // n x n, row by row
	n      int
	active []int // by position; nil if all are active, in order
	rows   [][]float64
}

// Whole returns the matrix, row by row; it must not be written.
func (b *Block) Whole() []float64 { return b.values }

// Len returns the number of rows.
func (b *Block) Len() int { return b.n }

// Work returns how many kernel values the block has. No row has to be found again.
func (b *Block) Work() (values, hits int) { return len(b.values), 0 }

// Diagonal sets dst_i to the diagonal.
func (b *Block) Diagonal(dst []float64) {
	for i := range b.n {
		dst[i] = b.values[i*b.n+i]
	}
}

// Rows returns, for every position in the active set, the values between it and the active set.
func (b *Block) Rows(positions []int) [][]float64 {
	b.rows = b.rows[:0]
	for _, p := range positions {
		row := b.values
		if b.active == nil {
			row = row[p*b.n : (p+1)*b.n]
		} else {
			row = b.among(make([]float64, len(b.active)), b.active[p], b.active)
		}
		b.rows = append(b.rows, row)
	}
	return b.rows
}

// among sets dst to the values of row i in some columns, and returns it.
//
//go:noinline
func (b *Block) among(dst []float64, i int, columns []int) []float64 {
	for q, j := range columns {
		dst[q] = b.values[i*b.n+j]
	}
	return dst
}

// Shrink keeps the positions keep, which ascend, in the active set and drops all others.
func (b *Block) Shrink(keep []int) {
	active := make([]int, len(keep))
	for q, p := range keep {
		active[q] = p
		if b.active != nil {
			active[q] = b.active[p]
		}
	}
	b.active = active
}

// Grow appends rows and columns to the active set.
func (b *Block) Grow(add []int) { b.active = append(b.active, add...) }

// Block returns a function that sets dst[r] to the values of row numbers[r] in the given columns.
func (b *Block) Block(columns []int) (rows func(dst [][]float64, numbers []int), stride int) {
	return func(dst [][]float64, numbers []int) {
		for r, i := range numbers {
			b.among(dst[r], i, columns)
		}
	}, len(columns)
}

// SmallProblem is the most samples of a problem that is faster with its whole matrix, if it is the only
// one of its fit.
const SmallProblem = 64

// Hold makes b the matrix of a view, or of its rows at some places, which it computes together.
func (b *Block) Hold(v *View, places []int) {
	if places == nil {
		places = order.Between(0, v.Len())
	}
	n := len(places)
	b.n, b.active = n, nil
	b.values = slices.Grow(b.values[:0], n*n)[:0]
	diagonal := make([]float64, v.Len())
	v.Diagonal(diagonal)
	for p, row := range v.Rows(places) {
		for _, q := range places {
			b.values = append(b.values, row[q])
		}
		b.values[p*n+p] = diagonal[places[p]]
	}
}

// SmallClass is the most samples of a class for Pairs. Larger classes are faster with a view for
// each pair.
const SmallClass = 100

// Pairs makes the matrices of problems of two small classes each. It keeps the rows of the first
// class over the samples of all classes, because many problems in a row have the same first class,
// and for every class the values among its own samples.
type Pairs struct {
	matrix  *Matrix
	classes [][]int
	own     [][]float64 // values among the samples of each class, row by row; nil before they are needed
	all     *View       // over the samples of the small classes, class by class
	from    []int       // position of the first sample of each class there; -1: the class is not small
	first   int         // the class whose rows there are; -1: none
	rows    [][]float64
	block   Block
}

// Pairs returns the matrices of pairs of classes, which are lists of samples; nil unless at least
// two of them are small.
func (m *Matrix) Pairs(classes [][]int) *Pairs {
	p := &Pairs{matrix: m, classes: classes, own: make([][]float64, len(classes)), from: make([]int, len(classes)), first: -1}
	var samples []int
	small := 0
	for c, class := range classes {
		p.from[c] = -1
		if len(class) <= SmallClass {
			p.from[c] = len(samples)
			samples = append(samples, class...)
			small++
		}
	}
	if small < 2 {
		return nil
	}
	// This separate memory holds the rows of one class.
	p.all = m.View(&Memory{}, 0, m.Segment(samples, nil))
	return p
}

// Of returns the matrix of the problem of class i and a later class j, class by class, until the
// next call; nil unless both are small.
func (p *Pairs) Of(i, j int) *Block {
	if p.from[i] < 0 || p.from[j] < 0 {
		return nil
	}
	b, m, k := &p.block, len(p.classes[i]), len(p.classes[j])
	n := m + k
	b.n, b.active = n, nil
	if p.first != i {
		p.first = i
		p.rows = p.all.Rows(order.Between(p.from[i], p.from[i]+m))
	}
	b.values = slices.Grow(b.values[:0], n*n)[:n*n]
	p.place(i, 0)
	p.place(j, m)
	for a, row := range p.rows {
		for c, v := range row[p.from[j]:][:k] {
			b.values[a*n+m+c], b.values[(m+c)*n+a] = v, v
		}
	}
	return b
}

// place copies the values among the samples of a class to where the class begins in the block.
func (p *Pairs) place(class, at int) {
	k, n := len(p.classes[class]), p.block.n
	if p.own[class] == nil {
		p.within(class)
	}
	for c := range k {
		copy(p.block.values[(at+c)*n+at:], p.own[class][c*k:(c+1)*k])
	}
}

// together is how many samples within takes at once, if their classes have no more.
const together = 64

// within computes the values among the samples of a class, and of later classes that are small
// together with it: a view for each would take longer.
func (p *Pairs) within(class int) {
	samples := p.classes[class]
	last := class + 1
	for ; last < len(p.classes) && p.from[last] >= 0 && len(samples)+len(p.classes[last]) <= together; last++ {
		samples = slices.Concat(samples, p.classes[last])
	}
	rows := p.matrix.View(&Memory{}, 0, p.matrix.Segment(samples, nil)).Rows(order.Between(0, len(samples)))
	for at := 0; class < last; class++ {
		k := len(p.classes[class])
		own := make([]float64, 0, k*k)
		for c, row := range rows[at : at+k] {
			own = append(own, row[at:at+k]...)
			own[c*k+c] = p.matrix.diagonal[p.classes[class][c]] // which is exact
		}
		p.own[class] = own
		at += k
	}
}
