package lanes

// # Tiles
//
// A product of matrices is made of tiles: blocks of TileRows x TileCols of the
// result that stay in registers while the inner dimension runs through. Both
// factors come packed, so that a tile reads them in order, the entries of A in TileCopies
// copies side by side:
//
//	a[(l*TileRows + i)*TileCopies] = A[i][l]      b[l*TileCols + j] = B[l][j]

// A tile has TileRows rows, and at most MaxTileCols columns: two vectors of 512
// bits.
const (
	TileRows    = 4
	MaxTileCols = 16
)
