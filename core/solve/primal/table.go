package primal

import "maxmargin/core/base/lanes"

// blockRows is how many rows of a table lie next to each other.
const (
	blockShift = 10
	blockRows  = 1 << blockShift
	blockMask  = blockRows - 1
)

// table is n rows of d numbers. They lie in blocks of blockRows, of which the last one may have
// fewer, so that rows can be added without a copy of all that are there.
type table[T lanes.Mixed] struct {
	N, D   int
	blocks [][]T // each with space for some numbers after its last row
}

// grow adds count rows of zeros; behind is the space in numbers after each block.
func (t *table[T]) grow(count, behind int) {
	block := func(rows int) []T { return make([]T, rows*t.D, rows*t.D+behind) }
	if begun := t.N & blockMask; begun > 0 && count > 0 {
		rows, last := min(blockRows, begun+count), len(t.blocks)-1
		larger := block(rows)
		copy(larger, t.blocks[last])
		t.blocks[last] = larger
		t.N, count = t.N+rows-begun, count-(rows-begun)
	}
	for count > 0 {
		rows := min(blockRows, count)
		t.blocks = append(t.blocks, block(rows))
		t.N, count = t.N+rows, count-rows
	}
}

// whole reports whether there is a block for each of the rows.
func (t *table[T]) whole() bool { return (t.N+blockMask)>>blockShift == len(t.blocks) }
