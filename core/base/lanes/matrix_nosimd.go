//go:build !goexperiment.simd

package lanes

const plainTileCols = 4

// TileCopies is 1, see Tiles.
const TileCopies = 1

// TileCols returns the number of columns of a tile.
func TileCols() int { return plainTileCols }

// Tile adds a product of packed factors to a tile: c[i*stride+j] += sum over l
// of A[i][l] B[l][j], summed in the order of l before it is added.
func Tile(c []float64, stride int, a, b []float64) { plainTile(c, stride, a, b, plainTileCols) }

// PackTile writes alpha times the depth columns of filled rows into a tile of the given height,
// each entry copies times: entry (i, l) is src[i*row+l*col].
func PackTile(dst, src []float64, row, col, depth, filled, height, copies int, alpha float64) {
	plainPackTile(dst, src, row, col, depth, filled, height, copies, alpha)
}

// UpdateSum is Update and Sum in one pass over p: g_i += a*p_i, and the inner
// product of p and x. len(p) and len(x) >= len(g); g overlaps neither.
func UpdateSum(g []float64, a float64, p, x []float64) float64 { return plainUpdateSum(g, a, p, x) }

// Rotate turns neighbouring features of packed samples, d features each, by
// plane rotations, the last first: for k = len(cosines)-1 .. 0, with j =
// first+k,
//
//	(x_j, x_j+1) <- (c_k x_j - s_k x_j+1, s_k x_j + c_k x_j+1).
func Rotate(panels []float64, d, first int, cosines, sines []float64) {
	plainRotate(panels, d, first, cosines, sines, plainWidth)
}
