package gram

import (
	"maxmargin/core/base/order"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Weighing sets dst_c to the weight of the pair of samples (i, first + c), for all of dst. No
// pair has i < first + c.
type Weighing func(dst []float64, i, first int)

// Slopes returns the derivatives of a weighted sum of the kernel values of all pairs,
//
//	F = sum over i >= j of w_ij k(x_i, x_j),
//
// by the logarithms of the learnable parameters of the kernel (kernel.Learnable), for fixed
// weights. It returns nil if watch ends it.
//
// The chain rule is applied from the root of the tree to its leaves: a kernel passes one row of
// weights to each of its parts, so the time hardly grows with the number of parameters. A kernel
// without derivatives in closed form takes central differences of its values, of 1e-5 in the
// logarithm; their relative error is about 1e-10.
func Slopes(k kernel.Kernel, set sample.Set, weigh Weighing, watch Watch) []float64 {
	n, root := set.Len(), newSlope(k, set)
	if _, constant := root.(*constantSlope); constant {
		return []float64{}
	}
	index, by := order.Between(0, n), make([][]float64, blockRows)
	for r := range by {
		by[r] = make([]float64, blockColumns)
	}
	for first := 0; first < n; first += blockColumns {
		last := min(first+blockColumns, n)
		root.prepare(index[first:last])
		for i := first; i < n; i += blockRows {
			rows := index[i:min(i+blockRows, n)]
			for r, row := range rows {
				pairs := min(last, row+1) - first
				weigh(by[r][:pairs], row, first)
				clear(by[r][pairs:])
			}
			root.values(rows)
			root.back(rows, by)
			left := float64(n - first)
			if !watch(1 - left*left/(float64(n)*float64(n))) {
				return nil
			}
		}
	}
	if !root.finish(watch) {
		return nil
	}
	return root.gather(nil)
}

// slope is a kernel within the tree, with its derivatives so far. It works on a block of
// pairs at a time: some rows by the columns of the last call of prepare.
type slope interface {
	prepare(index []int)
	// values returns the values of some rows, which the next call overwrites.
	values(index []int) [][]float64
	// back takes the weights of the values of the last call of values.
	back(index []int, by [][]float64)
	// finish takes weights that were collected over all blocks. It returns false when watch
	// ended it.
	finish(watch Watch) bool
	// gather appends the derivatives by its own parameters and those of its parts.
	gather(to []float64) []float64
}

func newSlope(k kernel.Kernel, set sample.Set) slope {
	count := 0
	if set.Kind() == sample.Numbers {
		names, _ := kernel.Learnable(k, set.Dim())
		count = len(names)
	}
	leaf := slopeLeaf{set: set, kernel: k, sums: make([]float64, count)}
	if coordinates, _ := kernel.Seen(k, set.Dim()); count > 0 && coordinates != nil {
		return newSlope(kernel.PartsOf(k)[0], chosen(set, coordinates))
	}
	if count == 0 {
		leaf.origin = Origin(k, set)
		return &constantSlope{leaf}
	}
	if u := kernel.UnfoldedOf(k); u != nil {
		leaf.kernel = u.Base()
		leaf.origin = Origin(leaf.kernel, set)
		return &unfoldedSlope{slopeLeaf: leaf, of: u, slopes: make([][][]float64, blockRows)}
	}
	if d := kernel.DerivedOf(k); d != nil {
		s := &derivedSlope{kernel: d, set: set, sums: make([]float64, kernel.OwnParameters(k, set.Dim()))}
		for _, part := range d.Parts() {
			s.parts = append(s.parts, newSlope(part, set))
		}
		if kernel.OfDistance(k) {
			s.norms, s.onDiagonal = make([]float64, set.Len()), make([]float64, set.Len())
			Diagonal(s.norms, d.Parts()[0], set)
		}
		return s
	}
	leaf.origin = Origin(k, set)
	if w := kernel.Weights(k, set.Dim()); w != nil {
		return &weightsSlope{slopeLeaf: leaf, weights: w, terms: make([]float64, len(w))}
	}
	return &differenceSlope{slopeLeaf: leaf}
}

// chosen returns some columns of a set, dense.
func chosen(set sample.Set, columns []int) sample.Set {
	row := make([]float64, set.Dim())
	m := &sample.Matrix{N: set.Len(), D: len(columns), X: make([]float64, 0, set.Len()*len(columns))}
	for i := range set.Len() {
		set.Dense(row, i)
		for _, j := range columns {
			m.X = append(m.X, row[j])
		}
	}
	return m
}

// block has rows of numbers that every block of pairs reuses.
type block struct{ rows [][]float64 }

// of returns rows of at least this length.
func (b *block) of(rows, length int) [][]float64 {
	for len(b.rows) < rows {
		b.rows = append(b.rows, nil)
	}
	for r := range rows {
		b.rows[r] = grown(b.rows[r], length)
	}
	return b.rows[:rows]
}

// derivedSlope is a combination that knows its derivatives by its parts.
type derivedSlope struct {
	kernel kernel.Derived
	set    sample.Set
	parts  []slope
	sums   []float64

	columns     []int
	rows        [][][]float64 // by row and part: the values of the parts
	own         block         // the values
	to          []block       // of each part: the weights of its values
	scratch     block
	derivatives block

	// Of a kernel of distances: k_1(x_i, x_i) of its part, and the weights of these values.
	norms, onDiagonal []float64
}

func (s *derivedSlope) prepare(index []int) {
	s.columns = index
	for _, part := range s.parts {
		part.prepare(index)
	}
}

func (s *derivedSlope) values(index []int) [][]float64 {
	s.rows = s.rows[:0]
	for range index {
		s.rows = append(s.rows, make([][]float64, len(s.parts)))
	}
	for p, part := range s.parts {
		for r, row := range part.values(index) {
			s.rows[r][p] = row[:len(s.columns)]
		}
	}
	own := s.own.of(len(index), len(s.columns))
	scratch := s.scratch.of(len(s.parts), len(s.columns))
	var against [][]float64
	if s.norms != nil {
		against = [][]float64{make([]float64, len(s.columns))}
		for c, j := range s.columns {
			against[0][c] = s.norms[j]
		}
	}
	for r, i := range index {
		for p, row := range s.rows[r] {
			copy(scratch[p], row)
		}
		var norm []float64
		if s.norms != nil {
			norm = []float64{s.norms[i]}
		}
		s.kernel.Combine(scratch, norm, against)
		copy(own[r], scratch[0])
	}
	return own
}

func (s *derivedSlope) back(index []int, by [][]float64) {
	columns := len(s.columns)
	for len(s.to) < len(s.parts) {
		s.to = append(s.to, block{})
	}
	for p := range s.parts {
		s.to[p].of(len(index), columns)
	}
	own := s.derivatives.of(len(s.sums), columns)
	for r, i := range index {
		to := make([][]float64, len(s.parts))
		for p := range to {
			to[p] = s.to[p].rows[r][:columns]
		}
		s.kernel.Slopes(s.rows[r], s.own.rows[r][:columns], to, own)
		for q, row := range own {
			s.sums[q] += inner(by[r], row)
		}
		for _, row := range to {
			for c := range row {
				row[c] *= by[r][c]
			}
		}
		if s.onDiagonal != nil {
			for c, w := range to[0] {
				s.onDiagonal[i] -= w / 2
				s.onDiagonal[s.columns[c]] -= w / 2
			}
		}
	}
	for p, part := range s.parts {
		part.back(index, s.to[p].rows[:len(index)])
	}
}

// finish takes the derivatives by k_1(x_i, x_i) for one sample after the other.
func (s *derivedSlope) finish(watch Watch) bool {
	for i, w := range s.onDiagonal {
		one := []int{i}
		s.parts[0].prepare(one)
		s.parts[0].values(one)
		s.parts[0].back(one, [][]float64{{w}})
		if i%blockColumns == 0 && !watch(1) {
			return false
		}
	}
	for _, part := range s.parts {
		if !part.finish(watch) {
			return false
		}
	}
	return true
}

func (s *derivedSlope) gather(to []float64) []float64 {
	to = append(to, s.sums...)
	for _, part := range s.parts {
		to = part.gather(to)
	}
	return to
}

// inner returns the inner product of a row of weights with a row of a block.
func inner(by, row []float64) (sum float64) {
	for c, v := range row {
		sum += float64(by[c] * v)
	}
	return sum
}
