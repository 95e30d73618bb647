package linalg

import "maxmargin/core/base/lanes"

// Products are computed by blocks, after Goto and van de Geijn, "Anatomy of
// high-performance matrix multiplication" (2008): a block of B, depthBlock x colBlock, is
// packed for all of A, then blocks of A, rowBlock x depthBlock, are packed to stay in the
// second-level cache, while a column of tiles of B (8 KB) stays in the first.
const (
	depthBlock = 256
	rowBlock   = 64
	colBlock   = 512
)

// matrix is a view, in which a transpose is a swap of the two strides: entry (i, j) is
// data[i*row + j*col].
type matrix struct {
	data     []float64
	row, col int
}

// operand says how a stored matrix A enters a product: as op(A) = A or op(A) = Aᵀ.
type operand bool

const (
	plain  operand = false
	turned operand = true
)

func view(op operand, data []float64, stride int) matrix {
	if op == plain {
		return matrix{data, stride, 1}
	}
	return matrix{data, 1, stride}
}

func (a matrix) transposed() matrix { return matrix{a.data, a.col, a.row} }

func (a matrix) from(i, j int) matrix { return matrix{a.data[i*a.row+j*a.col:], a.row, a.col} }

// part names the entries of a result that are computed and written.
type part int

const (
	whole part = iota
	lower      // the triangle with the diagonal
)

// bounds returns the columns of row i of an n-column matrix that belong to the part.
func (p part) bounds(i, n int) (first, end int) {
	if p == lower {
		return 0, min(i+1, n)
	}
	return 0, n
}

// dgemm computes C = alpha op(A) op(B) + beta C, where op(A) is m x k and op(B) k x n, neither
// empty. A zero in A times an infinity or NaN in B gives NaN, as in IEEE 754.
func (ks kernels) dgemm(opA, opB operand, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	scale(whole, m, n, beta, c, ldc)
	ks.multiply(whole, m, n, k, alpha, view(opA, a, lda), view(opB, b, ldb), c, ldc)
}

// dsyrk computes the lower triangle of C = alpha op(A) op(A)ᵀ + beta C, where op(A) is n x k,
// not empty.
func (ks kernels) dsyrk(op operand, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	va := view(op, a, lda)
	scale(lower, n, n, beta, c, ldc)
	ks.multiply(lower, n, n, k, alpha, va, va.transposed(), c, ldc)
}

// dsyr2k computes the lower triangle of C = alpha (op(A) op(B)ᵀ + op(B) op(A)ᵀ) + beta C,
// where op(A) and op(B) are n x k, not empty.
func (ks kernels) dsyr2k(op operand, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	va, vb := view(op, a, lda), view(op, b, ldb)
	scale(lower, n, n, beta, c, ldc)
	ks.multiply(lower, n, n, k, alpha, va, vb.transposed(), c, ldc)
	ks.multiply(lower, n, n, k, alpha, vb, va.transposed(), c, ldc)
}

// scale multiplies a part of C by beta; beta = 0 clears it, also of NaN.
func scale(p part, m, n int, beta float64, c []float64, ldc int) {
	if beta == 1 {
		return
	}
	for i := range m {
		first, end := p.bounds(i, n)
		row := c[i*ldc+first : i*ldc+end]
		if beta == 0 {
			clear(row)
			continue
		}
		for j := range row {
			row[j] *= beta
		}
	}
}

// multiply adds alpha A B to a part of C, where A is m x k and B k x n.
func (ks kernels) multiply(p part, m, n, k int, alpha float64, a, b matrix, c []float64, ldc int) {
	cols := lanes.TileCols()
	rowsPacked, colsPacked := roundUp(min(m, rowBlock), lanes.TileRows), roundUp(min(n, colBlock), cols)
	depth := min(k, depthBlock)
	sizeA := rowsPacked * depth * lanes.TileCopies
	buffer := ks.borrow(sizeA + colsPacked*depth)
	defer ks.giveBack(buffer)
	packedA, packedB := (*buffer)[:sizeA], (*buffer)[sizeA:]

	for j := 0; j < n; j += colBlock {
		nb := min(colBlock, n-j)
		for l := 0; l < k; l += depthBlock {
			kb := min(depthBlock, k-l)
			pack(packedB, b.from(l, j).transposed(), nb, kb, cols, 1, 1)
			for i := 0; i < m; i += rowBlock {
				mb := min(rowBlock, m-i)
				if p == lower && j >= i+mb {
					continue
				}
				if !ks.took(mb * nb * kb) {
					return
				}
				pack(packedA, a.from(i, l), mb, kb, lanes.TileRows, lanes.TileCopies, alpha)
				block{part: p, shift: i - j, rows: mb, cols: nb, depth: kb}.
					multiply(packedA, packedB, c[i*ldc+j:], ldc)
			}
		}
	}
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }

// block is a block of the result, whose top left corner lies shift rows below
// the diagonal of the whole.
type block struct {
	part                     part
	shift, rows, cols, depth int
}

// multiply adds a product of packed blocks to the part of the block.
func (k block) multiply(packedA, packedB, c []float64, ldc int) {
	var edge [lanes.TileRows * lanes.MaxTileCols]float64
	width := lanes.TileCols()
	for j := 0; j < k.cols; j += width {
		b := packedB[j*k.depth : (j+width)*k.depth]
		for i := 0; i < k.rows; i += lanes.TileRows {
			top, bottom := i+k.shift, i+k.shift+lanes.TileRows-1 // rows, counted so that the diagonal has j = row
			if k.part == lower && bottom < j {
				continue
			}
			a := packedA[i*k.depth*lanes.TileCopies : (i+lanes.TileRows)*k.depth*lanes.TileCopies]
			onDiagonal := k.part == lower && top < j+width-1
			if !onDiagonal && i+lanes.TileRows <= k.rows && j+width <= k.cols {
				lanes.Tile(c[i*ldc+j:], ldc, a, b)
				continue
			}
			clear(edge[:])
			lanes.Tile(edge[:], width, a, b)
			for r := range min(lanes.TileRows, k.rows-i) {
				end := min(width, k.cols-j)
				if k.part == lower {
					end = min(end, top+r-j+1)
				}
				for w := range end {
					c[(i+r)*ldc+j+w] += edge[r*width+w]
				}
			}
		}
	}
}

// pack writes alpha times a rows x depth matrix in tiles of the given height. The entries of a
// column of a tile are contiguous, each copies times, with zeros for the rows that fill up the last
// tile.
func pack(dst []float64, a matrix, rows, depth, height, copies int, alpha float64) {
	for i := 0; i < rows; i += height {
		tile := dst[i*depth*copies : (i+height)*depth*copies]
		filled := min(height, rows-i)
		if filled < height {
			clear(tile)
		}
		lanes.PackTile(tile, a.data[i*a.row:], a.row, a.col, depth, filled, height, copies, alpha)
	}
}

// AddOuter adds xᵀ x to the lower triangle of c, d x d, for rows of x of length d. It reports
// whether it finished.
func AddOuter(c, x []float64, d int, watch Watch) bool {
	ks := newKernels().watched(watch)
	if len(x) > 0 {
		ks.dsyrk(turned, d, len(x)/d, 1, x, d, 1, c, d)
	}
	return !ks.stopped()
}

// AddInner adds x xᵀ to the lower triangle of c, n x n, for the n rows of x. It reports whether it
// finished.
func AddInner(c, x []float64, n int, watch Watch) bool {
	ks := newKernels().watched(watch)
	if len(x) > 0 {
		ks.dsyrk(plain, n, len(x)/n, 1, x, len(x)/n, 1, c, n)
	}
	return !ks.stopped()
}

// Multiplier multiplies matrices, again and again in the same memory. It serves one caller at
// a time.
type Multiplier struct{ blas kernels }

// NewMultiplier returns one without memory yet.
func NewMultiplier() *Multiplier { return &Multiplier{newKernels()} }

// Multiply sets c, m x n, to the product of m rows of k numbers, which begin in a every stride
// numbers, with b, k x n.
func (p *Multiplier) Multiply(c, a []float64, stride int, b []float64, m, n, k int) {
	if m == 0 || n == 0 || k == 0 {
		clear(c[:m*n])
		return
	}
	p.blas.dgemm(plain, plain, m, n, k, 1, a, stride, b, n, 0, c, n)
}
