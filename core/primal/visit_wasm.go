package primal

// visitsSparse tells whether there is a visitSparse.
const visitsSparse = true

// visitSparse is visitRows for sparse rows, given by the pointers of a
// lanes.Sparse, in the assembly of WebAssembly; z, order and w point to the first
// element of those of c.
//
//go:noescape
func visitSparse(c *Coordinate, z *coordinate, order, ptr, index *int32, value, w *float64, count int)
