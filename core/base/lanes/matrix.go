package lanes

// # Tiles
//
// A product of matrices consists of tiles: blocks of TileRows x TileCols of the result that stay in
// registers along the inner dimension. Both factors are packed, so that a tile reads them in order;
// each entry of A occurs TileCopies times:
//
//	a[(l*TileRows + i)*TileCopies] = A[i][l]      b[l*TileCols + j] = B[l][j]

// A tile has TileRows rows, and at most MaxTileCols columns: two vectors of 512
// bits.
const (
	TileRows    = 4
	MaxTileCols = 16
)
