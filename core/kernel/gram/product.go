package gram

import (
	"maxmargin/core/base/lanes"
	"maxmargin/core/data/sample"
	"maxmargin/core/kernel"
)

// Product multiplies the kernel matrix over m samples with vectors. It keeps as much of the lower
// triangle as fits into its memory, and computes the rest again in every product. A Product serves
// one caller at a time.
type Product struct {
	set    sample.Set
	index  []int     // of the samples
	blocks []Columns // blockColumns columns each, prepared
	kept   []float64 // the first segments, one after the other, as Times visits them
	room   int       // how many numbers kept may have
	values [][]float64
}

// NewProduct returns the matrix of k over the samples of set at index, and keeps this many bytes of
// it.
func NewProduct(k kernel.Kernel, set sample.Set, index []int, bytes int) *Product {
	m := len(index)
	p := &Product{set: set, index: index, room: min(bytes/8, m*(m+1)/2), values: make([][]float64, blockRows)}
	p.kept = make([]float64, 0, p.room)
	origin, stride := Origin(k, set), 0
	for first := 0; first < len(index); first += blockColumns {
		columns := Prepare(k, set, index[first:min(first+blockColumns, len(index))], origin)
		p.blocks, stride = append(p.blocks, columns), max(stride, columns.Stride())
	}
	for r := range p.values {
		p.values[r] = make([]float64, stride)
	}
	return p
}

// Times sets dst to the product with x, both of length m. It returns false, with a useless dst, if
// watch ends it.
func (p *Product) Times(dst, x []float64, watch Watch) bool {
	clear(dst)
	at, m := 0, len(p.index)
	for b, columns := range p.blocks {
		first := b * blockColumns
		for i := first; i < m; i += blockRows {
			index := p.index[i:min(i+blockRows, m)]
			// The rows of the triangle end at their diagonals, in the first rows of a block.
			segment := func(r int) int { return min(columns.Len(), i+r-first+1) }
			numbers := 0
			for r := range index {
				numbers += segment(r)
			}
			fresh := at+numbers > len(p.kept)
			if fresh {
				columns.Rows(p.values[:len(index)], p.set, index)
			}
			keeps := fresh && at+numbers <= p.room
			if fresh && !keeps {
				p.room = len(p.kept) // a smaller segment after this one would be out of order
			}
			for r := range index {
				n, row := segment(r), p.values[r]
				if keeps {
					p.kept = append(p.kept, row[:n]...)
				} else if !fresh {
					row, at = p.kept[at:at+n], at+n
				}
				addSegment(dst, x, row[:n], first, i+r)
			}
			if keeps {
				at = len(p.kept)
			}
			if left := float64(m-i) / float64(m); !watch(min(1, (float64(first)+float64(columns.Len())*(1-left))/float64(m))) {
				return false
			}
		}
	}
	return true
}

// addSegment adds the terms of a segment of row i of a lower triangle, which begins at column first,
// in a product with x.
func addSegment(dst, x, row []float64, first, i int) {
	n := len(row)
	if first+n == i+1 {
		n--
		dst[i] += float64(row[n] * x[i])
	}
	dst[i] += lanes.UpdateSum(dst[first:first+n], x[i], row[:n], x[first:first+n])
}
