package gram

import "maxmargin/core/order"

// Block is the whole matrix of a small problem. It implements qp.Rows.
type Block struct {
	values []float64 // n x n, row by row
	n      int
	active []int // by position; nil: all, in order
	rows   [][]float64

	computed, found int // see Work
}

// Whole returns the matrix, row by row; it must not be written.
func (b *Block) Whole() []float64 { return b.values }

// Len returns the number of rows.
func (b *Block) Len() int { return b.n }

// Work returns how many kernel values were computed for the block, and how many of its rows were
// there already.
func (b *Block) Work() (values, hits int) { return b.computed, b.found }

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
		if b.active == nil {
			b.rows = append(b.rows, b.values[p*b.n:(p+1)*b.n])
			continue
		}
		row := make([]float64, len(b.active))
		b.among(row, b.active[p], b.active)
		b.rows = append(b.rows, row)
	}
	return b.rows
}

// among sets dst to the values of row i in some columns.
func (b *Block) among(dst []float64, i int, columns []int) {
	for q, j := range columns {
		dst[q] = b.values[i*b.n+j]
	}
}

// Shrink drops all of the active set except the positions keep, which ascend.
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

// SmallClass is the largest number of samples of a class that Pairs takes.
const SmallClass = 100

// Pairs makes the matrices of problems of two small classes each. It keeps the rows of the first
// class over the samples of all classes, because many problems have the same first class one
// after another, and of every class the values among its own samples.
type Pairs struct {
	matrix  *Matrix
	classes [][]int
	own     [][]float64 // values among the samples of each class, row by row; nil: not known yet
	all     *View       // over the samples of the small classes, class by class
	from    []int       // position of the first sample of each class there; -1: the class is not small
	first   int         // the class whose rows there are; -1: none
	rows    [][]float64
	block   Block
}

// Pairs returns the matrices of pairs of classes, which are lists of samples; nil if fewer than two
// of them are small.
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
	// The memory of its own holds the rows of one class.
	p.all = m.View(&Memory{}, 0, m.Segment(samples, nil))
	return p
}

// Of returns the matrix of the problem of class i and a later class j, class by class, until the
// next call; nil if one of them is not small.
func (p *Pairs) Of(i, j int) *Block {
	if p.from[i] < 0 || p.from[j] < 0 {
		return nil
	}
	b, m, k := &p.block, len(p.classes[i]), len(p.classes[j])
	n := m + k
	b.n, b.active, b.computed, b.found = n, nil, 0, n
	if p.first != i {
		p.begin(i)
	}
	if cap(b.values) < n*n {
		b.values = make([]float64, n*n)
	}
	b.values = b.values[:n*n]
	ownI, ownJ, across := p.from[i], p.from[j], b.values[m*n:]
	for a, row := range p.rows {
		copy(b.values[a*n:a*n+m], row[ownI:])
		copy(b.values[a*n+m:(a+1)*n], row[ownJ:])
		for c, v := range row[ownJ : ownJ+k] {
			across[c*n+a] = v
		}
	}
	own := p.among(j)
	for c := range k {
		copy(across[c*n+m:(c+1)*n], own[c*k:(c+1)*k])
	}
	// The diagonal is exact, as that of a View is.
	for a, i := range p.classes[i] {
		b.values[a*(n+1)] = p.matrix.diagonal[i]
	}
	for c, i := range p.classes[j] {
		b.values[(m+c)*(n+1)] = p.matrix.diagonal[i]
	}
	return b
}

// begin takes the rows of a class over all.
func (p *Pairs) begin(class int) {
	p.first = class
	positions := order.Between(p.from[class], p.from[class]+len(p.classes[class]))
	before, _ := p.all.Work()
	p.rows = p.all.Rows(positions)
	after, _ := p.all.Work()
	p.block.computed += after - before
	p.block.found -= len(positions)
}

// among returns the values among the samples of a class, row by row.
func (p *Pairs) among(class int) []float64 {
	if p.own[class] == nil {
		samples := p.classes[class]
		k := len(samples)
		columns := Prepare(p.matrix.kernel, p.matrix.set, samples, p.matrix.origin)
		stride := columns.Stride()
		memory, rows := make([]float64, k*stride), make([][]float64, k)
		for r := range rows {
			rows[r] = memory[r*stride : (r+1)*stride]
		}
		columns.Rows(rows, p.matrix.set, samples)
		p.own[class] = make([]float64, k*k)
		for r, row := range rows {
			copy(p.own[class][r*k:(r+1)*k], row)
		}
		p.block.computed += k * k
		p.block.found -= k
	}
	return p.own[class]
}
